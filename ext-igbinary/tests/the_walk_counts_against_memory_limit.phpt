--TEST--
The walk before a class is loaded takes its memory where memory_limit counts it
--EXTENSIONS--
igbinary
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator tells what is in use');
?>
--FILE--
<?php
// an object of a class that is not loaded, then 4,000 arrays in each other: 8 bytes for each level
$levels = 4000;
$data = "\0\0\0\2\x14\2\6\0\x17\5Later\x14\0\6\1" . str_repeat("\x14\1\6\0", $levels) . "\0";
$counted = 0;
spl_autoload_register(static function (string $class) use (&$counted): void {
    $counted = memory_get_peak_usage();
    eval("class $class {}");
});
memory_reset_peak_usage();
$before = memory_get_usage();
$value = igbinary_unserialize($data);
echo $value[0]::class, ': ', $counted - $before >= 8 * $levels ? 'counted' : 'only ' . $counted - $before . ' bytes counted', "\n";
for ($depth = 0, $value = $value[1]; is_array($value); $depth++) {
    $value = $value[0];
}
echo "$depth levels\n";
?>
--EXPECT--
Later: counted
4000 levels
