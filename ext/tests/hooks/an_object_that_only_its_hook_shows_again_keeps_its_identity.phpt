--TEST--
An object whose state holds the object itself is written once, also when one slot alone holds it
--FILE--
<?php
require __DIR__ . '/../support/describe.inc';

class Loop
{
    public mixed $got = null;

    public function __serialize(): array
    {
        return ['me' => $this];
    }

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}

class SleepingLoop
{
    public mixed $me = null;

    public function __sleep(): array
    {
        $this->me = $this;

        return ['me'];
    }
}

class Shy
{
    public function __serialize(): array
    {
        return ['me' => $this];
    }

    public function __unserialize(array $data): void {}
}

class Around
{
    public ?Shy $shy = null;
}

// one reference in all: serialize() of PHP 8.2 takes such an object for one that cannot be met again, and writes it twice
foreach ([static fn(): array => [new Loop()], static fn(): array => ['x' => new SleepingLoop()]] as $make) {
    echo describe(lyo_unserialize(lyo_serialize($make()))), "\n";
}
$loop = new Loop();
echo describe(lyo_unserialize(lyo_serialize([$loop, $loop]))), "\n";

// PHP 8.2 does so in objects without a table of properties: in new ones, and in those that lyo has made
$around = new Around();
$around->shy = new Shy();
$back = lyo_unserialize(lyo_serialize($around));
echo serialize($back) === serialize($around) ? 'as a new one' : 'UNLIKE A NEW ONE', ', ', lyo_serialize($back) === lyo_serialize($around) ? 'and the same bytes' : 'OTHER BYTES', "\n";
--EXPECT--
[Loop#0{got: ["me" => #0]}]
["x" => SleepingLoop#0{me: #0}]
[Loop#0{got: ["me" => #0]}, #0]
as a new one, and the same bytes
