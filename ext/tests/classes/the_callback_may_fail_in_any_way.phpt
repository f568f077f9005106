--TEST--
unserialize_callback_func may be missing, not define the class, or throw; autoloaders may throw: as with unserialize()
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Before
{
    public $a = 1;
}
$gone = static fn(string $bytes): string => renamed($bytes, 'Before', 'Gone' . chr(65 + $GLOBALS['n']++) . '_');
$same = static fn(mixed $v): string => describe($v) === 'null' ? 'null' : preg_replace('/Gone._/', 'Gone', describe($v));
$n = 0;
function does_nothing(string $class): void
{
    note('callback');
}
function throws(string $class): void
{
    throw new LogicException('from the callback');
}
function warns(string $class): void
{
    trigger_error('warned', E_USER_WARNING);
}
class Statics
{
    public static function load(string $class): void
    {
        note('static callback');
    }
}
foreach (['', 'does_nothing', 'throws', 'warns', 'there_is_no_such_function', 'Statics::load', 'strlen'] as $callback) {
    ini_set('unserialize_callback_func', $callback);
    both("callback '$callback'", static fn(): array => [new Before()], change: $gone, look: $same);
}
ini_set('unserialize_callback_func', 'does_nothing');
$loaders = [
    'throws' => static fn(string $class) => throw new LogicException('from the autoloader'),
    'exits quietly' => static function (string $class): void {
        note('autoload');
    },
    'defines another class' => static function (string $class): void {
        class_exists("Other$class", false) || eval("class Other$class {}");
    },
    'decodes' => static function (string $class): void {
        note('inside ' . describe(codec()->decode(codec()->encode([(object) [], 'x', [(object) ['y' => 1]]]))));
    },
    'raises an error' => static function (string $class): void {
        intdiv(1, 0);
    },
];
foreach ($loaders as $name => $loader) {
    spl_autoload_register($loader);
    both("autoloader $name", static fn(): array => [new Before()], change: $gone, look: $same);
    spl_autoload_unregister($loader);
}
--EXPECT--
callback '': same
callback 'does_nothing': same
  decode: callback
  decode: Warning: unserialize(): Function does_nothing() hasn't defined the class it was called for
callback 'throws': same
  decode: throws LogicException("from the callback")
callback 'warns': same
  decode: Error 512: warned
  decode: Warning: unserialize(): Function warns() hasn't defined the class it was called for
callback 'there_is_no_such_function': same
  decode: throws Error("Invalid callback there_is_no_such_function, function "there_is_no_such_function" not found or invalid function name")
callback 'Statics::load': same
  decode: static callback
  decode: Warning: unserialize(): Function Statics::load() hasn't defined the class it was called for
callback 'strlen': same
  decode: Warning: unserialize(): Function strlen() hasn't defined the class it was called for
autoloader throws: same
  decode: throws LogicException("from the autoloader")
autoloader exits quietly: same
  decode: autoload
  decode: callback
  decode: autoload
  decode: Warning: unserialize(): Function does_nothing() hasn't defined the class it was called for
autoloader defines another class: same
  decode: callback
  decode: Warning: unserialize(): Function does_nothing() hasn't defined the class it was called for
autoloader decodes: same
  decode: inside [stdClass#0{}, "x", [stdClass#1{y: 1}]]
  decode: callback
  decode: inside [stdClass#0{}, "x", [stdClass#1{y: 1}]]
  decode: Warning: unserialize(): Function does_nothing() hasn't defined the class it was called for
autoloader raises an error: same
  decode: throws DivisionByZeroError("Division by zero")
