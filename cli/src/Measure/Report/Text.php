<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure\Report;

use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Ratio;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Summary;
use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Helper\TableCell;
use Symfony\Component\Console\Helper\TableCellStyle;
use Symfony\Component\Console\Helper\TableStyle;
use Symfony\Component\Console\Output\BufferedOutput;

use function array_filter;
use function array_map;
use function array_push;
use function implode;
use function memory_get_peak_usage;
use function number_format;
use function sprintf;
use function wordwrap;

use const STR_PAD_LEFT;

/** Formats the results for a terminal. With up to three compressors and a gigabyte of values, the tables are at most 80 columns wide. */
final readonly class Text
{
    private const WIDTH = 78;

    public static function of(Results $results): string
    {
        $summary = new Summary($results);

        return self::wrapped([
            ...$summary->subject(),
            "{$summary->environment()}. Sums over all values, as they come out of the store. Times are medians of interleaved rounds, ± half the distance between quartiles. Per cent of serialize() (native): less is better.",
        ]) . "\n" . self::codecs($results) . "\n" . ($results->compressors === [] ? '' : self::compressors($results) . "\n") . self::wrapped([
            ...$summary->codecs(),
            ...array_filter([$summary->saving()]),
            ...$summary->notes(),
            sprintf('%.0f s, at most %s of memory.', $results->processor->elapsed, Summary::bytes(memory_get_peak_usage())),
        ]);
    }

    /** @param list<string> $lines */
    private static function wrapped(array $lines): string
    {
        return implode('', array_map(static fn(string $line): string => wordwrap($line, self::WIDTH, "\n  ") . "\n", $lines));
    }

    private static function codecs(Results $results): string
    {
        $heads = [['', 1], ['values', 1], ['bytes', 2]];
        $units = [Cost::BYTES => 1];
        foreach ([Cost::ENCODE => ['ms', 1e6, 'µs', 1e3], Cost::DECODE => ['ms', 1e6, 'µs', 1e3], Cost::MEMORY => ['kB', 1e3, 'bytes', 1]] as $figure => [$large, $most, $small, $least]) {
            $isLarge = ($results->ratio('native', $figure)->amount ?? 0.0) >= 10 * $most;
            $units[$figure] = $isLarge ? $most : $least;
            $heads[] = ["$figure, " . ($isLarge ? $large : $small), $figure === Cost::MEMORY ? 2 : 3];
        }
        $rows = [];
        foreach ($results->asked as $codec) {
            $own = $results->ratio($codec, Cost::BYTES, $codec);
            if ($own === null) {
                $rows[] = [$codec, '0', new TableCell($results->obstacles($codec), ['colspan' => 10, 'style' => new TableCellStyle(['align' => 'left'])])];
                continue;
            }
            $row = [$codec, number_format($own->values)];
            foreach ($units as $figure => $unit) {
                $ratio = $results->ratio($codec, $figure);
                $timed = $figure === Cost::ENCODE || $figure === Cost::DECODE;
                array_push($row, $ratio === null ? '-' : self::amount($ratio->amount / $unit, $timed), $ratio === null ? '' : self::percent($ratio), ...$timed ? [$ratio === null ? '' : sprintf('±%.0f%%', 100 * $ratio->spread)] : []);
            }
            $rows[] = $row;
        }

        return self::table($heads, $rows);
    }

    private static function compressors(Results $results): string
    {
        $rows = [];
        foreach ($results->codecs() as $codec) {
            $row = [$codec];
            foreach ($results->compressors as $compressor) {
                $ratio = $results->ratio($codec, $compressor);
                array_push($row, $ratio === null ? '-' : number_format($ratio->amount), $ratio === null ? '' : self::percent($ratio));
            }
            $rows[] = $row;
        }
        $heads = [['bytes with', 1]];
        foreach ($results->compressors as $compressor) {
            $heads[] = [$compressor, 2];
        }

        return self::table($heads, $rows);
    }

    private static function percent(Ratio $ratio): string
    {
        return Summary::percent($ratio->value());
    }

    private static function amount(float $amount, bool $exact): string
    {
        return number_format($amount, match (true) {
            !$exact || $amount >= 99.95 => 0,
            default => $amount < 9.995 ? 2 : 1,
        });
    }

    /**
     * @param list<array{string, int}> $heads texts, each with the number of columns that it spans
     * @param list<list<string|TableCell>> $rows
     */
    private static function table(array $heads, array $rows): string
    {
        $output = new BufferedOutput();
        $style = (new TableStyle())->setHorizontalBorderChars('')->setVerticalBorderChars('', ' ')->setDefaultCrossingChar('')
            ->setCellRowContentFormat('%s')->setCellHeaderFormat('%s')->setPadType(STR_PAD_LEFT);
        $table = (new Table($output))->setStyle($style)->setHeaders(array_map(
            static fn(array $head): TableCell => new TableCell($head[0], ['colspan' => $head[1], 'style' => new TableCellStyle(['align' => $head === $heads[0] ? 'left' : 'right'])]),
            $heads,
        ))->setRows($rows);
        $table->setColumnStyle(0, (clone $style)->setPadType(STR_PAD_RIGHT))->render();

        return $output->fetch();
    }
}
