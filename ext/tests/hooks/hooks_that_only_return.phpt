--TEST--
Hooks that only return a constant, properties or an array of these give what they give when they are called
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

trait Restored {
    public ?array $got = null;
    public function __unserialize(array $data): void { $this->got = $data; }
}
class OwnPrivate { use Restored; private $x = ['parent']; public function __serialize(): array { return $this->x; } }
class Shadowing extends OwnPrivate { public $x = ['child']; }
class Shadowed extends OwnPrivate { private $x = ['child']; }
class Overridden { use Restored; protected $x = ['a']; public function __serialize(): array { return $this->x; } }
class Overriding extends Overridden { protected $x = ['b']; }
class Keys { use Restored; public $a = 1; protected $b = [2]; private $c; public function __serialize(): array { return ['a' => $this->a, 'b' => $this->b, 'k' => 5, 7 => $this->c, '8' => 1]; } }
class Twice { use Restored; public $a = 1; public function __serialize(): array { return ['a' => $this->a, 'b' => 2, 'a' => 3]; } }
class ListOf { use Restored; public $a = 1; public function __serialize(): array { return [$this->a, 'z', $this->a]; } }
class Mixed_ { use Restored; public $a = 1; public function __serialize(): array { return [5 => $this->a, 'z', 'y' => $this->a, -3 => 1, 2]; } }
class Nested { use Restored; public $a = 1; public function __serialize(): array { return [[$this->a], ['b' => [$this->a]]]; } }
class Nothing { use Restored; public function __serialize(): array { return []; } }
class Constant { use Restored; const A = ['x' => [1, 2]]; public function __serialize(): array { return self::A; } }
class Literal { use Restored; public function __serialize(): array { return ['x' => 1]; } }
class Missing { use Restored; public $a = 1; public function __get($name) { echo "__get($name)\n"; return 5; } public function __serialize(): array { return [$this->a, $this->b]; } }
#[AllowDynamicProperties]
class Dynamic { use Restored; public function __serialize(): array { return [$this->d]; } }
class Uninitialised { use Restored; public int $a; public function __serialize(): array { return [$this->a]; } }
class Refers { use Restored; public $x; public function __construct() { $x = [1]; $this->x = &$x; $GLOBALS['held'] = &$x; } public function __serialize(): array { return $this->x; } }
class ByReference { use Restored; public $x = [1]; public function __serialize(): array { return ['x' => &$this->x]; } }
class NoArray { use Restored; public $x = 5; public function __serialize(): array { return $this->x; } }
class Untyped { use Restored; public $x = 5; public function __serialize() { return $this->x; } }
class Coalesce { use Restored; public $x = [5]; public function __serialize(): array { return $this->x ?? []; } }
class Yields { use Restored; public $x = [5]; public function __serialize() { yield $this->x; } }
class Base { public $a = 1; protected $b = [2]; private $c = 3; public int $t; }
class Names extends Base { private $d = 4; public function __sleep() { return ['a', 'b', 'd']; } }
class Inherited extends Names { private $d = 5; }
#[AllowDynamicProperties]
class OtherOrder extends Base { public function __sleep() { return ['b', 'a']; } }
class Unset_ extends Base { public function __sleep() { return ['a', 'b', 't']; } }
class NotThere extends Base { public function __sleep() { return ['a', 'c', 'nope']; } }
class Repeats extends Base { public function __sleep() { return ['a', 'a']; } }
class Mangled extends Base { public function __sleep() { return ['a', "\0*\0b", "\0Base\0c"]; } }
class Numbers extends Base { public function __sleep() { return [1, 'a']; } }
class NamesInProperty extends Base { public $names = ['a', 'names']; public function __sleep() { return $this->names; } }

foreach (get_declared_classes() as $class) {
    if (!(method_exists($class, '__serialize') || method_exists($class, '__sleep')) || (new ReflectionClass($class))->isInternal()) {
        continue;
    }
    both($class, static function () use ($class): array {
        $object = new $class();
        switch ($class) {
            case 'Missing':
                unset($object->a);
                break;
            case 'Dynamic':
                $object->d = [1];
                break;
            case 'OtherOrder':
                $object->e = 1; // makes the table of properties
                break;
        }

        return [$object, new Names(), [1], $object, clone $object];
    });
}
?>
--EXPECTF--
OwnPrivate: same
Shadowing: same
Shadowed: same
Overridden: same
Overriding: same
Keys: same
Twice: same
ListOf: same
Mixed_: same
Nested: same
Nothing: same
Constant: same
Literal: same
__get(a)
__get(b)
__get(a)
__get(b)
__get(a)
__get(b)
__get(a)
__get(b)
Missing: same
Dynamic: same
Uninitialised: same
  encode: throws Error("Typed property Uninitialised::$a must not be accessed before initialization")
Refers: same
ByReference: same
NoArray: same
  encode: throws TypeError("NoArray::__serialize(): Return value must be of type array, int returned")
Untyped: same
  encode: throws TypeError("Untyped::__serialize() must return an array")
Coalesce: same
Yields: same
  encode: throws TypeError("Yields::__serialize() must return an array")
Names: same
Inherited: same
OtherOrder: same
Unset_: same
NotThere: same
  encode: Warning: serialize(): "c" returned as member variable from __sleep() but does not exist
  encode: Warning: serialize(): "nope" returned as member variable from __sleep() but does not exist
  encode: Warning: serialize(): "c" returned as member variable from __sleep() but does not exist
  encode: Warning: serialize(): "nope" returned as member variable from __sleep() but does not exist
Repeats: same
  encode: %s: serialize(): "a" is returned from __sleep() multiple times
  encode: %s: serialize(): "a" is returned from __sleep() multiple times
Mangled: same
Numbers: same
  encode: Warning: serialize(): Numbers::__sleep() should return an array only containing the names of instance-variables to serialize
  encode: Warning: serialize(): "1" returned as member variable from __sleep() but does not exist
  encode: Warning: serialize(): Numbers::__sleep() should return an array only containing the names of instance-variables to serialize
  encode: Warning: serialize(): "1" returned as member variable from __sleep() but does not exist
NamesInProperty: same
