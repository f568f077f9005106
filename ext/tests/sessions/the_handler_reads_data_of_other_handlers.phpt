--TEST--
session.serialize_handler=lyo: nothing lost, the same bytes again, sessions of other handlers are read
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=1
session.serialize_handler=lyo
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
echo Store::$data['s'] === lyo_serialize($_SESSION) ? "lyo's bytes\n" : "OTHER BYTES\n";
$session = request(null);
echo $session['user'] === $session['again'] && $session[5] === 'five' && $session['a|b'] === "\0|" ? "all there\n" : "SOMETHING LOST\n";
request(null, static function (): void { $_SESSION['one']++; });
echo $_SESSION['same'], "\n";
request(null, static function (): void { $_SESSION = []; });
echo bin2hex(Store::$data['s']), "\n";
var_dump(request(null));
var_dump(request(''));

echo "what other handlers have stored\n";
$others = [
    "\0\0\0\1\x14\1\x11\1a\6\1", "\0\0\0\2\x14\1\x11\1a\6\1", "\0\0\0\2\x17\x08stdClass\x14\1\x11\1a\6\1", "\0\0\0\4" . lyo_serialize(['a' => 1]),
    'a|i:1;b|a:1:{i:0;s:1:"x";}', "\1ai:1;\1ba:1:{i:0;s:1:\"x\";}", 'a:2:{s:1:"a";i:1;s:1:"b";a:1:{i:0;s:1:"x";}}',
];
foreach ($others as $bytes) {
    echo json_encode(request($bytes)), ' ', bin2hex(substr(Store::$data['s'], 0, 1)), "\n";
}

echo "broken\n";
foreach ([substr(lyo_serialize(['a' => 1]), 0, -1), lyo_serialize(['a' => 1]) . "\0", lyo_serialize(1), "\0\0\0\2\x14\2\x11\1a\6\1", 'nonsense'] as $bytes) {
    echo json_encode(request($bytes)), ' ', Store::$data['s'] === $bytes ? 'stored as it was' : 'GONE', "\n";
    request(null, static function (): void { $_SESSION['new'] = 1; });
    echo Store::$data['s'] === lyo_serialize(['new' => 1]) ? "new content\n" : "OTHER CONTENT\n";
}
?>
--EXPECTF--
written lyo's bytes
same bytes all there
written 2
written c110a4
same bytes array(0) {
}
written array(0) {
}
what other handlers have stored
written {"a":1} c1
written {"a":1} c1
written {"a":1} c1
written {"a":1} c1
written {"a":1,"b":["x"]} c1
written {"a":1,"b":["x"]} c1
written {"a":1,"b":["x"]} c1
broken

Warning: session_start(): Failed to decode the session: the data are truncated at offset %d. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: the data are truncated at offset %d. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written new content

Warning: session_start(): Failed to decode the session: bytes follow the value at offset %d. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: bytes follow the value at offset %d. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written new content

Warning: session_start(): Failed to decode the session: a session is an array or an object. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: a session is an array or an object. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written new content

Warning: session_start(): Failed to decode the session: igbinary_unserialize_array: end-of-data. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: igbinary_unserialize_array: end-of-data. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written new content

Warning: session_start(): Failed to decode the session: its form is unknown. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
same bytes [] stored as it was

Warning: session_start(): Failed to decode the session: its form is unknown. It starts empty, and what is stored stays as it is until $_SESSION is written to in %s on line %d
written new content
