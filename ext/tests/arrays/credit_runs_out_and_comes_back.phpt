--TEST--
When constant rows and vectors outgrow the credit of the bytes so far, they are written in full; with more bytes there is credit again
--INI--
memory_limit=1G
--FILE--
<?php
class State
{
    public function __serialize(): array
    {
        return ['a text of the state'];
    }

    public function __unserialize(array $data): void
    {
    }
}
$values = [
    'constants' => array_map(static fn(int $i): array => array_fill(0, 1000, $i), range(1, 20)),
    'sequences' => array_map(static fn(int $i): array => range($i, 1000), range(1, 20)),
    'bools' => array_map(static fn(int $j): array => array_map(static fn(int $i): bool => $i % $j === 0, range(1, 1000)), range(2, 21)),
    'rows' => array_map(static fn(int $i): array => ['k' => 'the same text', 'l' => $i % 2 ? null : true], range(1, 2000)),
    'a run' => array_fill(0, 20000, ['k' => 'the same text', 'l' => null]),
    'runs' => [...array_fill(0, 9000, [1, 2]), 3, ...array_fill(0, 9000, [1, 2])],
    'a run of more elements than may be written again' => array_fill(0, 3000, array_fill(0, 1000, null)),
    'rows with other strings' => [array_map(static fn(int $i): string => "text $i", range(1, 100)), array_map(static fn(int $i): array => ['k' => 'word ' . intdiv($i, 130), 'l' => null], range(1, 4000))],
    'rows behind a hook' => [new State(), array_map(static fn(int $i): array => ['k' => 'word ' . intdiv($i, 130), 'l' => null], range(1, 4000))],
    'the same map under many keys' => array_combine(array_map(static fn(int $i): string => "k$i", range(1, 2000)), array_fill(0, 2000, ['k' => 'the same text', 'l' => null, 'm' => 1])),
    'constants, bytes, constants' => [array_fill(0, 4000, 1), array_fill(0, 4000, 2), str_repeat('bytes ', 200), array_fill(0, 4000, 3)],
    'wide rows' => array_map(static fn(int $i): array => array_fill_keys(array_map(static fn(int $i): string => "column $i", range(1, 64)), $i % 2 ? null : true), range(1, 300)),
];
foreach ($values as $name => $value) {
    $bytes = lyo_serialize($value);
    $back = lyo_unserialize($bytes);
    echo $name, ': ', serialize($back) === serialize($value) && lyo_serialize($back) === $bytes && lyo_is_serialized($bytes) ? 'there and back' : 'DIFFERENT', "\n";
}
$plain = strlen(lyo_serialize(array_fill(0, 4000, 1)));
echo 'in a vector ', $plain < 20 ? 'a few bytes' : $plain, ', behind another one ', strlen(lyo_serialize([array_fill(0, 4000, 1), array_fill(0, 4000, 2)])) > 4000 ? 'a byte each' : 'DIFFERENT', "\n";
--EXPECT--
constants: there and back
sequences: there and back
bools: there and back
rows: there and back
a run: there and back
runs: there and back
a run of more elements than may be written again: there and back
rows with other strings: there and back
rows behind a hook: there and back
the same map under many keys: there and back
constants, bytes, constants: there and back
wide rows: there and back
in a vector a few bytes, behind another one a byte each
