--TEST--
A session that cannot be read begins empty, whatever the destructor of what was read of it does with the session
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
    public static ?Closure $do = null;

    public function __destruct()
    {
        (self::$do)();
    }
}
Ends::$do = session_destroy(...);
SessionStore::$data = ['s' => 'a|O:4:"Ends":0:{}b|broken'];
session_id('s');
session_start();
echo json_encode($_SESSION ?? 'none'), ', ', session_status() === PHP_SESSION_NONE ? 'ended' : 'active', "\n";
$_SESSION['x'] = 1;
echo json_encode($_SESSION), "\n";

$bytes = SessionStore::$data['s'] = 'a|O:4:"Ends":0:{}b|broken';
Ends::$do = session_write_close(...);
session_id('s');
session_start();
echo json_encode($_SESSION), ', what is stored is ', SessionStore::$data['s'] === $bytes ? 'the same' : 'LOST', "\n";

Ends::$do = static function (): void {
    for ($i = 0; $i < 5000; $i++) { // the table of global variables grows
        $GLOBALS["variable$i"] = $i;
    }
    $GLOBALS['reference'] = &$_SESSION;
};
session_id('s');
session_start();
echo json_encode($_SESSION), ', ';
$reference['x'] = 2;
session_write_close();
echo SessionStore::$data['s'] === $bytes ? 'NOT WRITTEN' : 'written', ', ';
session_start();
echo json_encode($_SESSION), "\n";
?>
--EXPECT--
[], ended
{"x":1}
[], what is stored is the same
[], written, {"x":2}
