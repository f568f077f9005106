--TEST--
1,000 requests of one process that end inside a hook, by exit, memory_limit, timeout, an exception or a fiber that nobody resumes: the next one works, and memory does not grow
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
if (!module_path()) {
    die('skip reason: the system does not tell how this PHP was started');
}
if (PHP_OS_FAMILY !== 'Linux') {
    die('skip only Linux tells the memory of a process in /proc');
}
getenv('USE_ZEND_ALLOC') === '0' && die('skip there is no limit without the Zend allocator');
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = tempnam(sys_get_temp_dir(), 'lyo') . '.php';
file_put_contents($script, <<<'PHP'
    <?php
    ini_set('display_errors', '0');
    ini_set('log_errors', '0');
    class Plain { public $id = 1; protected $name = 'a name'; private $more = [1, 2]; }
    class Ends
    {
        public function __construct(public string $how, public array $more = []) {}
        public function __serialize(): array { self::end($this->how, 'encode'); return ['how' => $this->how]; }
        public function __unserialize(array $data): void { self::end($data['how'], 'decode'); }
        private static function end(string $how, string $when): void
        {
            if ($_GET['when'] !== $when) {
                return;
            }
            switch ($how) {
                case 'exit':
                    exit;
                case 'memory':
                    for ($all = [];;) {
                        $all[] = str_repeat('x', 100000 + count($all));
                    }
                case 'timeout':
                    if (function_exists('posix_kill') && !PHP_ZTS) {
                        set_time_limit(30);
                        posix_kill(getmypid(), SIGPROF); // as the timer does when the time is over
                    } else {
                        set_time_limit(1);
                    }
                    while (true);
                case 'exception':
                    throw new Exception('in a hook');
                case 'fiber':
                    Fiber::suspend();
            }
        }
    }
    defined('SIGPROF') || define('SIGPROF', 27);
    $many = array_map(static fn(int $i): string => "a string of its own, number $i", range(1, 2000));
    $value = [new Plain(), [['id' => 1, 'title' => 'x'], ['id' => 2, 'title' => 'y']], $many, new Ends($_GET['how'], [new Plain()]), new Plain()];
    if ($_GET['how'] === 'status') {
        gc_collect_cycles();
        $good = 0;
        $before = lyo_status()['process']['strings']['entries'];
        foreach ([1, 2, 3] as $turn) {
            array_splice($value, 3, 1);
            $good += serialize(lyo_unserialize(lyo_serialize($value))) === serialize($value);
        }
        preg_match('/^VmRSS:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $m);
        $used = lyo_status()['process']['strings']['entries'] > $before;
        echo json_encode(['good' => $good, 'used' => $used, 'resident' => 1024 * (int) $m[1], 'pid' => getmypid()] + lyo_status());
        return;
    }
    register_shutdown_function(static function (): void {
        ini_set('memory_limit', '32M'); // this function needs some memory, too
        $value = [new Plain(), [['id' => 1, 'title' => 'x'], ['id' => 2, 'title' => 'y']]];
        foreach ([1, 2] as $turn) {
            echo serialize(lyo_unserialize(lyo_serialize($value))) === serialize($value) ? 'works ' : 'FAILS ';
        }
    });
    $call = static fn() => lyo_unserialize(lyo_serialize($value));
    if ($_GET['how'] === 'fiber') {
        $fiber = new Fiber($call);
        $fiber->start();
        $other = new Fiber($call); // one more that waits, and whose call has memory of its own
        $other->start();
        if ($_GET['gone']) {
            unset($fiber);
        }
        echo $_GET['gone'] ? 'destroyed ' : 'waiting ';
    } else {
        $call();
        echo 'NOT ENDED';
    }
    PHP);

// AddressSanitizer keeps what is freed, up to 256 MB, and takes memory beside each block.
$sanitized = getenv('ASAN_OPTIONS');
$sanitized === false || putenv("ASAN_OPTIONS=$sanitized:quarantine_size_mb=1");
$address = free_address();
$server = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'extension=' . module_path(), ...(is_file(PHP_EXTENSION_DIR . '/posix.so') ? ['-d', 'extension=' . PHP_EXTENSION_DIR . '/posix.so'] : []),
    '-d', 'memory_limit=16M', '-S', $address, $script], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
for ($i = 0; $i < 100 && !($socket = @stream_socket_client("tcp://$address", $errno, $error, 1)); $i++) {
    usleep(50000);
}
fclose($socket);
$ask = static fn(array $query): string => (string) file_get_contents("http://$address/?" . http_build_query($query), false, stream_context_create(['http' => ['ignore_errors' => true]]));
$status = static fn(): array => json_decode($ask(['how' => 'status', 'when' => '', 'gone' => 0]), true, 9, JSON_THROW_ON_ERROR);
$ends = [];
foreach (['exit', 'memory', 'timeout', 'exception', 'fiber'] as $how) {
    foreach (['encode', 'decode'] as $when) {
        $ends[] = [$how, $when, 0];
    }
}
$ends[] = ['fiber', 'encode', 1];
$ends[] = ['fiber', 'decode', 1];
$done = [];
$run = static function (int $turns) use ($ends, $ask, &$done): void {
    for ($i = 0; $i < $turns; $i++) {
        foreach ($ends as [$how, $when, $gone]) {
            $answer = trim($ask(['how' => $how, 'when' => $when, 'gone' => $gone]));
            $what = "$how in $when" . ($gone ? ', destroyed' : '') . ": $answer";
            $done[$what] = ($done[$what] ?? 0) + 1;
        }
    }
};
$run(4); // what is kept is filled, and so are PHP's own caches
$first = $status();
$run(84);
$last = $status();
proc_terminate($server);
proc_close($server);
unlink($script);

foreach ($done as $what => $count) {
    echo $count, ' ', $what, "\n";
}
echo array_sum($done), " ends\n";
echo $first['pid'] === $last['pid'] ? 'one process' : 'ANOTHER PROCESS', ', ', $last['good'], ' good in the next request, the table of strings that lasts is ', $last['used'] ? 'used' : 'NOT USED', "\n";
foreach (['process' => ['bytes', 'names'], 'request' => ['bytes', 'calls', 'fibers', 'unread_session']] as $owner => $figures) {
    foreach ($figures as $figure) {
        echo "$owner, $figure: ", $first[$owner][$figure] === $last[$owner][$figure] ? 'the same' : "{$first[$owner][$figure]} before, {$last[$owner][$figure]} after", "\n";
    }
}
echo 'calls in progress: ', $last['request']['calls'], "\n";
$grown = $last['resident'] - $first['resident'];
echo 'resident memory: ', $grown < ($sanitized === false ? 1000000 : 16000000) ? 'less than a megabyte more' : "$grown bytes more", "\n";
?>
--EXPECT--
88 exit in encode: works works
88 exit in decode: works works
88 memory in encode: works works
88 memory in decode: works works
88 timeout in encode: works works
88 timeout in decode: works works
88 exception in encode: works works
88 exception in decode: works works
88 fiber in encode: waiting works works
88 fiber in decode: waiting works works
88 fiber in encode, destroyed: destroyed works works
88 fiber in decode, destroyed: destroyed works works
1056 ends
one process, 3 good in the next request, the table of strings that lasts is used
process, bytes: the same
process, names: the same
request, bytes: the same
request, calls: the same
request, fibers: the same
request, unread_session: the same
calls in progress: 0
resident memory: less than a megabyte more
