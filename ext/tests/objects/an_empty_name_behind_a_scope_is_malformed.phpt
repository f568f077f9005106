--TEST--
A private or protected property whose name is empty is refused where unserialize() refuses it, and raises the same notice elsewhere
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

class Bare
{
}
class Declares
{
    public $a = 1;
}
$messages = [];
set_error_handler(static function (int $level, string $message) use (&$messages): bool {
    $messages[] = "$level " . preg_replace('/^\w+\(\): /', '', $message);

    return true;
});
foreach (['Bare', 'Declares'] as $class) {
    foreach (["\0$class\0" => "\xB9", "\0*\0" => "\xB8", "\0Other\0" => "\xBA" . text('Other')] as $key => $tag) {
        $messages = [];
        $native = unserialize('O:' . strlen($class) . ":\"$class\":1:{s:" . strlen($key) . ":\"$key\";i:3;}");
        $expected = array_values(array_filter($messages, static fn(string $message): bool => !str_contains($message, 'Error at offset') && !str_contains($message, 'Corrupt member variable') || $native !== false));
        $messages = [];
        try {
            $result = serialize(lyo_unserialize(payload("\x61\x05", ["\2" . text($class) . "\1$tag\xA3"])));
        } catch (Lyo\Exception\LyoException) {
            $result = serialize(false);
        }
        echo $class, ' ', strtr($key, "\0", '~'), ': ', $result === serialize($native) && ($native === false || $messages === $expected) ? ($native === false ? 'refused by both' : 'as unserialize()') : json_encode([$expected, $messages, $native === false, strtr($result, "\0", '~')]), "\n";
    }
}
?>
--EXPECT--
Bare ~Bare~: as unserialize()
Bare ~*~: as unserialize()
Bare ~Other~: as unserialize()
Declares ~Declares~: refused by both
Declares ~*~: refused by both
Declares ~Other~: refused by both
