<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use Closure;
use Random\Randomizer;
use Throwable;

/** Holds the other three against serialize() and unserialize(), and counts. */
final class LanguageChecks
{
    /** @var list<string> */
    public array $failures = [];
    public int $values = 0;
    public int $restored = 0;
    public int $states = 0;
    public int $accepted = 0;

    /** @var array<string, int> differences that are listed, and how many there were */
    public array $listed = [];

    /** @var non-empty-list<Side> */
    private array $sides;

    public function __construct()
    {
        $this->sides = Side::all();
    }

    /**
     * Encodes and decodes a value. It is made again for each serializer, because writing may change it. The value after writing is compared, too.
     *
     * @param Closure(): mixed $make
     */
    public function roundTrip(string $case, Closure $make): void
    {
        $this->values++;
        $this->compare($case, static function (Side $side) use ($make): string {
            $value = $make();
            Ran::$names = [];
            try {
                $bytes = ($side->encode)($value);
                $seen = $bytes === null ? 'nothing written' : Seen::of(static fn(): mixed => ($side->decode)($bytes), $side->refusals);
            } catch (Throwable $thrown) {
                $seen = 'not written, ' . Seen::thrown($thrown);
            }

            return "$seen\nran " . implode(' ', Ran::$names) . "\nleft " . Seen::of(static fn(): mixed => $value, []);
        }, false);
    }

    /**
     * A state that an object claims to have: all refuse it, or all make the same of it.
     *
     * @param array<array-key, mixed> $state
     */
    public function state(string $case, string $class, array $state): void
    {
        if (self::crashes($class, $state)) {
            $this->listed['unserialize() itself crashes'] = ($this->listed['unserialize() itself crashes'] ?? 0) + 1;

            return;
        }
        $this->states++;
        $this->compare($case, static function (Side $side) use ($class, $state): string {
            $bytes = StandIn::bytes($side, $class, $state);
            Ran::$names = [];
            $seen = Seen::of(static fn(): mixed => ($side->decode)($bytes), $side->refusals);

            return Seen::isValue($seen) ? "$seen\nran " . implode(' ', Ran::$names) : $seen;
        }, true);
    }

    /**
     * States that PHP does not survive, with no module of ours.
     *
     * @param array<array-key, mixed> $state
     */
    private static function crashes(string $class, array $state): bool
    {
        // 8.6.0RC3: a randomizer without an engine
        return PHP_VERSION_ID >= 80600 && is_a($class, Randomizer::class, true) && $state === [[]];
    }

    /**
     * @param Closure(Side): string $see
     * @param bool $state of several reasons to refuse a state each may tell another one
     */
    private function compare(string $case, Closure $see, bool $state): void
    {
        // one line for all, because exceptions contain the line; the native call runs twice, to find values that change with the time
        $seen = array_map($see, [...$this->sides, $this->sides[0]]);
        $native = $seen[0];
        $steady = array_pop($seen) === $native;
        if (Seen::isValue($native)) {
            $state ? $this->accepted++ : $this->restored++;
        }
        foreach ($seen as $i => $here) {
            $side = $this->sides[$i]->name;
            if ($here === $native || ($state && !Seen::isValue($here) && !Seen::isValue($native))) {
                continue;
            }
            $rule = $steady ? Listed::rule($side, $native, $here) : 'unserialize() makes another value each time';
            if ($rule === null) {
                $this->failures[] = "$case: $side\n  native " . self::shown($native) . "\n  here   " . self::shown($here);
            } else {
                $this->listed[$rule] = ($this->listed[$rule] ?? 0) + 1;
            }
        }
    }

    /** How many differences there are that are listed, and that are not. */
    public function differences(): string
    {
        $listed = array_map(static fn(string $rule, int $count): string => ", $count listed ($rule)", array_keys($this->listed), $this->listed);

        return count($this->failures) . ' differences' . implode('', $listed);
    }

    private static function shown(string $seen): string
    {
        return strtr(substr($seen, 0, 900), ["\n" => ' ', "\0" => '~']);
    }
}
