<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Helper\TableStyle;
use Symfony\Component\Console\Output\BufferedOutput;

use function array_map;
use function count;
use function explode;
use function implode;
use function rtrim;

/** Tables without lines, as commands print them. */
final class Columns
{
    /**
     * @param non-empty-list<string> $head
     * @param list<list<string>> $rows
     * @param int $text columns of text; those behind are numbers, and a column without a head is text
     */
    public static function table(Output $output, array $head, array $rows, int $text = 1): string
    {
        if ($rows === []) {
            return '';
        }
        $buffer = new BufferedOutput();
        $table = (new Table($buffer))->setStyle(self::style(STR_PAD_RIGHT));
        for ($column = $text; $column < count($head); $column++) {
            if ($head[$column] !== '') {
                $table->setColumnStyle($column, self::style(STR_PAD_LEFT));
            }
        }
        $table->setRows(array_map(static fn(array $row): array => array_map(static fn(string $cell): string => OutputFormatter::escape($cell), $row), [$head, ...$rows]))->render();
        $lines = array_map(rtrim(...), explode("\n", rtrim($buffer->fetch(), "\n")));
        $lines[0] = $output->colour($lines[0], 'yellow');

        return "\n" . implode("\n", $lines) . "\n";
    }

    private static function style(int $pad): TableStyle
    {
        return (new TableStyle())->setHorizontalBorderChars('')->setVerticalBorderChars('')->setDefaultCrossingChar('')
            ->setCellRowContentFormat('%s  ')->setPadType($pad);
    }
}
