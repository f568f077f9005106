--TEST--
Unknown options and options of wrong types or values are errors, before anything is read or run
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Loud
{
    public function __serialize(): array
    {
        echo "not to be called\n";

        return [];
    }

    public function __unserialize(array $data): void
    {
        echo "not to be called\n";
    }
}
enum Suit
{
    case Hearts;
}
$bytes = "\xC1\x18\7\2\x43Loud\0\x61";
$number = 5;
$cases = [
    ['unknown' => 1], ['Allowed_classes' => true], ['max_depth ' => 5], [5], [0 => 'max_depth'], ['' => 1], ["max_depth\0" => 1],
    ['max_depth' => '5'], ['max_depth' => 5.0], ['max_depth' => null], ['max_depth' => true], ['max_depth' => []], ['max_depth' => -1], ['max_depth' => PHP_INT_MIN], ['max_depth' => new stdClass()],
    ['max_elements' => '5'], ['max_elements' => -1], ['max_elements' => null], ['max_elements' => 1.5],
    ['allowed_classes' => null], ['allowed_classes' => 1], ['allowed_classes' => 'stdClass'], ['allowed_classes' => new ArrayObject()], ['allowed_classes' => [1]], ['allowed_classes' => ['stdClass', null]],
    ['allowed_classes' => [['stdClass']]], ['allowed_classes' => [new Loud()]], ['allowed_classes' => [true]], ['allowed_classes' => [Suit::Hearts]],
    ['missing_class' => null], ['missing_class' => true], ['missing_class' => 'Throw'], ['missing_class' => ''], ['missing_class' => 'ignore'], ['missing_class' => 1],
    ['max_depth' => 10, 'unknown' => 1], ['unknown' => 1, 'max_depth' => 'x'], ['allowed_classes' => ['a'], 'max_depth' => 'x'],
];
foreach ($cases as $options) {
    foreach (['lyo_unserialize' => $bytes, 'lyo_serialize' => new Loud()] as $function => $argument) {
        try {
            $function($argument, $options);
            echo $function, ' ', describe($options), ": accepted\n";
        } catch (TypeError | ValueError $e) {
            echo $e::class, ': ', addcslashes($e->getMessage(), "\0"), "\n";
        }
    }
}
/* By reference, zero, large. */
$options = ['max_depth' => &$number, 'max_elements' => &$number];
foreach ([5, 0, PHP_INT_MAX] as $number) {
    echo json_encode(lyo_unserialize(lyo_serialize([1, 2], ['max_depth' => &$number]), $options + ['allowed_classes' => true, 'missing_class' => 'incomplete'])), "\n";
}
foreach ([[1], [1, 2, 3], ['', 'x'], [[], []]] as $arguments) {
    try {
        lyo_unserialize(...$arguments);
    } catch (Error | Exception $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
--EXPECT--
ValueError: lyo_unserialize(): Unknown option "unknown"
ValueError: lyo_serialize(): Unknown option "unknown"
ValueError: lyo_unserialize(): Unknown option "Allowed_classes"
ValueError: lyo_serialize(): Unknown option "Allowed_classes"
ValueError: lyo_unserialize(): Unknown option "max_depth "
ValueError: lyo_serialize(): Unknown option "max_depth "
ValueError: lyo_unserialize(): Unknown option ""
ValueError: lyo_serialize(): Unknown option ""
ValueError: lyo_unserialize(): Unknown option ""
ValueError: lyo_serialize(): Unknown option ""
ValueError: lyo_unserialize(): Unknown option ""
ValueError: lyo_serialize(): Unknown option ""
ValueError: lyo_unserialize(): Unknown option "max_depth"
ValueError: lyo_serialize(): Unknown option "max_depth"
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, string given
TypeError: lyo_serialize(): Option "max_depth" must be of type int, string given
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, float given
TypeError: lyo_serialize(): Option "max_depth" must be of type int, float given
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, null given
TypeError: lyo_serialize(): Option "max_depth" must be of type int, null given
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, bool given
TypeError: lyo_serialize(): Option "max_depth" must be of type int, bool given
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, array given
TypeError: lyo_serialize(): Option "max_depth" must be of type int, array given
ValueError: lyo_unserialize(): Option "max_depth" must be greater than or equal to 0
ValueError: lyo_serialize(): Option "max_depth" must be greater than or equal to 0
ValueError: lyo_unserialize(): Option "max_depth" must be greater than or equal to 0
ValueError: lyo_serialize(): Option "max_depth" must be greater than or equal to 0
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, stdClass given
TypeError: lyo_serialize(): Option "max_depth" must be of type int, stdClass given
TypeError: lyo_unserialize(): Option "max_elements" must be of type int, string given
ValueError: lyo_serialize(): Unknown option "max_elements"
ValueError: lyo_unserialize(): Option "max_elements" must be greater than or equal to 0
ValueError: lyo_serialize(): Unknown option "max_elements"
TypeError: lyo_unserialize(): Option "max_elements" must be of type int, null given
ValueError: lyo_serialize(): Unknown option "max_elements"
TypeError: lyo_unserialize(): Option "max_elements" must be of type int, float given
ValueError: lyo_serialize(): Unknown option "max_elements"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array|bool, null given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array|bool, int given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array|bool, string given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array|bool, ArrayObject given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array of class names, int given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array of class names, null given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array of class names, array given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array of class names, Loud given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array of class names, bool given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "allowed_classes" must be of type array of class names, Suit given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
TypeError: lyo_unserialize(): Option "missing_class" must be of type string, null given
ValueError: lyo_serialize(): Unknown option "missing_class"
TypeError: lyo_unserialize(): Option "missing_class" must be of type string, bool given
ValueError: lyo_serialize(): Unknown option "missing_class"
ValueError: lyo_unserialize(): Option "missing_class" must be either "incomplete" or "throw"
ValueError: lyo_serialize(): Unknown option "missing_class"
ValueError: lyo_unserialize(): Option "missing_class" must be either "incomplete" or "throw"
ValueError: lyo_serialize(): Unknown option "missing_class"
ValueError: lyo_unserialize(): Option "missing_class" must be either "incomplete" or "throw"
ValueError: lyo_serialize(): Unknown option "missing_class"
TypeError: lyo_unserialize(): Option "missing_class" must be of type string, int given
ValueError: lyo_serialize(): Unknown option "missing_class"
ValueError: lyo_unserialize(): Unknown option "unknown"
ValueError: lyo_serialize(): Unknown option "unknown"
ValueError: lyo_unserialize(): Unknown option "unknown"
ValueError: lyo_serialize(): Unknown option "unknown"
TypeError: lyo_unserialize(): Option "max_depth" must be of type int, string given
ValueError: lyo_serialize(): Unknown option "allowed_classes"
[1,2]
[1,2]
[1,2]
Lyo\Exception\CorruptException: not lyo data at offset 0
ArgumentCountError: lyo_unserialize() expects at most 2 arguments, 3 given
TypeError: lyo_unserialize(): Argument #2 ($options) must be of type array, string given
TypeError: lyo_unserialize(): Argument #1 ($data) must be of type string, array given
