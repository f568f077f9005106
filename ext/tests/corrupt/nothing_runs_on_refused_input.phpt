--TEST--
Refused input runs no code: no autoloader, callback, constant expression, hook, destructor or error handler, whatever classes it names
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
unserialize_callback_func=on_callback
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

spl_autoload_register(static function (string $class): void {
    note("autoload $class");
});
function on_callback(string $class): void
{
    note("callback $class");
}
set_error_handler(static function (int $level, string $message): bool {
    note("error handler: $message");

    return true;
});

abstract class Loud
{
    public mixed $p = null;

    public function __construct(mixed $p = null)
    {
        $this->p = $p;
    }

    public function __destruct()
    {
        Recording::$on && note(static::class . '::__destruct');
    }
}
final class Recording
{
    public static bool $on = false;
}
class Wakes extends Loud
{
    public function __wakeup(): void
    {
        note('Wakes::__wakeup');
    }
}
class Restores extends Loud
{
    public function __serialize(): array
    {
        return ['p' => $this->p];
    }

    public function __unserialize(array $data): void
    {
        note('Restores::__unserialize');
    }
}
class Customs extends Loud implements Serializable
{
    public function serialize()
    {
        return 'payload';
    }

    public function unserialize($data)
    {
        note('Customs::unserialize');
    }
}
class Destructs extends Loud
{
    private Loud|null|array $other = null;
    public int $typed = 1;
}
/* Making the first object evaluates this default, which loads a class. */
class Lazily
{
    public mixed $p = 'no default';
}
class LazilyX
{
    public mixed $p = NeverLoaded::CONSTANT;
}
enum Suit
{
    case Hearts;
}
class Magic
{
    public mixed $p = null;

    public function __get($name)
    {
        note('__get');
    }

    public function __set($name, $value)
    {
        note('__set');
    }

    public function __isset($name)
    {
        note('__isset');
    }

    public function __unset($name)
    {
        note('__unset');
    }

    public function __toString(): string
    {
        note('__toString');

        return '';
    }
}

$shared = new Wakes('shared');
$all = [
    'wakes' => new Wakes([1, $shared]),
    'restores' => [new Restores($shared), new Restores('x')],
    'customs' => new Customs(),
    'destructs' => new Destructs([new Destructs(), &$shared]),
    'magic' => new Magic(),
    'lazily' => new Lazily(),
    'suit' => Suit::Hearts,
    'dynamic' => (object) ['a' => 1, 'b' => new Wakes()],
    'array object' => new ArrayObject([new Wakes()]),
    'storage' => (static function (): SplObjectStorage {
        $storage = new SplObjectStorage();
        $storage[new Wakes()] = new Destructs();

        return $storage;
    })(),
    'date' => new DateTimeImmutable('2020-01-01'),
    'exception' => new RuntimeException('text'),
    'rows' => array_map(static fn(int $i): array => ['id' => $i, 'o' => $i % 5 ? null : new Destructs()], range(1, 20)),
    'again' => $shared,
];
$bytes = lyo_serialize($all);
$payloads = [
    'classes that are loaded' => $bytes,
    'a class that is not' => renamed($bytes, 'Restores', 'Restoren'),
    'a class whose defaults are not evaluated' => str_replace("\x45Lazily", "\x46LazilyX", $bytes),
    'an enum that is not loaded' => str_replace("\x43Suit", "\x43Soot", $bytes),
];
// the preamble has grown by one byte
$payloads['a class whose defaults are not evaluated'][3] = chr(ord($bytes[3]) + 1);
Recording::$on = true;
Log::take();
$accepted = static function (string $bytes): ?bool {
    try {
        lyo_unserialize($bytes);
    } catch (Lyo\Exception\LyoException $e) {
        return false;
    } catch (Throwable $e) {
        return null;
    }

    return true;
};
foreach ($payloads as $name => $payload) {
    $accepted($payload);
    $log = Log::take();
    echo "$name, accepted: ", count($log), " calls, first: ", $log[0], "\n";
    $refused = $ran = 0;
    $try = static function (string $broken) use ($accepted, &$refused, &$ran, $name): void {
        if ($accepted($broken) !== false) {
            echo "$name: accepted though not well-formed\n";
        } else {
            $refused++;
            if ($log = Log::take()) {
                $ran++ < 5 && print("$name: " . implode(', ', array_slice($log, 0, 3)) . "\n");
            }
        }
        Log::take();
        gc_collect_cycles();
        Log::take();
    };
    for ($i = 0; $i < strlen($payload); $i++) {
        $try(substr($payload, 0, $i));
    }
    echo '  ', $refused > 600 ? 'more than 600' : "only $refused", " beginnings refused, $ran ran code\n";
    $refused = 0;
    foreach (["\0", "\xA0", 'x', $payload] as $tail) {
        $try($payload . $tail);
    }
    for ($i = 2; $i < strlen($payload); $i++) {
        foreach ([0x00, 0xFF, 0x80, ord($payload[$i]) ^ 1] as $byte) {
            // a changed class name can be a class that is missing, and an accepted payload
            $broken = $payload;
            $broken[$i] = chr($byte);
            if (!lyo_is_serialized($broken)) {
                $try($broken);
            }
        }
    }
    echo '  ', $refused > 600 ? 'more than 600' : "only $refused", " changed ones refused, $ran ran code\n";
}
--EXPECT--
classes that are loaded, accepted: 23 calls, first: Customs::unserialize
  more than 600 beginnings refused, 0 ran code
  more than 600 changed ones refused, 0 ran code
a class that is not, accepted: 23 calls, first: autoload Restoren
  more than 600 beginnings refused, 0 ran code
  more than 600 changed ones refused, 0 ran code
a class whose defaults are not evaluated, accepted: 1 calls, first: autoload NeverLoaded
  more than 600 beginnings refused, 0 ran code
  more than 600 changed ones refused, 0 ran code
an enum that is not loaded, accepted: 1 calls, first: autoload Soot
  more than 600 beginnings refused, 0 ran code
  more than 600 changed ones refused, 0 ran code
