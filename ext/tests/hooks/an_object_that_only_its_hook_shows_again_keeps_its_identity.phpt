--TEST--
An object whose state holds the object itself is written once; serialize() writes it twice when one slot holds it
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

// one reference in all: serialize() takes such an object for one that cannot be met again
foreach ([static fn(): array => [new Loop()], static fn(): array => ['x' => new SleepingLoop()]] as $make) {
    echo 'native ', describe(unserialize(serialize($make()))), "\n";
    echo 'lyo    ', describe(lyo_unserialize(lyo_serialize($make()))), "\n";
}
$loop = new Loop();
echo 'native ', describe(unserialize(serialize([$loop, $loop]))), "\n";
echo 'lyo    ', describe(lyo_unserialize(lyo_serialize([$loop, $loop]))), "\n";
--EXPECT--
native [Loop#0{got: ["me" => Loop#1{got: ["me" => #1]}]}]
lyo    [Loop#0{got: ["me" => #0]}]
native ["x" => SleepingLoop#0{me: SleepingLoop#1{me: #1}}]
lyo    ["x" => SleepingLoop#0{me: #0}]
native [Loop#0{got: ["me" => #0]}, #0]
lyo    [Loop#0{got: ["me" => #0]}, #0]
