--TEST--
PHP references come back in the groups of serialize(): of scalars, arrays, objects, in arrays and properties, alone and in cycles
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Holder
{
    public mixed $a = null;
    protected mixed $b = null;
    private mixed $c = null;
    public ?int $typed = 1;

    public function &ref(string $name): mixed
    {
        return $this->$name;
    }
}

$cases = [
    'two ints' => static function (): array {
        $x = 1;

        return [&$x, &$x];
    },
    'each type' => static function (): array {
        foreach ([null, true, 5, 1.5, 'text', [1], []] as $v) {
            $copy = $v;
            $all[] = &$copy;
            $all[] = &$copy;
            unset($copy);
        }

        return $all;
    },
    'a reference of one slot' => static function (): array {
        $x = 1;
        $a = [&$x];
        unset($x);

        return $a;
    },
    'three groups' => static function (): array {
        $x = $y = $z = 'same';

        return [&$x, &$y, &$z, 'k' => [&$z, &$y, &$x], 'plain' => $x];
    },
    'an object' => static function (): array {
        $o = new Holder();

        return [&$o, &$o, $o];
    },
    'an object first by value' => static function (): array {
        $o = new Holder();

        return [$o, &$o, &$o];
    },
    'two groups of one object' => static function (): array {
        $o = new Holder();
        $x = $y = $o;

        return [&$x, &$x, &$y, &$y, $o];
    },
    'an array by value and by reference' => static function (): array {
        $a = [1, 2];

        return [$a, &$a, $a, &$a];
    },
    'an array in itself' => static function (): array {
        $a = ['x' => 1];
        $a['self'] = &$a;

        return $a;
    },
    'an array in itself, as element' => static function (): array {
        $a = ['x' => 1];
        $a['self'] = &$a;

        return [&$a, &$a];
    },
    'a list in itself' => static function (): array {
        $a = [1, 2, 3];
        $a[] = &$a;
        $a[] = [&$a];

        return $a;
    },
    'two arrays in each other' => static function (): array {
        $a = ['name' => 'a'];
        $b = ['name' => 'b', 'a' => &$a];
        $a['b'] = &$b;

        return [&$a, &$b];
    },
    'properties' => static function (): Holder {
        $h = new Holder();
        $h->a = [1];
        $r = &$h->a;
        $h->dyn = &$r;

        return $h;
    },
    'a property and an element' => static function (): array {
        $h = new Holder();
        $x = 'shared';
        $h->a = &$x;

        return ['x' => &$x, 'h' => $h, 'h2' => $h];
    },
    'a property in itself' => static function (): Holder {
        $h = new Holder();
        $h->a = ['h' => $h];
        $h->a['a'] = &$h->a;

        return $h;
    },
    'a property that refers to its object' => static function (): Holder {
        $h = new Holder();
        $h->a = &$h;

        return $h;
    },
    'typed properties' => static function (): array {
        $one = new Holder();
        $two = new Holder();
        $two->typed = &$one->typed;

        return [$one, $two, &$one->typed];
    },
    'references in a vector' => static function (): array {
        $x = 3;

        return [1, 2, &$x, 4, &$x, 6];
    },
    'references in rows' => static function (): array {
        $x = 3;
        $rows = array_map(static fn(int $i): array => ['id' => $i, 'x' => null], range(1, 12));
        $rows[3]['x'] = &$x;
        $rows[7]['x'] = &$x;

        return $rows;
    },
    'rows that are references' => static function (): array {
        $row = ['id' => 1, 'x' => 2];
        $rows = array_fill(0, 12, $row);
        $rows[3] = &$row;
        $rows[4] = &$row;

        return $rows;
    },
    'columns with references of one' => static function (): array {
        $rows = array_map(static fn(int $i): array => ['id' => $i, 'x' => "x$i"], range(1, 12));
        foreach ($rows as &$row) {
            foreach ($row as &$cell) {
            }
            unset($cell);
        }
        unset($row);

        return $rows;
    },
    'stdClass' => static function (): object {
        $o = new stdClass();
        $o->x = [1];
        $o->y = &$o->x;
        $o->z = &$o;

        return $o;
    },
    'many' => static function (): array {
        for ($i = 0; $i < 300; $i++) {
            $values[$i] = "value $i";
            $all[] = &$values[$i];
        }
        for ($i = 299; $i >= 0; $i--) {
            $all[] = &$values[$i];
        }

        return $all;
    },
    'an empty array' => static function (): array {
        $e = [];

        return [&$e, &$e, $e, []];
    },
    'an enum case' => static function (): array {
        $e = Suit::Hearts;

        return [&$e, &$e, Suit::Hearts, $e];
    },
    'a reference to a reference' => static function (): array {
        $x = 1;
        $y = &$x;

        return ['x' => &$x, 'in' => [&$y], 'obj' => (object) ['p' => &$y]];
    },
];
enum Suit
{
    case Hearts;
}
set_error_handler(static fn(): bool => true);
foreach ($cases as $name => $make) {
    both($name, $make, quiet: true);
}

/* They are references: a write through one is seen through all. */
[$a, $b] = [null, null];
$x = ['k' => 1];
$back = lyo_unserialize(lyo_serialize(['one' => &$x, 'two' => &$x, 'three' => [&$x]]));
$back['one']['k'] = 2;
$back['three'][0]['new'] = 3;
echo json_encode($back), "\n";
/* and what is no reference is none */
$back = lyo_unserialize(lyo_serialize([$x, $x]));
$back[0]['k'] = 9;
echo json_encode($back), "\n";
--EXPECT--
two ints: same
each type: same
a reference of one slot: same
three groups: same
an object: same
an object first by value: same
two groups of one object: same
an array by value and by reference: same
an array in itself: same
an array in itself, as element: same
a list in itself: same
two arrays in each other: same
properties: same
a property and an element: same
a property in itself: same
a property that refers to its object: same
typed properties: same
references in a vector: same
references in rows: same
rows that are references: same
columns with references of one: same
stdClass: same
many: same
an empty array: same
an enum case: same
a reference to a reference: same
{"one":{"k":2,"new":3},"two":{"k":2,"new":3},"three":[{"k":2,"new":3}]}
[{"k":9},{"k":1}]
