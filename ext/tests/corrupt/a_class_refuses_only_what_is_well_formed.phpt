--TEST--
What a class of today cannot hold counts only when the bytes are good: an error behind it is reported instead, and before a TypeError, and without a diagnostic
--FILE--
<?php
require __DIR__ . '/../support/both.inc';
require __DIR__ . '/../support/payload.inc';

class Typed
{
    public int $number = 1;
}
class Dynamic
{
}
final readonly class Closed
{
    public function __construct(public int $number)
    {
    }
}
abstract class Half
{
}
interface Face
{
}
enum Suit
{
    case Hearts;
}
class Native implements Countable
{
    public function count(): int
    {
        return 0;
    }
}
set_error_handler(static function (int $level, string $message): bool {
    echo "  diagnostic: $message\n";

    return true;
});
$cases = [
    'a value of another type' => payload("\x61\xA0", [class_shape('Typed', text('number'))]),
    'a dynamic property' => payload("\x61\xA0", [class_shape('Dynamic', text('new'))]),
    'a property of a closed class' => payload("\x61\xA0", [class_shape('Closed', text('new'))]),
    'an abstract class' => payload("\x61\xA0", [class_shape('Half', text('new'))]),
    'an interface' => payload("\x61\xA0", [class_shape('Face', text('new'))]),
    'an object of an enum' => payload("\x61\xA0", [class_shape('Suit', text('name'))]),
    'a class that cannot be unserialized' => payload("\x61\xA0", [class_shape('Closure', text('name'))]),
    'a case of no enum' => payload("\x61", ["\x05" . text('Dynamic') . text('Hearts')]),
    'a case that is not there' => payload("\x61", ["\x05" . text('Suit') . text('Clubs')]),
    'a payload for a class without' => payload("\x61" . text('payload'), ["\x04" . text('Native')]),
    'a closed class, its keys in the body' => payload("\x61\1" . text('new') . "\xA0", ["\x03" . text('Closed')]),
];
foreach ($cases as $name => $bytes) {
    foreach (['good' => $bytes, 'bad' => $bytes . "\0"] as $kind => $data) {
        try {
            $value = lyo_unserialize($data);
            $text = describe($value);
        } catch (Throwable $e) {
            $text = thrown($e);
        }
        echo "$name, $kind: $text\n";
    }
}
--EXPECT--
a value of another type, good: TypeError("Cannot assign null to property Typed::$number of type int")
a value of another type, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 20")
  diagnostic: Creation of dynamic property Dynamic::$new is deprecated
a dynamic property, good: Dynamic#0{new: null}
a dynamic property, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 19")
a property of a closed class, good: Error("Cannot create dynamic property Closed::$new")
a property of a closed class, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 18")
an abstract class, good: Error("Cannot instantiate abstract class Half")
an abstract class, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 16")
an interface, good: Error("Cannot instantiate interface Face")
an interface, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 16")
an object of an enum, good: Error("Cannot instantiate enum Suit")
an object of an enum, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 17")
a class that cannot be unserialized, good: Exception("Unserialization of 'Closure' is not allowed")
a class that cannot be unserialized, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 20")
a case of no enum, good: Lyo\Exception\ClassMismatchException("Dynamic::Hearts is not an enum case")
a case of no enum, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 20")
a case that is not there, good: Lyo\Exception\ClassMismatchException("Suit::Clubs is not an enum case")
a case that is not there, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 16")
a payload for a class without, good: Lyo\Exception\ClassMismatchException("Class Native has no unserializer")
a payload for a class without, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 20")
a closed class, its keys in the body, good: Error("Cannot create dynamic property Closed::$new")
a closed class, its keys in the body, bad: Lyo\Exception\CorruptException("bytes follow the value at offset 18")
