<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Helper\TableCell;
use Symfony\Component\Console\Helper\TableCellStyle;
use Symfony\Component\Console\Helper\TableSeparator;
use Symfony\Component\Console\Helper\TableStyle;
use Symfony\Component\Console\Output\OutputInterface;

/** The tables: at most 100 columns wide, readable without colours. */
final readonly class Report
{
    private const BAR = 14;

    private const TITLES = ['bytes' => 'bytes', 'encode' => 'encode', 'decode' => 'decode', 'memory' => 'memory'];

    /** @var list<Trial> those with which others can be compared */
    private array $trials;

    /**
     * @param list<Trial> $trials
     * @param array<string, Codec> $codecs
     */
    public function __construct(
        private OutputInterface $output,
        array $trials,
        private array $codecs,
    ) {
        $this->trials = array_values(array_filter($trials, static fn(Trial $trial): bool => isset($trial->costs['serialize'])));
    }

    /** A line for each sample: what serialize() ("native") needs, and what the others need as a part of that. */
    public function samples(): void
    {
        $others = array_slice(array_keys($this->codecs), 1);
        $table = $this->table(count($others) + 9, [0, count($others) + 2]);
        $heading = static fn(string $text, int $columns): TableCell
            => new TableCell("<comment>$text</>", ['colspan' => $columns, 'style' => new TableCellStyle(['align' => 'left'])]);
        $table->setHeaders([
            ['', $heading('bytes', count($others) + 2), $heading('encode, µs', 2), $heading('decode, µs', 2), $heading('memory, kB', 2)],
            ['', 'native', ...array_map(static fn(string $name): string => $name === 'igbinary' ? 'igb' : $name, $others), 'lyo / native', 'native', 'lyo', 'native', 'lyo', 'native', 'lyo'],
        ]);
        foreach ($this->trials as $trial) {
            $table->addRow($this->line($trial, $others));
        }
        $table->render();
    }

    /**
     * @param list<string> $others
     * @return list<string>
     */
    private function line(Trial $trial, array $others): array
    {
        $native = $trial->costs['serialize'];
        $line = [strtr($trial->name, '-', ' '), number_format($native->bytes)];
        foreach ($others as $name) {
            $line[] = $this->ratio($trial, $name, 'bytes');
        }
        $size = isset($trial->costs['lyo']) ? $trial->costs['lyo']->bytes / $native->bytes : 1.0;
        $line[] = Bar::onTrack($size, self::BAR, 'fg=green');
        foreach (['encode', 'decode', 'memory'] as $metric) {
            $line[] = self::amount($native->of($metric) / ($metric === 'memory' ? 1024 : 1000));
            $line[] = $this->ratio($trial, 'lyo', $metric);
        }

        return $line;
    }

    /** Geometric means over all samples, as bars. */
    public function summary(): void
    {
        $table = $this->table(9, [0, 2, 4, 6, 8]);
        $headers = [''];
        foreach (self::TITLES as $title) {
            array_push($headers, '', "<comment>$title</>");
        }
        $table->setHeaders($headers);
        foreach ($this->codecs as $name => $codec) {
            $line = [$name === 'lyo' ? '<options=bold>lyo</>' : strtr($name, ['serialize' => 'native'])];
            foreach (Cost::METRICS as $metric) {
                $mean = $this->mean($name, $metric);
                array_push($line, self::percent($mean, $name === 'lyo'), $this->bar($mean, $name));
            }
            $table->addRow($line);
        }
        $table->render();
        if (array_filter($this->trials, static fn(Trial $trial): bool => isset($trial->costs['lyo'])) === []) {
            return;
        }
        $words = ['bytes' => '%s smaller', 'encode' => 'encodes %s faster', 'decode' => 'decodes %s faster', 'memory' => '%s less memory'];
        foreach ($words as $metric => $text) {
            $mean = $this->mean('lyo', $metric);
            $text = $mean <= 1.0 ? $text : strtr($text, ['smaller' => 'bigger', 'faster' => 'slower', 'less' => 'more']);
            $words[$metric] = sprintf($text, sprintf('%.1fx', max($mean, 1 / $mean)));
        }
        $this->output->writeln('Lyo: <options=bold>' . implode(', ', $words) . '</> than serialize().');
    }

    /** Every number of every sample and codec. */
    public function details(): void
    {
        $table = $this->table(10, [0, 1]);
        $table->setHeaders(['', '', 'bytes', '', 'encode, µs', '', 'decode, µs', '', 'memory, kB', '']);
        foreach ($this->trials as $index => $trial) {
            if ($index > 0) {
                $table->addRow(new TableSeparator());
            }
            foreach ($trial->costs as $name => $cost) {
                $table->addRow([
                    $name === 'serialize' ? strtr($trial->name, '-', ' ') : '', $name,
                    number_format($cost->bytes), $this->ratio($trial, $name, 'bytes'),
                    self::amount($cost->encode / 1000), $this->ratio($trial, $name, 'encode'),
                    self::amount($cost->decode / 1000), $this->ratio($trial, $name, 'decode'),
                    self::amount($cost->memory / 1024), $this->ratio($trial, $name, 'memory'),
                ]);
            }
        }
        $table->render();
    }

    private function bar(float $mean, string $name): string
    {
        $bar = Bar::of($mean, 10, self::BAR);

        return match ($name) {
            'lyo' => "<fg=green>$bar</>",
            'serialize' => $bar,
            default => "<fg=gray>$bar</>",
        };
    }

    private function ratio(Trial $trial, string $name, string $metric): string
    {
        $cost = $trial->costs[$name] ?? null;
        if ($cost === null) {
            return '-';
        }

        return self::percent($cost->of($metric) / max($trial->costs['serialize']->of($metric), 1.0), $name === 'lyo');
    }

    /** Over the samples that the codec can store. */
    private function mean(string $name, string $metric): float
    {
        $logs = [];
        foreach ($this->trials as $trial) {
            if (isset($trial->costs[$name])) {
                $logs[] = log(max($trial->costs[$name]->of($metric), 1.0) / max($trial->costs['serialize']->of($metric), 1.0));
            }
        }

        return $logs === [] ? 1.0 : exp(array_sum($logs) / count($logs));
    }

    private static function percent(float $ratio, bool $judge): string
    {
        $text = number_format(100 * $ratio) . '%';
        $style = match (true) {
            $ratio < 0.95 => 'fg=green',
            $ratio > 1.05 => 'fg=red',
            default => 'fg=default',
        };

        return $judge ? "<$style>$text</>" : $text;
    }

    private static function amount(float $amount): string
    {
        return number_format($amount, $amount < 9.95 ? 1 : 0);
    }

    /** @param list<int> $left columns of text rather than numbers */
    private function table(int $columns, array $left): Table
    {
        $table = new Table($this->output);
        $style = (new TableStyle())
            ->setHorizontalBorderChars('')
            ->setVerticalBorderChars('', ' ')
            ->setDefaultCrossingChar('')
            ->setCellRowContentFormat('%s')
            ->setCellHeaderFormat('%s');
        $table->setStyle($style);
        $numbers = (clone $style)->setPadType(STR_PAD_LEFT);
        for ($column = 0; $column < $columns; $column++) {
            if (!in_array($column, $left, true)) {
                $table->setColumnStyle($column, $numbers);
            }
        }

        return $table;
    }
}
