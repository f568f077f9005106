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

/** Which classes decoding may make, for every format: native, lyo and igbinary. */
final class ClassPolicy
{
    /** @param list<string>|null $classes null for all */
    private function __construct(private readonly ?array $classes, private readonly bool $throwMissing) {}

    /** Any class. Only for data that nobody else can write. */
    public static function all(): self
    {
        return new self(null, false);
    }

    /** No class: objects come back as __PHP_Incomplete_Class. */
    public static function none(): self
    {
        return new self([], false);
    }

    /** These classes; names as class-string, in any case. */
    public static function only(string ...$classes): self
    {
        return new self(array_values($classes), false);
    }

    /** The same policy, but a class that is refused or missing is an exception instead of an incomplete object. */
    public function orThrow(): self
    {
        return new self($this->classes, true);
    }

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
     * Checks the classes that serialize() text names, where this policy throws.
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
