--TEST--
100,000 values with a shape of their own, objects and maps, written and read twice each: what is kept fills its memory and stays below the limit
--INI--
lyo.shape_cache=256K
memory_limit=64M
--FILE--
<?php
/* Resident memory of this process in bytes; 0: the system does not tell. The compiler of opcache takes some, too: up to 0.4 MB. A key that
 * is not freed would take 32 bytes or more for each of 90,000 values. AddressSanitizer keeps up to 256 MB of what was freed, and its
 * LeakSanitizer reports what was not. */
function resident(): int
{
    return getenv('USE_ZEND_ALLOC') === '0' ? 0 : (int) preg_match('/^VmRSS:\s+(\d+) kB/m', (string) @file_get_contents('/proc/self/status'), $m) * 1024 * (int) ($m[1] ?? 0);
}

$values = $full = 0;
$after = [];
for ($i = 0; $i < 100000; $i++) {
    $value = $i % 2 ? (object) ["property of shape $i" => $i, "\0*\0hidden$i" => 1] : [["key of shape $i" => 1, 'x' => 2], ["key of shape $i" => 2, 'x' => $i]];
    for ($turn = 0; $turn < 2; $turn++) {
        if (lyo_unserialize(lyo_serialize($value)) != $value) {
            die("another value at $i");
        }
    }
    $values++;
    $process = lyo_status()['process'];
    foreach (['prefixes', 'shapes', 'strings'] as $part) {
        if ($process[$part]['bytes'] > $process[$part]['limit']) {
            die("$part: {$process[$part]['bytes']} bytes at $i");
        }
    }
    if ($i === 10000) {
        $after = [$process, resident()];
    }
}
echo $values, " values\n";
foreach (['prefixes', 'shapes'] as $part) {
    echo $part, ': ', $process[$part]['limit'], ' bytes at most, ', $process[$part]['bytes'] > 0.9 * $process[$part]['limit'] || $process[$part]['entries'] === 512 ? 'full' : print_r($process[$part], true), "\n";
}
foreach (['prefixes' => 'written', 'shapes' => 'read'] as $part => $what) {
    echo $process[$part]['hits'] + $process[$part]['misses'], " preambles $what, ", $process[$part]['misses'] > 190000 ? 'most of them new' : print_r($process[$part], true), "\n";
}
echo 'since value 10000: ', $process['names'] - $after[0]['names'], ' names more, ', $process['bytes'] - $after[0]['bytes'], ' bytes more, resident memory ',
    ($grown = resident() - $after[1]) < 2000000 ? 'the same' : "$grown bytes more", "\n";
?>
--EXPECT--
100000 values
prefixes: 262144 bytes at most, full
shapes: 262144 bytes at most, full
200000 preambles written, most of them new
200000 preambles read, most of them new
since value 10000: 0 names more, 0 bytes more, resident memory the same
