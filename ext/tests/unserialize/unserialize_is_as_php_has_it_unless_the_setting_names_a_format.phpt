--TEST--
unserialize() is as PHP has it unless lyo.unserialize_reads names a format; envelopes are read only if they are named
--SKIPIF--
<?php
is_readable('/proc/self/cmdline') || die('skip needs /proc to start PHP with the same module');
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$script = tempnam(sys_get_temp_dir(), 'lyo');
file_put_contents($script, <<<'PHP'
    <?php
    $igbinary = "\0\0\0\2\x06\x05";
    foreach (['text' => 'i:5;', 'lyo' => lyo_serialize(5), 'igbinary' => $igbinary, 'carrier' => "\0\0\0\4" . lyo_serialize(5), 'envelope' => lyo_serialize(5, ['checksum' => true])] as $name => $bytes) {
        echo $name, @unserialize($bytes) === 5 ? ' is read, ' : ' is not, ';
    }
    try {
        echo ini_set('lyo.unserialize_reads', 'lyo') === false ? 'not changed' : 'CHANGED', "\n";
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
    PHP);
$run = static function (array $settings) use ($script): string {
    $command = [getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, '-n', '-d', 'display_startup_errors=1', '-d', 'html_errors=0', '-d', 'extension=' . module_path()];
    foreach ($settings as $setting) {
        array_push($command, '-d', $setting);
    }
    $process = proc_open([...$command, $script], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
    $output = stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]);
    $status = proc_close($process);

    return trim($output) . ($status === 0 ? '' : ", exit code $status");
};
foreach (['', 'lyo', 'igbinary', 'lyo, igbinary', 'lyo igbinary envelopes', 'lyo json'] as $value) {
    echo "\"$value\": ", $run(["lyo.unserialize_reads=\"$value\""]), "\n";
}
echo 'disabled: ', $run(['lyo.unserialize_reads=lyo', 'disable_functions=unserialize']), "\n";
unlink($script);
?>
--EXPECTF--
"": text is read, lyo is not, igbinary is not, carrier is not, envelope is not, not changed
"lyo": text is read, lyo is read, igbinary is not, carrier is read, envelope is not, not changed
"igbinary": text is read, lyo is not, igbinary is read, carrier is not, envelope is not, not changed
"lyo, igbinary": text is read, lyo is read, igbinary is read, carrier is read, envelope is not, not changed
"lyo igbinary envelopes": text is read, lyo is read, igbinary is read, carrier is read, envelope is read, not changed
"lyo json": Warning: lyo.unserialize_reads must be names of lyo, igbinary and envelopes, "lyo json" is ignored in Unknown on line 0
text is read, lyo is not, igbinary is not, carrier is not, envelope is not, not changed
disabled: text
Fatal error: Uncaught Error: Call to undefined function unserialize() in %s:4
Stack trace:
#0 {main}
  thrown in %s on line 4, exit code 255
