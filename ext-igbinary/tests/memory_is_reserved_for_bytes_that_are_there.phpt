--TEST--
Messages that claim more than they hold do not take memory for it
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--INI--
memory_limit=64M
--FILE--
<?php
$head = "\0\0\0\2";
$bombs = [
    'arrays' => $head . str_repeat("\x15\xff\xff\6\0", 300) . str_repeat("\0", 70_000),
    'one array' => $head . "\x16\xff\xff\xff\xff" . str_repeat("\0", 1000),
    'objects' => $head . str_repeat("\x17\x08stdClass\x15\xff\xff\x11\1a", 300) . str_repeat("\0", 70_000),
    'a string' => $head . "\x13\xff\xff\xff\xff" . 'x',
    'a string of 64 bits' => $head . "\x26\xff\xff\xff\xff\xff\xff\xff\xff" . 'x',
    'a payload' => $head . "\x17\x08stdClass\x1f\xff\xff\xff\xff" . 'x',
    'lists' => $head . str_repeat("\x14\xff\6\0", 4000) . "\0",
];
foreach ($bombs as $what => $bytes) {
    $before = memory_get_usage();
    memory_reset_peak_usage();
    $value = @igbinary_unserialize($bytes);
    $peak = memory_get_peak_usage() - $before;
    echo $what, ': ', $value === null ? 'refused' : 'TAKEN', $peak < 400 * strlen($bytes) + 262_144 ? '' : " with $peak bytes", ', ', memory_get_usage() - $before < 4096 ? 'nothing left' : 'SOMETHING LEFT', "\n";
}
?>
--EXPECT--
arrays: refused, nothing left
one array: refused, nothing left
objects: refused, nothing left
a string: refused, nothing left
a string of 64 bits: refused, nothing left
a payload: refused, nothing left
lists: refused, nothing left
