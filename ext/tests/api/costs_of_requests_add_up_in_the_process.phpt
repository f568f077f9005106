--TEST--
At the end of a request its costs are added to those of the process
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = tempnam(sys_get_temp_dir(), 'lyo') . '.php';
file_put_contents($script, <<<'PHP'
    <?php
    lyo_unserialize(lyo_serialize(['a' => 1]));
    lyo_unserialize(lyo_serialize(['a' => 1]));
    ['process' => $process, 'request' => $request] = lyo_status()['cost'];
    echo 'request ', $request['decode']['calls'], ', ', $request['decode']['bytes'], ' bytes; process ', $process['decode']['calls'], ', ', $process['decode']['bytes'], " bytes\n";
    $process['decode']['time'] >= $request['decode']['time'] || print("less time than the request\n");
    isset($_GET['ends']) && exit;
    isset($_GET['fails']) && missing_function();
    PHP);
$address = free_address();
$server = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'extension=' . module_path(), '-d', 'lyo.cost=1', '-d', 'display_errors=0', '-S', $address, $script], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
for ($i = 0; $i < 100 && !($socket = @stream_socket_client("tcp://$address", $errno, $error, 1)); $i++) {
    usleep(50000);
}
fclose($socket);
foreach (['', '?ends', '?fails', ''] as $query) {
    echo file_get_contents("http://$address/$query", false, stream_context_create(['http' => ['ignore_errors' => true]]));
}
proc_terminate($server);
proc_close($server);
unlink($script);
?>
--EXPECT--
request 2, 18 bytes; process 2, 18 bytes
request 2, 18 bytes; process 4, 36 bytes
request 2, 18 bytes; process 6, 54 bytes
request 2, 18 bytes; process 8, 72 bytes
