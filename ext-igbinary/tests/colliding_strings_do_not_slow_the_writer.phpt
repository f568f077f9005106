--TEST--
Strings that PHP hashes alike, keys of one character and keys that differ in their middle are found in linear time
--FILE--
<?php
$collide = static function (int $n): array {
    $names = [''];
    while (count($names) < $n) {
        $names = array_merge(array_map(static fn(string $s): string => $s . 'Ez', $names), array_map(static fn(string $s): string => $s . 'FY', $names));
    }

    return array_slice($names, 0, $n);
};
/* CPU time: other work on the machine does not count. */
$seconds = static function (callable $call): float {
    $best = INF;
    for ($i = 0; $i < 3; $i++) {
        $before = getrusage();
        $call();
        $after = getrusage();
        $best = min($best, $after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec'] + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e6);
    }

    return max($best, 1e-4);
};
$make = [
    'colliding strings' => static fn(int $n): array => $collide($n),
    // the long ones are told apart by other bytes until the short ones make the table change to PHP's hash
    'long ones and short ones' => static fn(int $n): array => [...array_map(static fn(string $s): string => 'long enough to be ' . $s, $collide($n)), ...$collide(64)],
    'one CJK character' => static fn(int $n): array => array_fill_keys(array_map(static fn(int $i): string => "\xe4" . chr(0x80 | $i >> 6 & 63) . chr(0x80 | $i & 63) . ($i >> 12), range(1, $n)), 1),
    'middles' => static fn(int $n): array => array_map(static fn(int $i): string => str_repeat('a', 40) . sprintf('%06d', $i) . str_repeat('b', 40), range(1, $n)),
    'long middles' => static fn(int $n): array => array_map(static fn(int $i): string => str_repeat('a', 700) . sprintf('%06d', $i) . str_repeat('b', 700), range(1, $n)),
];
foreach ($make as $what => $f) {
    [$few, $many] = [$f(2_000), $f(16_000)];
    if (igbinary_unserialize(igbinary_serialize($many)) !== $many) {
        echo "$what: DIFFERENT\n";
    }
    $short = $seconds(static function () use ($few): void {
        for ($i = 0; $i < 8; $i++) {
            igbinary_serialize($few);
        }
    });
    $long = $seconds(static fn() => igbinary_serialize($many));
    // quadratic would be 8
    echo $what, ': ', $long < 4 * $short || $long < 0.05 ? 'linear' : sprintf('%.1f times as long', $long / $short), "\n";
}
?>
--EXPECT--
colliding strings: linear
long ones and short ones: linear
one CJK character: linear
middles: linear
long middles: linear
