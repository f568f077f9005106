<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Output\OutputInterface;

/** Tables of numbers: plain text, the first column to the left, the others to the right. */
final class Tables
{
    /**
     * @param list<string> $headers
     * @param list<list<string|int>> $rows
     */
    public static function show(OutputInterface $output, string $title, array $headers, array $rows): void
    {
        $output->writeln("<options=bold>$title</>");
        $table = new Table($output);
        $table->setStyle('compact');
        $numbers = (clone $table->getStyle())->setPadType(STR_PAD_LEFT);
        for ($column = 1; $column < count($headers); $column++) {
            $table->setColumnStyle($column, $numbers);
        }
        $table->setHeaders($headers)->setRows($rows)->render();
        $output->writeln('');
    }
}
