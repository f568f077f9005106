<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Native\ClassNames;

use function array_filter;
use function array_map;
use function array_values;
use function class_exists;
use function in_array;
use function is_string;
use function spl_autoload_register;
use function spl_autoload_unregister;
use function strtolower;

/** Restricts the classes of which decode() may create objects. It applies to every format. */
final class ClassPolicy
{
    /** @var list<string>|null names of the allowed classes in lower case, when they were needed */
    private ?array $allowed = null;
    /** How many values are being read. */
    private int $readings = 0;
    /** Whether a class was not found by the autoloaders of the application since the first of them. */
    private bool $isAsked = false;
    /** What notes that. */
    private ?Closure $note = null;

    /**
     * @param list<string>|null $classes names of the allowed classes; null for all
     * @param bool $throwRefused whether a class that is refused causes an exception
     * @param bool $throwMissing whether a class that is missing causes an exception
     */
    private function __construct(private readonly ?array $classes, private readonly bool $throwRefused = false, private readonly bool $throwMissing = false) {}

    /** Allows all classes. Use it only for data that nobody else can write. */
    public static function all(): self
    {
        return new self(null);
    }

    /** Allows no class: objects come back as __PHP_Incomplete_Class. */
    public static function none(): self
    {
        return new self([]);
    }

    /** Allows these classes. The names are not case-sensitive. */
    public static function only(string ...$classes): self
    {
        return new self(array_values($classes));
    }

    /** Returns the same policy, with an exception instead of an incomplete object for a class that is refused or missing. */
    public function orThrow(): self
    {
        return new self($this->classes, true, true);
    }

    /** Returns the same policy, with an exception for an allowed class that does not exist. Objects of other classes stay incomplete. */
    public function orThrowMissing(): self
    {
        return new self($this->classes, $this->throwRefused, true);
    }

    /**
     * Returns the same policy without exceptions for classes.
     *
     * @internal
     */
    public function withoutExceptions(): self
    {
        return new self($this->classes);
    }

    /**
     * Tells whether the policy lets objects of all these classes be incomplete, though it wants an exception for missing classes.
     *
     * @internal
     *
     * @param list<string> $classes
     */
    public function ignores(array $classes): bool
    {
        return !$this->throwRefused && array_filter($classes, $this->allows(...)) === [];
    }

    /**
     * Tells whether a class is allowed.
     *
     * @internal
     */
    public function allows(string $class): bool
    {
        return $this->classes === null || in_array(strtolower($class), $this->allowed ??= array_map(strtolower(...), $this->classes), true);
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

    /** @return array{allowed_classes?: list<string>} options of unserialize() */
    public function nativeOptions(): array
    {
        return $this->classes === null ? [] : ['allowed_classes' => $this->classes];
    }

    /**
     * Checks the classes in the text of serialize(), before its value is made: the enums, which unserialize() would load whatever the policy says, and all
     * classes if this policy throws exceptions for those that are refused.
     *
     * @throws LyoException
     */
    public function check(string $text): void
    {
        if ($this->throwRefused) {
            $this->refuse(array_filter(ClassNames::of($text), fn(string $class): bool => !$this->allows($class) || !class_exists($class)));
        } elseif ($this->classes !== null) {
            $this->refuse(array_filter(ClassNames::ofEnums($text), fn(string $class): bool => !$this->allows($class)));
        }
    }

    /**
     * Reads a value, and throws an exception if one of its classes is missing and this policy does not let it be. A search of the data would cost more
     * than reading small values does. So a function that loads nothing is asked last for each class: if it was not asked, each class was found.
     *
     * @internal
     *
     * @param Closure(): mixed $read creates the objects, as unserialize() and igbinary_unserialize() do
     * @param string|Closure(): string $text the text of serialize() for the same value
     *
     * @throws LyoException
     */
    public function reading(Closure $read, string|Closure $text): mixed
    {
        if (!$this->throwMissing || $this->throwRefused) {
            return $read();
        }
        $note = $this->note ??= function (): void {
            $this->isAsked = true;
        };
        if ($this->readings++ === 0) { // a hook may read another value
            $this->isAsked = false;
            spl_autoload_register($note);
        }
        try {
            $value = $read();
        } finally {
            --$this->readings === 0 && spl_autoload_unregister($note);
        }
        if ($this->isAsked) {
            $this->refuse(array_filter(ClassNames::of(is_string($text) ? $text : $text()), fn(string $class): bool => $this->allows($class) && !class_exists($class, false)));
        }
        return $value;
    }

    /**
     * @param array<string> $classes
     *
     * @throws LyoException
     */
    private function refuse(array $classes): void
    {
        if ($classes !== []) {
            throw Failure::classes(array_values($classes));
        }
    }
}
