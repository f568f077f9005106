--TEST--
lyo.session_write: an unknown form is refused and the old one stays, as php.ini does at the start; while a session is active nothing changes
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
lyo.session_write=json
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
echo ini_get('lyo.session_write'), "\n";
foreach (['', 'PHP', 'php ', "php\0", 'msgpack', 'php_serialize'] as $value) {
    var_dump(ini_set('lyo.session_write', $value));
    echo ini_get('lyo.session_write'), "\n";
}
request_session('s', static function (): void {
    $_SESSION['a'] = 1;
    var_dump(ini_set('lyo.session_write', 'igbinary'));
});
echo SessionStore::$data['s'], "\n";
ini_restore('lyo.session_write');
echo ini_get('lyo.session_write'), "\n";
request_session('s');
echo bin2hex(SessionStore::$data['s']), "\n";
?>
--EXPECT--
Warning: lyo.session_write must be lyo, php_serialize, php, php_binary or igbinary, "json" is ignored in Unknown on line 0
lyo
  lyo.session_write must be lyo, php_serialize, php, php_binary or igbinary, "" is ignored
bool(false)
lyo
  lyo.session_write must be lyo, php_serialize, php, php_binary or igbinary, "PHP" is ignored
bool(false)
lyo
  lyo.session_write must be lyo, php_serialize, php, php_binary or igbinary, "php " is ignored
bool(false)
lyo
  lyo.session_write must be lyo, php_serialize, php, php_binary or igbinary, "php" is ignored
bool(false)
lyo
  lyo.session_write must be lyo, php_serialize, php, php_binary or igbinary, "msgpack" is ignored
bool(false)
lyo
string(3) "lyo"
php_serialize
  ini_set(): lyo.session_write cannot be changed when a session is active
bool(false)
a:1:{s:1:"a";i:1;}
lyo
c118040101a5616103
