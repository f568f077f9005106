--TEST--
If Serializable::serialize() returns null, later back references mean what they meant, also if a PHP reference holds the null
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);

class Gives implements Serializable
{
    public function serialize()
    {
        return null;
    }

    public function unserialize($data)
    {
    }
}

$gives = new Gives();
$x = (object) ['n' => 'x'];
$y = (object) ['n' => 'y'];
$values = [
    'plain' => [$gives, $x, $y, $gives, $x, $y],
    'in a reference' => [&$gives, $x, $y, &$gives, $x, $y],
    'first plain, then in a reference' => [(function () use ($gives) { return $gives; })(), &$gives, $x, $y, &$gives, $x, $y],
    'first in a reference, then plain' => [&$gives, $x, [$gives], $y, &$gives, $x, $y],
];
foreach ($values as $name => $value) {
    echo $name, ': ', json_encode(igbinary_unserialize(igbinary_serialize($value))), "\n";
}
?>
--EXPECT--
plain: [null,{"n":"x"},{"n":"y"},null,{"n":"x"},{"n":"y"}]
in a reference: [null,{"n":"x"},{"n":"y"},null,{"n":"x"},{"n":"y"}]
first plain, then in a reference: [null,null,{"n":"x"},{"n":"y"},null,{"n":"x"},{"n":"y"}]
first in a reference, then plain: [null,{"n":"x"},[null],{"n":"y"},null,{"n":"x"},{"n":"y"}]
