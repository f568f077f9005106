--TEST--
A value that the C stack cannot hold is refused by name, not for max_depth, which allows it
--SKIPIF--
<?php
PHP_VERSION_ID < 80300 && die('skip PHP does not watch the C stack before 8.3');
?>
--INI--
fiber.stack_size=1048576
--FILE--
<?php
$levels = static fn(int $count): string => "\0\0\0\2" . str_repeat("\x14\1\6\0", $count) . "\x14\0";
$objects = static fn(int $count): string => "\0\0\0\2\x17\1A" . str_repeat("\x14\1\6\0\x1a\0", $count) . "\x14\0";
$try = static function (string $bytes): void {
    (new Fiber(static function () use ($bytes): void {
        var_dump(is_array(igbinary_unserialize($bytes, ['max_depth' => 200000])));
    }))->start();
};
$try($levels(100000));
$try($levels(100));
$try($objects(100000));
var_dump(@igbinary_unserialize($levels(20), ['max_depth' => 10]), error_get_last()['message']);
?>
--EXPECTF--
Warning: igbinary_unserialize: more levels than the C stack of this PHP can hold in %s on line %d
bool(false)
bool(true)

Warning: igbinary_unserialize: more levels than the C stack of this PHP can hold in %s on line %d
bool(false)
NULL
string(%d) "igbinary_unserialize: Maximum depth of 10 exceeded. The depth limit can be changed using the unserialize_max_depth ini setting"
