--TEST--
igbinary.disable turns off what makes write_format=lyo faster: bytes and values are the same, nothing is kept, and phpinfo() shows it
--SKIPIF--
<?php
if (!is_readable('/proc/self/cmdline') || !preg_match('~extension=([^\0]+)\0~', (string) file_get_contents('/proc/self/cmdline'))) {
    die('skip the system does not tell how this PHP was started');
}
?>
--FILE--
<?php
preg_match('~extension=([^\0]+)\0~', (string) file_get_contents('/proc/self/cmdline'), $module);
$path = str_contains($module[1], '/') ? $module[1] : ini_get('extension_dir') . '/' . $module[1];
$script = <<<'PHP'
    class Entity { public $id = 1; protected $name = 'a name'; }
    $written = '';
    for ($i = 0; $i < 4; $i++) {
        foreach ([[['id' => 1, 'title' => 'one'], ['id' => 2, 'title' => 'two']], [new Entity(), new Entity()], [1.5, [1, 2, 3]]] as $value) {
            $written .= $bytes = igbinary_serialize($value);
            igbinary_unserialize($bytes) == $value || print("DIFFERS\n");
        }
    }
    ob_start();
    (new ReflectionExtension('igbinary'))->info();
    preg_match_all('/^(?:process|request), (\w+) => (off|\d+ entries)/m', ob_get_clean(), $rows);
    echo implode(', ', array_map(static fn($name, $kept) => "$name $kept", $rows[1], $rows[2])), ' ', md5($written);
    PHP;
$digests = [];
foreach (['', 'prefixes', 'shapes', 'strings', 'classes', 'leaves', 'keys', 'rows', 'zstd', 'prefixes,shapes strings,classes,leaves,keys,rows,zstd'] as $off) {
    $command = [PHP_BINARY, '-n', '-d', "extension=$path", '-d', 'igbinary.write_format=lyo', '-d', "igbinary.disable=$off", '-r', $script];
    preg_match('/^(.*) (\w+)$/', (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command))), $output);
    echo "$off: $output[1]\n";
    $digests[$output[2]] = true;
}
echo count($digests) === 1 ? 'the same bytes' : 'OTHER BYTES', "\n";
var_dump(ini_set('igbinary.disable', 'rows'));
passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-d', "extension=$path", '-d', 'html_errors=0', '-d', 'display_errors=1', '-d', 'igbinary.disable=rows,all', '-r', 'echo ini_get("igbinary.disable"), "\n";'])));
?>
--EXPECT--
: prefixes 2 entries, shapes 2 entries, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
prefixes: prefixes off, shapes 2 entries, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
shapes: prefixes 2 entries, shapes off, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
strings: prefixes 2 entries, shapes 2 entries, strings off, values off, zstd off, classes 1 entries, zstd off
classes: prefixes 2 entries, shapes 2 entries, strings 20 entries, values off, zstd off, classes off, zstd off
leaves: prefixes 2 entries, shapes 2 entries, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
keys: prefixes 2 entries, shapes 2 entries, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
rows: prefixes 2 entries, shapes 2 entries, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
zstd: prefixes 2 entries, shapes 2 entries, strings 20 entries, values off, zstd off, classes 1 entries, zstd off
prefixes,shapes strings,classes,leaves,keys,rows,zstd: prefixes off, shapes off, strings off, values off, zstd off, classes off, zstd off
the same bytes
bool(false)

Warning: igbinary.disable must be names of prefixes, shapes, strings, classes, leaves, keys, rows, zstd, arrays, interned and values, "rows,all" is ignored in Unknown on line 0
