<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use RuntimeException;

/** Writes any state for any class: under the name of a class of ours that is as long, so that no length in the bytes changes with the name. */
final class StandIn
{
    /** @var array<array-key, mixed> */
    public static array $state = [];

    /** @param array<array-key, mixed> $state */
    public static function bytes(Side $side, string $class, array $state): string
    {
        $name = self::named(strlen($class));
        self::$state = [];
        foreach ($state as $key => $value) {
            // the private properties of the class become those of its stand-in
            self::$state[is_string($key) && str_starts_with($key, "\0$class\0") ? "\0$name\0" . substr($key, strlen($class) + 2) : $key] = $value;
        }
        $bytes = ($side->encode)(new $name());
        self::$state = [];

        return str_replace($name, $class, $bytes ?? throw new RuntimeException("$side->name writes no state for $class"));
    }

    /**
     * The state that serialize() writes for an object, in the form of __serialize(); null if it has none of its own.
     *
     * @return array<array-key, mixed>|null
     */
    public static function stateOf(object $object): ?array
    {
        $class = $object::class;
        try {
            $text = serialize($object);
        } catch (\Throwable) {
            return null;
        }
        $head = sprintf('O:%d:"%s":', strlen($class), $class);
        if (!str_starts_with($text, $head)) {
            return null;
        }
        $name = self::named(strlen($class));
        self::$state = [];
        @unserialize(sprintf('O:%d:"%s":', strlen($name), $name) . substr($text, strlen($head)));
        $state = self::$state;
        self::$state = [];

        return $state;
    }

    /** @return class-string */
    private static function named(int $length): string
    {
        $name = substr('Zqx' . str_repeat('z', $length), 0, $length);
        if (!class_exists($name, false)) {
            eval("final class $name {
                public function __serialize(): array { return \\Lyo\\Tests\\Language\\StandIn::\$state; }
                public function __unserialize(array \$state): void { \\Lyo\\Tests\\Language\\StandIn::\$state = \$state; }
            }");
        }

        return class_exists($name, false) ? $name : throw new RuntimeException("no class $name");
    }
}
