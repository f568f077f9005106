--TEST--
An enum that is missing is looked for once, whatever the number of its cases
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

spl_autoload_register(static function (string $class): void {
    echo "autoload $class\n";
});
$cases = ["\5" . text('Missing') . "\xA5a", "\5\xF0\xA5b", "\5\xF0\xA5c"];
foreach (["\x81\x61\x63", "\xA0"] as $body) {
    try {
        lyo_unserialize(payload($body, $cases));
    } catch (Lyo\Exception\LyoException $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
autoload Missing
Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Missing
autoload Missing
Lyo\Exception\ClassNotAllowedException: Class not allowed or not found: Missing
