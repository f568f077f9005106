<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Stream\Slots;
use Lyo\Stream\Table;
use Lyo\Wire\Limit;

use function constant;
use function defined;
use function enum_exists;
use function str_contains;

/**
 * Collects the classes and enum cases that the text of serialize() names.
 *
 * @internal
 */
final class ClassNames extends Slots
{
    /** @var Table<string> names of classes by themselves, in the order in which they occur first */
    private Table $names;
    /** @var Table<array{string, string}> class and case, by "class::case" */
    private Table $cases;

    private function __construct()
    {
        $this->names = new Table();
        $this->cases = new Table();
    }

    /**
     * Returns the names of all classes in a text, including enums, in the order in which they occur first.
     *
     * @return list<string>
     *
     * @throws LyoException
     */
    public static function of(string $text): array
    {
        return self::in($text)->names->values();
    }

    /** @param int $outer number of slots before the text, if it is a payload */
    private static function in(string $text, int $outer = 0): self
    {
        $names = new self();
        Reader::read($text, $names, Limit::DEPTH, $outer);
        return $names;
    }

    /**
     * Returns the names of all enums in a text, in the order in which they occur first.
     *
     * @return list<string>
     *
     * @throws LyoException
     */
    public static function ofEnums(string $text): array
    {
        if (!str_contains($text, 'E:')) {
            return [];
        }
        /** @var Table<string> $enums */
        $enums = new Table();
        foreach (self::in($text)->cases->values() as [$class]) {
            $enums->set($class, $class);
        }
        return $enums->values();
    }

    /**
     * Returns the enum cases in a text that do not exist, as "class::case". Their classes are loaded.
     *
     * @return list<string> Class::Case
     *
     * @throws LyoException
     */
    public static function missingCases(string $text): array
    {
        if (!str_contains($text, 'E:')) {
            return [];
        }
        $missing = [];
        foreach (self::in($text)->cases->values() as [$class, $case]) {
            if (!enum_exists($class) || !defined("$class::$case") || !constant("$class::$case") instanceof $class) {
                $missing[] = "$class::$case";
            }
        }
        return $missing;
    }

    public function beginObject(string $class, int $count): void
    {
        $this->names->set($class, $class);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->names->set($class, $class);
        try {
            foreach (self::in($payload, PHP_INT_MAX >> 1)->names->values() as $name) {
                $this->names->set($name, $name);
            }
        } catch (LyoException) { // it is not the text of a value
        }
    }

    public function enumCase(string $class, string $case): void
    {
        $this->names->set($class, $class);
        $this->cases->set("$class::$case", [$class, $case]);
    }
}
