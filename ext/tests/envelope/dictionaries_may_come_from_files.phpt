--TEST--
lyo.dictionaries names files with dictionaries of zstd, which calls without options and sessions use
--INI--
lyo.dictionaries={PWD}/words.dict
lyo.compress=zstd
lyo.min_size=0
lyo.min_ratio=1
session.use_cookies=0
session.cache_limiter=
session.serialize_handler=lyo
session.save_path=
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
ob_start();
$words = file_get_contents(__DIR__ . '/words.dict');
$name = substr(hash('sha256', $words, true), 0, 4);
$value = ['title' => 'a chapter about tea and coffee', 'state' => 'published with milk and water'];
$data = lyo_serialize($value);
var_dump(str_contains($data, $name), lyo_unserialize($data) === $value, lyo_is_serialized($data));
var_dump(lyo_serialize($value, ['dictionaries' => [$words]]) === $data, lyo_unserialize($data, ['dictionaries' => [$words]]) === $value);
var_dump(str_contains(lyo_serialize($value, ['dictionaries' => []]), $name));
try {
    lyo_unserialize($data, ['dictionaries' => []]);
} catch (Lyo\Exception\UnavailableException $e) {
    echo str_replace(bin2hex($name), 'NAME', $e->getMessage()), "\n";
}
session_start();
$_SESSION = $value;
$data = session_encode();
$_SESSION = [];
session_decode($data);
var_dump(str_contains($data, $name), $_SESSION === $value);
var_dump(ini_set('lyo.dictionaries', __FILE__));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
compression that is not available here: the dictionary NAME at offset 5
bool(true)
bool(true)
bool(false)
