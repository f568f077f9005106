<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;
use Lyo\Tools\Measure\Statistics;
use Symfony\Component\Console\Output\OutputInterface;

/** Tables of a comparison: geometric means of what Lyo needs as a part of what another needs, and the worst values. */
final readonly class Report
{
    private const FIGURES = [
        'bytes', 'zlib', 'encode', 'built', 'decode', 'cold encode', 'cold built', 'cold decode', 'memory', 'built memory', 'cold memory',
        'ir encode', 'ir built', 'ir decode', 'cold ir encode', 'cold ir built', 'cold ir decode', 'ir free', 'cold ir free',
    ];

    public function __construct(
        private OutputInterface $output,
        private Results $results,
        private int $worst,
    ) {}

    public function all(bool $each): void
    {
        $others = $this->others();
        foreach ($others as $other) {
            $this->means($other);
        }
        if ($each) {
            foreach ($others as $other) {
                $this->values($other);
            }
        }
        if ($this->worst > 0) {
            foreach ($others as $other) {
                $this->worst($other);
            }
        }
    }

    /** @return list<string> all codecs but Lyo that any value was measured with, the copies last */
    private function others(): array
    {
        $others = [];
        foreach ($this->results->values() as $value) {
            $others += array_fill_keys($value->codecs(), true);
        }
        unset($others['lyo']);
        $again = array_filter(array_keys($others), static fn(string $name): bool => str_ends_with($name, Codec::AGAIN));

        return [...array_diff(array_keys($others), $again)];
    }

    private function means(string $other): void
    {
        $groups = ['corpus' => $this->results->values(true)];
        foreach ($this->results->values() as $value) {
            $groups[$value->application][] = $value;
        }
        foreach (Group::cases() as $group) {
            $groups[$group->value] = $group === Group::All ? [] : $group->of($groups['corpus']);
        }
        $figures = $this->figures($other);
        if ($figures === []) {
            return;
        }
        $rows = [];
        foreach (array_filter($groups) as $group => $values) {
            $rows[] = [$group, count($values), ...array_map(static fn(string $figure): string => self::mean(Results::ratios($values, 'lyo', $other, $figure)), $figures)];
        }
        Tables::show($this->output, "lyo / $other, geometric means", ['', 'values', ...$figures], $rows);
        $spread = self::spread($this->results, $other);
        if ($spread !== null) {
            $this->output->writeln("$spread\n");
        }
    }

    /** What a codec that was measured twice differs from itself. */
    public static function spread(Results $results, string $codec): ?string
    {
        $again = [];
        foreach (['encode', 'built', 'decode', 'cold encode', 'cold built', 'cold decode'] as $figure) {
            $ratios = array_values(Results::ratios($results->values(), $codec . Codec::AGAIN, $codec, $figure));
            if ($ratios !== []) {
                $again[] = sprintf('%s %.3f (%.2f–%.2f)', $figure, Ratios::geometricMean($ratios), Statistics::quantile($ratios, 0.05), Statistics::quantile($ratios, 0.95));
            }
        }

        return $again === [] ? null : "$codec against itself, mean (and 90 % of the values): " . implode(', ', $again);
    }

    private function worst(string $other): void
    {
        foreach ($this->figures($other) as $figure) {
            $ratios = Results::ratios($this->results->values(), 'lyo', $other, $figure);
            arsort($ratios);
            $rows = [];
            foreach (array_slice($ratios, 0, $this->worst) as $name => $ratio) {
                $rows[] = $this->line($name, $other, $figure, $ratio);
            }
            Tables::show($this->output, "lyo / $other, worst at $figure", ['', 'bytes of serialize()', 'lyo', $other, 'ratio'], $rows);
        }
    }

    /** @return list<string> */
    private function line(string $name, string $other, string $figure, float $ratio): array
    {
        foreach ($this->results->values() as $value) {
            if ($value->name === $name) {
                return [$name, number_format($value->text), number_format($value->figure('lyo', $figure) ?? 0.0), number_format($value->figure($other, $figure) ?? 0.0), sprintf('%.3f', $ratio)];
            }
        }

        return [];
    }

    private function values(string $other): void
    {
        $figures = $this->figures($other);
        $rows = [];
        foreach ($this->results->values() as $value) {
            $row = [$value->name, number_format($value->text)];
            foreach ($figures as $figure) {
                $ratio = $value->ratio('lyo', $other, $figure);
                $row[] = $ratio === null ? '-' : sprintf('%.3f', $ratio);
            }
            $rows[] = $row;
        }
        Tables::show($this->output, "lyo / $other", ['', 'bytes', ...$figures], $rows);
    }

    /** @return list<string> those that were measured */
    private function figures(string $other): array
    {
        return array_values(array_filter(self::FIGURES, fn(string $figure): bool => Results::ratios($this->results->values(), 'lyo', $other, $figure) !== []));
    }

    /** @param array<string, float> $ratios */
    private static function mean(array $ratios): string
    {
        return $ratios === [] ? '-' : sprintf('%.3f', Ratios::geometricMean(array_values($ratios)));
    }
}
