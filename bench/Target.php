<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** A line of the table of targets. Less is better. */
final readonly class Target
{
    /**
     * @param ?float $measured null: there was nothing to measure it with
     * @param ?float $must     null: told, not judged
     * @param ?float $baseline what it was when the target was set, for comparison
     * @param string $format   of printf, for the three numbers
     */
    public function __construct(
        public string $figure,
        public ?float $measured,
        public ?float $must = null,
        public ?float $baseline = null,
        private string $format = '%.3f',
    ) {}

    public function isMissed(): bool
    {
        return $this->must !== null && ($this->measured === null || $this->measured > $this->must);
    }

    public function verdict(): string
    {
        return match (true) {
            $this->must === null => '',
            $this->isMissed() => 'MISSED',
            default => 'ok',
        };
    }

    /**
     * The result of a table.
     *
     * @param list<self> $targets
     * @return array{string, int} in words, exit status
     */
    public static function verdictOf(array $targets, bool $judged): array
    {
        if (!$judged) {
            return [sprintf('%d figures, none judged: targets and baselines are of PHP %s and the corpus of docs/performance.md', count($targets), Goals::PHP), 0];
        }
        $missed = count(array_filter($targets, static fn(self $target): bool => $target->isMissed()));

        return [sprintf('%d figures, %d above the target', count($targets), $missed), $missed === 0 ? 0 : 1];
    }

    /** @return list<string> */
    public function line(bool $judged = true): array
    {
        $number = fn(?float $number): string => $number === null ? '-' : sprintf($this->format, $number);

        return [$this->figure, $number($this->must), $number($this->baseline), $number($this->measured), $judged ? $this->verdict() : ''];
    }
}
