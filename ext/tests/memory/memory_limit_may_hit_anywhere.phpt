--TEST--
A memory limit that is hit in the middle of a call ends the script, and neither direction has touched what it must not
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';

/* In a script of its own each: a fatal error ends it. The next request of a server is like the script that follows. */
$php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
$module = null;
foreach (explode(' ', (string) getenv('TEST_PHP_ARGS') . ' ' . implode(' ', (array) @file('/proc/self/cmdline', FILE_IGNORE_NEW_LINES))) as $part) {
    preg_match('/extension=([^\s\0]*lyo\.so)/', $part, $m) && $module = $m[1];
}
$script = <<<'PHP'
    class Node { public $next; public $list = [1, 2]; function __wakeup() {} function __destruct() { echo "D"; } }
    class State { function __serialize(): array { return ['a' => str_repeat('x', 1000), 'b' => new Node]; } function __unserialize(array $d): void {} }
    $o = null;
    for ($i = 0; $i < 2000; $i++) { $n = new Node; $n->next = $o; $o = $n; if ($i % 50 === 0) { $o = null; $all[] = $n; } $all[] = ['k' => "text $i", 'l' => $i % 100 ? $i : new State]; }
    $bytes = lyo_serialize($all);
    foreach ($all as $n) { if ($n instanceof Node) { while ($n) { $m = $n->next; $n->next = null; $n = $m; } } }
    ob_start(); unset($all, $n, $m, $o); gc_collect_cycles(); ob_end_clean();
    $used = memory_get_usage(true);
    ini_set('memory_limit', (string) ($used + $argv[1] * 65536 + 2097152));
    $value = lyo_unserialize($bytes);
    ini_set('memory_limit', (string) (memory_get_usage(true) + $argv[1] * 4096));
    lyo_serialize([$value, $value, str_repeat('y', 300000)]);
    ob_start();
    echo 'through';
    PHP;
if ($module === null) {
    echo "0 crashes of 12\n";
    exit;
}
$crashes = $runs = 0;
foreach ([0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 40] as $limit) {
    $runs++;
    exec(escapeshellarg($php) . ' -n -d display_errors=stderr -d extension=' . escapeshellarg($module) . ' -r ' . escapeshellarg($script) . " $limit 2>&1", $output, $status);
    if ($status !== 0 && $status !== 255) {
        $crashes++;
        echo "limit $limit: status $status\n";
    }
    $output = [];
}
echo "$crashes crashes of $runs\n";
--EXPECT--
0 crashes of 12
