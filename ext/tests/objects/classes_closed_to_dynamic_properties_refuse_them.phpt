--TEST--
A class that takes no dynamic properties refuses unknown ones with the Error of unserialize()
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

#[AllowDynamicProperties]
class Before
{
    public $a = 1;
    public $unknown = 2;
    private $secret = 3;
}
readonly class Closed
{
    public mixed $a;
}
readonly class Empty_
{
}
both('a readonly class', static fn(): array => [new Before()], change: static fn(string $bytes): string => renamed($bytes, 'Before', 'Closed'));
both('one without properties', static fn(): array => [new Before()], change: static fn(string $bytes): string => renamed($bytes, 'Before', 'Empty_'));
both('one that fits', static function (): array {
    $o = new Before();
    unset($o->unknown, $o->a);
    (static function () use ($o): void {
        unset($o->secret);
    })->bindTo(null, Before::class)();

    return [$o];
}, change: static fn(string $bytes): string => renamed($bytes, 'Before', 'Closed'));

/* Of several reasons the one that is found first is told: lyo looks at all names of a shape before it reads the first value. */
readonly class Typed_
{
    public string $a;
}
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    echo $prefix === '' ? 'natively: ' : 'lyo: ', implode(', ', watch(static fn(): mixed => $codec->decode(renamed($codec->encode([new Before()]), 'Before', 'Typed_')), $result)), "\n";
}
--EXPECT--
a readonly class: same
  decode: throws Error("Cannot create dynamic property Closed::$unknown")
one without properties: same
  decode: throws Error("Cannot create dynamic property Empty_::$a")
one that fits: same
natively: throws TypeError("Cannot assign int to property Typed_::$a of type string")
lyo: throws Error("Cannot create dynamic property Typed_::$unknown")
