<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Closure;
use Exception;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Stream\Slots;
use Lyo\Wire\Limit;
use Serializable;

use function class_exists;
use function is_subclass_of;
use function str_contains;

/**
 * Checks the classes of objects with a payload of their own (C:). unserialize() also makes an object if the class has no unserialize(), without
 * calling a constructor. Such an object of a class like HashContext crashes PHP later.
 *
 * @internal
 */
final class Payloads extends Slots
{
    /** @param (Closure(string): bool)|null $allows */
    private function __construct(
        private readonly ?Closure $allows,
        private readonly bool $incomplete,
        private readonly bool $writes,
    ) {}

    /**
     * Refuses payloads that their class cannot take. Classes may be loaded, so the text must be valid.
     *
     * @param (Closure(string): bool)|null $allows tells whether a class is allowed; null if all are
     * @param bool $incomplete whether the object may become incomplete if the class is missing or not allowed; otherwise it is refused
     *
     * @throws LyoException
     */
    public static function check(string $text, ?Closure $allows, bool $incomplete): void
    {
        self::look($text, new self($allows, $incomplete, false));
    }

    /**
     * Refuses to write a payload that nothing here would read: C code of its own writes and reads such a class, and knows no class policy.
     *
     * @throws Exception as for other classes that cannot be serialized
     * @throws LyoException
     */
    public static function checkWritten(string $text): void
    {
        self::look($text, new self(null, true, true));
    }

    private static function look(string $text, self $payloads): void
    {
        if (str_contains($text, 'C:')) {
            Reader::read($text, $payloads, Limit::DEPTH);
        }
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        if (($this->allows === null || ($this->allows)($class)) && class_exists($class, !$this->writes)) {
            if (!is_subclass_of($class, Serializable::class)) {
                throw $this->writes ? new Exception("Serialization of '$class' is not allowed") : Failure::mismatch("Class $class has no unserializer");
            }
        } elseif (!$this->incomplete) {
            throw Failure::mismatch("Class $class has no unserializer");
        }
    }
}
