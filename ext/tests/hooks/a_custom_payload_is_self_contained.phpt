--TEST--
What unserialize() of the old Serializable interface gets is its own: it runs after acceptance and before the other hooks, inner unserialize() has the class policy of the outer call
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Custom implements Serializable
{
    public static mixed $returns = null;
    public mixed $data = null;

    public function __construct(mixed $data = null)
    {
        $this->data = $data;
    }

    public function serialize()
    {
        note('serialize');

        return self::$returns instanceof Closure ? (self::$returns)($this) : self::$returns;
    }

    public function unserialize($data)
    {
        note('unserialize ' . describe($data));
        $this->data = $data;
    }
}

$returns = [
    'text' => 'text', 'nothing' => '', 'a byte' => 'x', 'NULs' => "\0\0", 'a long text' => str_repeat('long ', 20000),
    'null' => null, 'an int' => 5, 'an array' => [1], 'false' => false,
    'an exception' => static fn() => throw new LogicException('from serialize'),
];
foreach ($returns as $name => $value) {
    both($name, static function () use ($value): array {
        Custom::$returns = $value;
        $custom = new Custom();

        return [$custom, 'text', $custom, new Custom(), &$custom];
    });
}

/* The payload of another encode is a string like any other. */
class Inner implements Serializable
{
    public function __construct(public mixed $data = null)
    {
    }

    public function serialize()
    {
        return codec()->encode($this->data);
    }

    public function unserialize($data)
    {
        $this->data = codec()->decode($data);
    }
}
$shared = (object) ['shared' => true];
$value = lyo_unserialize(lyo_serialize([$shared, (new Codec('lyo_'))->prefix, new Inner([$shared, $shared, new Inner($shared)])]));
echo describe($value), "\n";

/* serialize() inside shares nothing with the outer call, all with the serialize() inside itself, and nothing of it is left afterwards. */
class Native implements Serializable
{
    public function __construct(public mixed $data = null)
    {
    }

    public function serialize()
    {
        return serialize($this->data);
    }

    public function unserialize($data)
    {
        $this->data = unserialize($data);
    }
}
$value = [$shared, new Native([$shared, $shared]), $shared, new Native([new Native($shared), $shared])];
echo describe(lyo_unserialize(lyo_serialize($value))), "\n";
echo describe(unserialize(serialize([$shared, $shared]))), "\n";

/* The class policy holds for an unserialize() inside that says nothing of classes. */
class Allowed
{
}
class Refused
{
    public function __wakeup(): void
    {
        echo "Refused::__wakeup\n";
    }
}
$bytes = lyo_serialize(new Native([new Allowed(), new Refused()]));
echo describe(lyo_unserialize($bytes)), "\n";
echo describe(lyo_unserialize($bytes, ['allowed_classes' => ['Native', 'Allowed']])), "\n";
echo describe(lyo_unserialize($bytes, ['allowed_classes' => ['native', 'allowed'], 'max_depth' => 100])), "\n";

class OwnPolicy extends Native
{
    public function unserialize($data)
    {
        $this->data = unserialize($data, ['allowed_classes' => ['Refused']]);
    }
}
$bytes = lyo_serialize(new OwnPolicy([new Allowed(), new Refused()]));
echo describe(lyo_unserialize($bytes, ['allowed_classes' => ['OwnPolicy', 'Allowed']])), "\n";

/* Depth, too. */
$deep = [];
for ($i = 0; $i < 50; $i++) {
    $deep = [$deep];
}
$bytes = lyo_serialize(new Native($deep));
foreach ([0, 60, 40] as $depth) {
    echo "max_depth $depth: ", is_array(@lyo_unserialize($bytes, ['max_depth' => $depth])->data) ? 'read' : 'refused', "\n";
}
/* Its depth counts from its own root; natively from that of the text around it. */
$around = static fn(): array => [[[[[[new Native([[[[[[1]]]]]])]]]]]];
foreach (['' => serialize($around()), 'lyo_' => lyo_serialize($around())] as $prefix => $bytes) {
    foreach ([14, 8, 5] as $depth) {
        $function = $prefix . 'unserialize';
        try {
            $value = @$function($bytes, ['max_depth' => $depth]);
            echo "$function(), max_depth $depth: ", $value === false ? 'refused' : (is_array($value[0][0][0][0][0][0]->data) ? 'read' : 'the inner value is refused'), "\n";
        } catch (Lyo\Exception\LimitException) {
            echo "$function(), max_depth $depth: refused\n";
        }
    }
}

