<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\LyoException;
use Lyo\Native\ClassNames;

use function array_filter;
use function array_keys;
use function array_map;
use function array_values;
use function class_exists;
use function count;
use function implode;
use function in_array;
use function preg_match;
use function preg_quote;
use function strpos;
use function strtolower;

/** Restricts the classes of which decode() may create objects. It applies to every format. */
final class ClassPolicy
{
    /** @var list<string>|null names of the allowed classes in lower case, when they were needed */
    private ?array $allowed = null;
    /** So many loaded classes are remembered, see mayMiss(). */
    private const REMEMBERED = 32;
    /** @var array<string, true> names of loaded classes that texts have had */
    private array $loaded = [];
    /** What finds an object of another class than those, if there are any. */
    private ?string $others = null;

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
     * Checks the classes in the text of serialize(), after its value was made. Throws an exception if one is missing, and this policy does not
     * let it be. unserialize() has tried to load all classes then, so that a text whose classes exist needs no more than a search for their names.
     *
     * @throws LyoException
     */
    public function checkFound(string $text): void
    {
        if ($this->throwMissing && !$this->throwRefused && ($this->mayMiss($text, 'O:') || $this->mayMiss($text, 'C:'))) {
            $this->refuse(array_filter(ClassNames::of($text), fn(string $class): bool => $this->allows($class) && !class_exists($class, false)));
        }
    }

    /**
     * Tells whether a text may name a class that is not loaded. This is only a search: a string in the text may look like an object. It is done for
     * each item of a cache, and many items have hundreds of objects of a few classes. So the classes that were found before are skipped by one
     * regular expression, and only a text with another one is read object by object.
     */
    private function mayMiss(string $text, string $mark): bool
    {
        $at = strpos($text, $mark);
        if ($at === false || $this->others !== null && preg_match($this->others, $text, $match, 0, $at) === 0) {
            return false;
        }
        for (; $at !== false; $at = strpos($text, $mark, $at + 2)) {
            $found = preg_match('/[OC]:\d+:"([\w\\\\\x80-\xFF]++)":/A', $text, $match, 0, $at);
            if ($found === false || $found === 1 && !isset($this->loaded[$match[1]]) && !class_exists($match[1], false)) {
                return true;
            }
            if ($found === 1 && count($this->loaded) < self::REMEMBERED) {
                $this->loaded[$match[1]] = true;
            }
        }
        $this->others = $this->loaded === [] ? null : "/[OC]:\\d+:\"(?!(?:" . implode('|', array_map(preg_quote(...), array_keys($this->loaded))) . ')":)/';
        return false;
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
