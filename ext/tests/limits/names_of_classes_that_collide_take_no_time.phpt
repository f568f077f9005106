--TEST--
Names of classes and enums with the same hash take about as long as others, whatever the options say
--SKIPIF--
<?php
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes longer');
?>
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

/* Words of "Ez" and "FY" have the same hash in PHP. */
$word = static function (int $i, string $one, string $other): string {
    $text = '';
    for ($bit = 0; $bit < 14; $bit++) {
        $text .= $i >> $bit & 1 ? $one : $other;
    }

    return $text;
};
$payload = static fn(int $kind, string $behind, int $count, string $one, string $other): string => payload("\x07", array_map(static fn(int $i): string => chr($kind) . text($word($i, $one, $other)) . $behind, range(0, $count - 1)));
/* Least processor time of three calls, in ms. */
$time = static function (string $bytes, array $options): float {
    $times = [];
    for ($i = 0; $i < 3; $i++) {
        $before = getrusage();
        try {
            lyo_unserialize($bytes, $options);
        } catch (Lyo\Exception\ClassNotAllowedException) {
        }
        $after = getrusage();
        $times[] = ($after['ru_utime.tv_sec'] - $before['ru_utime.tv_sec']) * 1e3 + ($after['ru_utime.tv_usec'] - $before['ru_utime.tv_usec']) / 1e3;
    }

    return min($times);
};
foreach (['classes' => [3, ''], 'enums' => [5, "\xA5a"]] as $name => [$kind, $behind]) {
    foreach ([[4096, []], [16384, ['allowed_classes' => false]], [16384, ['allowed_classes' => ['Foo'], 'missing_class' => 'throw']]] as [$count, $options]) {
        // with tables of PHP it took 60 to 400 times as long; a busy machine may slow down one of the two
        $same = INF;
        for ($i = 0, $others = 0.0; $i < 5 && $same >= 8 * $others + 8; $i++) {
            $same = $time($payload($kind, $behind, $count, 'Ez', 'FY'), $options);
            $others = $time($payload($kind, $behind, $count, 'Ez', 'Fx'), $options);
        }
        echo "$count $name, ", json_encode($options), ': ', $same < 8 * $others + 8 ? 'as others' : sprintf('%.1f ms, others %.1f', $same, $others), "\n";
    }
}
--EXPECT--
4096 classes, []: as others
16384 classes, {"allowed_classes":false}: as others
16384 classes, {"allowed_classes":["Foo"],"missing_class":"throw"}: as others
4096 enums, []: as others
16384 enums, {"allowed_classes":false}: as others
16384 enums, {"allowed_classes":["Foo"],"missing_class":"throw"}: as others
