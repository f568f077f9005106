--TEST--
A class or enum that is missing is looked for once, whatever the number of its definitions: for each string that names it
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

spl_autoload_register(static function (string $class): void {
    echo 'autoload ', strlen($class) > 20 ? strlen($class) . ' bytes' : $class, "\n";
});
$cases = ["\5" . text('Missing') . "\xA5a", "\5\xF0\xA5b", "\5\xF0\xA5c"];
foreach (["\x81\x61\x63", "\xA0"] as $body) {
    try {
        lyo_unserialize(payload($body, $cases));
    } catch (Lyo\Exception\LyoException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$long = text(str_repeat('Q', 300));
foreach (['one string' => ["\3$long", "\3\xF0", "\3\xF0"], 'two strings' => ["\3$long", "\3$long", "\3\xF0", "\3\xF0"]] as $definitions) {
    var_dump(lyo_unserialize(payload("\xA0", $definitions)));
}
?>
--EXPECT--
autoload Missing
Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Missing
autoload Missing
Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Missing
autoload 300 bytes
NULL
autoload 300 bytes
autoload 300 bytes
NULL
