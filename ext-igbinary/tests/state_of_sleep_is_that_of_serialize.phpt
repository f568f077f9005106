--TEST--
The names that __sleep() returns are used as by serialize(): properties without a value, or that do not exist, are left out
--FILE--
<?php
class Base
{
    private $hidden = 'of base';
    protected $kept = 'protected';
}
class Sleeper extends Base
{
    public static mixed $names = [];
    public $a = 1;
    private $b = 2;
    public int $never;
    public ?string $null = null;
    public $unset = 1;

    public function __sleep()
    {
        return self::$names;
    }
}
$told = [];
set_error_handler(static function (int $level, string $message) use (&$told): bool {
    $told[] = "$level " . str_replace('igbinary_serialize', 'serialize', $message);

    return true;
});
/* [answer of __sleep(), is it as with serialize()] */
$answers = [
    'declared' => ['a', 'b', 'kept', 'null'],
    'without a value' => ['a', 'never'],
    'unset' => ['a', 'unset'],
    'missing' => ['a', 'nobody'],
    'private of the parent' => ["\0Base\0hidden", 'a'],
    'private of the parent, by its short name' => ['hidden', 'a'],
    'twice' => ['a', 'b', 'a'],
    'no strings' => ['a', 7, 1.5, null],
    'references' => (static function (): array {
        $name = 'a';

        return [&$name];
    })(),
    'empty' => [],
];
foreach ($answers as $what => $names) {
    Sleeper::$names = $names;
    $object = new Sleeper();
    unset($object->unset);
    $told = [];
    $expected = unserialize(serialize($object));
    $expectedTold = $told;
    $told = [];
    $bytes = igbinary_serialize($object);
    $toldByUs = $told;
    $back = igbinary_unserialize($bytes);
    echo $what, ': ', print_r($back, true) === print_r($expected, true) ? 'as serialize()' : 'OTHERWISE ' . print_r($back, true);
    echo ', ', $toldByUs === $expectedTold ? 'the same words' : 'OTHER WORDS ' . json_encode([$toldByUs, $expectedTold]), ' ', count($toldByUs), "\n";
}
foreach (['an object' => (object) ['x' => 'a', 'y' => 'b'], 'null' => null, 'a string' => 'a'] as $what => $names) {
    Sleeper::$names = $names;
    $told = [];
    echo $what, ': ', substr_count(print_r(igbinary_unserialize(igbinary_serialize(new Sleeper())), true), '=>'), ' properties, ', json_encode($told), ' ', bin2hex(substr(igbinary_serialize(new Sleeper()), 4)), "\n";
}
?>
--EXPECT--
declared: as serialize(), the same words 0
without a value: as serialize(), the same words 0
unset: as serialize(), the same words 1
missing: as serialize(), the same words 1
private of the parent: as serialize(), the same words 0
private of the parent, by its short name: as serialize(), the same words 1
twice: as serialize(), the same words 1
no strings: as serialize(), the same words 6
references: as serialize(), the same words 0
empty: as serialize(), the same words 0
an object: 6 properties, [] 1707536c656570657214021101610601110a00536c656570657200620602
null: 6 properties, ["8 serialize(): __sleep should return an array only containing the names of instance-variables to serialize"] 1707536c65657065721400
a string: 6 properties, ["8 serialize(): __sleep should return an array only containing the names of instance-variables to serialize"] 1707536c65657065721400
