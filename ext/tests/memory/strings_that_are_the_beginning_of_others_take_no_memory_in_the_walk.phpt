--TEST--
In the walk a string that is the beginning of another takes no memory of its own: three bytes of a list do not become 255
--SKIPIF--
<?php
is_readable('/proc/self/status') || die('skip needs /proc to tell what the process takes');
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator tells what is in use');
?>
--INI--
memory_limit=256M
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

/** Most that the process has taken, in bytes. */
function most(): int
{
    preg_match('/VmHWM:\s+(\d+)/', file_get_contents('/proc/self/status'), $m);

    return 1024 * (int) $m[1];
}

$n = 400000;
$first = "\xC0\xFF" . str_repeat('x', 255);
$strings = $first . str_repeat("\xE4\xFF\0", $n);
$cases = [
    'as the one before' => payload(sized(200, $n + 1) . $strings),
    'as the first of 255' => payload(sized(200, $n + 1) . $first . str_repeat(implode('', array_map(static fn(int $d): string => $d < 5 ? chr(227 + $d) . "\xFF\0" : "\xE3" . chr($d) . "\xFF\0", range(1, 250))), intdiv($n, 250))),
    // a key that begins as the last of so many
    'a key behind them' => payload(sized(200, $n + 2) . $strings . "\x88\xE4\xFF\1k\xA0"),
    'the last one as a key' => payload(sized(200, $n + 2) . $strings . "\x88\xF0\xA0"),
];
$good = 0;
foreach ($cases as $name => $bytes) {
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $taken = most();
    $good += (int) lyo_is_serialized($bytes);
    $peak = memory_get_peak_usage() - $before;
    $taken = most() - $taken;
    // 16 bytes for each string, in a table that doubles
    if ($peak < 16 * $n || $peak > 64 * $n || $taken > 64 * $n) {
        echo "$name: ", strlen($bytes), " bytes, $peak counted, $taken in the process\n";
    }
}
echo "$good payloads\n";
?>
--EXPECT--
4 payloads
