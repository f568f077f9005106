--TEST--
A session that is stored as an object is read into the session that there is when the object has ended: its destructor may put another one there
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
final class Ends
{
    public $a = 1;

    public function __destruct()
    {
        session_decode('a:1:{s:1:"b";i:2;}');
        for ($i = 0; $i < 20; $i++) { // one of these comes to lie where the reference of $_SESSION was
            $empty = array_filter([1], static fn(): bool => false);
            $GLOBALS['others'][] = &$empty;
            unset($empty);
        }
    }
}
foreach (['lyo' => 'c118090243456e647301a5616103', 'igbinary' => bin2hex("\0\0\0\2\x17\4Ends\x14\1\x11\1a\6\1")] as $form => $bytes) {
    SessionStore::$data = ['s' => hex2bin($bytes)];
    echo $form, ': ', json_encode(request_session('s')), "\n";
    request_session('t', static function () use ($form, $bytes): void {
        $_SESSION['c'] = 3;
        session_decode(hex2bin($bytes));
        echo $form, ', session_decode(): ', json_encode($_SESSION), "\n";
    });
}
echo 'in other arrays: ', json_encode(array_filter($others)), "\n";
?>
--EXPECT--
lyo: {"b":2,"a":1}
lyo, session_decode(): {"b":2,"a":1}
igbinary: {"b":2,"a":1}
igbinary, session_decode(): {"b":2,"a":1}
in other arrays: []