/* Hooks of objects inside run when the inner value is complete; all of them before those of the outer value. */
class Wakes
{
    public function __construct(public string $name = '')
    {
    }

    public function __wakeup(): void
    {
        note("wakeup $this->name");
    }
}
lyo_unserialize(lyo_serialize([new Wakes('first'), new Native([new Wakes('inner'), new Native(new Wakes('innermost'))]), new Wakes('last')]));
echo implode(', ', Log::take()), "\n";

/* One that fails ends the decode; those that wait are never called and not destroyed either. */
class Fails extends Native
{
    public function unserialize($data)
    {
        throw new RuntimeException('from unserialize');
    }

    public function __destruct()
    {
        is_int($this->data) || print "Fails::__destruct of a decoded object\n";
    }
}
try {
    $bytes = lyo_serialize([new Wakes('first'), new Fails(1), new Fails(2), new Native(3)]);
    lyo_unserialize($bytes);
} catch (RuntimeException $e) {
    echo $e->getMessage(), ', ', count(Log::take()), " hooks\n";
}

/* Text for a class that takes properties, and properties for a class that takes text. */
class Plains
{
    public mixed $p = 1;
}
foreach ([[new Plains(), 'Plains', 'Native'], [new Native(1), 'Native', 'Plains']] as [$object, $from, $to]) {
    try {
        lyo_unserialize(renamed(lyo_serialize([$object]), $from, $to));
    } catch (Lyo\Exception\ClassMismatchException $e) {
        echo $e->getMessage(), "\n";
    }
}
both('a missing class', static function (): array {
    Custom::$returns = 'payload';

    return [new Custom(), 'after'];
}, change: static fn(string $bytes): string => renamed($bytes, 'Custom', 'Missin'));
--EXPECT--
text: same
  encode: serialize
  encode: serialize
  decode: unserialize "text"
  decode: unserialize "text"
nothing: same
  encode: serialize
  encode: serialize
  decode: unserialize ""
  decode: unserialize ""
a byte: same
  encode: serialize
  encode: serialize
  decode: unserialize "x"
  decode: unserialize "x"
NULs: same
  encode: serialize
  encode: serialize
  decode: unserialize "\000\000"
  decode: unserialize "\000\000"
a long text: same
  encode: serialize
  encode: serialize
  decode: unserialize string 100000 e43fc51605faad5c9ce3eeeeb64c68fc
  decode: unserialize string 100000 e43fc51605faad5c9ce3eeeeb64c68fc
null: same
  encode: serialize
  encode: serialize
an int: same
  encode: serialize
  encode: throws Exception("Custom::serialize() must return a string or NULL")
an array: same
  encode: serialize
  encode: throws Exception("Custom::serialize() must return a string or NULL")
false: same
  encode: serialize
  encode: throws Exception("Custom::serialize() must return a string or NULL")
an exception: same
  encode: serialize
  encode: throws LogicException("from serialize")
[stdClass#0{shared: true}, "lyo_", Inner#1{data: [stdClass#2{shared: true}, #2, Inner#3{data: stdClass#4{shared: true}}]}]
[stdClass#0{shared: true}, Native#1{data: [stdClass#2{shared: true}, #2]}, #0, Native#3{data: [Native#4{data: stdClass#5{shared: true}}, #5]}]
[stdClass#0{shared: true}, #0]
Refused::__wakeup
Native#0{data: [Allowed#1{}, Refused#2{}]}
Native#0{data: [Allowed#1{}, __PHP_Incomplete_Class#2{__PHP_Incomplete_Class_Name: "Refused"}]}
Native#0{data: [Allowed#1{}, __PHP_Incomplete_Class#2{__PHP_Incomplete_Class_Name: "Refused"}]}
Refused::__wakeup
OwnPolicy#0{data: [__PHP_Incomplete_Class#1{__PHP_Incomplete_Class_Name: "Allowed"}, Refused#2{}]}
max_depth 0: read
max_depth 60: read
max_depth 40: refused
unserialize(), max_depth 14: read
unserialize(), max_depth 8: the inner value is refused
unserialize(), max_depth 5: refused
lyo_unserialize(), max_depth 14: read
lyo_unserialize(), max_depth 8: read
lyo_unserialize(), max_depth 5: refused
wakeup inner, wakeup innermost, wakeup first, wakeup last
from unserialize, 0 hooks
Erroneous data format for unserializing 'Native'
Class Plains has no unserializer
a missing class: same
  encode: serialize
  decode: Warning: Class __PHP_Incomplete_Class has no unserializer
