--TEST--
Every scalar comes back identical, bit for bit
--FILE--
<?php
$values = [null, false, true, 0, '', '0', 0.0, INF, -INF, M_PI, PHP_FLOAT_MAX, PHP_FLOAT_MIN, PHP_FLOAT_EPSILON, 5e-324, 1e22, 1e23, 0.1, 1 / 3, 123456.789, -0.001, 1e15, 1.5e300, 140737488355327.0, 140737488355328.0, -140737488355328.0, 9007199254740993.0];
for ($i = 0; $i < 63; $i++) {
    foreach ([-2, -1, 0, 1, 2] as $d) {
        array_push($values, (1 << $i) + $d, -(1 << $i) + $d, (float) ((1 << $i) + $d), ((1 << $i) + $d) / 1000, -((1 << $i) + $d) / 1e8);
    }
}
array_push($values, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MIN + 1, PHP_INT_MAX - 1);
for ($i = -70; $i < 70; $i++) {
    $values[] = $i;
}
mt_srand(1);
for ($i = 0; $i < 4000; $i++) {
    $values[] = unpack('d', random_or(mt_rand(), mt_rand()))[1];
    $values[] = mt_rand() / 10 ** mt_rand(0, 12);
    $values[] = round(mt_rand() / 1000, mt_rand(0, 9));
}
function random_or(int $a, int $b): string
{
    return pack('VV', $a * 2 + ($b & 1), $b * 2);
}
$wrong = 0;
foreach ($values as $value) {
    foreach ([$value, [$value], [$value, $value, $value, $value], ['k' => $value]] as $whole) {
        $back = lyo_unserialize(lyo_serialize($whole));
        if ($back !== $whole && !(is_float($value) && is_nan($value)) || serialize($back) !== serialize($whole)) {
            $wrong++ < 5 && var_dump($whole, $back);
        }
    }
    if (is_float($value) && !is_nan($value) && pack('d', lyo_unserialize(lyo_serialize($value))) !== pack('d', $value)) {
        $wrong++ < 5 && var_dump($value);
    }
}
echo count($values) > 12000 ? 'more than 12000' : count($values), " values, $wrong wrong\n";
--EXPECT--
more than 12000 values, 0 wrong
