--TEST--
A property to which a child class adds a hook is written and restored, also if __sleep() names it
--SKIPIF--
<?php PHP_VERSION_ID < 80400 && die('skip property hooks are new in PHP 8.4'); ?>
--FILE--
<?php
class Plain
{
    public mixed $changed = 5;
    protected int $number = 1;
}
class Hooked extends Plain
{
    public mixed $changed = 6 {
        set => $value;
    }
    protected int $number = 2 {
        get => $this->number;
    }
    public mixed $own = null;

    public function set(int $number): static
    {
        $this->number = $number;

        return $this;
    }
}
class SleepsInOrder extends Hooked
{
    public function __sleep(): array
    {
        return ['changed', 'number', 'own'];
    }
}
class SleepsBackwards extends Hooked
{
    public function __sleep(): array
    {
        return ['own', 'number', 'changed'];
    }
}
class SleepsWithMissing extends Hooked
{
    public function __sleep(): array
    {
        return ['changed', 'missing', 'number'];
    }
}

$compared = 0;
foreach ([Hooked::class, SleepsInOrder::class, SleepsBackwards::class, SleepsWithMissing::class] as $class) {
    foreach ([1, 3] as $count) {
        $value = [];
        for ($i = 0; $i < $count; $i++) {
            $object = (new $class())->set(7 + $i);
            $object->changed = "set $i";
            $object->own = [$object, $value[0] ?? null];
            $value[] = $object;
        }
        $native = @serialize($value);
        $lyo = @serialize(lyo_unserialize(@lyo_serialize($value)));
        if ($lyo !== @serialize(unserialize($native))) {
            echo "$class, $count: DIFFERENT\n  $native\n  $lyo\n";
        }
        $compared++;
    }
}
echo "$compared compared\n";
?>
--EXPECT--
8 compared
