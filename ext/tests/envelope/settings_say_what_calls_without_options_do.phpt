--TEST--
Settings say what calls without options do, and sessions; a wrong value is refused
--INI--
session.use_cookies=0
session.cache_limiter=
session.serialize_handler=lyo
session.save_path=
--SKIPIF--
<?php
try {
    lyo_serialize(null, ['compress' => 'zlib']);
} catch (Lyo\Exception\UnavailableException $e) {
    die('skip no zlib in this build');
}
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
$data = lyo_serialize(str_repeat($text, 100));
ini_set('lyo.max_unpacked', '1K');
try {
    lyo_unserialize($data);
} catch (Lyo\Exception\LimitException $e) {
    echo $e->getMessage(), "\n";
}
foreach (['lyo.compress' => 'gzip', 'lyo.checksum' => 'maybe', 'lyo.max_unpacked' => 'much'] as $setting => $value) {
    var_dump(ini_set($setting, $value));
}
--EXPECTF--
plain, plain, session plain, options first: plain
checksum, checksum, session checksum, options first: plain
plain, compressed, session compressed, options first: plain
checksum, compressed, session compressed, options first: plain
too large when unpacked at offset 5

Warning: lyo.compress must be zlib or zstd, as far as this build has them, or nothing, "gzip" is ignored in %s on line %d
bool(false)

Warning: lyo.checksum must be on or off, "maybe" is ignored in %s on line %d
bool(false)

Warning: lyo.max_unpacked must be an integer of 0 or more, "much" is ignored in %s on line %d
bool(false)
