--TEST--
Time grows with the bytes, not with their square: less than 12,000 ns for each on any machine, for each construct, also when refused or only walked
--SKIPIF--
<?php
PHP_DEBUG && die('skip a debug build walks more lists');
getenv('LYO_COVERAGE') && die('skip an unoptimised build takes longer');
getenv('USE_ZEND_ALLOC') === '0' && die('skip the allocator is measured, not lyo');
?>
--INI--
memory_limit=2G
lyo.shape_cache=16M
zend.enable_gc=0
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';
require __DIR__ . '/../support/processor.inc';

/*
 * Nanoseconds of a byte. The dearest, an object of 64 slots for 4 bytes, has taken 5,200 on a slow machine. If each byte
 * is compared with half of the others, in half a nanosecond each, it takes 15,000.
 */
const MOST = 12000;

enum Suit
{
    case Hearts;
}
set_error_handler(static fn(): bool => true);
$time = static function (string $bytes, callable $read): float {
    $best = INF;
    // A busy machine makes some calls slow, a square all of them: so a slow one is tried again.
    for ($i = 0; $i < 3 || ($i < 30 && $best > MOST * strlen($bytes)); $i++) {
        $start = processor_time();
        try {
            $read($bytes);
        } catch (Lyo\Exception\LyoException) {
        }
        $best = min($best, 1e9 * (processor_time() - $start));
    }

    return $best;
};
$slow = $count = 0;
$check = static function (string $name, string $bytes) use ($time, &$slow, &$count): void {
    foreach (['accepted' => [$bytes, 'lyo_unserialize'], 'refused' => ["$bytes\0", 'lyo_unserialize'], 'walked' => [$bytes, 'lyo_is_serialized']] as $kind => [$data, $read]) {
        $count++;
        $nanoseconds = $time($data, $read) / strlen($bytes);
        getenv('LYO_SHOW') && printf("%-45s %-9s %8d bytes, %5.0f ns for each\n", $name, $kind, strlen($bytes), $nanoseconds);
        if ($nanoseconds > MOST) {
            $slow++;
            printf("%s, %s: %d bytes, %.0f ns for each\n", $name, $kind, strlen($bytes), $nanoseconds);
        }
    }
};
foreach (bombs(60000) as $name => [$bytes]) {
    $check($name, $bytes);
}
// what takes little memory is tried at a size where the square of it would show
$many = static fn(int $n): array => array_map(static fn(int $i): string => text(name_of($i) . chr(33 + intdiv($i, 729000))), range(0, $n - 1));
$check('many shapes', payload("\xA0", array_map(static fn(string $key): string => "\1\1$key", $many(100000))));
$check('many keys', payload("\xA0", ["\1" . varlen(150000) . implode('', $many(150000))]));
$check('a map of many keys', payload(sized(204, 150000) . implode("\xA0", $many(150000)) . "\xA0"));
$check('an object of many keys', payload("\x61" . varlen(150000) . implode("\xA0", $many(150000)) . "\xA0", ["\3" . text('stdClass')]));
$check('many enum cases', payload("\xA0", array_map(static fn(string $case): string => "\5" . text('Suit') . $case, $many(50000))));
$check('cases of one long enum that is missing', payload("\xA0", ["\5" . text(str_repeat('B', 150000)) . "\xA5a", ...array_fill(0, 50000, "\5\xF0\xA5a")]));
$check('many references', references(1200000));
$check('many strings', payload(list_of(150000, '') . implode('', $many(150000))));
// each string begins as the one before; every other one is a key, the last one first
$chain = text(str_repeat('x', 255)) . implode('', array_map(static fn(string $end): string => "\xE4\xFF\3$end", names(100000)));
$keys = implode('', array_map(static fn(int $id): string => ($id < 4096 ? chr(144 + ($id >> 8)) . chr($id & 255) : sized(207, $id)) . "\xA0", range(99980, 2, -2)));
$check('keys at the ends of long ways', payload(list_of(100002, '') . $chain . sized(204, 49990) . $keys));
echo $count > 160 ? 'more than 160' : $count, " payloads, $slow slow\n";

/* Encoding: more rows than the credit lets stand in columns, behind many strings; many classes, shapes, references. */
$strings = static fn(int $n): array => array_map(static fn(int $i): string => "string number $i", range(1, $n));
$values = [
    'rows of constants behind strings' => static fn(int $n): array => [$strings($n * 2), array_fill(0, $n * 25, ['k' => null])],
    'shapes' => static fn(int $n): array => array_map(static fn(int $i): array => ["key $i" => 1, 'x' => 2], range(1, $n)),
    'shapes with the same ends' => static fn(int $n): array => array_map(static fn(int $i): array => ['a' => 1, "key $i" => 1, 'x' => 2], [...range(1, $n), ...range(1, $n)]),
    'objects' => static fn(int $n): array => array_map(static fn(int $i): object => (object) ["p$i" => $i], range(1, $n)),
    'references' => static function (int $n): array {
        for ($i = 0; $i < $n; $i++) {
            $v[$i] = $i;
            $all[] = &$v[$i];
            $all[] = &$v[$i];
        }

        return $all;
    },
    /* with one that was met before each 20 others, so that all are looked for */
    'strings that look alike' => static fn(int $n): array => array_map(static fn(int $i): string => $i % 20 === 1 ? 'met' : sprintf('same head %07d, the same in the middle and the same tail', $i), range(1, $n)),
    /* Changes of one word that a hash by multiplication undoes with changes of the next, whatever its seed. */
    'strings whose differences cancel each other' => static function (int $n): array {
        for ($i = 0; $i < $n; $i++) {
            if ($i % 20 === 0) {
                $all[] = 'met';
            }
            $s = str_repeat('8 bytes.', 40);
            for ($bit = 0; $i >> $bit > 0; $bit++) {
                if (($i >> $bit & 1) !== 0) {
                    $s = substr_replace($s, "\xAE", 39 + 16 * $bit, 1);
                    $s = substr_replace($s, "\x75\x65\x73\xAE", 44 + 16 * $bit, 4);
                }
            }
            $all[] = $s;
        }

        return $all;
    },
];
foreach ($values as $name => $make) {
    $times = [];
    foreach ([5000 => INF, 20000 => 12] as $n => $most) {
        $value = $make($n);
        $best = INF;
        $limit = $most * max($times[0] ?? 0, 3e6);
        for ($i = 0; $i < 3; $i++) {
            lyo_serialize($value); // definitions are known from the third time on
        }
        // A busy machine makes some calls slow, a square all of them: so a slow one is tried again.
        for ($i = 0; $i < 3 || ($i < 30 && $best >= $limit); $i++) {
            $start = processor_time();
            lyo_serialize($value);
            $best = min($best, processor_time() - $start);
        }
        $times[] = $best;
        unset($value);
    }
    echo $name, ': ', $best < $limit ? 'grows with the value' : sprintf('%.1f ms, then %.1f ms', $times[0] / 1e6, $times[1] / 1e6), "\n";
}
--EXPECT--
more than 160 payloads, 0 slow
rows of constants behind strings: grows with the value
shapes: grows with the value
shapes with the same ends: grows with the value
objects: grows with the value
references: grows with the value
strings that look alike: grows with the value
strings whose differences cancel each other: grows with the value
