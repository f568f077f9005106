<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Helper\TableCell;
use Symfony\Component\Console\Helper\TableCellStyle;
use Symfony\Component\Console\Helper\TableSeparator;
use Symfony\Component\Console\Helper\TableStyle;
use Symfony\Component\Console\Output\OutputInterface;

/** The tables: at most 80 columns wide, readable without colours. */
final readonly class Report
{
    /** Characters of a bar at 100 %, and the longest. */
    private const BAR = 8;
    private const LONGEST_BAR = 11;

    /** The codecs for which a line of the table of samples has room. */
    private const BESIDE = ['igbinary' => 'igb', 'lyo' => 'lyo'];

    private const TITLES = ['bytes' => 'bytes', 'encode' => 'encode', 'decode' => 'decode', 'memory' => 'memory'];

    /** @var list<SampleRun> those with which others can be compared */
    private array $trials;

    /**
     * @param list<SampleRun> $trials
     * @param array<string, Codec> $codecs
     */
    public function __construct(
        private OutputInterface $output,
        array $trials,
        private array $codecs,
    ) {
        $this->trials = array_values(array_filter($trials, static fn(SampleRun $trial): bool => isset($trial->costs['serialize'])));
    }

    /** A line for each sample: what serialize() ("native") needs, and igbinary and lyo in per cent of that. */
    public function samples(): void
    {
        $beside = array_intersect_key(self::BESIDE, $this->codecs);
        $table = $this->table(1 + 4 * (count($beside) + 1), [0]);
        $heading = static fn(string $text): TableCell
            => new TableCell("<comment>$text</>", ['colspan' => count($beside) + 1, 'style' => new TableCellStyle(['align' => 'right'])]);
        $names = ['native', ...array_values($beside)];
        $table->setHeaders([
            ['', $heading('bytes'), $heading('encode, µs'), $heading('decode, µs'), $heading('memory, kB')],
            ['', ...$names, ...$names, ...$names, ...$names],
        ]);
        foreach ($this->trials as $trial) {
            $table->addRow($this->line($trial, array_keys($beside)));
        }
        $table->render();
    }

    /**
     * @param list<string> $beside
     * @return list<string>
     */
    private function line(SampleRun $trial, array $beside): array
    {
        $native = $trial->costs['serialize'];
        $line = [strtr($trial->name, '-', ' ')];
        foreach (Cost::METRICS as $metric) {
            $line[] = match ($metric) {
                'bytes' => self::within(7, number_format($native->bytes), $native->bytes),
                'memory' => self::within(6, self::amount($native->memory / 1024), $native->memory / 1024),
                default => self::within(6, self::amount($native->of($metric) / 1000), $native->of($metric) / 1000),
            };
            foreach ($beside as $name) {
                $line[] = $this->ratio($trial, $name, $metric, short: true);
            }
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
        if (array_filter($this->trials, static fn(SampleRun $trial): bool => isset($trial->costs['lyo'])) === []) {
            return;
        }
        $this->output->writeln('');
        $this->compare('serialize', 'serialize()');
        if (isset($this->codecs['igbinary'])) {
            $this->compare('igbinary', 'igbinary');
        }
    }

    /** How much smaller and faster lyo is than another codec. */
    private function compare(string $codec, string $title): void
    {
        $words = ['bytes' => '%s smaller', 'encode' => '%s faster to encode', 'decode' => '%s faster to decode', 'memory' => '%s less memory'];
        foreach ($words as $metric => $text) {
            $mean = $this->mean('lyo', $metric) / $this->mean($codec, $metric);
            $text = $mean <= 1.0 ? $text : strtr($text, ['smaller' => 'bigger', 'faster' => 'slower', 'less' => 'more']);
            $words[$metric] = sprintf($text, sprintf('%.1fx', max($mean, 1 / $mean)));
        }
        $this->output->writeln("<options=bold>Lyo against $title:</> {$words['bytes']}, {$words['encode']},");
        $this->output->writeln("  {$words['decode']}, {$words['memory']}.");
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
        $bar = Bar::of($mean, self::BAR, self::LONGEST_BAR);

        return match ($name) {
            'lyo' => "<fg=green>$bar</>",
            'serialize' => $bar,
            default => "<fg=gray>$bar</>",
        };
    }

    /** @param bool $short without "%", and "26x" for what has four digits */
    private function ratio(SampleRun $trial, string $name, string $metric, bool $short = false): string
    {
        $cost = $trial->costs[$name] ?? null;
        if ($cost === null) {
            return '-';
        }

        $ratio = $cost->of($metric) / max($trial->costs['serialize']->of($metric), 1.0);
        $text = self::percent($ratio, $name === 'lyo');

        return $short ? strtr($text, $ratio < 9.995 ? ['%' => ''] : [number_format(100 * $ratio) . '%' => number_format($ratio) . 'x']) : $text;
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

    /** The text, or thousands ("1,016k") if it is too long for its column: one more character would make the table 81 columns wide. */
    private static function within(int $width, string $text, float $amount): string
    {
        return strlen($text) <= $width ? $text : number_format($amount / 1000) . 'k';
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
