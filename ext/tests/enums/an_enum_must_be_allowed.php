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
