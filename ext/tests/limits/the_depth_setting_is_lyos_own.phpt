--TEST--
lyo.max_depth is used in place of unserialize_max_depth; with 0 the limit is the size of the C stack
--SKIPIF--
<?php
PHP_DEBUG && die('skip an unoptimised or instrumented build takes more stack for a level');
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes more stack for a level');
?>
--INI--
unserialize_max_depth=3
memory_limit=512M
--FILE--
<?php
$deep = 'leaf';
for ($i = 0; $i < 10; $i++) {
    $deep = [$deep];
}
var_dump(@unserialize(serialize($deep)), lyo_unserialize(lyo_serialize($deep)) === $deep);
ini_set('lyo.max_depth', '3');
try {
    lyo_serialize($deep);
} catch (Lyo\Exception\LimitException $e) {
    echo $e->getMessage(), "\n";
}
foreach ([0, PHP_INT_MAX, 9000] as $limit) {
    $deep = 'leaf';
    for ($i = 0; $i < 9000; $i++) {
        $deep = [$deep];
    }
    $options = ['max_depth' => $limit];
    $bytes = lyo_serialize($deep, $options);
    var_dump(lyo_serialize(lyo_unserialize($bytes, $options), $options) === $bytes);
}
/* A bomb of a million levels is refused, or read where PHP watches the stack, but never crashes. */
$bomb = "\xC1\x10" . str_repeat("\x80", 1000000) . "\xA0";
try {
    lyo_unserialize($bomb, ['max_depth' => 0]);
    echo "read\n";
} catch (Lyo\Exception\LimitException $e) {
    echo "refused\n";
}
(new Fiber(static function () use ($bomb): void {
    try {
        lyo_unserialize($bomb, ['max_depth' => 0]);
        echo "read\n";
    } catch (Lyo\Exception\LimitException $e) {
        echo "refused\n";
    }
}))->start();
--EXPECT--
bool(false)
bool(true)
nested too deeply at offset 5
bool(true)
bool(true)
bool(true)
refused
refused
