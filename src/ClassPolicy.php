<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\LyoException;
use Lyo\Native\ClassNames;

use function array_filter;
use function array_map;
use function array_values;
use function class_exists;
use function in_array;
use function preg_match;
use function strlen;
use function strpos;
use function strtolower;
use function substr;
use function substr_compare;

/** Restricts the classes of which decode() may create objects. It applies to every format. */
final class ClassPolicy
{
    /** @var list<string>|null names of the allowed classes in lower case, when they were needed */
    private ?array $allowed = null;
    /** @var array<string, true> beginnings of objects in texts, such as O:8:"stdClass":, whose classes are loaded */
    private array $loaded = [];
    /** @var array<string, string> which of them came after one of them, or after the beginning of a text, the last time */
    private array $next = [];

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
     * each item of a cache, so most bytes are only seen by strpos(). Texts repeat themselves: a class is often that which came there the last time.
     */
    private function mayMiss(string $text, string $mark): bool
    {
        $last = '';
        for ($at = strpos($text, $mark); $at !== false; $at = strpos($text, $mark, $at + 2)) {
            $next = $this->next[$last] ?? $mark;
            if ($next !== $mark && substr_compare($text, $next, $at, strlen($next)) === 0) {
                $last = $next;
                continue;
            }
            $length = (int) substr($text, $at + 2, 3); // of the name, as the text says
            $head = $length > 0 ? substr($text, $at, $length + ($length < 10 ? 7 : ($length < 100 ? 8 : 9))) : '';
            if (!isset($this->loaded[$head])) {
                $found = preg_match('/[OC]:\d+:"([\w\\\\\x80-\xFF]++)":/A', $text, $match, 0, $at);
                if ($found === false || $found === 1 && !class_exists($match[1], false)) {
                    return true;
                }
                if ($found === 0) {
                    continue;
                }
                $head = $match[0];
                $this->loaded[$head] = true;
            }
            $last = $this->next[$last] = $head;
        }
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
