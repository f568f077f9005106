--TEST--
A setting that is not a number, a negative one or an unknown name is ignored with a warning: a typing error does not remove a limit
--INI--
lyo.max_depth=abc
lyo.max_elements=-1
lyo.shape_cache=lots
lyo.disable=prefixes,shape
--FILE--
<?php
foreach (['lyo.max_depth', 'lyo.max_elements', 'lyo.shape_cache', 'lyo.disable'] as $name) {
    echo $name, ' = ', ini_get($name), "\n";
}

$refused = $kept = 0;
set_error_handler(static function (int $level, string $message) use (&$warnings): bool {
    $warnings[] = $message;
    return $level === E_WARNING;
});
foreach (['abc', '', ' ', '-1', '1x', '9223372036854775808', '3 levels'] as $value) {
    foreach (['lyo.max_depth' => '4096', 'lyo.max_elements' => '0'] as $name => $before) {
        $warnings = [];
        $refused += ini_set($name, $value) === false && $warnings === ["$name must be an integer of 0 or more, \"$value\" is ignored"];
        $kept += ini_get($name) === $before;
    }
}
echo "$refused refused with a warning, $kept times the old value\n";

$deep = [];
for ($i = 1; $i < 4098; $i++) {
    $deep = [$deep];
}
foreach (['4096' => 'LimitException', '0x2000' => 'written', '8K' => 'written', '0' => 'written', '3' => 'LimitException'] as $limit => $outcome) {
    $warnings = [];
    ini_set('lyo.max_depth', (string) $limit);
    try {
        lyo_serialize($deep);
        $is = 'written';
    } catch (Lyo\Exception\LimitException) {
        $is = 'LimitException';
    }
    echo $limit, ' ', $warnings === [] && $is === $outcome ? 'as it must be' : "$is " . implode(', ', $warnings), "\n";
}
?>
--EXPECT--
Warning: lyo.max_depth must be an integer of 0 or more, "abc" is ignored in Unknown on line 0

Warning: lyo.max_elements must be an integer of 0 or more, "-1" is ignored in Unknown on line 0

Warning: lyo.shape_cache must be an integer of 0 or more, "lots" is ignored in Unknown on line 0

Warning: lyo.disable must be names of prefixes, shapes, strings, classes, leaves, keys, rows, zstd, arrays, interned and values, "prefixes,shape" is ignored in Unknown on line 0
lyo.max_depth = 4096
lyo.max_elements = 0
lyo.shape_cache = 1M
lyo.disable = 
14 refused with a warning, 14 times the old value
4096 as it must be
0x2000 as it must be
8K as it must be
0 as it must be
3 as it must be
