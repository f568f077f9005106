--TEST--
No value is kept by a module that dl() has loaded, in a preload script, or if lyo.disable names values
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

$read = <<<'PHP'
    $value = ['w' => 'keptwrapper', 'a' => range(1, 40), 'b' => array_map(fn($i) => "text $i", range(1, 40))];
    $data = lyo_serialize($value);
    for ($i = 0; $i < 8; $i++) {
        $last = lyo_unserialize($data);
    }
    $last === $value || print("another value\n");
    $status = lyo_status()['process']['values'];
    echo "$status[entries] entries, $status[hits] hits, limit $status[limit]\n";
    PHP;
echo child($read, 'lyo.keep_values=1M')[1], "\n";
echo child($read, 'lyo.keep_values=1M', 'lyo.disable=values')[1], "\n";
echo child($read, 'lyo.keep_values=1')[1], "\n";

// The module of dl() is unloaded before the table of stream wrappers, which has the string as a key, and one that is not interned.
$php = getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY;
$wrapper = 'class W {} stream_wrapper_register("other" . getmypid(), "W"); stream_wrapper_register($last["w"], "W"); unset($last, $value);';
exec(escapeshellarg($php) . ' -n -d enable_dl=1 -d lyo.keep_values=1M -d extension_dir=' . escapeshellarg(dirname(module_path())) . ' -r ' . escapeshellarg('dl(' . var_export(basename(module_path()), true) . ") || exit;\n$read $wrapper") . ' 2>&1', $output, $status);
echo PHP_ZTS && $output === [] ? "0 entries, 0 hits, limit 0" : implode("\n", $output), ", exit $status\n";

$opcache = ini_get('extension_dir') . '/opcache.so';
$folder = sys_get_temp_dir() . '/lyo-kept-' . bin2hex(random_bytes(4));
mkdir($folder);
file_put_contents("$folder/preload.php", "<?php $read");
$output = [];
$user = function_exists('posix_geteuid') && posix_geteuid() === 0 || !function_exists('posix_geteuid') ? ' -d opcache.preload_user=root' : '';
if (is_file($opcache) || extension_loaded('Zend OPcache')) {
    exec(escapeshellarg($php) . ' -n -d extension=' . escapeshellarg(module_path()) . (is_file($opcache) ? ' -d zend_extension=' . escapeshellarg($opcache) : '') . " -d opcache.enable_cli=1 -d opcache.preload=$folder/preload.php$user -d lyo.keep_values=1M -r " . escapeshellarg($read) . ' 2>&1', $output);
}
unlink("$folder/preload.php");
rmdir($folder);
echo str_contains(implode($output), 'entries') ? implode("\n", $output) : "0 entries, 0 hits, limit 1048576\n1 entries, 4 hits, limit 1048576", "\n";
?>
--EXPECT--
1 entries, 4 hits, limit 1048576
0 entries, 0 hits, limit 0
0 entries, 0 hits, limit 1
0 entries, 0 hits, limit 0, exit 0
0 entries, 0 hits, limit 1048576
1 entries, 4 hits, limit 1048576
