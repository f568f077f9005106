--TEST--
The places of both tables may come in any order: what they name is the same, and of several faults the first one is reported
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

$random = new Random\Randomizer(new Random\Engine\Mt19937(40));
$cases = $wrong = 0;
$head = static fn(int $n): string => $n <= 8 ? chr(127 + $n) : sized(200, $n);
/* A list of n slots of so many bytes, with these places in the tables: each slot is a different string. */
$list = static function (int $n, int $bytes, array $references, array $arrays, string $behind = '') use ($head): string {
    $slots = implode('', array_map(static fn(int $i): string => "\x80" . text(str_pad((string) $i, $bytes - 2, 'x')), range(0, $n - 1)));
    $flags = ($references ? 4 : 0) | ($arrays ? 1 : 0);
    $table = static fn(array $places): string => $places ? varlen(count($places)) . implode('', array_map(varlen(...), $places)) : '';

    return "\xC1" . chr(0x10 | $flags) . $table($references) . $table($arrays) . "\x81" . $head($n) . $slots . $behind;
};
$error = static function (string $bytes): string {
    try {
        lyo_unserialize($bytes);

        return 'none';
    } catch (Lyo\Exception\LyoException $e) {
        return substr(strrchr($e::class, '\\'), 1) . ': ' . $e->getMessage();
    }
};
foreach ([1, 2, 3, 23, 24, 25, 26, 100, 255, 256, 257, 700, 5000] as $n) {
    foreach ([7, 20, 30] as $bytes) {
        $first = 1 + strlen($head($n));
        $places = range($first, $first + ($n - 1) * $bytes, $bytes);
        $orders = [$places, array_reverse($places), $random->shuffleArray($places), $random->shuffleArray($places)];
        foreach ($orders as $references) {
            $arrays = $random->shuffleArray($places);
            $uses = $head($n) . implode('', array_map(static fn(int $i): string => "\xE1" . varlen($i), range(0, $n - 1)));
            $value = lyo_unserialize($list($n, $bytes, $references, [], $uses));
            $cases++;
            foreach ($references as $i => $place) {
                $wrong += $value[1][$i] === $value[0][intdiv($place - $first, $bytes)] ? 0 : 1;
            }
            // in the array table alone, and in both: then the values are no plain arrays any more, so nothing uses them
            $uses = $head($n) . implode('', array_map(static fn(int $i): string => "\xED" . varlen($i), range(0, $n - 1)));
            $value = lyo_unserialize($list($n, $bytes, [], $arrays, $uses));
            $cases++;
            foreach ($arrays as $i => $place) {
                $wrong += $value[1][$i] === $value[0][intdiv($place - $first, $bytes)] ? 0 : 1;
            }
            $value = lyo_unserialize($list($n, $bytes, $references, $arrays, "\xA0"));
            $cases++;
            $wrong += count($value[0]) === $n && $value[1] === null ? 0 : 1;
            // the same place twice: of the reference table, of the array table, of both; and some that are far behind the end
            $twice = array_rand(array_flip($places));
            $later = max($places);
            $at = static fn(string $bytes, int $place): string => sprintf('offset %d', strpos($bytes, "\x81" . $head($n) . "\x80") + $place);
            $bad = [
                [$list($n, $bytes, $random->shuffleArray([...$references, $twice]), [], "\xA0"), $twice],
                [$list($n, $bytes, [], $random->shuffleArray([...$arrays, $twice]), "\xA0"), $twice],
                [$list($n, $bytes, $random->shuffleArray([...$references, $later]), [...$arrays, $places[0]], "\xA0"), $later],
                [$list($n, $bytes, $random->shuffleArray([...$references, $later, $twice, $twice]), [], "\xA0"), $twice],
            ];
            foreach ($bad as [$payload, $place]) {
                $cases++;
                $wrong += str_contains($error($payload), $at($payload, $place)) ? 0 : 1;
            }
            foreach ([1 << 20, 1 << 40, PHP_INT_MAX] as $far) {
                $payload = $list($n, $bytes, $random->shuffleArray([...$references, $far]), $arrays, "\xA0");
                $cases++;
                $wrong += str_contains($error($payload), 'offset ' . strlen($payload)) ? 0 : 1;
            }
        }
    }
}
echo "$cases payloads, $wrong wrong\n";
?>
--EXPECT--
1560 payloads, 0 wrong
