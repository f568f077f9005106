--TEST--
An enum whose constants are expressions is loaded and evaluated only when the bytes are accepted
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

spl_autoload_register(static function (string $class): void {
    note("autoload $class");
    eval(match ($class) {
        'Late' => 'enum Late: string { case A = Part::PREFIX . "a"; case B = "b"; const C = self::A; }',
        'Part' => 'class Part { const PREFIX = "prefix-"; }',
        default => '',
    });
});
enum Suit
{
    case A;
    case B;
}
$bytes = str_replace(['Suit', "\xA5A"], ['Late', "\xA5A"], lyo_serialize([Suit::A, Suit::B]));
foreach ([substr($bytes, 0, -1), $bytes . "\0", "$bytes\xA0"] as $broken) {
    try {
        lyo_unserialize($broken);
    } catch (Lyo\Exception\LyoException $e) {
        echo $e->getMessage(), ', ', count(Log::take()), " calls\n";
    }
}
$cases = lyo_unserialize($bytes);
echo implode(', ', Log::take()), "\n";
var_dump($cases === [Late::A, Late::B], $cases[0]->value);
echo implode(', ', Log::take()), "\n";
--EXPECT--
the data are truncated at offset 15, 0 calls
bytes follow the value at offset 18, 0 calls
bytes follow the value at offset 18, 0 calls
autoload Late, autoload Part
bool(true)
string(8) "prefix-a"
