--TEST--
Hooks run in the order of serialize() and unserialize(), with the same arguments
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class State
{
    public mixed $child = null;

    public function __construct(public string $name, mixed $child = null)
    {
        $this->child = $child;
    }

    public function __serialize(): array
    {
        note("__serialize $this->name");

        return ['name' => $this->name, 'child' => $this->child, 7 => 'seven', "\0*\0odd" => 1];
    }

    public function __unserialize(array $data): void
    {
        note('__unserialize ' . describe($data));
        $this->name = $data['name'];
        $this->child = $data['child'];
    }
}

class Sleeper
{
    public function __construct(public string $name, protected mixed $child = null, private mixed $handle = 'open')
    {
    }

    public function __sleep(): array
    {
        note("__sleep $this->name");

        return ['child', 'name'];
    }

    public function __wakeup(): void
    {
        note("__wakeup $this->name, child " . get_debug_type($this->child) . ', handle ' . describe($this->handle ?? null));
    }
}

class Custom implements Serializable
{
    public function __construct(public string $name, public mixed $child = null)
    {
    }

    public function serialize()
    {
        note("serialize $this->name");

        return "payload of $this->name";
    }

    public function unserialize($data)
    {
        note('unserialize ' . describe($data));
        $this->name = $data;
    }
}

class Quiet
{
    public mixed $first = null;
    public mixed $second = null;

    public function __wakeup(): void
    {
        note('__wakeup of Quiet ' . describe([$this->first, $this->second]));
    }
}

both('a tree', static function (): array {
    $quiet = new Quiet();
    $quiet->first = new State('first', new Sleeper('inner', new State('innermost')));
    $quiet->second = new Sleeper('second', new State('child of second'));

    return ['one' => $quiet, 'two' => [new Sleeper('third'), new Custom('fourth')], 'three' => new State('fifth', [new Custom('sixth')])];
});
both('a cycle', static function (): State {
    $outer = new State('outer');
    $inner = new Sleeper('inner', $outer);
    $outer->child = [$inner, $outer, $inner];

    return $outer;
});
both('many of one class', static fn(): array => array_map(static fn(int $i): Sleeper => new Sleeper("s$i", new State("t$i")), range(1, 40)), quiet: true);
both('__serialize beats the others', static fn(): object => new class ('x') extends State {
    public function __sleep(): array
    {
        note('not to be called');

        return [];
    }
});

class Everything extends State implements Serializable
{
    public function __sleep(): array
    {
        note('__sleep is not to be called');

        return [];
    }

    public function __wakeup(): void
    {
        note('__wakeup is not to be called');
    }

    public function serialize()
    {
        note('serialize is not to be called');
    }

    public function unserialize($data)
    {
        note('unserialize is not to be called');
    }
}

both('a class with all of them', static fn(): array => [new Everything('e'), new Everything('f', new Everything('g'))]);
--EXPECT--
a tree: same
  encode: __serialize first
  encode: __sleep inner
  encode: __serialize innermost
  encode: __sleep second
  encode: __serialize child of second
  encode: __sleep third
  encode: serialize fourth
  encode: __serialize fifth
  encode: serialize sixth
  decode: unserialize "payload of fourth"
  decode: unserialize "payload of sixth"
  decode: __unserialize ["name" => "innermost", "child" => null, 7 => "seven", "\000*\000odd" => 1]
  decode: __wakeup inner, child State, handle null
  decode: __unserialize ["name" => "first", "child" => Sleeper#0{name: "inner", protected child: State#1{child: null, name: "innermost"}}, 7 => "seven", "\000*\000odd" => 1]
  decode: __unserialize ["name" => "child of second", "child" => null, 7 => "seven", "\000*\000odd" => 1]
  decode: __wakeup second, child State, handle null
  decode: __wakeup of Quiet [State#0{child: Sleeper#1{name: "inner", protected child: State#2{child: null, name: "innermost"}}, name: "first"}, Sleeper#3{name: "second", protected child: State#4{child: null, name: "child of second"}}]
  decode: __wakeup third, child null, handle null
  decode: __unserialize ["name" => "fifth", "child" => [Custom#0{name: "payload of sixth"}], 7 => "seven", "\000*\000odd" => 1]
a cycle: same
  encode: __serialize outer
  encode: __sleep inner
  decode: __wakeup inner, child State, handle null
  decode: __unserialize ["name" => "outer", "child" => [Sleeper#0{name: "inner", protected child: State#1{child: null}}, #1, #0], 7 => "seven", "\000*\000odd" => 1]
many of one class: same
__serialize beats the others: same
  encode: throws Exception("Serialization of 'State@anonymous' is not allowed")
a class with all of them: same
  encode: __serialize e
  encode: __serialize f
  encode: __serialize g
  decode: __unserialize ["name" => "e", "child" => null, 7 => "seven", "\000*\000odd" => 1]
  decode: __unserialize ["name" => "g", "child" => null, 7 => "seven", "\000*\000odd" => 1]
  decode: __unserialize ["name" => "f", "child" => Everything#0{child: null, name: "g"}, 7 => "seven", "\000*\000odd" => 1]
