--TEST--
A value is compressed if, and only if, it becomes min_ratio times smaller, to the byte
--EXTENSIONS--
lyo
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
compresses_with('zlib') || skip_without('zstd');
?>
--FILE--
<?php
require __DIR__ . '/../support/compression.inc';

mt_srand(1);
$text = static function (int $bytes, int $letters): string {
    $text = '';
    while (strlen($text) < $bytes) {
        $text .= chr(97 + mt_rand(0, $letters));
    }
    return $text;
};
$ways = ['zlib' => ['compress' => 'zlib'], 'zstd' => ['compress' => 'zstd'], 'zstd with a dictionary' => ['compress' => 'zstd', 'dictionaries' => [$text(500, 5)]]];
compresses_with('zlib') || $ways = array_diff_key($ways, ['zlib' => 0]);
compresses_with('zstd') || $ways = array_intersect_key($ways, ['zlib' => 0]);
/* Bytes behind the entries of an envelope; 0 if it is not compressed. */
$packed = static fn(string $data): int => $data[1] === "\x12" ? strlen($data) - 3 - ord($data[2]) - 4 : 0;
$rounds = getenv('USE_ZEND_ALLOC') === '0' ? 50 : 400; // memory that is not Zend's is slow with sanitizers
$tried = 0;
foreach ($ways as $name => $options) {
    for ($i = 0; $i < $rounds; $i++) {
        $value = $text($i % 50 ? mt_rand(8, 400) : 150000, mt_rand(1, 20));
        $size = strlen(lyo_serialize($value));
        $options = ['level' => 1 + $i % 9, 'min_size' => 0, 'min_ratio' => 1] + $options;
        $bytes = $packed(lyo_serialize($value, $options));
        if ($bytes === 0) {
            continue;
        }
        foreach ([-1, 0, 1, 2, 5, 9] as $more) {
            $ratio = $size / ($bytes + $more);
            if ($ratio < 1) {
                break;
            }
            $expected = $bytes * $ratio <= $size ? $bytes : 0;
            $is = $packed(lyo_serialize($value, ['min_ratio' => $ratio] + $options));
            $is === $expected || print("$name: of $size bytes $bytes remain, and with $more more allowed $is are stored\n");
            $tried++;
        }
    }
}
var_dump($tried > 2.5 * $rounds * count($ways));
?>
--EXPECT--
bool(true)
