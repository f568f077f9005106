--TEST--
Levels of zstd below 0 compress less the lower they are, with a dictionary too; 0 is libzstd's own default, which is 3
--EXTENSIONS--
lyo
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
mt_srand(1);
$words = array_map(static fn(int $i): string => substr(md5((string) $i), 0, 4 + $i % 9), range(0, 199));
$text = static fn(int $count): string => implode(' ', array_map(static fn(): string => $words[mt_rand(0, 199) * mt_rand(0, 199) % 200], range(1, $count)));
$dictionary = $text(2000);
foreach (['alone' => [$text(5000), []], 'with a dictionary' => [$text(100), ['dictionaries' => [$dictionary]]]] as $name => [$value, $with]) {
    $sizes = $data = [];
    foreach ([-100, -20, -5, -1, 0, 1, 3] as $level) {
        $data[$level] = lyo_serialize($value, ['compress' => 'zstd', 'level' => $level, 'min_size' => 0, 'min_ratio' => 1] + $with);
        $sizes[] = strlen($data[$level]);
        if (lyo_unserialize($data[$level], $with) !== $value) {
            echo "$name, $level: another value\n";
        }
    }
    $sorted = array_slice($sizes, 0, 4);
    rsort($sorted);
    echo $name, ': ', $sorted === array_slice($sizes, 0, 4) && $sizes[0] > $sizes[2] && $sizes[2] > $sizes[5] ? 'lower levels are larger' : implode(', ', $sizes),
        ', ', $data[0] === $data[3] ? '0 is 3' : '0 differs from 3', ', ', $data[0] === $data[1] ? '0 is 1' : '0 is not 1', "\n";
}
?>
--EXPECT--
alone: lower levels are larger, 0 is 3, 0 is not 1
with a dictionary: lower levels are larger, 0 is 3, 0 is not 1
