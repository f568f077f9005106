--TEST--
-0.0 stays -0.0, alone, in vectors and in columns; every NaN becomes the same NaN
--FILE--
<?php
$show = static fn(float $f): string => bin2hex(strrev(pack('d', $f)));
foreach ([-0.0, 0.0] as $zero) {
    foreach ([$zero, [$zero], [$zero, $zero, $zero, $zero], [1.5, $zero, 2.25, -3.0], [0.0, -0.0, 0.0, $zero], array_fill(0, 10, ['f' => $zero, 'g' => 1.5])] as $value) {
        $back = [lyo_unserialize(lyo_serialize($value))];
        array_walk_recursive($back, static function (float $f) use (&$all, $show): void {
            $all[] = $show($f);
        });
    }
}
$expected = array_merge(...array_map(static function (float $zero) use ($show): array {
    $flat = [$zero, $zero, $zero, $zero, $zero, $zero, 1.5, $zero, 2.25, -3.0, 0.0, -0.0, 0.0, $zero];
    for ($i = 0; $i < 10; $i++) {
        array_push($flat, $zero, 1.5);
    }

    return array_map($show, $flat);
}, [-0.0, 0.0]));
var_dump($all === $expected);
foreach (['7ff8000000000000', 'fff8000000000000', '7ff0000000000001', 'ffffffffffffffff', '7ff8000000000123'] as $hex) {
    $nan = unpack('d', strrev(hex2bin($hex)))[1];
    echo $hex, ' ', bin2hex(lyo_serialize($nan)), ' ', $show(lyo_unserialize(lyo_serialize($nan))), ' ', bin2hex(lyo_serialize([$nan, $nan, NAN, -$nan])), "\n";
    // written by somebody else
    echo '  read ', $show(lyo_unserialize("\xC1\x10\xB6" . strrev(hex2bin($hex)))), ' ', $show(lyo_unserialize("\xC1\x10\xD8\4\x0B" . str_repeat(strrev(hex2bin($hex)), 4))[3]), "\n";
}
--EXPECT--
bool(true)
7ff8000000000000 c110b6000000000000f87f 7ff8000000000000 c110d80420b6000000000000f87f
  read 7ff8000000000000 7ff8000000000000
fff8000000000000 c110b6000000000000f87f 7ff8000000000000 c110d80420b6000000000000f87f
  read 7ff8000000000000 7ff8000000000000
7ff0000000000001 c110b6000000000000f87f 7ff8000000000000 c110d80420b6000000000000f87f
  read 7ff8000000000000 7ff8000000000000
ffffffffffffffff c110b6000000000000f87f 7ff8000000000000 c110d80420b6000000000000f87f
  read 7ff8000000000000 7ff8000000000000
7ff8000000000123 c110b6000000000000f87f 7ff8000000000000 c110d80420b6000000000000f87f
  read 7ff8000000000000 7ff8000000000000
