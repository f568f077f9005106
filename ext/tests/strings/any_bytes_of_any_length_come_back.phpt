--TEST--
Strings are bytes: any byte, any length, no encoding
--INI--
memory_limit=512M
--FILE--
<?php
$wrong = $count = 0;
$check = static function (mixed $value) use (&$wrong, &$count): void {
    $count++;
    if (lyo_unserialize(lyo_serialize($value)) !== $value) {
        $wrong++;
    }
};
for ($i = 0; $i < 256; $i++) {
    $check(chr($i));
    $check([chr($i) => chr($i)]);
    $check(str_repeat(chr($i), 50));
    for ($j = 0; $j < 256; $j += 5) {
        $check(chr($i) . chr($j));
        $check([chr($i) . chr($j) => 1, 'x' => chr($j) . chr($i)]);
    }
}
foreach ([0, 1, 2, 3, 32, 33, 34, 35, 254, 255, 256, 257, 65534, 65535, 65536, 65537, 16777215, 16777216, 16777217] as $length) {
    $long = substr(str_repeat("0123456789abcdef\0\xFF\xC1'\"", intdiv($length, 20) + 1), 0, $length);
    $check($long);
    $check([$long, $long, 'k' => $long]);
    if ($length < 100000) {
        $check([$long => 1, 'x' . $long => $long]);
    }
}
foreach (["\xC3\x28", "\xF0\x9F\x98\x80", "\xFF\xFE", 'ß', "a\0b", "\0", "\0*\0a", "\r\n"] as $text) {
    $check($text);
    $check([$text => $text]);
}
echo $count > 25000 ? 'more than 25000' : $count, " values, $wrong wrong\n";
--EXPECT--
more than 25000 values, 0 wrong
