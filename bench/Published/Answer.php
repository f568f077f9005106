<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** What a text predicts or concludes, with the figure that it gives, and the figures of a new run that answer it. */
final readonly class Answer
{
    /**
     * @param string $then the figure or the answer of the text
     * @param array<string, float> $today parts, by the name of what was measured
     * @param bool|null $holds whether it still holds; null: it was not measured, or nothing was said
     */
    public function __construct(private string $claim, private string $then, private array $today, private ?bool $holds) {}

    /**
     * It holds if one of the figures lies in a range.
     *
     * @param array<string, float> $today
     * @param string $judged the name of this figure
     */
    public static function within(string $claim, string $then, array $today, string $judged, float $from = 0.0, float $to = INF): self
    {
        return new self($claim, $then, $today, isset($today[$judged]) ? $today[$judged] >= $from && $today[$judged] <= $to : null);
    }

    /** @param list<self> $answers */
    public static function table(string $title, array $answers): Table
    {
        return new Table($title, ['', 'then', 'today', 'figures of today'], array_map(static fn(self $answer): array => $answer->row(), $answers));
    }

    /** @return list<string> */
    private function row(): array
    {
        $figures = array_map(static fn(string $name, float $part): string => "$name " . Numbers::part($part), array_keys($this->today), $this->today);

        return [$this->claim, $this->then, match ($this->holds) {
            true => 'yes',
            false => 'no',
            null => $this->today === [] ? 'not measured' : '',
        }, implode('; ', $figures)];
    }
}
