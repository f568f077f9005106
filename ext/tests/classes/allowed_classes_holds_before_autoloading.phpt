--TEST--
allowed_classes: true, false, lists in any case, by the name in the payload; a refused class is not even looked up
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

spl_autoload_register(static function (string $class): void {
    note("autoload $class");
});
class Fruit
{
    public $p;
}
class Apple_ extends Fruit
{
}
class_alias('Apple_', 'Alias_');
$make = static function (): array {
    $a = new Apple_();
    $a->p = new Fruit();

    return [$a, new Fruit(), (object) ['x' => 1], new ArrayObject(), $a];
};
$cases = [
    'true' => true, 'false' => false, 'none' => [], 'one' => ['Fruit'], 'the other' => ['Apple_'], 'both' => ['Fruit', 'Apple_'], 'all' => ['Fruit', 'Apple_', 'stdClass', 'ArrayObject'],
    'any case' => ['FRUIT', 'apple_', 'STDclass'], 'with a backslash' => ['\Fruit', 'Apple_'], 'by key' => ['x' => 'Fruit', 7 => 'stdClass'], 'twice' => ['Fruit', 'fruit', 'Fruit'], 'others' => ['Missing', ''],
    'by reference' => (static function (): array {
        $name = 'Fruit';
        $list = [&$name];

        return $list;
    })(),
    'the parent does not allow children' => ['Fruit'], 'children do not allow the parent' => ['Apple_'],
];
foreach ($cases as $name => $allowed) {
    both($name, $make, ['allowed_classes' => $allowed]);
}
$alias = static fn(string $bytes): string => renamed($bytes, 'Apple_', 'Alias_');
both('an alias in the payload', $make, ['allowed_classes' => ['Apple_']], $alias);
both('an alias in the list', $make, ['allowed_classes' => ['Alias_']], $alias);
$upper = static fn(string $bytes): string => renamed($bytes, 'Apple_', 'APPLE_');
both('upper case in the payload', $make, ['allowed_classes' => ['apple_']], $upper);
$gone = static fn(string $bytes): string => renamed($bytes, 'Apple_', 'Nobody');
both('a missing class that is refused', $make, ['allowed_classes' => ['Fruit']], $gone);
both('a missing class that is allowed', $make, ['allowed_classes' => ['nobody']], $gone);
--EXPECT--
true: same
false: same
none: same
one: same
the other: same
both: same
all: same
any case: same
with a backslash: same
by key: same
twice: same
others: same
by reference: same
the parent does not allow children: same
children do not allow the parent: same
an alias in the payload: same
an alias in the list: same
upper case in the payload: same
a missing class that is refused: same
a missing class that is allowed: same
  decode: autoload Nobody
