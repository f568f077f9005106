--TEST--
With lyo.unserialize_reads, unserialize() reads lyo and igbinary with the results, options, hooks and messages that it has for text
--INI--
lyo.unserialize_reads="lyo igbinary"
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
final class Point
{
    public int $x = 1;

    public function __wakeup(): void
    {
        echo '__wakeup() ';
    }
}
final class Trouble
{
    public function __unserialize(array $data): void
    {
        throw new DomainException('thrown by a hook');
    }

    public function __serialize(): array
    {
        return [];
    }
}
set_error_handler(static function (int $level, string $message): bool {
    $usual = PHP_VERSION_ID >= 80300 || str_contains($message, 'Maximum depth') ? E_WARNING : E_NOTICE;
    if ((error_reporting() & $level) !== 0) {
        echo $level === $usual ? '' : "level $level: ", $message, "\n";
    }

    return true;
});
$shared = new stdClass();
$shared->self = $shared;
$value = ['a' => [1, 2.5, null, true, 'text'], 'b' => $shared, 'c' => $shared];
$igbinary = "\0\0\0\2\x14\x02\x11\x01a\x06\x01\x06\x00\x14\x01\x06\x00\x17\x05Point\x14\x01\x11\x01x\x06\x07"; // ['a' => 1, 0 => [Point]]
$show = static fn(mixed $v): string => preg_replace('/\s+/', ' ', var_export($v, true));

echo "values\n";
$back = unserialize(lyo_serialize($value));
var_dump(serialize($back) === serialize($value), $back['b'] === $back['c'], $back['b']->self === $back['b']);
foreach ([false, null, 0, '', [], 1.5] as $plain) {
    echo unserialize(lyo_serialize($plain)) === $plain ? 'same ' : 'DIFFERENT ';
}
echo "\n", get_debug_type(unserialize($igbinary)[0][0]), ' ', unserialize($igbinary)[0][0]->x, "\n";
echo get_debug_type(unserialize("\0\0\0\4" . lyo_serialize($shared))), "\n";
echo implode(' ', array_map('unserialize', [lyo_serialize(5), serialize(6), 'i:7;'])), ' ', call_user_func_array(unserialize(...), ['data' => lyo_serialize(8)]), "\n";

echo "options\n";
foreach ([lyo_serialize([new Point()]), $igbinary, serialize([new Point()])] as $bytes) {
    preg_match_all('/\w+ Object/', print_r(unserialize($bytes, ['allowed_classes' => [stdClass::class], 'of another library' => 1]), true), $found);
    echo implode(', ', $found[0]), "\n";
}
foreach ([['allowed_classes' => 1], ['allowed_classes' => ['Point'], 'max_depth' => 'deep'], ['max_depth' => -1]] as $options) {
    $messages = [];
    foreach ([lyo_serialize(5), 'i:5;'] as $bytes) {
        try {
            unserialize($bytes, $options);
            $messages[] = 'accepted';
        } catch (Error $e) {
            $messages[] = get_debug_type($e) . ': ' . $e->getMessage();
        }
    }
    echo $messages[0] === $messages[1] ? $messages[0] : implode(' / ', $messages), "\n";
}
var_dump(unserialize(lyo_serialize([[[1]]]), ['max_depth' => 2]));
ini_set('unserialize_max_depth', '2');
var_dump(unserialize(lyo_serialize([[[1]]])), $show(unserialize(lyo_serialize([[[1]]]), ['max_depth' => 0])));
ini_restore('unserialize_max_depth');

echo "calls inside Serializable::unserialize()\n";
final class Old implements Serializable
{
    public static string $inner = '';
    public mixed $v = null;

    public function serialize(): string
    {
        return self::$inner;
    }

    public function unserialize(string $data): void
    {
        $this->v = unserialize(self::$inner);
    }
}
foreach (['lyo' => lyo_serialize(new Point()), 'text' => serialize(new Point())] as $name => Old::$inner) {
    foreach ([lyo_serialize(new Old()), serialize(new Old())] as $bytes) {
        echo "$name: ", get_debug_type(unserialize($bytes, ['allowed_classes' => ['Old']])->v), ', ', get_debug_type(unserialize($bytes)->v), "\n";
    }
}
Old::$inner = lyo_serialize([[[1]]]);
var_dump(unserialize(lyo_serialize(new Old()), ['max_depth' => 2])->v);

echo "failures\n";
var_dump(unserialize(substr(lyo_serialize($value), 0, -3)));
var_dump(unserialize(substr($igbinary, 0, 20)));
var_dump(unserialize(lyo_serialize($value, ['checksum' => true])));
var_dump(unserialize("\xC1"), unserialize("\0\0\0\2"), unserialize('a:1:{'), @unserialize('')); // PHP 8.6 warns of an empty string
foreach ([lyo_serialize([new Trouble()]), serialize([new Trouble()])] as $bytes) {
    try {
        unserialize($bytes);
    } catch (DomainException $e) {
        echo $e->getMessage(), "\n";
    }
}
foreach ([[[1]], ['a', 'b', 'c'], []] as $arguments) {
    try {
        var_dump(unserialize(...$arguments));
    } catch (Error $e) {
        echo get_debug_type($e), "\n";
    }
}
echo preg_match('/lyo\.unserialize_reads => lyo igbinary/', (static function (): string {
    ob_start();
    phpinfo(INFO_MODULES);

    return ob_get_clean();
})()), ' ', json_encode(lyo_status()['request']['calls'] ?? 0), "\n";
?>
--EXPECT--
values
bool(true)
bool(true)
bool(true)
same same same same same same 
__wakeup() Point __wakeup() 7
stdClass
5 6 7 8
options
__PHP_Incomplete_Class Object
__PHP_Incomplete_Class Object
__PHP_Incomplete_Class Object
TypeError: unserialize(): Option "allowed_classes" must be of type array|bool, int given
TypeError: unserialize(): Option "max_depth" must be of type int, string given
ValueError: unserialize(): Option "max_depth" must be greater than or equal to 0
unserialize(): Maximum depth of 2 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting
unserialize(): Error at offset 4 of 6 bytes
bool(false)
unserialize(): Maximum depth of 2 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting
unserialize(): Error at offset 4 of 6 bytes
bool(false)
string(49) "array ( 0 => array ( 0 => array ( 0 => 1, ), ), )"
calls inside Serializable::unserialize()
lyo: __PHP_Incomplete_Class, __wakeup() Point
lyo: __PHP_Incomplete_Class, __wakeup() Point
text: __PHP_Incomplete_Class, __wakeup() Point
text: __PHP_Incomplete_Class, __wakeup() Point
unserialize(): Maximum depth of 2 exceeded. The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting
unserialize(): Error at offset 4 of 6 bytes
bool(false)
failures
unserialize(): Error at offset 41 of 43 bytes
bool(false)
unserialize(): Error at offset 17 of 20 bytes
bool(false)
unserialize(): Error at offset 0 of 55 bytes
bool(false)
unserialize(): Error at offset 1 of 1 bytes
unserialize(): Error at offset 4 of 4 bytes
unserialize(): Error at offset 5 of 5 bytes
bool(false)
bool(false)
bool(false)
bool(false)
thrown by a hook
thrown by a hook
TypeError
ArgumentCountError
ArgumentCountError
1 0
