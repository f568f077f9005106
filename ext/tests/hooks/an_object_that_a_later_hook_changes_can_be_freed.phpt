--TEST--
An object that is changed by a hook of a later one can be freed, also if it is in itself
--FILE--
<?php
#[AllowDynamicProperties]
class Changed
{
    public mixed $declared = null;
}
class Changes
{
    public mixed $target = null;
    public ?Closure $change = null;

    public function __serialize(): array
    {
        if ($this->change) {
            ($this->change)($this->target);
        }

        return ['target' => &$this->target];
    }

    public function __unserialize(array $data): void {}
}

$changes = [
    'dynamic' => static fn(Changed $o) => $o->dynamic = 5,
    'declared' => static fn(Changed $o) => $o->declared = 6,
    'new' => static fn(Changed $o) => $o->new = 7,
    'unset' => static function (Changed $o): void { unset($o->dynamic); },
    'nothing' => null,
];
$freed = 0;
foreach (['serialize', 'lyo_serialize'] as $encode) {
    foreach ($changes as $what => $change) {
        foreach ([false, true] as $cyclic) {
            foreach ([false, true] as $first) { // a hook has run before the object is met
                $object = new Changed();
                $object->declared = $cyclic ? ['self' => $object] : [1, 2];
                $object->dynamic = [new stdClass()];
                $hooked = new Changes();
                $hooked->target = &$object;
                $hooked->change = $change;
                $value = $first ? [[new Changes()], &$object, [$hooked]] : [&$object, [$hooked]];
                $left = WeakReference::create($object);
                $encode($value);
                unset($hooked->change, $value, $hooked, $object);
                gc_collect_cycles();
                $left->get() ? print("$encode, $what: NOT FREED\n") : $freed++;
            }
        }
    }
}
echo "$freed freed\n";
?>
--EXPECT--
40 freed
