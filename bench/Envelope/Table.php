<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Envelope;

use Lyo\Bench\Generated;

/** Tables of Markdown, of at most 120 columns. */
final class Table
{
    /** One class of size: a row for each compressor, three columns for each codec. */
    public static function ofClass(Sums $sums, string $class): string
    {
        $unit = self::unit($sums, $class);
        $head = ["$class: {$sums->values[$class]}, $unit"];
        foreach (Forms::CODECS as $codec) {
            $head = [...$head, $codec, 'write', 'read'];
        }
        $rows = [];
        foreach ($sums->sums[$class] as $compressor => $codecs) {
            $row = [$compressor];
            foreach (Forms::CODECS as $codec) {
                [$bytes, $encode, $decode] = $codecs[$codec];
                $row = [...$row, number_format($bytes), self::time($encode, $unit), self::time($decode, $unit)];
            }
            $rows[] = $row;
        }

        return self::markdown($head, $rows);
    }

    /**
     * A row for each class of size, with the forms between which most users choose.
     *
     * @param list<string> $classes
     */
    public static function ofClasses(Sums $sums, array $classes): string
    {
        $head = ['ms'];
        $forms = [['igbinary', 'zlib 1'], ['lyo', 'zlib 1'], ['lyo', 'zstd 1']];
        foreach ($forms as [$codec, $compressor]) {
            $head = [...$head, "$codec $compressor", 'write', 'read'];
        }
        $rows = [];
        foreach ($classes as $class) {
            $row = ["$class: {$sums->values[$class]}"];
            foreach ($forms as [$codec, $compressor]) {
                [$bytes, $encode, $decode] = $sums->sums[$class][$compressor][$codec];
                $row = [...$row, number_format($bytes), sprintf('%.2f', $encode / 1e6), sprintf('%.2f', $decode / 1e6)];
            }
            $rows[] = $row;
        }

        return self::markdown($head, $rows);
    }

    /** The name of a corpus in the documents. */
    public static function place(string $place): string
    {
        return is_file("$place/seeds/load.php") ? '../shared/corpus' : 'The public corpus';
    }

    /** Puts tables into the page of envelopes. */
    public static function write(string $versions, string $tables): void
    {
        Generated::write(__DIR__ . '/../../docs/envelope.md', 'compression', "Measured with $versions.\n\n$tables");
        echo "envelope: docs/envelope.md written\n";
    }

    /**
     * @param list<string> $head
     * @param list<list<string>> $rows the first column is text
     */
    public static function markdown(array $head, array $rows): string
    {
        $widths = array_map(static fn(int $column): int => max(array_map(static fn(array $row): int => mb_strwidth($row[$column]), [$head, ...$rows])), array_keys($head));
        $pad = static fn(string $cell, int $column): string => str_pad($cell, $widths[$column] + strlen($cell) - mb_strwidth($cell), ' ', $column === 0 ? STR_PAD_RIGHT : STR_PAD_LEFT);
        $rule = array_map(static fn(int $width, int $column): string => str_repeat('-', $width - (int) ($column > 0)) . ($column > 0 ? ':' : ''), $widths, array_keys($widths));

        $text = '';
        foreach ([$head, $rule, ...$rows] as $cells) {
            $text .= '| ' . implode(' | ', array_map($pad, $cells, array_keys($cells))) . " |\n";
        }

        return $text;
    }

    private static function unit(Sums $sums, string $class): string
    {
        return ($sums->sums[$class]['none']['lyo'][1] ?? 0) < 1e6 ? 'µs' : 'ms';
    }

    private static function time(float $nanoseconds, string $unit): string
    {
        return is_nan($nanoseconds) ? '-' : number_format($nanoseconds / ($unit === 'ms' ? 1e6 : 1e3), $unit === 'ms' ? 1 : 0);
    }
}
