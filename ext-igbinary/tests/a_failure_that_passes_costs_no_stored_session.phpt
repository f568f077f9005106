--TEST--
Sessions: an exception while a session is read leaves what is stored; after a hook the variables are there
--INI--
session.use_cookies=0
session.use_strict_mode=0
session.cache_limiter=
session.lazy_write=0
session.serialize_handler=igbinary
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
class Wakes
{
    public static bool $away = false;
    public $x = 1;

    public function __wakeup(): void
    {
        self::$away && throw new RuntimeException('the database is away');
    }
}
spl_autoload_register(static function (string $class): void {
    Wakes::$away && throw new RuntimeException('the database is away');
});
ob_start();
session_set_save_handler(new Store(), false);
session_id('abc');
foreach (['v2', 'lyo'] as $format) {
    ini_set('igbinary.write_format', $format);
    foreach (['Wakes', 'Gone0'] as $class) {
        $stored = Store::$stored = str_replace('Wakes', $class, igbinary_serialize(['user' => 5, 'object' => new Wakes()]));
        Wakes::$away = true;
        try {
            session_start();
        } catch (RuntimeException $e) {
            echo "$format, $class: ", $e->getMessage(), ', ', json_encode(array_keys($_SESSION)), ', status ', session_status();
        }
        session_write_close();
        echo Store::$stored === $stored ? ", kept\n" : ', LOST ' . Store::$stored . "\n";
        Wakes::$away = false;
        unset($_SESSION);
    }
}
--EXPECT--
v2, Wakes: the database is away, ["user","object"], status 2, kept
v2, Gone0: the database is away, [], status 2, kept
lyo, Wakes: the database is away, ["user","object"], status 2, kept
lyo, Gone0: the database is away, [], status 2, kept
