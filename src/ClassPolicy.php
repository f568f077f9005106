<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\LyoException;
use Lyo\Native\ClassNames;

use function array_map;
use function array_values;
use function class_exists;
use function in_array;
use function strtolower;

/** Restricts the classes of which decode() may create objects. It applies to every format. */
final class ClassPolicy
{
    /**
     * @param list<string>|null $classes names of the allowed classes; null for all
     * @param bool $throwMissing whether a class that is refused or missing causes an exception
     */
    private function __construct(private readonly ?array $classes, private readonly bool $throwMissing) {}

    /** Allows all classes. Use it only for data that nobody else can write. */
    public static function all(): self
    {
        return new self(null, false);
    }

    /** Allows no class: objects come back as __PHP_Incomplete_Class. */
    public static function none(): self
    {
        return new self([], false);
    }

    /** Allows these classes. The names are not case-sensitive. */
    public static function only(string ...$classes): self
    {
        return new self(array_values($classes), false);
    }

    /** Returns the same policy, with an exception instead of an incomplete object for a class that is refused or missing. */
    public function orThrow(): self
    {
        return new self($this->classes, true);
    }

    /** Tells whether there is nothing to check: all classes are allowed, and missing ones cause no exception. */
    public function allowsAll(): bool
    {
        return $this->classes === null && !$this->throwMissing;
    }

    /** @return array{allowed_classes: bool|list<string>, missing_class: string} options of lyo_unserialize() */
    public function options(): array
    {
        return ['allowed_classes' => $this->classes ?? true, 'missing_class' => $this->throwMissing ? 'throw' : 'incomplete'];
    }

    /** @return array{allowed_classes: bool|list<string>} options of unserialize() */
    public function nativeOptions(): array
    {
        return ['allowed_classes' => $this->classes ?? true];
    }

    /**
     * Checks the classes in the text of serialize(). It does nothing unless this policy throws exceptions.
     *
     * @throws LyoException
     */
    public function check(string $text): void
    {
        if (!$this->throwMissing) {
            return;
        }
        $allowed = $this->classes === null ? null : array_map(strtolower(...), $this->classes);
        $refused = [];
        foreach (ClassNames::of($text) as $class) {
            if ($allowed !== null && !in_array(strtolower($class), $allowed, true) || !class_exists($class)) {
                $refused[] = $class;
            }
        }
        if ($refused !== []) {
            throw Failure::classes($refused);
        }
    }
}
