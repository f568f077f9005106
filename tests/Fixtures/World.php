<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Closure;
use LogicException;
use WeakMap;

/**
 * The log of user code in one encode or decode: every hook, warning, autoload and destructor, in order.
 *
 * Objects are named #1, #2 … by their first appearance, so that two runs on isomorphic values give equal logs. The
 * names live in a WeakMap: the log must not keep an object alive, because destructors are part of what is compared.
 */
final class World
{
    /** @var list<string> */
    private static array $events = [];

    /** @var WeakMap<object, int>|null */
    private static ?WeakMap $names = null;

    private static int $lastName = 0;

    private static bool $recording = false;

    /** Whether destructors may decode. unserialize() itself crashes when one does so while a failed decode is cleared away. */
    private static bool $destructorsDecode = false;

    /** Whether what runs beside hooks (initializers of lazy objects) leaves the codec alone. */
    private static bool $calm = false;

    /** How many decodes of hooks are running that may fail without a word. */
    private static int $quiet = 0;

    /** @var (Closure(mixed): string)|null */
    private static ?Closure $encode = null;

    /** @var (Closure(string): mixed)|null */
    private static ?Closure $decode = null;

    /**
     * The codec that hooks use when they encode or decode something themselves.
     *
     * @param Closure(mixed): string $encode
     * @param Closure(string): mixed $decode throws when it refuses the input
     */
    public static function useCodec(Closure $encode, Closure $decode): void
    {
        self::$encode = $encode;
        self::$decode = $decode;
    }

    public static function useNativeCodec(): void
    {
        self::useCodec(
            serialize(...),
            static function (string $data): mixed {
                $value = @unserialize($data);

                return $value === false && $data !== 'b:0;' ? throw new Refused('refused') : $value;
            },
        );
    }

    public static function calm(bool $calm): void
    {
        self::$calm = $calm;
    }

    public static function isCalm(): bool
    {
        return self::$calm;
    }

    public static function letDestructorsDecode(bool $let): void
    {
        self::$destructorsDecode = $let;
    }

    public static function destructorsDecode(): bool
    {
        return self::$destructorsDecode;
    }

    /**
     * For codecs that say with a notice that they refuse: a hook's own attempt is expected to fail sometimes. (An "@"
     * would also silence what other hooks have to say meanwhile.)
     *
     * @template T
     * @param Closure(): T $decode
     * @return T
     */
    public static function quietly(Closure $decode): mixed
    {
        self::$quiet++;
        try {
            return $decode();
        } finally {
            self::$quiet--;
        }
    }

    public static function isQuiet(): bool
    {
        return self::$quiet > 0;
    }

    public static function record(): void
    {
        self::$events = [];
        self::$names = new WeakMap();
        self::$lastName = 0;
        self::$recording = true;
    }

    /** Hooks behave while values are made and compared; nobody watches then. */
    public static function recording(): bool
    {
        return self::$recording;
    }

    /** @return list<string> */
    public static function stop(): array
    {
        self::$recording = false;
        $events = self::$events;
        self::$events = [];
        self::$names = null;

        return $events;
    }

    public static function event(string $event): void
    {
        if (self::$recording) {
            self::$events[] = $event;
        }
    }

    /** A magic method was called: logs its arguments and the state that $self had at that moment. */
    public static function hook(object $self, string $method, mixed ...$arguments): void
    {
        if (!self::$recording) {
            return;
        }
        $name = self::name($self);
        $summaries = array_map(static fn(mixed $argument): string => Summary::of($argument, 2), $arguments);
        self::$events[] = sprintf('hook %s->%s(%s) %s', $name, $method, implode(', ', $summaries), Summary::state($self));
    }

    public static function name(object $object): string
    {
        if (self::$names === null) {
            return $object::class . '#?';
        }
        self::$names[$object] ??= ++self::$lastName;

        return $object::class . '#' . self::$names[$object];
    }

    public static function encode(mixed $value): string
    {
        return (self::$encode ?? throw new LogicException('no codec'))($value);
    }

    public static function decode(string $data): mixed
    {
        return (self::$decode ?? throw new LogicException('no codec'))($data);
    }
}
