--TEST--
A session that cannot be read begins empty, also if the destructor of what was read of it ends the session
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
final class Ends
{
    public function __destruct()
    {
        session_destroy();
    }
}
SessionStore::$data = ['s' => 'a|O:4:"Ends":0:{}b|broken'];
session_id('s');
session_start();
echo json_encode($_SESSION ?? 'none'), ', ', session_status() === PHP_SESSION_NONE ? 'ended' : 'active', "\n";
$_SESSION['x'] = 1;
echo json_encode($_SESSION), "\n";
?>
--EXPECT--
[], ended
{"x":1}
