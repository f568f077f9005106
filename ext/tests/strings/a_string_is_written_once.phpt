--TEST--
A string of two or more bytes is written once, wherever it stands; thousands of them too
--FILE--
<?php
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
        foreach (['%d.%d', '%d.%d' . str_repeat('-', 60) . '%1$d' . str_repeat('=', 60) . '%2$d'] as $long => $format) {
            if ($long && $n > 10000) {
                continue;
            }
            $many = [];
            for ($i = 0; $i < $n; $i++) {
                if ($i % 8 === 0) {
                    $many[] = 'often'; // else few of them are looked for
                }
                $many[] = sprintf($format, 100000 + $i, $i * 7 % 10);
            }
            $once = strlen(lyo_serialize([$many]));
            $twice = lyo_serialize([$many, array_reverse($many)]);
            $moved++;
            if (strlen($twice) - $once > 4 * count($many) + 16 || lyo_unserialize($twice) !== [$many, array_reverse($many)]) {
                echo "$n strings by '$format': ", strlen($twice) - $once, " bytes more\n";
            }
        }
    }
}
echo "$moved lists\n";

/* Strings that agree in head, middle, tail and length: they are told apart all the same, and fast. */
$many = [];
for ($i = 0; $i < 20000; $i++) {
    $many[] = 'same head ' . sprintf('%08d', $i) . str_repeat('-', 20) . 'same tail';
}
$value = [$many, $many, 'x' => array_flip($many)];
$start = hrtime(true);
$bytes = lyo_serialize($value);
$seconds = (hrtime(true) - $start) / 1e9;
echo lyo_unserialize($bytes) === $value ? 'same' : 'DIFFERENT', $seconds < 2 ? '' : " but slow: $seconds s", "\n";
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
same
