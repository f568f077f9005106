--TEST--
Going over memory_limit is the error that it is in unserialize(), and shutdown functions run, however much is decoded, unpacked, encoded or learned from
--SKIPIF--
<?php
is_readable('/proc/self/cmdline') || die('skip needs /proc to start PHP with the same module');
PHP_DEBUG && die('skip blocks of a debug build are larger');
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator has a limit');
?>
--INI--
memory_limit=2G
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';
require __DIR__ . '/../support/child.inc';

/* Some PHPs report the limit late, and end the process at twice the limit without a shutdown function: by exit code 137. */
$script = <<<'PHP'
    [, $kind, $factor, $support, $made] = $argv;
    require $support;
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
        public function __unserialize(array $data): void {}
    }
    final class Plain {}
    $n = static fn(int $each): int => (int) ($factor * (32 << 20) / $each);
    switch ($kind) {
        case 'ints':
            $bytes = payload(sized(200, $n(16)) . str_repeat("\5", $n(16)));
            break;
        case 'small strings':
            $bytes = payload(sized(200, $n(48)) . str_repeat("\x41ab", $n(48)));
            break;
        case 'joined strings':
            $bytes = payload(sized(200, $n(304) + 1) . text(str_repeat('a', 255)) . str_repeat("\xE4\xFF\3abc", $n(304)));
            break;
        case 'lists':
            $bytes = payload(sized(200, $n(208)) . str_repeat("\x80\5", $n(208)));
            break;
        case 'a map':
            $bytes = "\xC1\x10" . sized(204, $n(32));
            for ($i = 0; $i < $n(32); $i++) {
                $bytes .= "\xAB" . pack('V', 100000000 + $i) . "\5";
            }
            break;
        case 'objects':
            $bytes = payload(sized(200, $n(80)) . str_repeat("\x61", $n(80)), [class_shape('Plain')]);
            break;
        default:
            $bytes = file_get_contents($made);
            break;
        case 'a dictionary':
            lyo_train_dictionary(array_fill(0, $n(500000), random_bytes(100000)), 16384); // it takes some four times the samples
            exit('returned');
        case 'written from hooks':
            $value = array_map(static fn(int $i): Gives => new Gives($i), range(1, $n(200000)));
            lyo_serialize($value);
            exit('returned');
    }
    lyo_unserialize($bytes, ['max_unpacked' => 1 << 30]);
    echo 'returned ';
    PHP;
/* What needs much memory itself to be made. */
$made = static function (string $kind, float $factor): ?string {
    $n = (int) ($factor * (32 << 20) / 16);
    try {
        return match ($kind) {
            'rows' => lyo_serialize(array_map(static fn(int $i): array => ['id' => $i, 'name' => $i % 7, 'x' => null], range(1, intdiv($n, 25)))),
            'a vector' => lyo_serialize(array_map(static fn(int $i): int => $i * 7919 % 60000, range(1, $n))),
            'unpacked by zlib', 'unpacked by zstd' => lyo_serialize(str_repeat('abcdefgh', $n), ['compress' => substr($kind, -4), 'min_size' => 0]),
            'a dictionary' => lyo_serialize('', ['compress' => 'zstd']),
            default => '',
        };
    } catch (Lyo\Exception\UnavailableException) {
        return null; // built without it
    }
};
$kinds = ['ints', 'small strings', 'joined strings', 'lists', 'a map', 'objects', 'rows', 'a vector', 'unpacked by zlib', 'unpacked by zstd', 'a dictionary', 'written from hooks'];
$file = tempnam(sys_get_temp_dir(), 'lyo');
file_put_contents($file, "<?php error_reporting(E_ALL & ~E_DEPRECATED);\n$script");
$tried = 0;
foreach ($kinds as $kind) {
    foreach ([0.5, 1.5, 3] as $factor) {
        $tried++;
        if (file_put_contents("$file.bytes", $bytes = $made($kind, $factor)) === false || $bytes === null) {
            continue;
        }
        unset($bytes);
        $process = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'memory_limit=32M', '-d', 'display_errors=0', '-d', 'log_errors=0', '-d', 'extension=' . module_path(), $file, $kind, (string) $factor, realpath(__DIR__ . '/../support/payload.inc'), "$file.bytes"], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        $output = trim(stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]));
        $status = proc_close($process);
        if ($factor > 1 ? !str_starts_with($output, 'limit') : !str_starts_with($output, 'returned')) {
            echo "$kind, $factor of the limit: $output, exit code $status\n";
        }
    }
}
unlink($file);
unlink("$file.bytes");
echo "$tried tried\n";
--EXPECT--
36 tried
