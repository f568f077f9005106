<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Kept;

use Lyo\Bench\Generated;
use RuntimeException;

/** What Calls and Misses counted, as tables. */
final class Tables
{
    private const PAGE = __DIR__ . '/../../docs/lab/kept-values.md';

    /** Groups by the size of the payload, up to so many bytes. */
    private const SIZES = ['below 96 bytes (not looked up)' => 95, '96 to 300 bytes' => 300, '300 to 1,000 bytes' => 1000, '1 to 4 kB' => 4000, '4 to 16 kB' => 16_000, '16 to 64 kB' => 64_000, 'more' => PHP_INT_MAX];

    /** @var list<array{bytes: int, kept: bool, decode: int, igbinary: int, again: int, keep: int, kept_bytes: int, memory: int, memory_again: int, memory_igbinary: int}> */
    private array $values = [];

    /**
     * @param list<array<array-key, mixed>> $off
     * @param list<array<array-key, mixed>> $on
     * @param array<string, array<string, array{total: int, functions: array<string, int>}>> $counts
     */
    public function add(string $application, array $off, array $on, array $counts): void
    {
        count($off) === count($on) || throw new RuntimeException("$application: " . count($off) . ' values without kept values, ' . count($on) . ' with them');
        foreach ($off as $i => $line) {
            $name = $line['name'] ?? null;
            $name === ($on[$i]['name'] ?? null) && is_string($name) || throw new RuntimeException("$application: other values with kept values than without");
            $total = static fn(string $kind): int => $counts[$name]["$kind "]['total'];
            $number = static fn(array $of, string $key): int => is_int($of[$key] ?? null) ? $of[$key] : throw new RuntimeException("$name: $key is missing");
            $this->values[] = [
                'bytes' => $number($line, 'bytes'), 'kept' => $number($on[$i], 'kept') > 0,
                'decode' => $total(Calls::DECODE), 'igbinary' => $total(Calls::IGBINARY), 'again' => $total(Calls::AGAIN), 'keep' => $total(Calls::KEEP),
                'kept_bytes' => $number($on[$i], 'kept bytes'), 'memory' => $number($line, 'memory'), 'memory_again' => $number($on[$i], 'memory'), 'memory_igbinary' => $number($line, 'memory of igbinary'),
            ];
        }
    }

    public function printCalls(bool $write): void
    {
        $rows = "| payload | n | kept / igbinary | kept / decoded | kept | first / decoded | bytes kept | request, kept | decoded |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
        $from = 0;
        foreach (self::SIZES as $name => $to) {
            $rows .= $this->row($name, array_filter($this->values, static fn(array $value): bool => ($value['kept'] || $value['bytes'] < 96) && $value['bytes'] > $from && $value['bytes'] <= $to));
            $from = $to;
        }
        $kept = array_filter($this->values, static fn(array $value): bool => $value['kept']);
        $rows .= $this->row('all that are kept', $kept);
        $rows .= $this->row('of these, from 1 kB on', array_filter($kept, static fn(array $value): bool => $value['bytes'] > 1000));
        $rows .= $this->row('all that are not kept, from 96 bytes on', array_filter($this->values, static fn(array $value): bool => !$value['kept'] && $value['bytes'] >= 96));
        $rows .= $this->row('all values', $this->values);
        $sum = fn(string $key): int => array_sum(array_column($this->values, $key));
        $rows .= sprintf(
            "\nOver all %d values: instructions %.3f of igbinary by geometric mean (%.3f without kept values), %.3f of those\nwithout by sum; memory of the request %.3f of igbinary (%.3f without), and %.1f MB are kept.\n",
            count($this->values),
            self::mean($this->values, 'again', 'igbinary'),
            self::mean($this->values, 'decode', 'igbinary'),
            $sum('again') / max(1, $sum('decode')),
            $sum('memory_again') / max(1, $sum('memory_igbinary')),
            $sum('memory') / max(1, $sum('memory_igbinary')),
            $sum('kept_bytes') / 1e6,
        );
        $kept = array_filter($kept, static fn(array $value): bool => $value['kept_bytes'] > 0); // else another value has the same bytes
        $keeping = array_filter($kept, static fn(array $value): bool => $value['bytes'] > 1000);
        $rows .= sprintf("The reading that keeps takes %.2f decodes by the sum of all that are kept, %.2f from 1 kB on.\n", array_sum(array_column($kept, 'keep')) / max(1, array_sum(array_column($kept, 'decode'))), array_sum(array_column($keeping, 'keep')) / max(1, array_sum(array_column($keeping, 'decode'))));
        self::put('kept calls', $rows, $write);
    }

    /** @param array<string, array{int, int, ?float, string}> $cases instructions with kept values and without, the goal, the limit */
    public function printMisses(array $cases, bool $write): void
    {
        $rows = "| payloads | limit | with / without | goal |\n| --- | ---: | ---: | ---: |\n";
        foreach ($cases as $case => [$on, $off, $goal, $limit]) {
            $rows .= sprintf("| %s | %s | %.3f | %s |\n", $case, $limit, $on / $off, $goal === null ? '' : sprintf('%.2f', $goal));
        }
        self::put('kept misses', $rows, $write);
    }

    /** @param array<int, array{bytes: int, kept: bool, decode: int, igbinary: int, again: int, keep: int, kept_bytes: int, memory: int, memory_again: int, memory_igbinary: int}> $values */
    private function row(string $name, array $values): string
    {
        if ($values === []) {
            return '';
        }
        $kept = array_filter($values, static fn(array $value): bool => $value['kept'] && $value['kept_bytes'] > 0);
        return sprintf(
            "| %s | %d | %.3f | %.3f | %s | %s | %s | %s | %s |\n",
            $name,
            count($values),
            self::mean($values, 'again', 'igbinary'),
            self::mean($values, 'again', 'decode'),
            number_format(exp(array_sum(array_map(static fn(array $value): float => log($value['again']), $values)) / count($values))),
            $kept === [] ? '' : sprintf('%.2f', self::mean($kept, 'keep', 'decode')),
            number_format(array_sum(array_column($values, 'kept_bytes'))),
            number_format(array_sum(array_column($values, 'memory_again'))),
            number_format(array_sum(array_column($values, 'memory'))),
        );
    }

    /** @param array<int, array<string, int|bool>> $values */
    private static function mean(array $values, string $of, string $to): float
    {
        return exp(array_sum(array_map(static fn(array $value): float => log((int) $value[$of] / max(1, (int) $value[$to])), $values)) / max(1, count($values)));
    }

    private static function put(string $name, string $table, bool $write): void
    {
        echo $table;
        if ($write) {
            Generated::write(self::PAGE, $name, $table);
        }
    }
}
