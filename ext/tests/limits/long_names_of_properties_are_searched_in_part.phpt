--TEST--
Of a long name of a property, the beginning is searched for its class, and shown in messages
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';

class Closed
{
    public $k;
}
set_error_handler(static function (int $level, string $message): bool {
    echo strlen($message), ' bytes: ', strtr(substr($message, 0, 60), "\0", '~'), '…', substr($message, -20), "\n";

    return true;
});
$object = static fn(string $class, string $key): string => payload("\x61\xA0", [class_shape($class, text($key))]);
lyo_unserialize($object('Closed', str_repeat('N', 100000)));
lyo_unserialize($object('Closed', 'short'));
foreach (["\0" . str_repeat('C', 512) . "\0k", "\0" . str_repeat('C', 511) . "\0k", "\0C\0" . str_repeat('k', 100000)] as $name) {
    try {
        var_dump(strlen(array_keys((array) lyo_unserialize($object('TakesAny', $name)))[1]));
    } catch (Lyo\Exception\LyoException $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
1052 bytes: Creation of dynamic property Closed::$NNNNNNNNNNNNNNNNNNNNNN…NNNNNN is deprecated
57 bytes: Creation of dynamic property Closed::$short is deprecated…$short is deprecated
Lyo\Exception\ClassMismatchException: TakesAny: malformed property name
int(514)
int(100003)
