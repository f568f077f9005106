<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Classes whose hooks do what hooks of applications do: they report errors, register handlers, read settings.

namespace Lyo\Tests\Guest;

use Closure;
use Exception;
use Lyo\ClassPolicy;
use ReflectionFunction;
use Serializable;

/** What hooks have seen in the current read or write. */
final class Seen
{
    /** @var list<string> */
    public static array $lines = [];

    public static function settings(string $hook): void
    {
        self::$lines[] = $hook . ' ' . json_encode([
            ini_get('serialize_precision'), json_encode(0.1), ini_get('unserialize_callback_func'), error_reporting(), ini_get('display_errors'), self::handler(),
            count(array_filter(spl_autoload_functions(), self::isOfHost(...))),
        ]);
    }

    /** Tells whether an autoloader is none of the library, which may add one that loads nothing while a value is read (docs/library.md). */
    private static function isOfHost(callable $loader): bool
    {
        return !$loader instanceof Closure || !(new ReflectionFunction($loader))->getClosureThis() instanceof ClassPolicy;
    }

    /** Returns a name for the current error handler. */
    private static function handler(): string
    {
        $handler = set_error_handler(null);
        restore_error_handler();
        return get_debug_type($handler);
    }
}

class Plain
{
    public float $price = 0.1;
    private int $id = 7;
    protected mixed $next = null;

    public function __construct(mixed $next = null)
    {
        $this->next = $next;
    }

    public function sum(): float
    {
        return $this->price + $this->id + (is_int($this->next) ? $this->next : 0);
    }
}

class Dynamic
{
    public int $a = 1;
}

class Notices
{
    public int $a = 1;

    public function __wakeup(): void
    {
        trigger_error('the hook tells a notice', E_USER_NOTICE);
        @trigger_error('the hook tells a deprecation, with @', E_USER_DEPRECATED);
    }
}

class Settings
{
    public string $json = '';

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        Seen::settings('__serialize');
        return ['json' => json_encode([0.1, 1 / 3])];
    }

    /** @param array<string, string> $state */
    public function __unserialize(array $state): void
    {
        Seen::settings('__unserialize');
        $this->json = $state['json'];
    }
}

class Inner
{
    public mixed $value = null;

    public function __construct(public string $text) {}

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['text'];
    }

    public function __wakeup(): void
    {
        $this->value = unserialize($this->text);
    }
}

class Registers
{
    public int $a = 1;

    public function __wakeup(): void
    {
        set_error_handler(static function (int $level, string $message): bool {
            Seen::$lines[] = "handler of the hook: $message";
            return true;
        });
        trigger_error('told to the handler of the hook', E_USER_WARNING);
    }
}

class Pairs
{
    public int $a = 1;

    public function __wakeup(): void
    {
        set_error_handler(static fn(): bool => true);
        trigger_error('nobody hears this', E_USER_WARNING);
        restore_error_handler();
        trigger_error('this is heard', E_USER_WARNING);
    }
}

class Throws
{
    public int $a = 1;

    public function __wakeup(): void
    {
        throw new Exception('the hook throws');
    }
}

class Undefined
{
    public int $a = 1;

    /** @return array<string, int> */
    public function __serialize(): array
    {
        return ['a' => $this->a];
    }

    /** @param array<string, int> $state */
    public function __unserialize(array $state): void
    {
        $this->a = $state['a'] + (int) @$state['b'] + (int) $state['c'];
    }
}

class Typed
{
    public int $number = 1;
}

class Payload implements Serializable
{
    public function __construct(public mixed $value = null) {}

    public function serialize(): string
    {
        return serialize($this->value);
    }

    public function unserialize(string $data): void
    {
        $this->value = unserialize($data);
    }
}

class Names
{
    public int $a = 1;

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['a', 'nope'];
    }
}

class LastError
{
    public mixed $last = null;

    public function __wakeup(): void
    {
        $this->last = error_get_last();
        Seen::$lines[] = (string) json_encode($this->last);
    }
}

enum Suit: string
{
    case Hearts = 'h';
}
