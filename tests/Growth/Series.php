<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

/**
 * The instructions of one operation on a value, by size. A doubling is compared with the most expensive smaller size of its kind. The reason: a value that is too
 * large for the caches between calls is encoded like a new value: this costs more once, and does not grow further.
 */
final readonly class Series
{
    /** A doubling of the size may take so many times the instructions, on average over all sizes, and over the last two. */
    public const MOST = 2.3;

    /**
     * Three doublings in a row may take so many times, where 8 would be linear: there are steps, from where on each cell costs more, or something is made once. Chains of
     * a hash turn out to be long, and it changes to a better one; the credit of a small value is used up, and another form is written; a table grows by more than it
     * has to.
     */
    public const THREE = 20.0;

    /** From here on a pair is measured at all sizes. */
    public const SUSPICIOUS = 2.15;

    /**
     * @param array<int, int> $counts by size, in ascending order
     * @param array<int, int> $most   of all operations of its kind
     */
    public function __construct(public Task $task, public string $operation, public array $counts, private array $most) {}

    /**
     * @param array<string, array<int, int>> $counts
     * @return list<self> of each operation
     */
    public static function of(Task $task, array $counts): array
    {
        $series = [];
        foreach (Task::OPERATIONS as $operations) {
            $most = [];
            foreach ($operations as $operation) {
                foreach ($counts[$operation] ?? [] as $size => $count) {
                    $most[$size] = max($most[$size] ?? 0, $count);
                }
            }
            foreach ($operations as $operation) {
                $of = $counts[$operation] ?? [];
                ksort($of);
                $series[] = new self($task, $operation, $of, $most);
            }
        }

        return $series;
    }

    /** @return array<int, float> by size: what a doubling took that led there, on average if there were more than one */
    public function ratios(): array
    {
        $ratios = [];
        $before = null;
        foreach ($this->counts as $size => $count) {
            if ($before !== null) {
                $ratios[$size] = ($count / $this->most[$before]) ** (1 / log($size / $before, 2));
            }
            $before = $size;
        }

        return $ratios;
    }

    public function worst(): float
    {
        return max([0.0, ...array_values($this->ratios())]);
    }

    /** A doubling, on average over all sizes. */
    public function average(): float
    {
        $sizes = array_keys($this->counts);
        $doublings = count($sizes) > 1 ? log($sizes[count($sizes) - 1] / $sizes[0], 2) : 0.0;

        return $doublings > 0.0 ? ($this->counts[$sizes[count($sizes) - 1]] / $this->most[$sizes[0]]) ** (1 / $doublings) : 0.0;
    }

    /** False: a size took too long to go on. */
    public function isComplete(): bool
    {
        return count($this->counts) === count($this->task->sizes);
    }

    public function passes(): bool
    {
        $ratios = array_values($this->ratios());
        for ($i = 0; $i + 3 <= count($ratios); $i++) {
            if (array_product(array_slice($ratios, $i, 3)) > self::THREE) {
                return false;
            }
        }

        return $this->isComplete() && $this->average() <= self::MOST;
    }

    public function hasStep(): bool
    {
        return $this->worst() > self::MOST;
    }

    /** True if it has grown so fast at the end that only larger sizes can show whether it was a step. */
    public function isOpen(): bool
    {
        return array_product(array_slice($this->ratios(), -2)) > self::MOST ** 2;
    }

    public function line(): string
    {
        $parts = [];
        $ratios = $this->ratios();
        foreach ($this->counts as $size => $count) {
            $parts[] = $size . ': ' . number_format($count) . (isset($ratios[$size]) ? sprintf(' (%.2f)', $ratios[$size]) : '');
        }

        return $this->operation . ' of ' . $this->task->name() . ': ' . implode(', ', $parts) . ($this->isComplete() ? '' : ', and no further: too slow');
    }
}
