--TEST--
Dictionaries of zstd are named by their content, and one that is missing is named in the error
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
$value = static fn(int $i): array => ['id' => $i * 7919, 'title' => 'Chapter ' . $i % 13, 'state' => ['draft', 'published', 'deleted'][$i % 3], 'tags' => array_slice(['tea', 'milk', 'coffee', 'water'], $i % 3), 'score' => $i / 7, 'author' => ['name' => 'Author ' . $i % 7, 'address' => 'author' . $i % 7 . '@books.example.org', 'roles' => ['writer', 'editor of the journal']], 'template' => 'themes/default/templates/chapter--full.html'];
$samples = array_map(static fn(int $i): string => lyo_serialize($value($i)), range(0, 999));
$trained = lyo_train_dictionary($samples, 2048);
$raw = implode(array_slice($samples, 0, 30));
$many = array_map(static fn(int $i): string => "dictionary $i $raw", range(1, 20));
$write = static fn(string $dictionary): array => ['compress' => 'zstd', 'min_size' => 0, 'min_ratio' => 1, 'dictionaries' => [$dictionary]];
$bytes = ['plain' => 0, 'zstd' => 0, 'trained' => 0, 'raw' => 0];
$tried = 0;
$good = true;
for ($i = 2000; $i < 2200; $i++) {
    $is = $value($i);
    $bytes['plain'] += strlen(lyo_serialize($is, ['checksum' => true]));
    $bytes['zstd'] += strlen(lyo_serialize($is, ['compress' => 'zstd', 'min_size' => 0, 'min_ratio' => 1]));
    foreach (['trained' => $trained, 'raw' => $raw] as $name => $dictionary) {
        $data = lyo_serialize($is, ['level' => 1 + $i % 19] + $write($dictionary));
        $bytes[$name] += strlen($data);
        foreach ([[$dictionary], [$trained, $raw], ['x' => $raw, 'y' => $trained], [...$many, $dictionary]] as $loaded) {
            $good = $good && lyo_unserialize($data, ['dictionaries' => $loaded]) === $is;
            $tried++;
        }
        $good = $good && str_contains(substr($data, 0, 20), substr(hash('sha256', $dictionary, true), 0, 4)) && !lyo_is_serialized($data);
    }
}
echo "$tried values ", $good ? 'come back' : 'DIFFER', "\n";
var_dump($bytes['trained'] * 2 < $bytes['plain'], $bytes['trained'] < $bytes['zstd'], $bytes['raw'] < $bytes['zstd']);

class Hooked
{
    public array $inner = [];
    public function __serialize(): array
    {
        global $many, $write;
        foreach ($many as $dictionary) { // more than are kept at a time
            $this->inner[] = lyo_serialize('dictionary', $write($dictionary));
        }
        return $this->inner;
    }
}
$data = lyo_serialize(new Hooked(), $write($raw));
echo count((array) lyo_unserialize($data, ['dictionaries' => [$raw], 'allowed_classes' => false])) === 21 ? "hooks may use others meanwhile\n" : "DIFFERS\n";

$data = lyo_serialize($value(1), $write($raw));
$name = substr(hash('sha256', $raw), 0, 8);
$say = static function (callable $do) use ($name): void {
    try {
        $do();
        echo "no error\n";
    } catch (Lyo\Exception\UnavailableException $e) {
        echo str_replace($name, 'NAME', preg_replace('/\b(?!' . $name . ')[0-9a-f]{8}\b/', 'OTHER', $e->getMessage())), "\n";
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
};
$say(static fn() => lyo_unserialize($data));
$say(static fn() => lyo_unserialize($data, ['dictionaries' => [$trained, ...$many]]));
$say(static fn() => lyo_unserialize($data, ['dictionaries' => [$trained, $raw]]));
$damaged = substr($trained, 0, 100);
$say(static fn() => lyo_serialize(1, ['compress' => 'zstd', 'dictionaries' => [$damaged]]));
$say(static fn() => lyo_serialize(str_repeat('a', 2000), ['compress' => 'zlib', 'dictionaries' => [$damaged]]));
$say(static fn() => lyo_serialize(1, ['dictionaries' => [$damaged]]));
foreach ([null, 'a dictionary', ['seven b'], ['a dictionary', 5]] as $wrong) {
    $say(static fn() => lyo_serialize(1, ['dictionaries' => $wrong]));
    $say(static fn() => lyo_unserialize("\xC1\x10\xA0", ['dictionaries' => $wrong]));
}
$say(static fn() => lyo_train_dictionary(['too', 'few']));
$say(static fn() => lyo_train_dictionary([]));
$say(static fn() => lyo_train_dictionary(['a', 5]));
$say(static fn() => lyo_train_dictionary($samples, 255));
$say(static fn() => lyo_train_dictionary($samples, 1 << 40));
?>
--EXPECT--
1600 values come back
bool(true)
bool(true)
bool(true)
hooks may use others meanwhile
compression that is not available here: the dictionary NAME at offset 5
compression that is not available here: the dictionary NAME at offset 5
no error
compression that is not available here: the dictionary OTHER at offset 0
no error
no error
TypeError: lyo_serialize(): Option "dictionaries" must be of type array, null given
TypeError: lyo_unserialize(): Option "dictionaries" must be of type array, null given
TypeError: lyo_serialize(): Option "dictionaries" must be of type array, string given
TypeError: lyo_unserialize(): Option "dictionaries" must be of type array, string given
ValueError: lyo_serialize(): Option "dictionaries" must be an array of strings of at least 8 bytes
ValueError: lyo_unserialize(): Option "dictionaries" must be an array of strings of at least 8 bytes
ValueError: lyo_serialize(): Option "dictionaries" must be an array of strings of at least 8 bytes
ValueError: lyo_unserialize(): Option "dictionaries" must be an array of strings of at least 8 bytes
ValueError: lyo_train_dictionary(): Argument #1 ($samples) must have more or larger samples: no dictionary can be made of them
ValueError: lyo_train_dictionary(): Argument #1 ($samples) must have more or larger samples: no dictionary can be made of them
TypeError: lyo_train_dictionary(): Argument #1 ($samples) must be of type array<string>
ValueError: lyo_train_dictionary(): Argument #2 ($size) must be between 256 and 16777216
ValueError: lyo_train_dictionary(): Argument #2 ($size) must be between 256 and 16777216
