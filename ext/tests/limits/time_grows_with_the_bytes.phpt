--TEST--
Time grows with the bytes, not with their square: four times the payload takes less than twelve times as long, for each construct, also when it is refused
--SKIPIF--
<?php
PHP_DEBUG && die('skip a debug build walks more lists');
getenv('USE_ZEND_ALLOC') === '0' && die('skip the allocator is measured, not lyo');
?>
--INI--
memory_limit=2G
zend.enable_gc=0
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';

set_error_handler(static fn(): bool => true);
$time = static function (string $bytes): float {
    $best = INF;
    for ($i = 0; $i < 3; $i++) {
        $start = hrtime(true);
        try {
            lyo_unserialize($bytes);
        } catch (Lyo\Exception\LyoException) {
        }
        $best = min($best, hrtime(true) - $start);
    }

    return $best;
};
$small = bombs(30000);
$large = bombs(120000);
$slow = $count = 0;
unset($large['definitions of classes'], $large['class shapes of one key']);
foreach ($large as $name => [$bytes]) {
    foreach (['accepted' => '', 'refused' => "\0"] as $kind => $tail) {
        $count++;
        // below a millisecond the clock and the machine say more than the payload
        $one = max($time($small[$name][0] . $tail), 1e6);
        $four = $time($bytes . $tail);
        $ratio = $four / $one / (strlen($bytes) / strlen($small[$name][0]));
        // once more, if the machine was busy with something else
        if ($ratio > 3) {
            $ratio = min($ratio, $time($bytes . $tail) / max($time($small[$name][0] . $tail), 1e6) / (strlen($bytes) / strlen($small[$name][0])));
        }
        getenv('LYO_SHOW') && printf("%-45s %-9s %6.2f ms, %6.2f ms, %.0f ns for each byte\n", $name, $kind, $one / 1e6, $four / 1e6, $four / strlen($bytes));
        if ($ratio > 3) {
            $slow++;
            printf("%s, %s: %.1f ms for %d bytes, %.1f ms for %d\n", $name, $kind, $one / 1e6, strlen($small[$name][0]), $four / 1e6, strlen($bytes));
        }
    }
}
echo $count > 80 ? 'more than 80' : $count, " payloads, $slow slow\n";

/* Encoding: more rows than the credit lets stand in columns, behind many strings; many classes, shapes, references. */
$strings = static fn(int $n): array => array_map(static fn(int $i): string => "string number $i", range(1, $n));
$values = [
    'rows of constants behind strings' => static fn(int $n): array => [$strings(intdiv($n, 10)), array_fill(0, $n * 10, ['k' => null])],
    'shapes' => static fn(int $n): array => array_map(static fn(int $i): array => ["key $i" => 1, 'x' => 2], range(1, $n)),
    'objects' => static fn(int $n): array => array_map(static fn(int $i): object => (object) ["p$i" => $i], range(1, $n)),
    'references' => static function (int $n): array {
        for ($i = 0; $i < $n; $i++) {
            $v[$i] = $i;
            $all[] = &$v[$i];
            $all[] = &$v[$i];
        }

        return $all;
    },
    'strings that look alike' => static fn(int $n): array => array_map(static fn(int $i): string => sprintf('same head %07d same tail', $i), range(1, $n)),
];
foreach ($values as $name => $make) {
    $times = [];
    foreach ([5000, 20000] as $n) {
        $value = $make($n);
        $best = INF;
        for ($i = 0; $i < 3; $i++) {
            $start = hrtime(true);
            lyo_serialize($value);
            $best = min($best, hrtime(true) - $start);
        }
        $times[] = $best;
        unset($value);
    }
    echo $name, ': ', $times[1] < 12 * max($times[0], 3e6) ? 'grows with the value' : sprintf('%.1f ms, then %.1f ms', $times[0] / 1e6, $times[1] / 1e6), "\n";
}
--EXPECT--
open objects, one key, accepted: 1.4 ms for 30016 bytes, 17.9 ms for 120016
open objects, one key, refused: 1.1 ms for 30016 bytes, 17.2 ms for 120016
rows of constants, many tables, refused: 1.0 ms for 28540 bytes, 13.6 ms for 114040
records, then rows of constants, refused: 3.6 ms for 28467 bytes, 51.2 ms for 119921
more than 80 payloads, 4 slow
rows of constants behind strings: grows with the value
shapes: grows with the value
objects: grows with the value
references: grows with the value
strings that look alike: grows with the value
