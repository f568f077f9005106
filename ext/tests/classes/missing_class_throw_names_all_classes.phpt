--TEST--
missing_class: throw names every class that is refused or missing, in order, and builds nothing
--FILE--
<?php
class A
{
    public $p;

    public function __wakeup(): void
    {
        echo "A::__wakeup\n";
    }
}
class Bb extends A
{
}
class Cc
{
}
enum Suit
{
    case Hearts;
}
$bytes = lyo_serialize([new Cc(), new A(), new Bb(), new A(), Suit::Hearts, new ArrayObject(), new Cc()]);
$missing = str_replace(["\x41Bb", "\x41Cc"], ["\x41Zz", "\x41Yy"], $bytes);
$try = static function (string $bytes, array $options): void {
    try {
        echo count(lyo_unserialize($bytes, $options)), " values\n";
    } catch (Lyo\Exception\ClassNotAllowedException $e) {
        echo $e->getMessage(), ' ', json_encode($e->getClasses()), ' at ', $e->getOffset(), "\n";
    }
};
$throw = ['missing_class' => 'throw'];
$try($bytes, $throw);
$try($missing, $throw);
$try($missing, $throw + ['allowed_classes' => true]);
$try($missing, $throw + ['allowed_classes' => ['A', 'Yy']]);
$try($bytes, $throw + ['allowed_classes' => false]);
$try($bytes, $throw + ['allowed_classes' => ['a', 'CC', 'suit']]);
$try($bytes, $throw + ['allowed_classes' => ['A', 'Bb', 'Cc', 'Suit', 'ArrayObject']]);
$try($missing, ['missing_class' => 'incomplete']);
/* what is wrong with the bytes comes first */
try {
    lyo_unserialize($missing . "\0", $throw);
} catch (Lyo\Exception\CorruptException $e) {
    echo $e->getMessage(), "\n";
}
--EXPECT--
A::__wakeup
A::__wakeup
A::__wakeup
7 values
Class not allowed or not found: Yy, Zz ["Yy","Zz"] at 0
Class not allowed or not found: Yy, Zz ["Yy","Zz"] at 0
Class not allowed or not found: Yy, Zz, Suit, ArrayObject ["Yy","Zz","Suit","ArrayObject"] at 0
Class not allowed or not found: Cc, A, Bb, Suit, ArrayObject ["Cc","A","Bb","Suit","ArrayObject"] at 0
Class not allowed or not found: Bb, ArrayObject ["Bb","ArrayObject"] at 0
A::__wakeup
A::__wakeup
A::__wakeup
7 values
A::__wakeup
A::__wakeup
7 values
bytes follow the value at offset 67
