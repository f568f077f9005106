--TEST--
Hooks may collect garbage, and make some, while their value is written or read
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
zend.enable_gc=1
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

function litter(): void
{
    for ($i = 0; $i < 30; $i++) {
        $a = new stdClass();
        $b = [$a, 'text ' . $i];
        $a->self = $a;
        $a->b = &$b;
        unset($a, $b);
    }
    gc_collect_cycles();
    // takes blocks of the sizes that have just been freed
    $held = [];
    for ($i = 0; $i < 50; $i++) {
        $held[] = [new stdClass(), str_repeat('x', 8 * $i), range(0, $i % 9), ['k' => $i]];
    }
}

class State
{
    public mixed $self;
    public array $data = [];

    public function __construct()
    {
        $this->self = $this;
    }

    public function __serialize(): array
    {
        litter();

        return ['self' => $this->self, 'data' => $this->data, 'new' => [new stdClass(), new ArrayObject([1])]];
    }

    public function __unserialize(array $data): void
    {
        litter();
        $this->self = $data['self'];
        $this->data = $data['data'];
        litter();
    }
}

class Sleeper
{
    public mixed $self;
    public mixed $data = null;
    public mixed $list = null;

    public function __construct()
    {
        $this->self = $this;
        $this->list = [&$this->list, $this];
    }

    public function __sleep(): array
    {
        litter();

        return ['self', 'data', 'list'];
    }

    public function __wakeup(): void
    {
        litter();
        $this->data = null;
        gc_collect_cycles();
    }
}

class Custom implements Serializable
{
    public mixed $self;

    public function serialize()
    {
        $this->self = $this;
        litter();

        return str_repeat('payload ', 10);
    }

    public function unserialize($data)
    {
        $this->self = [$this, $data];
        litter();
    }
}

both('cycles', static function (): array {
    $all = ['states' => [], 'sleepers' => [], 'customs' => []];
    for ($i = 0; $i < 10; $i++) {
        $all['states'][] = $state = new State();
        $all['sleepers'][] = $sleeper = new Sleeper();
        $all['customs'][] = $custom = new Custom();
        $state->data = [$sleeper, $custom, "text $i", $i / 3, ['k' => $i]];
        $sleeper->data = [$state->data, (object) ['state' => $state]];
    }
    $all['root'] = &$all;

    return $all;
});

/* The collector runs by itself when its buffer of 10,001 candidates is full: in the middle of either direction. */
both('a full buffer', static function (): array {
    $many = [];
    for ($i = 0; $i < 12000; $i++) {
        $o = new stdClass();
        $o->self = $o;
        $o->next = $many[$i - 1] ?? null;
        $many[] = $o;
    }

    return $many;
}, look: static fn(array $many): string => count($many) . ' ' . count(array_unique(array_map(spl_object_id(...), $many))));

/* Garbage with a destructor that decodes. */
class Bomb
{
    public mixed $self;

    public function __construct()
    {
        $this->self = $this;
    }

    public function __destruct()
    {
        note('bomb ' . describe(codec()->decode(codec()->encode([1, 'two', (object) ['three' => 3]]))));
    }
}
class Trigger
{
    public function __wakeup(): void
    {
        new Bomb();
        gc_collect_cycles();
    }
}
both('a destructor in the collector', static fn(): array => [new Trigger(), 'between', new Trigger()]);
--EXPECT--
cycles: same
a full buffer: same
a destructor in the collector: same
  decode: bomb [1, "two", stdClass#0{three: 3}]
  decode: bomb [1, "two", stdClass#0{three: 3}]
