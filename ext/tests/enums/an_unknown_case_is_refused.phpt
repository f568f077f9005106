--TEST--
A case that is gone, a constant that is no case, a class that is no enum, and a missing enum are refused, as by unserialize()
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

enum Before
{
    case Hearts;
    case Spades;
}
enum After_
{
    case Hearts;
    const Spades = 'a constant';
}
enum Alias_
{
    case Hearts;
    const Spades = self::Hearts;
}
class Clazz_
{
    const Hearts = 1;
}
interface Iface_
{
}
foreach (['After_', 'Alias_', 'Clazz_', 'Iface_', 'Missin', 'AFTER_', 'before'] as $to) {
    foreach ([Before::Hearts, Before::Spades] as $case) {
        foreach (['', 'lyo_'] as $prefix) {
            $codec = new Codec($prefix);
            $bytes = renamed($codec->encode([$case, $case]), 'Before', $to);
            $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
            echo "$to::$case->name", $prefix === '' ? ', native: ' : ', lyo:    ', $log ? implode(' ', preg_grep('/Error at/', $log, PREG_GREP_INVERT)) : describe($result), "\n";
        }
    }
}

/* Classes that are allowed: natively the list is not about enums; who throws is stricter. */
foreach ([['allowed_classes' => false], ['allowed_classes' => []], ['allowed_classes' => ['stdClass']], ['allowed_classes' => ['BEFORE']]] as $options) {
    foreach (['incomplete', 'throw'] as $missing) {
        try {
            echo json_encode($options), " $missing: ", describe(lyo_unserialize(lyo_serialize([Before::Hearts]), $options + ['missing_class' => $missing])), "\n";
        } catch (Lyo\Exception\ClassNotAllowedException $e) {
            echo json_encode($options), " $missing: ", $e->getMessage(), "\n";
        }
    }
    echo '  native ', describe(unserialize(serialize([Before::Hearts]), $options)), "\n";
}
--EXPECT--
After_::Hearts, native: [After_::Hearts, After_::Hearts]
After_::Hearts, lyo:    [After_::Hearts, After_::Hearts]
After_::Spades, native: Warning: unserialize(): After_::Spades is not an enum case
After_::Spades, lyo:    throws Lyo\Exception\ClassMismatchException("After_::Spades is not an enum case")
Alias_::Hearts, native: [Alias_::Hearts, Alias_::Hearts]
Alias_::Hearts, lyo:    [Alias_::Hearts, Alias_::Hearts]
Alias_::Spades, native: Warning: unserialize(): Alias_::Spades is not an enum case
Alias_::Spades, lyo:    throws Lyo\Exception\ClassMismatchException("Alias_::Spades is not an enum case")
Clazz_::Hearts, native: Warning: unserialize(): Class 'Clazz_' is not an enum
Clazz_::Hearts, lyo:    throws Lyo\Exception\ClassMismatchException("Clazz_::Hearts is not an enum case")
Clazz_::Spades, native: Warning: unserialize(): Class 'Clazz_' is not an enum
Clazz_::Spades, lyo:    throws Lyo\Exception\ClassMismatchException("Clazz_::Spades is not an enum case")
Iface_::Hearts, native: Warning: unserialize(): Class 'Iface_' is not an enum
Iface_::Hearts, lyo:    throws Lyo\Exception\ClassMismatchException("Iface_::Hearts is not an enum case")
Iface_::Spades, native: Warning: unserialize(): Class 'Iface_' is not an enum
Iface_::Spades, lyo:    throws Lyo\Exception\ClassMismatchException("Iface_::Spades is not an enum case")
Missin::Hearts, native: Warning: unserialize(): Class 'Missin' not found
Missin::Hearts, lyo:    throws Lyo\Exception\ClassNotAllowedException("Class not allowed or not found: Missin")
Missin::Spades, native: Warning: unserialize(): Class 'Missin' not found
Missin::Spades, lyo:    throws Lyo\Exception\ClassNotAllowedException("Class not allowed or not found: Missin")
AFTER_::Hearts, native: [After_::Hearts, After_::Hearts]
AFTER_::Hearts, lyo:    [After_::Hearts, After_::Hearts]
AFTER_::Spades, native: Warning: unserialize(): AFTER_::Spades is not an enum case
AFTER_::Spades, lyo:    throws Lyo\Exception\ClassMismatchException("AFTER_::Spades is not an enum case")
before::Hearts, native: [Before::Hearts, Before::Hearts]
before::Hearts, lyo:    [Before::Hearts, Before::Hearts]
before::Spades, native: [Before::Spades, Before::Spades]
before::Spades, lyo:    [Before::Spades, Before::Spades]
{"allowed_classes":false} incomplete: {"allowed_classes":false} incomplete: Class not allowed or not found: Before
{"allowed_classes":false} throw: {"allowed_classes":false} throw: Class not allowed or not found: Before
  native [Before::Hearts]
{"allowed_classes":[]} incomplete: {"allowed_classes":[]} incomplete: Class not allowed or not found: Before
{"allowed_classes":[]} throw: {"allowed_classes":[]} throw: Class not allowed or not found: Before
  native [Before::Hearts]
{"allowed_classes":["stdClass"]} incomplete: {"allowed_classes":["stdClass"]} incomplete: Class not allowed or not found: Before
{"allowed_classes":["stdClass"]} throw: {"allowed_classes":["stdClass"]} throw: Class not allowed or not found: Before
  native [Before::Hearts]
{"allowed_classes":["BEFORE"]} incomplete: [Before::Hearts]
{"allowed_classes":["BEFORE"]} throw: [Before::Hearts]
  native [Before::Hearts]
