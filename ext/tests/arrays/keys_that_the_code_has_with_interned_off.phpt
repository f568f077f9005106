--TEST--
Keys of a map that loaded code has, too, take no memory of their own, but with lyo.disable=interned
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--INI--
lyo.disable=interned
--FILE--
<?php
function memory(string $bytes): int
{
    $value = lyo_unserialize($bytes);
    unset($value);
    $before = memory_get_usage();
    $value = lyo_unserialize($bytes);

    return memory_get_usage() - $before;
}
/* 300 keys: a shape, whose keys are kept in any case, has at most 255. */
$code = '';
for ($i = 0; $i < 300; $i++) {
    $code .= sprintf('$known["key number %03d of the code"] = %1$d; ', $i);
}
$known = [];
eval($code);
$new = [];
foreach ($known as $key => $value) {
    $new[strrev($key)] = $value;
}
$bytes = [lyo_serialize($known), lyo_serialize($new)];
var_dump(serialize(lyo_unserialize($bytes[0])) === serialize($known), serialize(lyo_unserialize($bytes[1])) === serialize($new));
$new = null;
echo memory($bytes[1]) - memory($bytes[0]) > 300 * 40 ? 'less memory' : 'as much memory', "\n";
--EXPECT--
bool(true)
bool(true)
as much memory
