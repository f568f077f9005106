--TEST--
What autoloading an enum or evaluating a case throws ends the decode, as natively
--INI--
unserialize_callback_func=on_callback
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

function on_callback(string $class): void
{
    note("callback $class");
}
spl_autoload_register(static function (string $class): void {
    note('autoload ' . substr($class, 0, 5));
    match (substr($class, 0, 5)) {
        'Throw' => throw new DomainException('from the autoloader'),
        'Wrong' => eval("enum $class: string { case A = NowhereAtAll::CONSTANT; case B = 'b'; }"),
        'Twice' => eval("enum $class: string { case A = 'same'; case B = 'same'; }"),
        default => null,
    };
});
enum Suits_: string
{
    case A = 'a';
    case B = 'b';
}
$n = 0;
foreach (['Throw', 'Wrong', 'Twice'] as $name) {
    foreach ([Suits_::A, Suits_::B] as $case) {
        $logs = [];
        foreach (['', 'lyo_'] as $prefix) {
            $codec = new Codec($prefix);
            $bytes = renamed($codec->encode([$case]), 'Suits_', $name . chr(65 + $n++));
            $log = watch(static fn(): mixed => $codec->decode($bytes), $result);
            $logs[] = preg_replace('/(Throw|Wrong|Twice)[A-Z]/', '$1', [...$log, 'result ' . describe($result)]);
        }
        report("$name::$case->name", ...$logs);
    }
}
--EXPECT--
Throw::A: same
  autoload Throw
  throws DomainException("from the autoloader")
Throw::B: same
  autoload Throw
  throws DomainException("from the autoloader")
Wrong::A: same
  autoload Wrong
  autoload Nowhe
  throws Error("Class "NowhereAtAll" not found")
Wrong::B: same
  autoload Wrong
Twice::A: same
  autoload Twice
Twice::B: same
  autoload Twice
