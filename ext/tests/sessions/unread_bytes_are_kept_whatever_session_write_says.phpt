--TEST--
lyo.session_write: a session that could not be read is written back as it was in whatever form others are written, and only if it stays as it is
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=0
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
set_error_handler(static fn(): bool => true);
$broken = ["\xC1\x10", "\0\0\0\2\x14\2\x11\1a\6\1", 'a|i:1', "\1ai:1", 'a:2:{s:1:"a";i:1;}', 'nonsense'];
foreach (['lyo', 'php_serialize', 'php', 'php_binary', 'igbinary'] as $form) {
    ini_set('lyo.session_write', $form);
    $kept = $new = $others = 0;
    foreach ($broken as $bytes) {
        SessionStore::$data = ['s' => $bytes];
        request_session('s');
        $kept += SessionStore::$data['s'] === $bytes ? 1 : 0;
        request_session('s', static function (): void { $_SESSION['a'] = 1; });
        $new += request_session('s') === ['a' => 1] ? 1 : 0;
        SessionStore::$data = ['s' => $bytes];
        request_session('s', static function (): void { session_regenerate_id(true); });
        $others += in_array($bytes, SessionStore::$data, true) ? 0 : 1;
    }
    echo "$form: $kept kept, $new new, $others not kept under another id\n";
}
?>
--EXPECT--
lyo: 6 kept, 6 new, 6 not kept under another id
php_serialize: 6 kept, 6 new, 6 not kept under another id
php: 6 kept, 6 new, 6 not kept under another id
php_binary: 6 kept, 6 new, 6 not kept under another id
igbinary: 6 kept, 6 new, 6 not kept under another id
