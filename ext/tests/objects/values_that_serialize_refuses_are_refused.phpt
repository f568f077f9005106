--TEST--
Closures, generators, anonymous classes and other objects that serialize() refuses are refused with the same Exception
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Holder
{
    public $before = 1;
    public $o;

    public function __construct($o)
    {
        $this->o = $o;
    }
}
class ExtendsInternal extends SplFileInfo
{
}
$cases = [
    'a closure' => static fn() => static fn() => 1,
    'a generator' => static fn() => (static function () {
        yield 1;
    })(),
    'an anonymous class' => static fn() => new class () {
    },
    'an anonymous class with hooks' => static fn() => new class () {
        public function __serialize(): array
        {
            return [];
        }

        public function __unserialize(array $data): void
        {
        }
    },
    'an anonymous child' => static fn() => new class (1) extends Holder {
    },
    'reflection' => static fn() => new ReflectionClass('Holder'),
    'a file' => static fn() => new SplFileInfo(__FILE__),
    'a child of one' => static fn() => new ExtendsInternal(__FILE__),
    'a weak map' => static fn() => new WeakMap(),
    'a weak reference' => static fn() => WeakReference::create(new stdClass()),
    'a fiber' => static fn() => new Fiber(static fn() => 1),
    'a first-class callable' => static fn() => strlen(...),
    'a sensitive value' => static fn() => new SensitiveParameterValue('secret'),
];
foreach ($cases as $name => $make) {
    both("$name", $make);
    both("$name, in a value", static fn(): array => ['x' => [1, new Holder($make())]], quiet: true);
}
--EXPECT--
a closure: same
  encode: throws Exception("Serialization of 'Closure' is not allowed")
a closure, in a value: same
a generator: same
  encode: throws Exception("Serialization of 'Generator' is not allowed")
a generator, in a value: same
an anonymous class: same
  encode: throws Exception("Serialization of 'class@anonymous' is not allowed")
an anonymous class, in a value: same
an anonymous class with hooks: same
  encode: throws Exception("Serialization of 'class@anonymous' is not allowed")
an anonymous class with hooks, in a value: same
an anonymous child: same
  encode: throws Exception("Serialization of 'Holder@anonymous' is not allowed")
an anonymous child, in a value: same
reflection: same
  encode: throws Exception("Serialization of 'ReflectionClass' is not allowed")
reflection, in a value: same
a file: same
  encode: throws Exception("Serialization of 'SplFileInfo' is not allowed")
a file, in a value: same
a child of one: same
  encode: throws Exception("Serialization of 'ExtendsInternal' is not allowed")
a child of one, in a value: same
a weak map: same
  encode: throws Exception("Serialization of 'WeakMap' is not allowed")
a weak map, in a value: same
a weak reference: same
  encode: throws Exception("Serialization of 'WeakReference' is not allowed")
a weak reference, in a value: same
a fiber: same
  encode: throws Exception("Serialization of 'Fiber' is not allowed")
a fiber, in a value: same
a first-class callable: same
  encode: throws Exception("Serialization of 'Closure' is not allowed")
a first-class callable, in a value: same
a sensitive value: same
  encode: throws Exception("Serialization of 'SensitiveParameterValue' is not allowed")
a sensitive value, in a value: same
