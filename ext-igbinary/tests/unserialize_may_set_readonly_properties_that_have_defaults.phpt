--TEST--
__unserialize() may set readonly properties that have defaults, as unserialize() lets it, and nobody may afterwards
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80600) {
    die('skip readonly properties have no defaults before PHP 8.6');
}
?>
--FILE--
<?php
class Point
{
    public readonly int $x = 5;
    private readonly array $list = ['default'];

    public function __serialize(): array
    {
        return ['x' => 8, 'list' => [1, 2]];
    }

    public function __unserialize(array $data): void
    {
        $this->x = $data['x'];
        $this->list = $data['list'];
    }
}
class Child extends Point
{
    public readonly int $y = 6;
}
readonly class Closed
{
    public function __construct(public int $a = 1)
    {
    }

    public function __serialize(): array
    {
        return ['a' => 2];
    }

    public function __unserialize(array $data): void
    {
        $this->a = $data['a'];
    }
}
class Plain
{
    public readonly int $x = 5;
}
$same = 0;
$values = [new Point(), [new Point(), new Child()], new Child(), [new Closed(), new Closed()], [new Plain(), new Plain()]];
foreach (['v2', 'lyo'] as $format) {
    ini_set('igbinary.write_format', $format);
    foreach ($values as $value) {
        $back = igbinary_unserialize(igbinary_serialize($value));
        $same += var_export($back, true) === var_export(unserialize(serialize($value)), true);
        try {
            $object = is_array($back) ? $back[0] : $back;
            $object->{$object instanceof Closed ? 'a' : 'x'} = 100;
            echo "WRITTEN\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
    }
}
echo "$same of ", 2 * count($values), " as natively\n";
--EXPECT--
Cannot modify readonly property Point::$x
Cannot modify readonly property Point::$x
Cannot modify readonly property Point::$x
Cannot modify readonly property Closed::$a
Cannot modify readonly property Plain::$x
Cannot modify readonly property Point::$x
Cannot modify readonly property Point::$x
Cannot modify readonly property Point::$x
Cannot modify readonly property Closed::$a
Cannot modify readonly property Plain::$x
10 of 10 as natively
