--TEST--
A reference whose value does not fit a typed property is a TypeError; an int becomes a float only where all its properties allow
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Before
{
    public $a = 1;
    public $b = 2;
    public $c = 3;
}
class After_
{
    public int $a = 1;
    public float $b = 2.0;
    public ?string $c = null;
}
$values = [
    'fitting' => static fn(Before $o): mixed => [$o->a = 5, $o->b = 1.5, $o->c = 'c'],
    'null' => static fn(Before $o): mixed => [$o->a = 5, $o->b = 1.5, $o->c = null],
    'int to float' => static fn(Before $o): mixed => [$o->a = 5, $o->b = 7, $o->c = 'c'],
    'float to int' => static fn(Before $o): mixed => $o->a = 5.0,
    'string to int' => static fn(Before $o): mixed => $o->a = '5',
    'int to string' => static fn(Before $o): mixed => $o->c = 5,
    'array' => static fn(Before $o): mixed => $o->b = [1],
    'object' => static fn(Before $o): mixed => $o->b = new stdClass(),
    'bool' => static fn(Before $o): mixed => $o->b = true,
    'huge int to float' => static fn(Before $o): mixed => [$o->a = 1, $o->b = PHP_INT_MAX, $o->c = 'c'],
];
$shapes = [
    'alone' => static fn(Before $o): mixed => $o,
    'by reference' => static fn(Before $o): array => ['o' => $o, 'a' => &$o->a, 'b' => &$o->b, 'c' => &$o->c],
    'reference first' => static function (Before $o): array {
        $a = &$o->a;
        $b = &$o->b;
        $c = &$o->c;

        return ['a' => &$a, 'b' => &$b, 'c' => &$c, 'o' => $o];
    },
    'all one reference' => static function (Before $o): array {
        $o->a = &$o->b;
        $o->c = &$o->b;

        return [$o];
    },
    'a and b one reference' => static function (Before $o): array {
        $o->a = &$o->b;

        return [$o];
    },
    'twice' => static function (Before $o): array {
        $p = clone $o;
        $p->b = &$o->b;

        return [$o, $p];
    },
];
foreach ($shapes as $shape => $wrap) {
    foreach ($values as $name => $set) {
        both("$shape, $name", static function () use ($wrap, $set): mixed {
            $o = new Before();
            $set($o);
            is_string($o->c) || $o->c === null || $set($o) || $o->c = 'c';
            $o->c === 3 && $o->c = 'c';

            return $wrap($o);
        }, change: static fn(string $bytes): string => renamed($bytes, 'Before', 'After_'), quiet: true);
    }
}
--EXPECT--
alone, fitting: same
alone, null: same
alone, int to float: same
alone, float to int: same
alone, string to int: same
alone, int to string: same
alone, array: same
alone, object: same
alone, bool: same
alone, huge int to float: same
by reference, fitting: same
by reference, null: same
by reference, int to float: same
by reference, float to int: same
by reference, string to int: same
by reference, int to string: same
by reference, array: same
by reference, object: same
by reference, bool: same
by reference, huge int to float: same
reference first, fitting: same
reference first, null: same
reference first, int to float: same
reference first, float to int: same
reference first, string to int: same
reference first, int to string: same
reference first, array: same
reference first, object: same
reference first, bool: same
reference first, huge int to float: same
all one reference, fitting: same
all one reference, null: same
all one reference, int to float: same
all one reference, float to int: same
all one reference, string to int: same
all one reference, int to string: same
all one reference, array: same
all one reference, object: same
all one reference, bool: same
all one reference, huge int to float: same
a and b one reference, fitting: same
a and b one reference, null: same
a and b one reference, int to float: same
a and b one reference, float to int: same
a and b one reference, string to int: same
a and b one reference, int to string: same
a and b one reference, array: same
a and b one reference, object: same
a and b one reference, bool: same
a and b one reference, huge int to float: same
twice, fitting: same
twice, null: same
twice, int to float: same
twice, float to int: same
twice, string to int: same
twice, int to string: same
twice, array: same
twice, object: same
twice, bool: same
twice, huge int to float: same
