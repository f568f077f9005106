--TEST--
Long strings of the same bytes become one: what writes a decoded value again need not compare them at each place
--SKIPIF--
<?php
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes longer');
?>
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';
require __DIR__ . '/../support/processor.inc';

$time = static function (mixed $value): float {
    $times = [];
    for ($i = 0; $i < 3; $i++) {
        $start = processor_time();
        lyo_serialize($value);
        $times[] = processor_time() - $start;
    }

    return min($times);
};
$long = str_repeat('B', 250000);
// two strings, then references to them in turn
$list = static fn(string $one, string $other): string => payload(sized(200, 100002) . $one . $other . str_repeat("\xF1\xF0", 50000));
$pairs = [
    'strings' => [text("{$long}b"), text("{$long}b"), text("{$long}c")],
    'strings that begin with NUL' => [text("\0{$long}b"), text("\0{$long}b"), text("\0{$long}c")],
    'one begins as the other' => [text("{$long}b"), "\xE4\xFF" . varlen(250001 - 255) . str_repeat('B', 250000 - 255) . 'b', text("{$long}c")],
];
foreach ($pairs as $name => [$one, $same, $other]) {
    $values = array_map(static fn(string $second): array => lyo_unserialize($list($one, $second)), [$same, $other]);
    [$equal, $different] = $values;
    var_dump($equal[0] === $equal[1] && $equal[100001] === $equal[0] && $different[0] === $equal[0] && $different[1] !== $equal[0] && $different[100001] === $different[1]);
    for ($i = 0; $i < 5 && $time($equal) >= 5 * $time($different) + 0.05; $i++); // a busy machine may slow down one of the two
    echo $name, ': ', $i < 5 ? 'as long as others' : sprintf('%.0f ms, others %.0f', 1e3 * $time($equal), 1e3 * $time($different)), "\n";
}
/* As keys: names that the fast path reads, and such that it leaves to the other. Ids of strings behind them must stay right. */
foreach (["{$long}b", "\0{$long}b", "1{$long}b"] as $key) {
    $maps = lyo_unserialize(payload("\x83\x88" . text($key) . "\x41ab\x88" . text($key) . "\x41cd\xF2\xF1"));
    var_dump($maps === [[$key => 'ab'], [$key => 'cd'], 'ab', $key] || array_map(static fn(mixed $v): string => substr(json_encode($v), 0, 20), $maps));
}
?>
--EXPECT--
bool(true)
strings: as long as others
bool(true)
strings that begin with NUL: as long as others
bool(true)
one begins as the other: as long as others
bool(true)
bool(true)
bool(true)
