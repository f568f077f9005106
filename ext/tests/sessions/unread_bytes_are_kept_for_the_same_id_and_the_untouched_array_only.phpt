--TEST--
A session that could not be read is written back as it was only under its own id, and only if the program did not write to $_SESSION: not after a logout
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=0
session.serialize_handler=lyo
--FILE--
<?php
final class Store implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    public static array $data = [];
    public static int $ids = 0;

    public function create_sid(): string
    {
        return 'made' . ++self::$ids;
    }

    public function open($path, $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read($id): string
    {
        return self::$data[$id] ?? '';
    }

    public function write($id, $data): bool
    {
        self::$data[$id] = $data;

        return true;
    }

    public function destroy($id): bool
    {
        unset(self::$data[$id]);

        return true;
    }

    public function gc($lifetime): int
    {
        return 0;
    }

    public function validateId($id): bool
    {
        return true;
    }

    public function updateTimestamp($id, $data): bool
    {
        return $this->write($id, $data);
    }
}

enum Role: string
{
    case Admin = 'a';
}

ob_start();
session_set_save_handler(new Store(), false);
// names a case that this release does not have
$bytes = str_replace('Admin', 'Owner', lyo_serialize(['user' => ['name' => 'root', 'role' => Role::Admin]]));
$requests = [
    'nothing' => function () {},
    'read' => fn() => $_SESSION['user'] ?? count($_SESSION),
    'session_encode()' => fn() => session_encode(),
    '$_SESSION = []' => function () { $_SESSION = []; },
    'set and unset' => function () { $_SESSION['x'] = 1; unset($_SESSION['x']); },
    'set through a reference' => function () { $r = &$_SESSION; $r['x'] = 1; unset($r['x']); },
    'session_unset()' => fn() => session_unset(),
    'new id' => fn() => session_regenerate_id(false),
    'new id, old one destroyed' => fn() => session_regenerate_id(true),
    'logout' => function () { $_SESSION = []; session_regenerate_id(true); },
    'destroyed and begun again' => function () { session_destroy(); session_id('other'); session_start(); },
    'reset' => fn() => @session_reset(),
    'ended and begun again' => function () { session_write_close(); @session_start(); },
    'content' => function () { $_SESSION['x'] = 1; },
    'handler changed its mind' => function () { session_write_close(); session_id('fresh'); session_start(); },
];
foreach ($requests as $name => $request) {
    Store::$data = ['told' => $bytes];
    session_id('told');
    @session_start();
    $request();
    session_write_close();
    $_SESSION = [];
    $outcome = [];
    foreach (Store::$data as $id => $data) {
        $outcome[] = rtrim($id, '0123456789') . ' ' . ($data === $bytes ? 'AS IT WAS' : bin2hex($data));
    }
    fwrite(STDOUT, "$name: " . ($outcome === [] ? 'nothing' : implode(', ', $outcome)) . "\n");
}
?>
--EXPECT--
nothing: told AS IT WAS
read: told AS IT WAS
session_encode(): told AS IT WAS
$_SESSION = []: told c110a4
set and unset: told c110a4
set through a reference: told c110a4
session_unset(): told c110a4
new id: told AS IT WAS, made c110a4
new id, old one destroyed: made c110a4
logout: made c110a4
destroyed and begun again: other c110a4
reset: told AS IT WAS
ended and begun again: told AS IT WAS
content: told c118040101a5786103
handler changed its mind: told AS IT WAS, fresh c110a4
