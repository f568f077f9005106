--TEST--
session.serialize_handler=igbinary: bytes of igbinary, nothing lost, the same bytes again, other formats when a setting says so
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=1
session.serialize_handler=igbinary
--FILE--
<?php
/* Keeps sessions in memory and tells what it was asked for. */
final class Store implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    public static array $data = [];
    public static string $last = '';

    public function create_sid(): string
    {
        return 'new';
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
        self::$last = 'written';

        return true;
    }

    public function destroy($id): bool
    {
        unset(self::$data[$id]);
        self::$last = 'destroyed';

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
        self::$last = 'same bytes';

        return true;
    }
}
ob_start();
session_set_save_handler(new Store(), false);
/* One request with what is stored; gives the session and what came of the store. */
function request(?string $stored, ?callable $work = null): mixed
{
    session_id('s');
    if ($stored !== null) {
        Store::$data['s'] = $stored;
    }
    Store::$last = 'nothing';
    if (!session_start()) {
        echo 'no session ';

        return null;
    }
    $work && $work();
    $session = $_SESSION;
    session_write_close();
    echo Store::$last, ' ';

    return $session;
}

$full = static function (): void {
    $_SESSION = ['user' => new ArrayObject(['Anna']), 5 => 'five', 'list' => [1, 2], 'a|b' => "\0|"];
    $_SESSION['again'] = $_SESSION['user'];
    $_SESSION['one'] = 1;
    $_SESSION['same'] = &$_SESSION['one'];
};
request('', $full);
echo Store::$data['s'] === igbinary_serialize($_SESSION) ? "igbinary's bytes\n" : "OTHER BYTES\n";
$session = request(null);
echo $session['user'] === $session['again'] && $session[5] === 'five' && $session['a|b'] === "\0|" ? "all there\n" : "SOMETHING LOST\n";
request(null, static function (): void { $_SESSION['one']++; });
echo $_SESSION['same'], "\n";
request(null, static function (): void { $_SESSION = []; });
echo bin2hex(Store::$data['s']), "\n";
var_dump(request(null));
var_dump(request(''));

echo "what igbinary stores, old and new\n";
foreach (["\0\0\0\1\x14\1\x11\1a\6\1", "\0\0\0\2\x14\1\x11\1a\6\1", "\0\0\0\2\x17\x08stdClass\x14\1\x11\1a\6\1", "\0\0\0\4" . "\xc1\x10"] as $bytes) {
    echo json_encode(@request($bytes)), "\n";
}

echo "as lyo\n";
ini_set('igbinary.write_format', 'lyo');
request('', $full);
$lyo = Store::$data['s'];
echo bin2hex(substr($lyo, 0, 5)), ' ', Store::$data['s'] === igbinary_serialize($_SESSION) ? "igbinary_serialize()'s bytes\n" : "OTHER BYTES\n";
$session = request(null);
echo $session['user'] === $session['again'] && $session[5] === 'five' ? "all there\n" : "SOMETHING LOST\n";
ini_set('igbinary.write_format', 'v2');
request($lyo);
echo bin2hex(substr(Store::$data['s'], 0, 4)), "\n";

echo "of PHP's handlers\n";
foreach ([0, 1] as $allowed) {
    ini_set('igbinary.read_native', (string) $allowed);
    foreach (['a|i:1;b|a:1:{i:0;s:1:"x";}', "\1ai:1;\1ba:1:{i:0;s:1:\"x\";}", 'a:2:{s:1:"a";i:1;s:1:"b";a:1:{i:0;s:1:"x";}}'] as $bytes) {
        echo json_encode(@request($bytes)), ' ', Store::$data['s'] === $bytes ? 'stored as it was' : bin2hex(substr(Store::$data['s'], 0, 4)), "\n";
    }
}

echo "broken\n";
foreach (["\0\0\0\2\x14\2\x11\1a\6\1", "\0\0\0\2\x14\1\x11\1a\6\1\0", "\0\0\0\4\xc1\x10\xff", 'nonsense', "\0\0\0\2\6\1"] as $bytes) {
    echo json_encode(request($bytes)), ' ', Store::$data['s'] === $bytes ? 'stored as it was' : 'GONE', "\n";
    request(null, static function (): void { $_SESSION['new'] = 1; });
    echo bin2hex(Store::$data['s']), "\n";
}
?>
--EXPECTF--
written igbinary's bytes
same bytes all there
written 2
written 000000021400
same bytes array(0) {
}
written array(0) {
}
what igbinary stores, old and new
written {"a":1}
same bytes {"a":1}
written {"a":1}
same bytes []
as lyo
written 00000004c1 igbinary_serialize()'s bytes
same bytes all there
written 00000002
of PHP's handlers
same bytes [] stored as it was
same bytes [] stored as it was
same bytes [] stored as it was
written {"a":1,"b":["x"]} 00000002
written {"a":1,"b":["x"]} 00000002
written {"a":1,"b":["x"]} 00000002
broken

Warning: session_start(): Failed to decode the session: igbinary_unserialize_array: end-of-data. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: igbinary_unserialize_array: end-of-data. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written 00000002140111036e65770601

Warning: session_start(): Failed to decode the session: igbinary_unserialize: received more data to unserialize than expected. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: igbinary_unserialize: received more data to unserialize than expected. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written 00000002140111036e65770601

Warning: session_start(): Failed to decode the session: back reference to a string that does not exist at offset 2. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: back reference to a string that does not exist at offset 2. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written 00000002140111036e65770601

Warning: session_start(): Failed to decode the session: its form is unknown. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: its form is unknown. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written 00000002140111036e65770601

Warning: session_start(): Failed to decode the session: a session is an array or an object. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: a session is an array or an object. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written 00000002140111036e65770601
