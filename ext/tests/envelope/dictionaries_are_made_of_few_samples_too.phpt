--TEST--
A dictionary of few samples is made of the samples themselves, one of many of what they share, and the default level with one is 5
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
$value = static fn(int $i): array => ['id' => $i * 7919, 'kind' => "kind $i: " . hash('sha256', (string) ($i % 20)), 'owner' => ['name' => 'Owner ' . $i % 7, 'mail' => 'owner' . $i % 7 . '@example.org']];
$samples = static fn(int $count): array => array_map(static fn(int $i): string => lyo_serialize($value($i)), range(1, $count));
$bytes = static function (array $options) use ($value): int {
    $sum = 0;
    for ($i = 101; $i <= 120; $i++) {
        $data = lyo_serialize($value($i), ['compress' => 'zstd', 'min_size' => 0] + $options);
        if (lyo_unserialize($data, $options) !== $value($i)) {
            echo "$i DIFFERS\n";
        }
        $sum += strlen($data);
    }
    return $sum;
};

$plain = $bytes([]);
foreach ([1, 3, 4, 10, 20, 200, 5000] as $count) {
    $dictionary = lyo_train_dictionary($samples($count), 4096);
    $same = lyo_train_dictionary($samples($count), 4096) === $dictionary;
    echo "$count samples: ", substr($dictionary, 0, 4) === "\x37\xA4\x30\xEC" && strlen($dictionary) <= 4096 && $same ? 'a dictionary' : 'NO DICTIONARY', $bytes(['dictionaries' => [$dictionary]]) < $plain ? ' that gains' : ' THAT DOES NOT GAIN', "\n";
}

$few = $samples(20);
$dictionary = lyo_train_dictionary($few, 8192);
$kept = count(array_filter($few, static fn(string $sample): bool => str_contains($dictionary, $sample)));
var_dump($kept >= 10, 2 * $bytes(['dictionaries' => [$dictionary]]) < $plain);

// one sample that is longer than the dictionary, empty ones, and the smallest dictionary
var_dump(strlen(lyo_train_dictionary([...$samples(500), str_repeat('long', 5000), '', ''], 256)) <= 256);

$write = static fn(array $options): string => lyo_serialize($value(3000), ['compress' => 'zstd', 'min_size' => 0, 'dictionaries' => [$dictionary]] + $options);
var_dump($write([]) === $write(['level' => 5]));
?>
--EXPECT--
1 samples: a dictionary that gains
3 samples: a dictionary that gains
4 samples: a dictionary that gains
10 samples: a dictionary that gains
20 samples: a dictionary that gains
200 samples: a dictionary that gains
5000 samples: a dictionary that gains
bool(true)
bool(true)
bool(true)
bool(true)
