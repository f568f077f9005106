--TEST--
phpinfo() says "no limit" of what libzstd may keep where memory_limit is off, and the limit where it is not
--INI--
memory_limit=-1
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
foreach (['-1', '64M'] as $limit) {
    ini_set('memory_limit', $limit);
    ob_start();
    phpinfo(INFO_MODULES);
    preg_match('/^request, zstd => (.*)$/m', ob_get_clean(), $row);
    echo $row[1] ?? 'no row', "\n";
}
?>
--EXPECT--
0 entries, 0 bytes, no limit
0 entries, 0 of 67108864 bytes
