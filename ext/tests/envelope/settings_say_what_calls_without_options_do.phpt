--TEST--
Settings say what calls without options do, and sessions; a wrong value is refused
--INI--
session.use_cookies=0
session.cache_limiter=
session.serialize_handler=lyo
session.save_path=
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zlib');
?>
--FILE--
<?php
ob_start();
$form = static fn(string $data): string => $data[1] !== "\x12" ? 'plain' : (str_contains(substr($data, 2, 20), "\x83") ? 'compressed' : 'checksum');
$text = str_repeat('much text ', 100);
foreach ([['0', ''], ['1', ''], ['0', 'zlib'], ['1', 'zlib']] as [$checksum, $compress]) {
    ini_set('lyo.checksum', $checksum);
    ini_set('lyo.compress', $compress);
    foreach ([5, $text] as $value) {
        $data = lyo_serialize($value);
        echo $form($data), lyo_unserialize($data) === $value ? '' : ' DIFFERS', ', ';
    }
    session_start();
    $_SESSION = ['text' => $text];
    $data = session_encode();
    $_SESSION = [];
    session_decode($data);
    echo 'session ', $form($data), $_SESSION === ['text' => $text] ? '' : ' DIFFERS', ', ';
    $data[strlen($data) - 20] = '!';
    echo $form($data) === 'plain' || !@session_decode($data) ? '' : 'DAMAGED ACCEPTED, ';
    @session_destroy(); // PHP has done so after damaged data
    echo 'options first: ', $form(lyo_serialize($text, ['checksum' => false, 'compress' => null])), "\n";
}
$sizes = [];
foreach ([['', '128', '1.1'], ['9', '128', '1.1'], ['22', '128', '1.1'], ['-5', '128', '1.1'], ['', '1M', '1.1'], ['', '0', '1000']] as [$level, $size, $ratio]) {
    ini_set('lyo.level', $level);
    ini_set('lyo.min_size', $size);
    ini_set('lyo.min_ratio', $ratio);
    $words = implode(' ', array_map(static fn(int $n): string => md5((string) ($n % 50)) . $n, range(1, 500)));
    $sizes[] = strlen($data = lyo_serialize($words));
    echo $form($data), lyo_unserialize($data) === $words ? '' : ' DIFFERS', ', ';
}
echo $sizes[1] < $sizes[0] && $sizes[2] === $sizes[1] && $sizes[3] === $sizes[0] ? "the level of the setting is found\n" : implode(', ', $sizes) . "\n";
foreach (['lyo.level' => '', 'lyo.min_size' => '128', 'lyo.min_ratio' => '1.1'] as $setting => $value) {
    ini_set($setting, $value);
}
$data = lyo_serialize(str_repeat($text, 100));
ini_set('lyo.max_unpacked', '1K');
try {
    lyo_unserialize($data);
} catch (Lyo\Exception\LimitException $e) {
    echo $e->getMessage(), "\n";
}
var_dump(ini_set('lyo.level', '-101'), ini_set('lyo.level', '-100'));
foreach (['lyo.compress' => 'gzip', 'lyo.checksum' => 'maybe', 'lyo.max_unpacked' => 'much', 'lyo.level' => '23', 'lyo.min_size' => '-1', 'lyo.min_ratio' => '0.9'] as $setting => $value) {
    var_dump(ini_set($setting, $value));
}
--EXPECTF--
plain, plain, session plain, options first: plain
checksum, checksum, session checksum, options first: plain
plain, compressed, session compressed, options first: plain
checksum, compressed, session compressed, options first: plain
compressed, compressed, compressed, compressed, checksum, checksum, the level of the setting is found
too large when unpacked at offset 5

Warning: lyo.level must be an integer of -100 to 22, or nothing, "-101" is ignored in %s on line %d
bool(false)
string(0) ""

Warning: lyo.compress must be zlib or zstd, as far as this build has them, or nothing, "gzip" is ignored in %s on line %d
bool(false)

Warning: lyo.checksum must be on or off, "maybe" is ignored in %s on line %d
bool(false)

Warning: lyo.max_unpacked must be an integer of 0 or more, "much" is ignored in %s on line %d
bool(false)

Warning: lyo.level must be an integer of -100 to 22, or nothing, "23" is ignored in %s on line %d
bool(false)

Warning: lyo.min_size must be an integer of 0 or more, "-1" is ignored in %s on line %d
bool(false)

Warning: lyo.min_ratio must be a number of 1 or more, "0.9" is ignored in %s on line %d
bool(false)
