<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Dump\Diagnostic;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Measure\Summary;
use Lyo\Tools\Stat\Contents;
use Lyo\Tools\Stat\Frequent;
use Lyo\Tools\Stat\Survey;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function array_filter;
use function array_map;
use function array_slice;
use function count;
use function ksort;
use function max;
use function memory_get_peak_usage;
use function number_format;
use function preg_match;
use function round;
use function str_repeat;
use function uasort;

/** Shows what fills a store. */
#[AsCommand('stat', 'Show what fills a store: key patterns, formats, sizes and more')]
final class StatCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::add($this->addArgument('source', InputArgument::REQUIRED, StoreOptions::SOURCE))
            ->addOption('top', null, InputOption::VALUE_REQUIRED, 'Show this many of each kind', '10')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                Reads all values once, and changes nothing. Memory does not grow with the
                store. No class is loaded.

                Parts of keys that vary (digits, hexadecimal, identifiers) are shown as *. At
                most 2,000 patterns, 1,000 classes and 5,000 strings are counted. If there are
                more, the table says "at least".

                  <info>%command.full_name% redis://127.0.0.1/0</info>
                  <info>%command.full_name% mysql:host=localhost;dbname=drupal --table=cache_render --user=drupal</info>


                HELP . self::exitCodes('there are no values'));
    }

    protected function perform(Options $options, Output $output): int
    {
        $format = $options->choice('format', ['text', 'json']);
        $top = $options->number('top');
        $source = $options->argument('source') ?? '';
        $survey = new Survey($top);
        $store = StoreOptions::open($options, $source);
        foreach (Ahead::items($store, $output, true) as $item) {
            $survey->add($item);
        }
        foreach (StoreOptions::skipped($store) as $line) {
            $output->note($line);
        }
        if ($survey->values === 0) {
            throw Failure::noValue(Stores::withoutPassword($source) . ': there are no values');
        }
        $output->write($format === 'json' ? self::json($survey, $source, $top) : self::text($survey, $output, $source, $top));

        return ExitCode::DONE;
    }

    private static function text(Survey $survey, Output $output, string $source, int $top): string
    {
        $width = max(20, Output::width() - 38);
        $part = static fn(int $bytes): string => Summary::percent($bytes / max(1, $survey->bytes));
        $text = Output::printable(Stores::withoutPassword($source)) . ': ' . Text::count($survey->values, 'value') . ', ' . Summary::bytes($survey->bytes) . "\n";
        $row = static fn(string $name, int $values, int $bytes, ?int $columns = null): array => [Output::printable($name, $columns ?? $width), number_format($values), Summary::bytes($bytes), $part($bytes)];
        $rows = array_map(static fn(array $one): array => $row(...$one), $survey->patterns->heaviest($top));
        $text .= Columns::table($output, [self::head('key patterns', $survey->patterns, $top), 'values', 'bytes', 'part'], $rows);
        $formats = $survey->formats;
        uasort($formats, static fn(array $a, array $b): int => $b[1] <=> $a[1]);
        $rows = [];
        foreach (array_slice($formats, 0, $top) as $name => [$values, $bytes]) {
            $rows[] = $row((string) $name, $values, $bytes, 200); // what is needed to unpack it stands at the end
        }
        $text .= Columns::table($output, ['formats', 'values', 'bytes', 'part'], $rows);
        $rows = [];
        $most = max(1, ...array_map(static fn(array $size): int => $size[0], $survey->sizes));
        foreach (self::sizes($survey) as [$name, $values, $bytes]) {
            $rows[] = [$name, number_format($values), Summary::bytes($bytes), $part($bytes), $output->colour(str_repeat('#', (int) round(20 * $values / $most)), 'cyan')];
        }
        $text .= Columns::table($output, ['sizes', 'values', 'bytes', 'part', ''], $rows);
        $rows = [];
        foreach (array_filter($survey->lives) as $name => $values) {
            $rows[] = [$name, number_format($values), Summary::percent($values / $survey->values)];
        }
        $text .= Columns::table($output, ['time to live, up to', 'values', 'part'], $rows);
        $rows = array_map(static fn(array $class): array => [Output::printable($class[0], $width), number_format($class[1])], $survey->contents->classes->heaviest($top));
        $text .= Columns::table($output, [self::head('classes', $survey->contents->classes, $top), 'objects'], $rows);
        $rows = [];
        foreach ($survey->contents->strings->heaviest(20 * $top) as [$string, $times, $bytes]) {
            [$shown, $whole] = Contents::shown($string);
            if ($times > 1 && count($rows) < $top) {
                $rows[] = [Output::printable(self::nameOrText($shown) . ($whole ? '' : '…'), $width), number_format($times), Summary::bytes($bytes)];
            }
        }
        $text .= Columns::table($output, [self::head('strings that are repeated', $survey->contents->strings, $top, false), 'times', 'bytes'], $rows);
        $rows = array_map(static fn(array $one): array => [Output::printable($one[0], $width + 10), Summary::bytes($one[1]), $part($one[1])], $survey->largest);

        return $text . Columns::table($output, ['the largest', 'bytes', 'part'], $rows);
    }

    /** The head of the first column: how many of how many, and whether figures may be too low. */
    private static function head(string $what, Frequent $frequent, int $top, bool $counts = true): string
    {
        return $what . ($counts && $frequent->error === 0 && $frequent->size() > $top ? ', ' . $top . ' of ' . number_format($frequent->size()) : '') . ($frequent->error > 0 ? ' (at least)' : '');
    }

    /** @return list<array{string, int, int}> */
    private static function sizes(Survey $survey): array
    {
        ksort($survey->sizes);
        $sizes = [];
        foreach ($survey->sizes as $size => [$values, $bytes]) {
            $end = Survey::SIZES[$size] ?? null;
            $sizes[] = [$end === null ? 'longer' : 'up to ' . match (true) {
                $end >= 1 << 20 => ($end >> 20) . ' MiB',
                $end >= 1 << 10 => ($end >> 10) . ' KiB',
                default => "$end bytes",
            }, $values, $bytes];
        }

        return $sizes;
    }

    private static function json(Survey $survey, string $source, int $top): string
    {
        $frequent = static fn(Frequent $of, string $name, string $weight): array => [
            'error_at_most' => $of->error,
            'top' => array_map(static fn(array $one): array => [$name => $one[0], 'values' => $one[1], $weight => $one[2]], $of->heaviest($top)),
        ];
        $counted = [];
        foreach ($survey->formats as $format => [$values, $bytes]) {
            $counted[] = ['format' => $format, 'values' => $values, 'bytes' => $bytes];
        }
        ksort($survey->sizes);
        $sizes = [];
        foreach ($survey->sizes as $size => [$values, $bytes]) {
            $sizes[] = ['up_to' => Survey::SIZES[$size] ?? null, 'values' => $values, 'bytes' => $bytes];
        }
        $strings = [];
        foreach ($survey->contents->strings->heaviest($top) as [$string, $times, $bytes]) {
            [$shown, $whole] = Contents::shown($string);
            $strings[] = ['string' => $shown, 'whole' => $whole, 'times' => $times, 'bytes' => $bytes];
        }

        return Text::json([
            'source' => Stores::withoutPassword($source),
            'values' => $survey->values,
            'bytes' => $survey->bytes,
            'patterns' => $frequent($survey->patterns, 'pattern', 'bytes'),
            'formats' => $counted,
            'sizes' => $sizes,
            'lives' => array_filter($survey->lives),
            'classes' => ['error_at_most' => $survey->contents->classes->error, 'top' => array_map(static fn(array $class): array => ['class' => $class[0], 'objects' => $class[1]], $survey->contents->classes->heaviest($top))],
            'strings' => ['error_at_most' => $survey->contents->strings->error, 'top' => $strings],
            'largest' => array_map(static fn(array $one): array => ['key' => $one[0], 'bytes' => $one[1]], $survey->largest),
            'peak_memory' => memory_get_peak_usage(true),
        ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR) . "\n";
    }

    /** The name of a property that is not public is shown as lyo dump shows it; its bytes have the class before it. */
    private static function nameOrText(string $string): string
    {
        return preg_match('/\A\0(?:\*|[\w\\\\\x80-\xFF]+)\0./s', $string) === 1 ? Diagnostic::key($string, ' ') : $string;
    }
}
