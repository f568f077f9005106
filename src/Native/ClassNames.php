<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Stream\Sink;
use Lyo\Wire\Limit;

use function array_filter;
use function array_keys;
use function array_map;
use function class_exists;
use function constant;
use function defined;
use function enum_exists;
use function preg_match_all;
use function str_contains;
use function strval;

/**
 * Collects the classes and enum cases that the text of serialize() names.
 *
 * @internal
 */
final class ClassNames implements Sink
{
    /** Matches the name of a class behind the beginning of an object, or of what looks like one. */
    private const CLASSES = '/[OC]:\d+:"\K[\w\\\\\x80-\xFF]++(?=":)/';

    /** @var array<string, true> by class name */
    private array $names = [];
    /** @var array<string, array{string, string}> class and case, by "class::case" */
    private array $cases = [];

    /**
     * Returns the names of all classes in a text, including enums, in the order in which they occur first.
     *
     * @return list<string>
     *
     * @throws LyoException
     */
    public static function of(string $text): array
    {
        $names = new self();
        Reader::read($text, $names, Limit::DEPTH);
        return array_map(strval(...), array_keys($names->names));
    }

    /** Tells whether a text may name a class that is not loaded. This is only a search: a string in the text may look like an object. */
    public static function mayMiss(string $text): bool
    {
        if (preg_match_all(self::CLASSES, $text, $matches) === false) {
            return true;
        }
        $last = '';
        foreach ($matches[0] as $class) {
            if ($class !== $last && !class_exists($last = $class, false)) {
                return true;
            }
        }
        return false;
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
        $names = new self();
        Reader::read($text, $names, Limit::DEPTH);
        return array_keys(array_filter(
            $names->cases,
            static fn(array $case): bool => !enum_exists($case[0]) || !defined("$case[0]::$case[1]") || !constant("$case[0]::$case[1]") instanceof $case[0],
        ));
    }

    public function null(): void {}

    public function bool(bool $value): void {}

    public function int(int $value): void {}

    public function float(float $value): void {}

    public function string(string $value): void {}

    public function beginArray(int $count): void {}

    public function beginObject(string $class, int $count): void
    {
        $this->names[$class] = true;
    }

    public function key(int|string $key): void {}

    public function end(int $count): void {}

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->names[$class] = true;
        try {
            $names = new self();
            Reader::read($payload, $names, Limit::DEPTH, PHP_INT_MAX >> 1);
            $this->names += $names->names;
        } catch (LyoException) { // it is not the text of a value
        }
    }

    public function enumCase(string $class, string $case): void
    {
        $this->names[$class] = true;
        $this->cases["$class::$case"] = [$class, $case];
    }

    public function sameObject(int $slot): void {}

    public function sameSlot(int $slot): void {}
}
