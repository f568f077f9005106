<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Convert;

use function arsort;
use function is_array;
use function is_int;

/** How a conversion went so far. */
final class Counts
{
    /** Values that were looked at. */
    public int $met = 0;
    public int $converted = 0;
    /** Bytes of those before and after. */
    public int $bytesBefore = 0;
    public int $bytesAfter = 0;
    /** Times that others changed or deleted a value between reading and writing: what they did stays. Then it is read again. */
    public int $raced = 0;
    /** Gone before they were read. */
    public int $gone = 0;
    /** Read back and found to be as written, or changed by others since. */
    public int $verified = 0;
    /** @var array<string, int> by the reason, Stays */
    public array $stays = [];
    /** @var array<string, string> a key for each reason */
    public array $examples = [];

    public function stays(Stays $why, string $key): void
    {
        $this->stays[$why->name] = ($this->stays[$why->name] ?? 0) + 1;
        $this->examples[$why->name] ??= $key;
    }

    /** @return array<string, int> numbers of values by Stays, the most frequent first */
    public function left(): array
    {
        $left = $this->stays;
        arsort($left);

        return $left;
    }

    /** Values that stay and should not. */
    public function failed(): int
    {
        $failed = 0;
        foreach (Stays::cases() as $why) {
            $failed += $why->isFine() ? 0 : $this->stays[$why->name] ?? 0;
        }

        return $failed;
    }

    /** @return array<string, int|array<string, int>> */
    public function toArray(): array
    {
        return ['met' => $this->met, 'converted' => $this->converted, 'bytes_before' => $this->bytesBefore, 'bytes_after' => $this->bytesAfter,
            'raced' => $this->raced, 'gone' => $this->gone, 'verified' => $this->verified, 'stays' => $this->stays];
    }

    /** @param array<mixed> $numbers as toArray() gave them */
    public static function fromArray(array $numbers): self
    {
        $number = static fn(string $name): int => is_int($numbers[$name] ?? null) ? $numbers[$name] : 0;
        $counts = new self();
        $counts->met = $number('met');
        $counts->converted = $number('converted');
        $counts->bytesBefore = $number('bytes_before');
        $counts->bytesAfter = $number('bytes_after');
        $counts->raced = $number('raced');
        $counts->gone = $number('gone');
        $counts->verified = $number('verified');
        foreach (is_array($numbers['stays'] ?? null) ? $numbers['stays'] : [] as $why => $values) {
            if (is_int($values)) {
                $counts->stays[(string) $why] = $values;
            }
        }

        return $counts;
    }
}
