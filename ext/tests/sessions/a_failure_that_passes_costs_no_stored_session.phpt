--TEST--
An exception while a session is read leaves what is stored: after a hook the variables are there, as with PHP's handlers; else the session is unread
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=0
session.serialize_handler=lyo
--FILE--
<?php
final class Store implements SessionHandlerInterface
{
    public static string $stored = '';

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
        return self::$stored;
    }

    public function write($id, $data): bool
    {
        self::$stored = $data;

        return true;
    }

    public function destroy($id): bool
    {
        self::$stored = 'destroyed';

        return true;
    }

    public function gc($lifetime): int
    {
        return 0;
    }
}
final class Away
{
    public static bool $now = false;

    public static function check(): void
    {
        if (self::$now) {
            throw new RuntimeException('the database is away');
        }
    }
}
class Wakes
{
    public $x = 1;

    public function __wakeup(): void
    {
        Away::check();
    }
}
class Gives
{
    public function __serialize(): array
    {
        return ['x' => 1];
    }

    public function __unserialize(array $data): void
    {
        Away::check();
    }
}
class Old implements Serializable
{
    public function serialize(): string
    {
        return 'x';
    }

    public function unserialize(string $data): void
    {
        Away::check();
    }
}
class Before1
{
    public int $number = 1;
}
class Typed00
{
    public int $number = 1;

    public function __serialize(): array
    {
        return ['number' => 'text'];
    }
}
class Typed01
{
    public int $number = 1;
}
spl_autoload_register(static function (string $class): void {
    Away::check();
    str_starts_with($class, 'Before') && class_alias('Before1', $class);
});
ob_start();
session_set_save_handler(new Store(), false);
session_id('abc');
/* What a request sees: the exception, the variables and the state in it. */
function request(bool $away): string
{
    Away::$now = $away;
    $thrown = '';
    try {
        session_start();
    } catch (Throwable $e) {
        $thrown = $e::class . ', ';
    }
    $seen = json_encode(array_keys($_SESSION ?? []));
    $status = session_status();
    session_write_close();
    unset($GLOBALS['_SESSION']);

    return "$thrown$seen, status $status";
}
/* The program gives the bytes. */
function decoded(string $bytes): string
{
    $kept = Store::$stored;
    Store::$stored = '';
    session_start();
    Store::$stored = $kept;
    $thrown = '';
    try {
        session_decode($bytes);
    } catch (Throwable $e) {
        $thrown = $e::class . ', ';
    }
    $seen = json_encode(array_keys($_SESSION)) . ', status ' . session_status();
    session_abort();
    unset($GLOBALS['_SESSION']);

    return $thrown . $seen;
}
foreach ([2 => 'lyo', 'igbinary', 'php'] as $number => $form) {
    ini_set('lyo.session_write', $form);
    foreach (['Wakes', 'Gives', 'Old', 'Before1', 'Typed00'] as $class) {
        Away::$now = false;
        Store::$stored = '';
        session_start();
        $_SESSION = ['user' => 5, 'object' => new $class(), 'last' => 7];
        session_write_close();
        unset($GLOBALS['_SESSION']);
        // a class that is loaded when it is read, and one that has no hook and a type
        Store::$stored = str_replace(['Before1', 'Typed00'], ["Before$number", 'Typed01'], Store::$stored);
        $stored = Store::$stored;
        echo "$form, $class: ", request(true);
        echo Store::$stored === $stored ? '; kept' : '; LOST ' . substr(Store::$stored, 0, 9);
        $before = Store::$stored;
        echo '; session_decode(): ', decoded($stored), Store::$stored === $before ? '' : ', CHANGED';
        echo $class === 'Typed00' ? '' : '; later ' . request(false), "\n";
    }
}
--EXPECT--
lyo, Wakes: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
lyo, Gives: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
lyo, Old: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
lyo, Before1: RuntimeException, [], status 2; kept; session_decode(): RuntimeException, [], status 2; later ["user","object","last"], status 2
lyo, Typed00: TypeError, [], status 2; kept; session_decode(): TypeError, [], status 2
igbinary, Wakes: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
igbinary, Gives: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
igbinary, Old: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
igbinary, Before1: RuntimeException, [], status 2; kept; session_decode(): RuntimeException, [], status 2; later ["user","object","last"], status 2
igbinary, Typed00: TypeError, [], status 2; kept; session_decode(): TypeError, [], status 2
php, Wakes: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
php, Gives: RuntimeException, ["user","object","last"], status 2; kept; session_decode(): RuntimeException, ["user","object","last"], status 2; later ["user","object","last"], status 2
php, Old: RuntimeException, [], status 2; kept; session_decode(): RuntimeException, ["user"], status 2; later ["user","object","last"], status 2
php, Before1: RuntimeException, [], status 2; kept; session_decode(): RuntimeException, ["user"], status 2; later ["user","object","last"], status 2
php, Typed00: TypeError, [], status 2; kept; session_decode(): TypeError, ["user"], status 2
