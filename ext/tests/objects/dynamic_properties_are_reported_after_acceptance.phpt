--TEST--
The deprecation of a dynamic property is held back until the data are accepted, comes before the hooks, and is dropped on refusal
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Before
{
    public $a = 1;
    public $b = 2;
    protected $c = 3;
    private $d = 4;
}
class After_
{
    public $a;

    public function __wakeup(): void
    {
        note('__wakeup');
    }
}
#[AllowDynamicProperties]
class Allow_
{
}
class Child_ extends Allow_
{
}
class Magic_
{
    public function __set($name, $value)
    {
        note('__set');
    }
}
foreach (['After_', 'Allow_', 'Child_', 'Magic_'] as $class) {
    both($class, static fn(): array => [new Before(), new Before()], change: static fn(string $bytes): string => renamed($bytes, 'Before', $class));
}
/* an object that has them when it is written */
both('written', static function (): array {
    $o = new After_();
    @$o->dyn = 1;
    @$o->{'with space'} = 2;
    @$o->{'5'} = 3;
    @$o->{''} = null;

    return [$o];
});
both('stdClass', static function (): object {
    $o = new stdClass();
    $o->{'5'} = 1;
    $o->{'-5'} = 2;
    $o->{'05'} = 3;
    $o->{''} = 4;
    $o->{'a b'} = 5;

    return (object) [$o, 7 => 'x', 'k' => 1];
});

/* Refused: nothing is said. */
set_error_handler(static function (int $level, string $message): bool {
    echo "  diagnostic: $message\n";

    return true;
});
$bytes = renamed(lyo_serialize([new Before(), 1]), 'Before', 'After_');
foreach ([substr($bytes, 0, -1), $bytes . "\0"] as $broken) {
    try {
        lyo_unserialize($broken);
    } catch (Lyo\Exception\LyoException $e) {
        echo $e->getMessage(), "\n";
    }
}
restore_error_handler();

/* An error handler that throws ends the decode; no hook has run. */
set_error_handler(static fn(int $level, string $message) => throw new ErrorException($message, 0, $level));
foreach (['', 'lyo_'] as $prefix) {
    Log::take();
    $codec = new Codec($prefix);
    try {
        $codec->decode(renamed($codec->encode([new Before(), new Before()]), 'Before', 'After_'));
    } catch (ErrorException $e) {
        echo $e->getMessage(), ', ', implode(' ', Log::take()), "\n";
    }
}
--EXPECT--
After_: same
  decode: Deprecated: Creation of dynamic property After_::$b is deprecated
  decode: Deprecated: Creation of dynamic property After_::$c is deprecated
  decode: Deprecated: Creation of dynamic property After_::$d is deprecated
  decode: Deprecated: Creation of dynamic property After_::$b is deprecated
  decode: Deprecated: Creation of dynamic property After_::$c is deprecated
  decode: Deprecated: Creation of dynamic property After_::$d is deprecated
  decode: __wakeup
  decode: __wakeup
Allow_: same
Child_: same
Magic_: same
  decode: Deprecated: Creation of dynamic property Magic_::$a is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$b is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$c is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$d is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$a is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$b is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$c is deprecated
  decode: Deprecated: Creation of dynamic property Magic_::$d is deprecated
written: same
  decode: Deprecated: Creation of dynamic property After_::$dyn is deprecated
  decode: Deprecated: Creation of dynamic property After_::$with space is deprecated
  decode: Deprecated: Creation of dynamic property After_::$5 is deprecated
  decode: Deprecated: Creation of dynamic property After_::$ is deprecated
  decode: __wakeup
stdClass: same
the data are truncated at offset 23
bytes follow the value at offset 29
Creation of dynamic property After_::$b is deprecated, 
Creation of dynamic property After_::$b is deprecated,
