--TEST--
lyo_status() reports what is kept, by owner and mechanism, and which calls are in progress
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = <<<'PHP'
    class Entity { public $id = 1; protected $name = 'a name'; }
    class Watches
    {
        public function __construct(private mixed $inner = null, private bool $waits = false) {}
        public function __serialize(): array { return $this->look('encoding'); }
        public function __unserialize(array $data): void { $this->look('decoding'); }
        private function look(string $what): array
        {
            if ($this->inner ?? null) {
                return [lyo_serialize($this->inner)];
            }
            ($this->waits ?? false) && Fiber::suspend();
            echo $what, ': ', calls(), "\n";
            return [];
        }
    }
    function calls(): string
    {
        $request = lyo_status()['request'];
        return "$request[calls] in progress, $request[fibers] fibers wait";
    }
    function kept(): string
    {
        $status = lyo_status();
        $parts = array_map(static fn(array $owner): array => array_filter($owner, is_array(...)), $status);
        foreach ([['process', 'bytes'], ['process', 'limit'], ['request', 'bytes']] as [$owner, $figure]) {
            array_sum(array_column($parts[$owner], $figure)) === $status[$owner][$figure] || print("the sum of $figure of the $owner is not told\n");
        }
        unset($parts['process']['zstd'], $parts['process']['values'], $parts['request']['zstd']);
        $parts = $parts['process'] + $parts['request'];
        foreach ($parts as $name => $part) {
            $part['bytes'] <= $part['limit'] || print("$name has too many bytes\n");
            ($part['entries'] > 0) <= ($part['bytes'] > 0) || print("$name has entries without bytes\n");
            $told[] = $name . ' ' . $part['entries'] . (isset($part['hits']) ? " ($part[hits] hits, $part[misses] misses)" : '') . ($part['limit'] ? '' : ' off');
        }
        return implode(', ', $told) . ', names ' . $status['process']['names'];
    }
    echo kept(), "\n";
    $values = [[['id' => 1, 'title' => 'one'], ['id' => 2, 'title' => 'two']], [new Entity(), new Entity()]];
    foreach ([1, 2, 3, 4] as $turn) {
        foreach ($values as $value) {
            lyo_unserialize(lyo_serialize($value)) == $value || print("another value\n");
        }
        echo kept(), "\n";
    }
    echo calls(), "\n";
    lyo_serialize([new Watches()]);
    lyo_serialize([new Watches(new Watches())]);
    lyo_unserialize(lyo_serialize([new Watches()]));
    $fibers = [];
    foreach ([1, 2, 3] as $i) {
        $fibers[] = $fiber = new Fiber(fn() => lyo_serialize([new Watches(null, true)]));
        $fiber->start();
    }
    echo calls(), "\n";
    lyo_serialize([new Watches()]);
    $fibers[0]->resume();
    unset($fibers[1], $fiber);
    echo calls(), "\n";
    $fibers = [];
    echo calls(), "\n";
    PHP;
foreach (['', 'prefixes', 'shapes', 'strings', 'classes'] as $off) {
    [$status, $output] = child($script, "lyo.disable=$off");
    echo $off === '' ? "$output\n" : "without $off: " . explode("\n", $output)[4] . "\n";
}
echo 'without memory: ', explode("\n", child($script, 'lyo.shape_cache=0')[1])[4], "\n";
?>
--EXPECT--
prefixes 0 (0 hits, 0 misses), shapes 0 (0 hits, 0 misses), strings 0, classes 0, names 0
prefixes 0 (0 hits, 2 misses), shapes 0 (0 hits, 2 misses), strings 5, classes 1, names 0
prefixes 2 (0 hits, 4 misses), shapes 2 (0 hits, 4 misses), strings 10, classes 1, names 5
prefixes 2 (2 hits, 4 misses), shapes 2 (2 hits, 4 misses), strings 15, classes 1, names 5
prefixes 2 (4 hits, 4 misses), shapes 2 (4 hits, 4 misses), strings 20, classes 1, names 5
0 in progress, 0 fibers wait
encoding: 1 in progress, 0 fibers wait
encoding: 2 in progress, 0 fibers wait
encoding: 1 in progress, 0 fibers wait
decoding: 1 in progress, 0 fibers wait
3 in progress, 3 fibers wait
encoding: 4 in progress, 3 fibers wait
encoding: 3 in progress, 2 fibers wait
1 in progress, 1 fibers wait
0 in progress, 0 fibers wait
without prefixes: prefixes 0 (0 hits, 0 misses) off, shapes 2 (4 hits, 4 misses), strings 20, classes 1, names 5
without shapes: prefixes 2 (4 hits, 4 misses), shapes 0 (0 hits, 0 misses) off, strings 20, classes 1, names 5
without strings: prefixes 2 (4 hits, 4 misses), shapes 2 (4 hits, 4 misses), strings 0 off, classes 1, names 5
without classes: prefixes 2 (4 hits, 4 misses), shapes 2 (4 hits, 4 misses), strings 20, classes 0 off, names 5
without memory: prefixes 0 (0 hits, 0 misses) off, shapes 0 (0 hits, 0 misses) off, strings 20, classes 1, names 0
