--TEST--
lyo.session_write: a session that PHP's handler would lose whole is written as lyo, with a warning; there is a warning about keys that it leaves out
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.serialize_handler=lyo
--FILE--
<?php
require __DIR__ . '/../support/session_store.inc';
begin_session_test();
final class Encoded
{
    public static int $calls = 0;

    public function __serialize(): array
    {
        self::$calls++;

        return [];
    }
}
$sessions = [
    'a bar in a key' => ['a' => 1, 'b|c' => 2],
    'ints alone' => [5 => 'five'],
    'ints and others' => ['a' => 1, 5 => 'five'],
    'a long key' => ['a' => 1, str_repeat('k', 128) => 2],
    'a long key alone' => [str_repeat('k', 128) => 2],
    'the longest key' => [str_repeat('k', 127) => 2],
    'no name' => ['' => 1, 'b' => 2],
    'begins as lyo' => ["\xC1" => 1],
    'begins as php_serialize' => ['a:1:{' => []],
    'begins as igbinary' => ["\0\0\0\2" => 1],
    'looks like php in php_binary' => [str_repeat('m', 36) . '|i:1' => 'x'],
];
foreach (['php_serialize', 'php', 'php_binary', 'igbinary'] as $form) {
    ini_set('lyo.session_write', $form);
    foreach ($sessions as $what => $session) {
        echo "$form, $what:\n";
        request_session('s', static function () use ($session): void { $_SESSION = $session; });
        session_start();
        $read = $_SESSION;
        session_abort();
        if (lyo_is_serialized(SessionStore::$data['s'])) {
            echo "  as lyo\n";
        }
        if ($read !== $session) {
            echo '  there is ', json_encode($read), "\n";
        }
    }
}
echo "other ways to fail\n";
ini_set('lyo.session_write', 'php');
session_id('s');
session_start();
$_SESSION = ['b|c' => 2];
echo bin2hex(session_encode()), "\n";
// an error handler that ends the session, or changes it
foreach ([fn() => @session_destroy(), fn() => $_SESSION = ['new' => 1], fn() => $_SESSION = null] as $handler) {
    set_error_handler(static function () use ($handler): bool { $handler(); return true; });
    foreach (['php', 'php_binary'] as $form) {
        if (session_status() === PHP_SESSION_ACTIVE) {
            session_abort();
        }
        ini_set('lyo.session_write', $form);
        session_start();
        $_SESSION = [str_repeat('k', 128) => 2, str_repeat('l', 128) => str_repeat('x', 100), 'b|c' => 2];
        $encoded = session_encode();
        echo $encoded === false ? 'nothing' : bin2hex(substr($encoded, 0, 4)), "\n";
    }
}
restore_error_handler();
// an exception is the program's affair
foreach (['php_serialize', 'php', 'php_binary', 'igbinary'] as $form) {
    if (session_status() === PHP_SESSION_ACTIVE) {
        session_abort();
    }
    ini_set('lyo.session_write', $form);
    session_start();
    $_SESSION = ['f' => fn() => 1];
    try {
        session_encode();
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    $_SESSION = ['e' => new Encoded()];
    session_encode();
    session_abort();
}
echo Encoded::$calls, " calls\n";
?>
--EXPECT--
php_serialize, a bar in a key:
php_serialize, ints alone:
php_serialize, ints and others:
php_serialize, a long key:
php_serialize, a long key alone:
php_serialize, the longest key:
php_serialize, no name:
php_serialize, begins as lyo:
php_serialize, begins as php_serialize:
php_serialize, begins as igbinary:
php_serialize, looks like php in php_binary:
php, a bar in a key:
  session_write_close(): The session cannot be written as php, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php, ints alone:
  session_write_close(): Skipping numeric key 5
  session_write_close(): The session cannot be written as php, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php, ints and others:
  session_write_close(): Skipping numeric key 5
  there is {"a":1}
php, a long key:
php, a long key alone:
php, the longest key:
php, no name:
php, begins as lyo:
  session_write_close(): The session cannot be written as php, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php, begins as php_serialize:
php, begins as igbinary:
  session_write_close(): The session cannot be written as php, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php, looks like php in php_binary:
  session_write_close(): The session cannot be written as php, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php_binary, a bar in a key:
php_binary, ints alone:
  session_write_close(): Skipping numeric key 5
  session_write_close(): The session cannot be written as php_binary, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php_binary, ints and others:
  session_write_close(): Skipping numeric key 5
  there is {"a":1}
php_binary, a long key:
  session_write_close(): Skipping a key of 128 bytes, php_binary has at most 127
  there is {"a":1}
php_binary, a long key alone:
  session_write_close(): Skipping a key of 128 bytes, php_binary has at most 127
  session_write_close(): The session cannot be written as php_binary, for a name or value that this form cannot hold. It is written as lyo
  as lyo
php_binary, the longest key:
php_binary, no name:
php_binary, begins as lyo:
php_binary, begins as php_serialize:
php_binary, begins as igbinary:
php_binary, looks like php in php_binary:
  session_write_close(): The session cannot be written as php_binary, for a name or value that this form cannot hold. It is written as lyo
  as lyo
igbinary, a bar in a key:
igbinary, ints alone:
igbinary, ints and others:
igbinary, a long key:
igbinary, a long key alone:
igbinary, the longest key:
igbinary, no name:
igbinary, begins as lyo:
igbinary, begins as php_serialize:
igbinary, begins as igbinary:
igbinary, looks like php in php_binary:
other ways to fail
  session_encode(): The session cannot be written as php, for a name or value that this form cannot hold. It is written as lyo
c11806010142627c636104
nothing
nothing
c1180601
036e6577
nothing
nothing
Serialization of 'Closure' is not allowed
Serialization of 'Closure' is not allowed
Serialization of 'Closure' is not allowed
Serialization of 'Closure' is not allowed
4 calls
