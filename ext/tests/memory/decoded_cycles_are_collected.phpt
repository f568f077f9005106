--TEST--
Cycles in decoded values are garbage like any other: the collector frees them, whether or not anybody has looked at them
--INI--
zend.enable_gc=1
--FILE--
<?php
class Node
{
    public $self;
    public $list = [];
    public static int $gone = 0;

    public function __destruct()
    {
        self::$gone++;
    }
}
class State extends Node
{
    public function __serialize(): array
    {
        return ['self' => $this->self, 'list' => $this->list];
    }

    public function __unserialize(array $data): void
    {
        $this->self = $data['self'];
        $this->list = $data['list'];
    }
}
function cycle(string $class): object
{
    $o = new $class();
    $o->self = $o;
    $o->list = [$o, ['deep' => [$o]]];

    return $o;
}
$array = ['x' => 1];
$array['self'] = &$array;
$std = new stdClass();
$std->self = $std;
$values = ['Node' => cycle('Node'), 'State' => cycle('State'), 'many' => array_map(static fn(int $i): object => cycle('Node'), range(1, 50)), 'array' => $array, 'stdClass' => $std, 'incomplete' => null];
foreach ($values as $name => $value) {
    $bytes = $name === 'incomplete' ? str_replace("\x43Node", "\x43None", lyo_serialize(cycle('Node'))) : lyo_serialize($value);
    gc_collect_cycles();
    // the first round enlarges PHP's tables of objects and candidates
    foreach ([0, 1] as $round) {
        Node::$gone = 0;
        $before = memory_get_usage();
        for ($i = 0; $i < 100; $i++) {
            lyo_unserialize($bytes);
        }
        gc_collect_cycles();
    }
    echo $name, ': ', ($left = memory_get_usage() - $before) <= 64 ? 'collected' : "$left bytes left", ', ', Node::$gone, " destructors\n";
}
--EXPECT--
Node: collected, 100 destructors
State: collected, 100 destructors
many: collected, 5000 destructors
array: collected, 0 destructors
stdClass: collected, 0 destructors
incomplete: collected, 0 destructors
