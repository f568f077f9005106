--TEST--
The walk over the bytes takes its memory where memory_limit counts it: each of its tables, and in each function that walks
--SKIPIF--
<?php
is_readable('/proc/self/cmdline') || die('skip needs /proc to start PHP with the same module');
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator tells what is in use');
?>
--INI--
memory_limit=256M
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';
require __DIR__ . '/../support/child.inc';

// each fills one table of the walk: payload, and the bytes that its entries take at least
$n = 20000;
$ints = implode('', array_map(static fn(int $i): string => "\xAA" . substr(pack('V', 4000000 + $i), 0, 3), range(1, $n)));
$tables = [
    'strings' => [payload(list_of($n, "\x41ab")), $n * 16],
    'names' => [payload("\xA0", array_fill(0, $n, "\3\x41ab")), $n * 16],
    'definitions' => [payload("\xA0", array_fill(0, $n, "\3\xA5a")), $n * 40],
    'keys' => [payload("\xA0", ["\1" . varlen($n) . $ints]), $n * 40],
    'keys of a map' => [payload(sized(204, $n) . implode("\xA0", str_split($ints, 4)) . "\xA0"), $n * 40],
    'joined strings' => [payload("\x81" . text(str_repeat('a', 255)) . sized(204, $n) . implode('', array_map(static fn(string $name): string => "\xE4\xFF\3$name\xA0", names($n)))), $n * 258],
    'references' => [payload(sized(200, $n) . str_repeat("\xA0", $n), [], range(3, $n + 2)), $n * 17],
    'levels' => [payload(str_repeat("\x80", 4000) . "\xA0"), 4000 * 64],
];
$counted = 0;
foreach ($tables as $name => [$bytes, $least]) {
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $good = lyo_is_serialized($bytes);
    $peak = memory_get_peak_usage() - $before;
    if (!$good || $peak < $least) {
        echo "$name: ", $good ? 'good' : 'NOT GOOD', ", $peak bytes counted, $least expected\n";
    } else {
        $counted++;
    }
}
echo "$counted tables counted\n";

// 16 bytes for each of so many strings are beyond the limit: the script ends as it does wherever there is no memory
$script = <<<'PHP'
    $n = 2000000;
    $bytes = "\xC1\x18\x07\x03\x44Later\xCA" . substr(pack('V', $n + 2), 0, 3) . "\x61\0\xC0\xFF" . str_repeat('x', 255) . str_repeat("\xE4\xFF\0", $n);
    $loaded = 'not loaded';
    spl_autoload_register(static function (string $class) use (&$loaded): void {
        echo "$class is looked for";
    });
    register_shutdown_function(static function (): void {
        echo ' | the end';
    });
    CALL;
    echo 'through';
    PHP;
$ended = 0;
foreach (['lyo_is_serialized($bytes)', 'lyo_unserialize($bytes)', 'try { lyo_unserialize($bytes, ["max_depth" => 100]); } catch (Throwable) {}'] as $call) {
    [$status, $output] = child(str_replace('CALL', $call, $script), 'memory_limit=32M');
    if ($status === 255 && preg_match('/^\s*(PHP )?Fatal error: +Allowed memory size .* \| the end$/s', $output)) {
        $ended++;
    } else {
        echo "$call: status $status, $output\n";
    }
}
echo "$ended calls ended\n";
?>
--EXPECT--
8 tables counted
3 calls ended
