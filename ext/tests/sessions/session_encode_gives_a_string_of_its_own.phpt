--TEST--
session_encode() gives a string that nobody else holds, also of a session that could not be read: PHP's JIT frees it without asking
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
set_error_handler(static fn(): bool => true);
ob_start();
SessionStore::$data = ['read' => lyo_serialize(['a' => 1]), 'unread' => 'nonsense'];
foreach (array_keys(SessionStore::$data) as $id) {
    foreach (['lyo', 'php_serialize', 'igbinary'] as $form) {
        ini_set('lyo.session_write', $form);
        request_session($id, static function () use ($id, $form): void {
            $bytes = session_encode();
            ob_start();
            debug_zval_dump($bytes);
            $references = preg_match('/ refcount\((\d+)\)/', ob_get_clean(), $match) ? (int) $match[1] : 0;
            echo "$id, $form: ", $references, "\n";
        });
    }
}
?>
--EXPECT--
read, lyo: 2
read, php_serialize: 2
read, igbinary: 2
unread, lyo: 2
unread, php_serialize: 2
unread, igbinary: 2
