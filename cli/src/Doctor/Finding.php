<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

/** A result of a check: what was found, why it matters, and what to do. */
final class Finding
{
    private function __construct(
        public readonly Severity $severity,
        /** One of: PHP, extensions, settings, phpredis, Memcached, APCu, sessions. */
        public readonly string $topic,
        public readonly string $what,
        public readonly string $why,
        /** Empty if nothing needs to be done. */
        public readonly string $todo,
    ) {}

    public static function ok(string $topic, string $what, string $why = ''): self
    {
        return new self(Severity::Ok, $topic, $what, $why, '');
    }

    public static function note(string $topic, string $what, string $why, string $todo = ''): self
    {
        return new self(Severity::Note, $topic, $what, $why, $todo);
    }

    public static function warning(string $topic, string $what, string $why, string $todo): self
    {
        return new self(Severity::Warning, $topic, $what, $why, $todo);
    }

    public static function error(string $topic, string $what, string $why, string $todo): self
    {
        return new self(Severity::Error, $topic, $what, $why, $todo);
    }
}
