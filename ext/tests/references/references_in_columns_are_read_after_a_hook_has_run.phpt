--TEST--
PHP references in the cells and rows of a table, after a hook has run: what they hold is written as serialize() writes it
--FILE--
<?php
class Hook
{
    public static ?Closure $do = null;

    public function __serialize(): array
    {
        [$do, self::$do] = [self::$do, null];
        $do && $do();

        return [];
    }

    public function __unserialize(array $data): void {}
}
/* A column of references that are each met once: a NaN, which is not identical to itself, changes no byte either. */
foreach (['strings' => static fn(int $i): string => "value $i", 'floats' => static fn(): float => 2.5, 'NaN' => static fn(): float => NAN] as $name => $value) {
    $kept = $references = $plain = [];
    for ($i = 0; $i < 60; $i++) {
        $kept[$i] = $value($i);
        $plain[$i] = ['a' => $i, 'b' => $kept[$i]];
        $references[$i] = ['a' => $i, 'b' => null];
        $references[$i]['b'] = &$kept[$i];
    }
    $bytes = lyo_serialize([new Hook(), $references]);
    echo $name, ': ', $bytes === lyo_serialize([new Hook(), $plain]) ? 'the same bytes' : 'OTHER BYTES',
        serialize(lyo_unserialize($bytes)) === serialize([new Hook(), $plain]) ? '' : ', ANOTHER VALUE', "\n";
}
/* A hook replaces a row that is a reference by one that is identical, but is another value. */
$replace = [
    'minus zero' => static function (array &$row, mixed &$shared): void {
        $row = ['a' => -0.0, 'b' => 2, 'c' => $row['c']];
    },
    'another reference' => static function (array &$row, mixed &$shared): void {
        $row = ['a' => 0.0, 'b' => 2, 'c' => $row['c']];
        $row['b'] = &$shared;
    },
];
foreach ($replace as $name => $do) {
    $texts = [];
    foreach (['serialize' => 'unserialize', 'lyo_serialize' => 'lyo_unserialize'] as $encode => $decode) {
        unset($row, $shared);
        $shared = 2;
        $row = ['a' => 0.0, 'b' => 2, 'c' => new Hook()];
        $rows = [];
        for ($i = 0; $i < 20; $i++) {
            $rows[] = ['a' => 1.5, 'b' => $i, 'c' => $i > 0 ? 5 : new Hook()];
        }
        $rows[10] = &$row;
        Hook::$do = static function () use ($do, &$row, &$shared): void {
            $do($row, $shared);
        };
        $decoded = $decode($encode([$rows, &$shared]));
        $decoded[1] = 'changed';
        $texts[] = serialize($decoded);
    }
    echo $name, ': ', $texts[0] === $texts[1] ? 'as serialize()' : "OTHER\n$texts[0]\n$texts[1]", "\n";
}
?>
--EXPECT--
strings: the same bytes
floats: the same bytes
NaN: the same bytes
minus zero: as serialize()
another reference: as serialize()
