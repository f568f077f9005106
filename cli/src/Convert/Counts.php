<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use function array_map;
use function arsort;
use function is_array;
use function is_int;

/** Counts of what a conversion has done so far. */
final class Counts
{
    /** Number of values that were looked at. */
    public int $met = 0;
    public int $converted = 0;
    /** Size of the converted values before and after. */
    public int $bytesBefore = 0;
    public int $bytesAfter = 0;
    /** How many times an application changed or deleted a value between reading and writing. The value is then read again, and its change stays. */
    public int $raced = 0;
    /** Number of values that were deleted between listing and reading. */
    public int $gone = 0;
    /** Number of values that were read back: as they were written, or changed by an application since. */
    public int $verified = 0;
    /** Number of converted values that had an envelope of lyo (checksum, signature, compression), which the new format does not have. */
    public int $unsealed = 0;
    /** Number of converted values that had no signature, although keys of signatures were given. */
    public int $unsigned = 0;
    /** @var array<string, int> numbers of values that were not converted, by the name of a case of Stays */
    public array $stays = [];
    /** @var array<string, string> a key for each of these reasons */
    public array $examples = [];

    /**
     * Counts a value that is not converted.
     *
     * @param string $more what more is to be said of the reason, for the example
     */
    public function stays(Stays $why, string $key, string $more = ''): void
    {
        $this->stays[$why->name] = ($this->stays[$why->name] ?? 0) + 1;
        $this->examples[$why->name] ??= $more === '' ? $key : "$key ($more)";
    }

    /** @return array<string, int> $stays, with the most frequent reason first */
    public function reasons(): array
    {
        $reasons = $this->stays;
        arsort($reasons);

        return $reasons;
    }

    /** Returns the number of values that should have been converted and were not. */
    public function failed(): int
    {
        $failed = 0;
        foreach (Stays::cases() as $why) {
            $failed += $why->isFine() ? 0 : $this->stays[$why->name] ?? 0;
        }

        return $failed;
    }

    /**
     * Returns the number of values that are still to be converted.
     *
     * @param bool $written false if this was a dry run, which converts nothing
     */
    public function left(bool $written): int
    {
        return $this->failed() + ($written ? 0 : $this->converted);
    }

    /** @return array<string, int|array<string, int>> */
    public function toArray(): array
    {
        return ['met' => $this->met, 'converted' => $this->converted, 'bytes_before' => $this->bytesBefore, 'bytes_after' => $this->bytesAfter,
            'raced' => $this->raced, 'gone' => $this->gone, 'verified' => $this->verified, 'unsealed' => $this->unsealed, 'unsigned' => $this->unsigned, 'stays' => $this->stays];
    }

    /** @param array<mixed> $numbers what toArray() returned */
    public static function fromArray(array $numbers): self
    {
        $number = static fn(string $name): int => is_int($numbers[$name] ?? null) ? $numbers[$name] : 0;
        $counts = new self();
        [$counts->met, $counts->converted, $counts->bytesBefore, $counts->bytesAfter] = array_map($number, ['met', 'converted', 'bytes_before', 'bytes_after']);
        [$counts->raced, $counts->gone, $counts->verified, $counts->unsealed, $counts->unsigned] = array_map($number, ['raced', 'gone', 'verified', 'unsealed', 'unsigned']);
        foreach (is_array($numbers['stays'] ?? null) ? $numbers['stays'] : [] as $why => $values) {
            if (is_int($values)) {
                $counts->stays[(string) $why] = $values;
            }
        }

        return $counts;
    }
}
