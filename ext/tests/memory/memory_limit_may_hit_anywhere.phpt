--TEST--
A memory limit that is hit in the middle of a call ends the script and nothing else: no crash, wherever it hits
--SKIPIF--
<?php
is_readable('/proc/self/cmdline') || die('skip needs /proc to start PHP with the same module');
getenv('USE_ZEND_ALLOC') === '0' && die('skip there is no limit without the Zend allocator');
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = <<<'PHP'
    class Node { public $next; public $list = [1, 2]; function __wakeup() {} function __destruct() {} }
    class State { function __serialize(): array { return ['a' => str_repeat('x', 1000), 'b' => new Node()]; } function __unserialize(array $d): void {} }
    for ($i = 0; $i < 3000; $i++) {
        $n = new Node();
        $n->next = $i % 50 ? $n : null;
        $all[] = [$n, 'k' => "text $i", 'l' => $i % 100 ? $i : new State(), 'rows' => [['a' => $i, 'b' => "b$i"], ['a' => 1, 'b' => "c$i"]]];
    }
    $bytes = lyo_serialize($all);
    $decode = LIMIT % 2 === 0;
    if ($decode) {
        unset($all, $n);
        gc_collect_cycles();
    }
    // what is left of the chunks is in use: each step of the limit is one of 64 kB
    for ($fill = []; count($fill) < 1000 && memory_get_usage(true) - memory_get_usage() > 100000;) {
        $fill[] = str_repeat('f', 40000);
    }
    $long = str_repeat('y', 3000000); // more than any gap: its payload takes new memory
    ini_set('memory_limit', (string) (memory_get_usage(true) + LIMIT * 65536));
    $decode ? lyo_unserialize($bytes) : lyo_serialize([$all, $long, $all]);
    echo 'through';
    PHP;
$through = $ended = 0;
for ($limit = 0; $limit < 120; $limit += $limit < 16 ? 1 : 9) {
    [$status, $output] = child(str_replace('LIMIT', (string) $limit, $script));
    if ($status === 0 && str_contains($output, 'through')) {
        $through++;
    } elseif ($status === 255 && str_contains($output, 'Allowed memory size')) {
        $ended++;
    } else {
        echo "limit $limit: status $status, $output\n";
    }
}
echo $through > 0 ? 'some went through' : 'NONE WENT THROUGH', ', ', $ended > 3 ? 'some ended' : "only $ended ended", "\n";
--EXPECT--
some went through, some ended
