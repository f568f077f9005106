--TEST--
allowed_classes applies to enum cases, too: nothing is loaded, and a case of an enum that is not in the list is refused
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

enum Suit
{
    case Hearts;
}
spl_autoload_register(static function (string $class): void {
    echo "autoload $class\n";
    if ($class === 'Later') {
        eval('enum Later { case a; }');
    }
});
$one = lyo_serialize(Suit::Hearts);
$later = payload("\x61", ["\5" . text('Later') . "\xA5a"]);
foreach (['Suit' => $one, 'Later' => $later] as $name => $bytes) {
    foreach ([false, [], ['stdClass'], [strtoupper($name)], true] as $allowed) {
        foreach (['incomplete', 'throw'] as $missing) {
            echo $name, ' ', json_encode($allowed), " $missing: ";
            try {
                var_dump(lyo_unserialize($bytes, ['allowed_classes' => $allowed, 'missing_class' => $missing]));
            } catch (Lyo\Exception\ClassNotAllowedException $e) {
                echo $e->getMessage(), ' ', json_encode($e->getClasses()), "\n";
            }
        }
    }
}
ini_set('lyo.allowed_classes', 'stdClass');
try {
    lyo_unserialize($one);
} catch (Lyo\Exception\ClassNotAllowedException $e) {
    echo $e->getMessage(), "\n";
}
// what is wrong with the bytes comes first
try {
    lyo_unserialize($one . "\0", ['allowed_classes' => false]);
} catch (Lyo\Exception\LyoException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
Suit false incomplete: Class not allowed or not found: Suit ["Suit"]
Suit false throw: Class not allowed or not found: Suit ["Suit"]
Suit [] incomplete: Class not allowed or not found: Suit ["Suit"]
Suit [] throw: Class not allowed or not found: Suit ["Suit"]
Suit ["stdClass"] incomplete: Class not allowed or not found: Suit ["Suit"]
Suit ["stdClass"] throw: Class not allowed or not found: Suit ["Suit"]
Suit ["SUIT"] incomplete: enum(Suit::Hearts)
Suit ["SUIT"] throw: enum(Suit::Hearts)
Suit true incomplete: enum(Suit::Hearts)
Suit true throw: enum(Suit::Hearts)
Later false incomplete: Class not allowed or not found: Later ["Later"]
Later false throw: Class not allowed or not found: Later ["Later"]
Later [] incomplete: Class not allowed or not found: Later ["Later"]
Later [] throw: Class not allowed or not found: Later ["Later"]
Later ["stdClass"] incomplete: Class not allowed or not found: Later ["Later"]
Later ["stdClass"] throw: Class not allowed or not found: Later ["Later"]
Later ["LATER"] incomplete: autoload Later
enum(Later::a)
Later ["LATER"] throw: enum(Later::a)
Later true incomplete: enum(Later::a)
Later true throw: enum(Later::a)
Class not allowed or not found: Suit
bytes follow the value at offset 17
