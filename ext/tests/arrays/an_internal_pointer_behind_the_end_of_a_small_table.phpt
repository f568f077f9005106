--TEST--
An internal pointer behind the last element sees what is appended, but not where the table has been compacted, as a table of 2 places is sooner than one of 8
--FILE--
<?php
function memory(Closure $make): int
{
    $values = [];
    $before = memory_get_usage();
    for ($i = 0; $i < 1000; $i++) {
        $values[] = $make();
    }

    return memory_get_usage() - $before;
}

/* The pointer stands behind the end, and one element is gone: then one is appended. */
function key_behind(array $array): ?string
{
    unset($array['a']);
    while (next($array) !== false);
    $array['c'] = 3;

    return key($array);
}

$value = ['a' => 1, 'b' => 2];
$text = serialize($value);
$bytes = lyo_serialize($value);
// tables of 2 places take less memory than PHP's own
$small = memory(fn() => lyo_unserialize($bytes)) < 0.8 * memory(fn() => unserialize($text));
var_dump(key_behind(unserialize($text)), key_behind(lyo_unserialize($bytes)) === ($small ? null : 'c'));

/* With PHP's own tables it is the same once they are full. */
$full = array_fill_keys(range('a', 'h'), 1);
$full['b'] = 2;
unset($full['a']);
while (next($full) !== false);
$full['i'] = 3;
var_dump(key($full));
?>
--EXPECT--
string(1) "c"
bool(true)
NULL
