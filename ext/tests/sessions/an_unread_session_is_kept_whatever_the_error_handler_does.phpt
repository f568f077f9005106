--TEST--
A session that cannot be read is kept whatever the handler of its warning does: closes, writes and starts it again, throws, or ends the script
--INI--
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
ob_start();
session_set_save_handler(new Store(), false);
const UNREADABLE = 'bytes that cannot be read';
$handlers = [
    'nothing' => static fn(): bool => true,
    'closes' => static fn(): bool => session_write_close(),
    'closes and starts' => static fn(): bool => session_write_close() && session_start(),
    'aborts' => static fn(): bool => session_abort(),
    'encodes' => static fn(): bool => session_encode() === UNREADABLE,
    'throws' => static fn(): bool => throw new ErrorException('thrown'),
    'throws after it has closed' => static fn(): bool => session_write_close() && throw new ErrorException('thrown'),
    'closes and ends' => static fn(): bool => session_write_close() && exit,
];
register_shutdown_function(static function () use (&$name): void {
    session_write_close();
    echo "$name: ", Store::$stored === UNREADABLE ? 'kept' : bin2hex(Store::$stored), "\n";
});
foreach ($handlers as $name => $handler) {
    Store::$stored = UNREADABLE;
    $calls = 0;
    set_error_handler(static function (int $level, string $message) use ($handler, &$calls): bool {
        return str_contains($message, 'Failed to decode the session') && ++$calls === 1 && $handler();
    });
    session_id('abc');
    try {
        @session_start();
    } catch (ErrorException $e) {
        echo $e->getMessage(), ', ';
    }
    restore_error_handler();
    session_write_close();
    unset($_SESSION);
    echo "$name: ", Store::$stored === UNREADABLE ? 'kept' : bin2hex(Store::$stored), "\n";
}
--EXPECT--
nothing: kept
closes: kept
closes and starts: kept
aborts: kept
encodes: kept
thrown, throws: kept
thrown, throws after it has closed: kept
closes and ends: kept
