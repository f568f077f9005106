--TEST--
What an encoder knows of a class ends with the request: the next one may declare it with other properties and hooks
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$classes = [
    'first' => 'class Customer { public $a = 1; protected $b = 2; }',
    'other order' => 'class Customer { protected $b = 1; public $a = 2; }',
    'other names' => 'class Customer { public $c = 1; protected $d = 2; }',
    'fewer' => 'class Customer { public $a = 1; }',
    'more' => 'class Customer { public $a = 1; protected $b = 2; private $c = 3; }',
    'sleeps' => 'class Customer { public $a = 1; protected $b = 2; public function __sleep() { return array_reverse(["a", "b"]); } }',
    'gives' => 'class Customer { public $a = 1; protected $b = 2; public function __serialize(): array { return ["x" => $this->a + 1]; } public function __unserialize(array $data): void { $this->a = $data["x"] - 1; } }',
    'an enum' => 'enum Customer { case One; }',
];
$script = tempnam(sys_get_temp_dir(), 'lyo') . '.php';
file_put_contents($script, '<?php
    $classes = ' . var_export($classes, true) . ';
    eval($classes[$_GET["c"]]);
    $values = enum_exists("Customer", false) ? [Customer::One] : [new Customer(), unserialize(serialize(new Customer()))];
    foreach ([1, 2, 3] as $i) {
        foreach ($values as $n => $value) {
            $bytes = lyo_serialize([$value, $value instanceof UnitEnum ? $value : clone $value]);
            $all[$n][] = bin2hex($bytes);
            $good[] = serialize(lyo_unserialize($bytes)) === serialize([$value, $value instanceof UnitEnum ? $value : clone $value]);
        }
    }
    echo json_encode([array_map(static fn($each) => array_values(array_unique($each)), $all), count(array_filter($good))]);
');

/** Starts a server, or one for each class, and returns what it answers. */
function answers(string $script, array $classes, string $cache): array
{
    $address = free_address();
    $server = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'extension=' . module_path(), '-d', "lyo.shape_cache=$cache", '-S', $address, $script], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
    for ($i = 0; $i < 100 && !($socket = @stream_socket_client("tcp://$address", $errno, $error, 1)); $i++) {
        usleep(50000);
    }
    fclose($socket);
    foreach ($classes as $c) {
        $answers[] = "$c: " . file_get_contents("http://$address/?" . http_build_query(['c' => $c]));
    }
    proc_terminate($server);
    proc_close($server);
    return $answers;
}

$order = [...array_keys($classes), ...array_reverse(array_keys($classes))];
foreach (['1M', '0'] as $cache) {
    $together = answers($script, $order, $cache);
    $alone = array_merge(...array_map(static fn($c) => answers($script, [$c], $cache), array_keys($classes)));
    foreach (array_keys($classes) as $i => $c) {
        [$bytes, $good] = json_decode(substr($together[$i], strlen("$c: ")), true);
        echo $cache, ' ', $c, ': ', implode('/', array_map(count(...), $bytes)), ' encoding, ', $good, ' good, ',
            $together[$i] === $alone[$i] && $together[count($order) - 1 - $i] === $alone[$i] ? 'the same as alone' : 'OTHERWISE ALONE', "\n";
    }
}
unlink($script);
--EXPECT--
1M first: 1/1 encoding, 6 good, the same as alone
1M other order: 1/1 encoding, 6 good, the same as alone
1M other names: 1/1 encoding, 6 good, the same as alone
1M fewer: 1/1 encoding, 6 good, the same as alone
1M more: 1/1 encoding, 6 good, the same as alone
1M sleeps: 1/1 encoding, 6 good, the same as alone
1M gives: 1/1 encoding, 6 good, the same as alone
1M an enum: 1 encoding, 3 good, the same as alone
0 first: 1/1 encoding, 6 good, the same as alone
0 other order: 1/1 encoding, 6 good, the same as alone
0 other names: 1/1 encoding, 6 good, the same as alone
0 fewer: 1/1 encoding, 6 good, the same as alone
0 more: 1/1 encoding, 6 good, the same as alone
0 sleeps: 1/1 encoding, 6 good, the same as alone
0 gives: 1/1 encoding, 6 good, the same as alone
0 an enum: 1 encoding, 3 good, the same as alone
