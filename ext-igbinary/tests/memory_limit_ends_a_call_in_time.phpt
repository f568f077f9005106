--TEST--
Going over memory_limit is the error that it is in unserialize(), and shutdown functions run, however much is decoded or encoded
--SKIPIF--
<?php
is_readable('/proc/self/cmdline') || die('skip needs /proc to start PHP with the same module');
PHP_DEBUG && die('skip blocks of a debug build are larger');
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator has a limit');
?>
--FILE--
<?php
/* Some PHPs report the limit late, and end the process at twice the limit without a shutdown function: by exit code 137. */
$script = <<<'PHP'
    <?php
    [, $kind, $factor] = $argv;
    register_shutdown_function(static function (): void {
        ini_set('memory_limit', '64M'); // this function needs some memory, too
        $message = error_get_last()['message'] ?? 'no error';
        echo preg_match('/^Allowed memory size of 33554432 bytes exhausted/', $message) ? 'limit' : $message, ', ', memory_get_peak_usage() >> 20, "\n";
    });
    final class Gives
    {
        public function __construct(public int $i) {}
        public function __serialize(): array
        {
            return [str_repeat(chr($this->i % 256), 100000) . $this->i];
        }
    }
    final class Plain {}
    $n = static fn(int $each): int => (int) ($factor * (32 << 20) / $each);
    if ($kind === 'written from hooks') {
        igbinary_serialize(array_map(static fn(int $i): Gives => new Gives($i), range(1, $n(200000))));
        exit('returned');
    }
    [$each, $element] = match ($kind) {
        'ints' => [16, "\x06\5"],
        'small strings' => [64, "\x11\2ab"],
        'long strings' => [400, "\x11\xFF" . str_repeat('x', 255)],
        'lists' => [208, "\x14\1\6\0\6\5"],
        'objects' => [96, "\x17\5Plain\x14\0"],
    };
    $bytes = "\0\0\0\2\x16" . pack('N', $n($each));
    for ($i = 0; $i < $n($each); $i++) {
        $bytes .= "\x0A" . pack('N', $i) . $element;
    }
    igbinary_unserialize($bytes);
    echo 'returned ';
    PHP;
preg_match('~extension=([^\0]*igbinary(?:\.so)?)\0~', (string) file_get_contents('/proc/self/cmdline'), $match);
$module = str_contains($match[1], '/') ? $match[1] : ini_get('extension_dir') . "/$match[1]";
$file = tempnam(sys_get_temp_dir(), 'igb');
file_put_contents($file, $script);
$tried = 0;
foreach (['ints', 'small strings', 'long strings', 'lists', 'objects', 'written from hooks'] as $kind) {
    foreach ([0.4, 1.5, 3] as $factor) {
        $process = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'memory_limit=32M', '-d', 'display_errors=0', '-d', 'log_errors=0', '-d', "extension=$module", $file, $kind, (string) $factor], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        $output = trim(stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]));
        $status = proc_close($process);
        $tried++;
        if ($factor > 1 ? !str_starts_with($output, 'limit') : !str_starts_with($output, 'returned')) {
            echo "$kind, $factor of the limit: $output, exit code $status\n";
        }
    }
}
unlink($file);
echo "$tried tried\n";
--EXPECT--
18 tried
