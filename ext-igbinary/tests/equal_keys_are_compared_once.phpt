--TEST--
A message that refers in turn to two long strings with the same bytes, as keys, takes no longer than with other strings
--SKIPIF--
<?php
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes longer');
?>
--FILE--
<?php
class Bare
{
    public $k;
}
error_reporting(E_ALL & ~E_DEPRECATED);
$time = static function (string $bytes): float {
    $times = [];
    for ($i = 0; $i < 3; $i++) {
        $before = getrusage();
        igbinary_unserialize($bytes);
        $after = getrusage();
        $times[] = ($after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']) * 1e3 + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e3;
    }

    return min($times);
};
$string = static fn(string $s): string => "\x13" . pack('N', strlen($s)) . $s;
$forms = [
    'array' => ["\x16", 0],
    'stdClass' => ["\x17\x08stdClass\x16", 1],
    'Bare' => ["\x17\x04Bare\x16", 1],
];
foreach ($forms as $form => [$begin, $id]) {
    // in turns of 300, because an object remembers the names of its last 256 places
    $message = static fn(string $one, string $other): string => "\0\0\0\2" . $begin . pack('N', 2 + 600 * 100) . $string($one) . "\0" . $string($other) . "\0"
        . str_repeat(str_repeat("\x0e" . chr($id) . "\0", 300) . str_repeat("\x0e" . chr($id + 1) . "\0", 300), 100);
    $long = str_repeat('B', 250000);
    $same = $message("{$long}b", "{$long}b");
    $others = $message("{$long}b", "{$long}c");
    echo $form, ': ', count((array) igbinary_unserialize($same)), ' and ', count((array) igbinary_unserialize($others)), ' keys, ',
        $time($same) < 5 * $time($others) + 30 ? 'as long' : sprintf('%.0f ms, others %.0f', $time($same), $time($others)), "\n";
}
?>
--EXPECT--
array: 1 and 2 keys, as long
stdClass: 1 and 2 keys, as long
Bare: 2 and 3 keys, as long
