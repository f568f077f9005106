--TEST--
A payload may have a property under several names that all lead to one declaration: the last value counts, as natively
--FILE--
<?php
require __DIR__ . '/../support/both.inc';
require __DIR__ . '/../support/payload.inc';

class Declared
{
    public mixed $x = 'default';
    private ?array $list = null;
}
class Typed
{
    public int $x = 1;
    protected ?Typed $list = null;
}
class WithStatic
{
    public static $x = 'static';
    public static $list = 'static';
}
class Nothing
{
}
#[AllowDynamicProperties]
class Takes
{
    public $y;
}
/** Both formats from one list of [key, native value, token]; keys are mangled names. */
$state = static function (string $class, array $entries, bool $open): array {
    $text = '';
    $keys = $tokens = [];
    foreach ($entries as [$name, $value, $token]) {
        $text .= serialize((string) $name) . $value;
        $parts = explode("\0", (string) $name);
        $keys[] = match (true) {
            count($parts) !== 3 || $parts[0] !== '' || $parts[1] === '' => text((string) $name),
            $parts[1] === '*' => "\xB8" . text($parts[2]),
            $parts[1] === $class => "\xB9" . text($parts[2]),
            default => "\xBA" . text($parts[1]) . text($parts[2]),
        };
        $tokens[] = $token;
    }
    $native = 'a:2:{i:0;O:' . strlen($class) . ":\"$class\":" . count($entries) . ":{{$text}}i:1;i:5;}";
    if ($open) {
        return [$native, payload("\x81\x61" . varlen(count($keys)) . implode('', array_map(static fn(string $k, string $t): string => $k . $t, $keys, $tokens)) . "\x07", ["\3" . text($class)])];
    }

    return [$native, payload("\x81\x61" . implode('', $tokens) . "\x07", [class_shape($class, ...$keys)])];
};
$one = ['i:1;', "\3"];
$two = ['i:2;', "\4"];
$array = ['a:1:{i:0;i:7;}', "\x80\x09"];
$null = ['N;', "\xA0"];
$cases = [
    'public and private' => [['x', ...$one], ["\0CLASS\0x", ...$two]],
    'private and public' => [["\0CLASS\0x", ...$one], ['x', ...$two]],
    'protected and others' => [["\0*\0x", ...$one], ["\0Other\0x", ...$two], ['x', ...$one]],
    'arrays' => [['list', ...$array], ["\0*\0list", ...$null], ["\0CLASS\0list", ...$array]],
    'an array, then null' => [['list', ...$array], ["\0CLASS\0list", ...$null]],
    'unknown' => [['q', ...$one], ["\0*\0q", ...$two], ["\0Other\0q", ...$one]],
    'an int' => [['5', ...$one], ['x', ...$two]],
    'odd names' => [["\0x", ...$one]],
    'nothing but NUL' => [["\0", ...$one]],
    'two NULs' => [["\0\0", ...$one], ['x', ...$two]],
    'no end' => [["\0CLASS", ...$one]],
];
foreach (['Declared', 'Typed', 'WithStatic', 'Nothing', 'Takes', 'stdClass'] as $class) {
    foreach ($cases as $name => $entries) {
        foreach ([false, true] as $open) {
            $named = array_map(static fn(array $entry): array => [str_replace('CLASS', $class, $entry[0]), $entry[1], $entry[2]], $entries);
            [$native, $lyo] = $state($class, $named, $open);
            $logs = [];
            foreach (['' => $native, 'lyo_' => $lyo] as $prefix => $bytes) {
                $codec = new Codec($prefix);
                $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
                // unserialize() says what it dislikes and fails: there is one exception for that here
                $refused = $result === false || preg_grep('/Lyo.Exception/', $log);
                $logs[] = $refused ? ['refused'] : [...$log, describe($result)];
            }
            if ($logs[0] !== $logs[1]) {
                report("$class, $name" . ($open ? ', open' : ''), $logs[0], $logs[1]);
            }
        }
    }
}
/* As first slot of a reference that is used again, overwritten then: the reference lets go of the type. */
$bytes = payload("\x81\x61\3\4\xE1\0", [class_shape('Typed', text('x'), "\xB9" . text('x'))], [2]);
$back = lyo_unserialize($bytes);
$back[1] = 'no int any more';
echo describe($back), "\n", 'compared', "\n";
--EXPECT--
[Typed#0{x: 2, protected list: null}, "no int any more"]
compared
