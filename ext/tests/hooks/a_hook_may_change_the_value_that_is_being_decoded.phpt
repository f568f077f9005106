--TEST--
__wakeup() and __unserialize() may unset, retype, replace and add siblings, parents and elements of arrays behind references
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

final class Deed
{
    public static ?Closure $do = null;
}

#[AllowDynamicProperties]
class Node
{
    public mixed $parent = null;
    public mixed $sibling = null;
    public mixed $array = null;
    public mixed $last = 'last';
}

class Waking extends Node
{
    public function __wakeup(): void
    {
        Deed::$do && (Deed::$do)($this);
        note('woken ' . substr(describe($this), 0, 300));
    }
}

class Restoring extends Node
{
    public function __serialize(): array
    {
        return ['parent' => $this->parent, 'sibling' => &$this->sibling, 'array' => &$this->array];
    }

    public function __unserialize(array $data): void
    {
        $this->parent = $data['parent'];
        $this->sibling = &$data['sibling'];
        $this->array = &$data['array'];
        Deed::$do && (Deed::$do)($this, $data);
        note('restored ' . substr(describe($this), 0, 300));
    }
}

$deeds = [
    'nothing' => static fn() => null,
    'unset sibling of parent' => static function (Node $n): void {
        unset($n->parent->sibling, $n->parent->last);
    },
    'unset itself in parent' => static function (Node $n): void {
        unset($n->parent->array);
    },
    'clear array' => static function (Node $n): void {
        $n->array = [];
    },
    'pop' => static function (Node $n): void {
        is_array($n->array) && array_pop($n->array);
    },
    'shift' => static function (Node $n): void {
        is_array($n->array) && array_shift($n->array);
    },
    'retype' => static function (Node $n): void {
        $n->array = 'retyped';
        $n->sibling = [1, 2, 3];
        $n->parent = null;
    },
    'replace elements' => static function (Node $n): void {
        if (is_array($n->array)) {
            foreach ($n->array as &$v) {
                $v = (object) ['replaced' => true];
            }
        }
    },
    'add' => static function (Node $n): void {
        for ($i = 0; $i < 30; $i++) {
            $n->parent && $n->parent->{"added$i"} = $i;
            is_array($n->array) && $n->array["added$i"] = $n;
        }
    },
    'swap with sibling' => static function (Node $n): void {
        [$n->sibling, $n->array] = [$n->array, $n->sibling];
    },
    'let the state go' => static function (Node $n, array &$data = []): void {
        $data = [];
    },
    'write into the state' => static function (Node $n, array &$data = []): void {
        foreach ($data as &$v) {
            $v = 'written';
        }
    },
    'make a cycle' => static function (Node $n): void {
        $n->self = [&$n->array, $n];
    },
    'collect' => static function (Node $n): void {
        $n->parent = $n->sibling = null;
        gc_collect_cycles();
    },
];
$runs = 0;
foreach ([Waking::class, Restoring::class] as $class) {
    foreach ($deeds as $name => $deed) {
        both("$class, $name", static function () use ($class, $deed): array {
            Deed::$do = $deed;
            $parent = new Node();
            $first = new $class();
            $second = new $class();
            $array = [$first, 'x' => [1, 2], 'y' => $second, 'z' => 'text'];
            $first->parent = $second->parent = $parent;
            $first->sibling = $second;
            $second->sibling = $first;
            $first->array = &$array;
            $second->array = &$array;
            $parent->array = &$array;
            $parent->sibling = $first;

            return ['parent' => $parent, 'first' => $first, 'all' => &$array, 'second' => $second];
        }, quiet: true);
        $runs++;
    }
}
echo "$runs values\n";
--EXPECT--
Waking, nothing: same
Waking, unset sibling of parent: same
Waking, unset itself in parent: same
Waking, clear array: same
Waking, pop: same
Waking, shift: same
Waking, retype: same
Waking, replace elements: same
Waking, add: same
Waking, swap with sibling: same
Waking, let the state go: same
Waking, write into the state: same
Waking, make a cycle: same
Waking, collect: same
Restoring, nothing: same
Restoring, unset sibling of parent: same
Restoring, unset itself in parent: same
Restoring, clear array: same
Restoring, pop: same
Restoring, shift: same
Restoring, retype: same
Restoring, replace elements: same
Restoring, add: same
Restoring, swap with sibling: same
Restoring, let the state go: same
Restoring, write into the state: same
Restoring, make a cycle: same
Restoring, collect: same
28 values
