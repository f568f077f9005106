--TEST--
__serialize() must return an array; its keys may be anything
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class State
{
    public static mixed $result = null;
    public mixed $got = 'nothing';

    public function __serialize()
    {
        return self::$result instanceof Closure ? (self::$result)($this) : self::$result;
    }

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}

#[AllowDynamicProperties]
class OnlySerialize
{
    public mixed $pub = null;
    protected mixed $pro = null;
    private mixed $pri = null;
    public static mixed $result;

    public function __serialize(): array
    {
        return self::$result;
    }
}

$cases = [
    'null' => null, 'int' => 5, 'string' => 'text', 'object' => new stdClass(), 'ArrayObject' => new ArrayObject([1]),
    'empty' => [], 'list' => [1, 'two', [3]], 'map' => ['a' => 1, 'b' => null],
    'int keys' => [-5 => 'a', 0 => 'b', PHP_INT_MAX => 'c', PHP_INT_MIN => 'd'],
    'holes' => (static function (): array {
        $a = [1, 2, 3, 4];
        unset($a[1], $a[3]);

        return $a;
    })(),
    'mangled' => ["\0*\0a" => 1, "\0State\0b" => 2, "\0Other\0c" => 3],
    'nearly mangled' => ["\0" => 1, "\0\0" => 2, "\0\0x" => 3, "\0x" => 4, "*" => 5, '' => 6],
    'keys that look like ints' => ['05' => 1, '-0' => 2, '5 ' => 3, '9223372036854775808' => 4, '+5' => 5, '1e3' => 6],
    'a long key' => [str_repeat('k', 70000) => 1],
    '300 keys' => array_fill_keys(array_map(static fn(int $i): string => "key$i", range(1, 300)), 'x'),
    'references' => static function (State $s): array {
        $x = 1;

        return ['a' => &$x, 'b' => &$x, 'got' => &$s->got, 'again' => &$s->got];
    },
    'the argument by reference' => static function (): array {
        $a = ['k' => 1];
        $a['self'] = &$a;

        return $a;
    },
    'temporaries' => static fn(): array => array_map(static fn(int $i): object => (object) ['i' => $i], range(1, 20)),
];
foreach ($cases as $name => $result) {
    both("State, $name", static function () use ($result): array {
        State::$result = $result;
        $state = new State();

        return [$state, new State(), $state];
    });
}
foreach ([['pub' => 1, 'pro' => 2, 'pri' => 3], ["\0*\0pro" => 1, "\0OnlySerialize\0pri" => 2], [5 => 'five', 0 => 'zero', '-3' => 'x'], ['new' => [1]], ['' => 1], ["\0Other\0x" => 1], ["\0Other\0pub" => 1]] as $result) {
    both('without __unserialize: ' . describe($result), static function () use ($result): OnlySerialize {
        OnlySerialize::$result = $result;

        return new OnlySerialize();
    });
}
--EXPECT--
State, null: same
  encode: throws TypeError("State::__serialize() must return an array")
State, int: same
  encode: throws TypeError("State::__serialize() must return an array")
State, string: same
  encode: throws TypeError("State::__serialize() must return an array")
State, object: same
  encode: throws TypeError("State::__serialize() must return an array")
State, ArrayObject: same
  encode: throws TypeError("State::__serialize() must return an array")
State, empty: same
State, list: same
State, map: same
State, int keys: same
State, holes: same
State, mangled: same
State, nearly mangled: same
State, keys that look like ints: same
State, a long key: same
State, 300 keys: same
State, references: same
State, the argument by reference: same
State, temporaries: same
without __unserialize: ["pub" => 1, "pro" => 2, "pri" => 3]: same
without __unserialize: ["\000*\000pro" => 1, "\000OnlySerialize\000pri" => 2]: same
without __unserialize: [5 => "five", 0 => "zero", -3 => "x"]: same
without __unserialize: ["new" => [1]]: same
without __unserialize: ["" => 1]: same
without __unserialize: ["\000Other\000x" => 1]: same
without __unserialize: ["\000Other\000pub" => 1]: same
