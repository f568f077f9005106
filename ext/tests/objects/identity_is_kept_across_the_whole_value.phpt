--TEST--
The same object in several places is one object again; equal ones stay apart; thousands of them, in any form
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Node
{
    public $next;
    public $list = [];

    public function __construct(public int $id = 0)
    {
    }
}
both('shared and equal', static function (): array {
    $a = new Node(1);
    $b = new Node(1);
    $a->next = $b;
    $b->next = $a;
    $a->list = [$a, $b, [$a, new Node(1)]];

    return [$a, $b, 'again' => $a, 'clone' => clone $a, 'std' => [(object) [], (object) []]];
});
both('a ring of 3000', static function (): Node {
    $first = $last = new Node();
    for ($i = 1; $i < 3000; $i++) {
        $last->list[] = $node = new Node($i);
        $node->next = $first;
        if ($i % 500 === 0) {
            $last = $node;
        }
    }

    return $first;
}, look: static function (Node $first): string {
    $seen = [];
    $walk = static function (Node $node) use (&$walk, &$seen, $first): void {
        if (!isset($seen[$node->id])) {
            $seen[$node->id] = $node->next === $first || $node === $first;
            array_map($walk, $node->list);
        }
    };
    $walk($first);

    return count($seen) . ' ' . count(array_filter($seen));
});
/* Many objects of many classes and shapes, beyond the offset to which shapes are defined at first sight. */
for ($i = 0; $i < 40; $i++) {
    eval("#[AllowDynamicProperties] class Many$i { public \$a = $i; protected \$b = 'b'; private \$c; }");
}
both('many classes', static function (): array {
    $all = [str_repeat('filler ', 200)];
    for ($i = 0; $i < 400; $i++) {
        $class = 'Many' . $i % 40;
        $all[] = $o = new $class();
        $i % 3 && $o->{'dyn' . $i % 11} = $all[$i];
        $all[] = (object) ['k' . $i % 17 => $o, 'l' => $i];
    }

    return $all;
}, quiet: true);
foreach ([254, 255, 256, 300] as $n) {
    both("$n properties", static function () use ($n): array {
        $o = new stdClass();
        for ($i = 0; $i < $n; $i++) {
            $o->{"property$i"} = $i;
        }

        return [$o, clone $o, $o];
    }, quiet: true);
}
var_dump(spl_object_id(lyo_unserialize(lyo_serialize([$n = new Node(), $n]))[0]) > 0);
--EXPECT--
shared and equal: same
a ring of 3000: same
many classes: same
254 properties: same
255 properties: same
256 properties: same
300 properties: same
bool(true)
