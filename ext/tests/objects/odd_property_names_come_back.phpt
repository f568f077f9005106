--TEST--
Property names may be numeric, long, empty, of any bytes; those that look mangled are kept apart
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

#[AllowDynamicProperties]
class Bag
{
    public $declared = 1;
    protected $guarded = 2;
    private $own = 3;
}
$names = ['5', '-5', '0', '05', '-0', '9223372036854775807', '9223372036854775808', '', ' ', 'a b', "\xFF", 'ünïcode', '$x', '*', str_repeat('n', 300), str_repeat('m', 70000), 'declared2', 'class', '__PHP_Incomplete_Class_Name', "a\0b", "x\0"];
foreach (['Bag', 'stdClass'] as $class) {
    foreach ($names as $name) {
        both("$class, " . substr(json_encode($name, JSON_INVALID_UTF8_SUBSTITUTE), 0, 30), static function () use ($class, $name): array {
            $o = new $class();
            $o->$name = [1];

            return [$o, $o];
        }, quiet: true);
    }
    both("$class, all of them", static function () use ($class, $names): array {
        $o = new $class();
        foreach ($names as $i => $name) {
            $o->$name = $i;
        }

        return [$o, clone $o];
    }, quiet: true);
    both("$class, from an array", static fn(): object => (object) (array) (static function () use ($class): object {
        $o = new $class();
        $o->{'7'} = 'seven';

        return $o;
    })(), quiet: true);
}
/* (object) keeps the mangled names of (array). */
both('mangled', static fn(): object => (object) (array) new Bag(), quiet: true);
both('mangled of others', static fn(): object => (object) ["\0Other\0x" => 1, "\0*\0y" => 2, "\0stdClass\0z" => 3, 'plain' => 4], quiet: true);
echo describe(lyo_unserialize(lyo_serialize((object) ["\0Other\0x" => 1, "\0*\0y" => 2, "\0stdClass\0z" => 3, 'plain' => 4]))), "\n";
--EXPECT--
Bag, "5": same
Bag, "-5": same
Bag, "0": same
Bag, "05": same
Bag, "-0": same
Bag, "9223372036854775807": same
Bag, "9223372036854775808": same
Bag, "": same
Bag, " ": same
Bag, "a b": same
Bag, "\ufffd": same
Bag, "\u00fcn\u00efcode": same
Bag, "$x": same
Bag, "*": same
Bag, "nnnnnnnnnnnnnnnnnnnnnnnnnnnnn: same
Bag, "mmmmmmmmmmmmmmmmmmmmmmmmmmmmm: same
Bag, "declared2": same
Bag, "class": same
Bag, "__PHP_Incomplete_Class_Name": same
Bag, "a\u0000b": same
Bag, "x\u0000": same
Bag, all of them: same
Bag, from an array: same
stdClass, "5": same
stdClass, "-5": same
stdClass, "0": same
stdClass, "05": same
stdClass, "-0": same
stdClass, "9223372036854775807": same
stdClass, "9223372036854775808": same
stdClass, "": same
stdClass, " ": same
stdClass, "a b": same
stdClass, "\ufffd": same
stdClass, "\u00fcn\u00efcode": same
stdClass, "$x": same
stdClass, "*": same
stdClass, "nnnnnnnnnnnnnnnnnnnnnnnnnnnnn: same
stdClass, "mmmmmmmmmmmmmmmmmmmmmmmmmmmmm: same
stdClass, "declared2": same
stdClass, "class": same
stdClass, "__PHP_Incomplete_Class_Name": same
stdClass, "a\u0000b": same
stdClass, "x\u0000": same
stdClass, all of them: same
stdClass, from an array: same
mangled: same
mangled of others: same
stdClass#0{private Other::x: 1, protected y: 2, private stdClass::z: 3, plain: 4}
