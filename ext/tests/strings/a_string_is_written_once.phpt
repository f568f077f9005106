--TEST--
A string of two or more bytes is written once, wherever it occurs; thousands of them, too
--FILE--
<?php
require __DIR__ . '/../support/processor.inc';

$long = str_repeat('This text stands in a hundred places. ', 100);
$value = ['a' => $long, 'list' => array_map(static fn(int $i): string => $long, range(1, 50)), $long => $long, 'o' => (object) ['p' => $long, $long => 1], 'nested' => [[[$long]]]];
$bytes = lyo_serialize($value);
echo strlen($bytes) < strlen($long) + 250 ? 'once, for body and preamble' : strlen($bytes), ' ', substr_count($bytes, $long), "\n";
var_dump(serialize(lyo_unserialize($bytes)) === serialize($value));

/* Equal bytes, whatever the strings' addresses: built at run time, interned, as keys. */
$a = ['k1' => 'some text', 'k2' => 'some text', 'some text' => 1];
$b = ['k1' => 'some ' . strrev('txet'), 'k2' => implode(' ', ['some', 'text']), implode(' ', ['some', 'text']) => 1];
var_dump(lyo_serialize($a) === lyo_serialize($b));

/* Back references of 1, 2, 3 and 4 bytes. */
foreach ([4095, 4096, 4097, 65536, 66000] as $n) {
    $many = [];
    for ($i = 0; $i < $n; $i++) {
        $many[] = 's' . base_convert((string) $i, 10, 36);
    }
    $value = [$many, array_reverse($many)];
    $bytes = lyo_serialize($value);
    echo $n, ' ', lyo_unserialize($bytes) === $value ? 'same' : 'DIFFERENT', "\n";
}

/* Where the writer's table is full and they move to a larger one: those of before are found there, short ones and such as are found by all their bytes. */
$moved = 0;
foreach ([128, 256, 512, 8192, 32768] as $full) {
    foreach ([$full - 1, $full, $full + 1, $full + 2, 2 * $full] as $n) {
        foreach (['%d~^~', str_repeat('-', 40) . '%d' . str_repeat('=', 100) . '~^~'] as $long => $format) {
            if ($long && $n > 10000) {
                continue;
            }
            $many = [];
            for ($i = 0; $i < $n; $i++) {
                if ($i % 8 === 0) {
                    $many[] = 'often'; // else few of them are looked for
                }
                $many[] = sprintf($format, 100000 + $i);
            }
            $copies = array_map(static fn(string $s): string => substr("$s ", 0, -1), array_reverse($many));
            $bytes = lyo_serialize([$many, $copies]);
            $moved++;
            if (substr_count($bytes, '~^~') !== $n || lyo_unserialize($bytes) !== [$many, $copies]) {
                echo "$n strings by '$format': ", substr_count($bytes, '~^~'), " written in full\n";
            }
        }
    }
}
echo "$moved lists\n";

/* A call out of a hook has memory of its own, and tables that are made for it. */
class Nested
{
    public function __construct(private array $list) {}

    public function __serialize(): array
    {
        return [lyo_serialize($this->list)];
    }

    public function __unserialize(array $state): void
    {
        $this->list = lyo_unserialize($state[0]);
    }
}
foreach ([128, 512, 8192, 40000] as $n) {
    $many = [];
    for ($i = 0; $i < $n; $i++) {
        $many[] = "often";
        $many[] = "string $i";
    }
    $value = [$many, array_reverse($many)];
    $nested = lyo_serialize(new Nested($value));
    echo $n, ' ', str_contains($nested, lyo_serialize($value)) && lyo_unserialize($nested) == new Nested($value) ? 'same' : 'DIFFERENT', "\n";
}

/* Strings that agree in head, middle, tail and length: they are told apart all the same, and fast. */
$many = [];
for ($i = 0; $i < 20000; $i++) {
    $many[] = 'same head ' . sprintf('%08d', $i) . str_repeat('-', 20) . 'same tail';
}
$value = [$many, $many, 'x' => array_flip($many)];
$start = processor_time();
$bytes = lyo_serialize($value);
$seconds = processor_time() - $start;
echo lyo_unserialize($bytes) === $value ? 'same' : 'DIFFERENT', $seconds < 20 ? '' : " but slow: $seconds s", "\n";
--EXPECT--
once, for body and preamble 1
bool(true)
bool(true)
4095 same
4096 same
4097 same
65536 same
66000 same
44 lists
128 same
512 same
8192 same
40000 same
same
