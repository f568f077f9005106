--TEST--
lyo.max_elements bounds sessions in lyo's and in igbinary's format
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
session_start();
$igbinary = "\0\0\0\2\x14\2\x11\1a\x14\2\6\0\6\1\6\1\6\2\x11\1b\4";
foreach (['lyo' => lyo_serialize(['a' => [1, 2], 'b' => false]), 'igbinary' => $igbinary] as $name => $data) {
    foreach (['4', '3'] as $most) {
        ini_set('lyo.max_elements', $most);
        $_SESSION = [];
        try {
            $read = @session_decode($data);
        } catch (Lyo\Exception\LimitException $e) {
            $read = false;
        }
        echo "$name, $most: ", var_export($read, true), ' ', json_encode($_SESSION ?? null), "\n";
        session_status() === PHP_SESSION_ACTIVE || session_start();
    }
}
?>
--EXPECT--
lyo, 4: true {"a":[1,2],"b":false}
  session_decode(): Failed to decode session object. Session has been destroyed
lyo, 3: false []
igbinary, 4: true {"a":[1,2],"b":false}
  session_decode(): Failed to decode session object. Session has been destroyed
igbinary, 3: false []
