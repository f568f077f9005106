<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use InvalidArgumentException;
use Lyo\Tools\Advise\Advice;
use Lyo\Tools\Advise\Envelopes;
use Lyo\Tools\Advise\Keeping;
use Lyo\Tools\Advise\Link;
use Lyo\Tools\Advise\Way;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Measure\Codec;
use Lyo\Tools\Measure\Measurement;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Rounds;
use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Measure\Strata;
use Lyo\Tools\Measure\Summary;
use Lyo\Tools\Store\Stores;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function array_filter;
use function array_map;
use function array_values;
use function count;
use function implode;
use function max;
use function number_format;
use function round;
use function sprintf;
use function str_starts_with;
use function wordwrap;

/** Says which way to store values takes the least time on a link. */
#[AsCommand('advise', 'Say which codec, compressor and threshold are fastest')]
final class AdviseCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::add($this->addArgument('source', InputArgument::REQUIRED, StoreOptions::SOURCE))
            ->addOption('link', null, InputOption::VALUE_REQUIRED, 'The speed of the link to the store', '1Gbit')
            ->addOption('rtt', null, InputOption::VALUE_REQUIRED, 'The time of a round trip to the store', '0.3ms')
            ->addOption('reads', null, InputOption::VALUE_REQUIRED, 'How many times a value is read for each time that it is written', '10')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'Measure at most this many values, picked at random', '200')
            ->addOption('seed', null, InputOption::VALUE_REQUIRED, 'The seed of the random choice', '1')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'How many times each value is measured', '11')
            ->addOption('with', null, InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'Measure this codec, too; it is left out otherwise', [], Codec::OPTIONAL)
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, 'A PHP file with an autoloader: real objects are made, and code of their classes runs')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->setHelp(<<<'HELP'
                Measures a sample of the values as lyo measure does. Then it calculates how
                long one use of a value takes: the round trip to the store, the bytes on the
                link, and the processor time. It only reads.

                  <info>%command.full_name% redis://127.0.0.1/0 --link=1Gbit --rtt=0.3ms</info>


                HELP . self::exitCodes('no value could be measured'));
    }

    protected function perform(Options $options, Output $output): int
    {
        $format = $options->choice('format', ['text', 'json']);
        try {
            $link = Link::of($options->text('link') ?? '', $options->text('rtt') ?? '', $options->text('reads') ?? '');
        } catch (InvalidArgumentException $e) {
            throw Failure::use($e->getMessage());
        }
        // Between two uses of a store an application does other things, and waits for the network.
        $rounds = new Rounds($options->number('rounds'), 0, cold: true);
        $loads = $options->autoload();
        $source = $options->argument('source') ?? '';
        $random = new Randomizer(new Mt19937($options->number('seed')));
        $strata = new Strata($options->number('sample'), $random);
        $bytes = 0;
        foreach (Ahead::items(StoreOptions::open($options, $source), $output) as $item) {
            $strata->add($item);
            $bytes += $item->bytes ?? 0;
        }
        $sample = new Sample($options->number('sample'), $random);
        $sample->addClasses($strata->population(), $strata->chosen(), $bytes);
        $progress = $output->progress($sample->size());
        $progress->setFormat(' %current% of %max% values measured');
        $results = Measurement::of([Stores::withoutPassword($source)], $sample, $rounds, $loads, $options->choices('with', Codec::OPTIONAL), static fn() => $progress->advance());
        $progress->clear();
        $advice = Advice::of($results, $link, Envelopes::measure($results, $rounds));
        if ($advice->ways === []) {
            throw Failure::noValue(Stores::withoutPassword($source) . ': there is no value that could be measured');
        }
        $output->write($format === 'json' ? self::json($advice, $results) : self::text($advice, $results, $output));

        return ExitCode::DONE;
    }

    private static function text(Advice $advice, Results $results, Output $output): string
    {
        $link = $advice->link;
        $summary = new Summary($results);
        $lines = [
            ...$summary->subject(),
            sprintf('Link %s, round trip %s ms, %s reads for each write.', self::speed($link->bits), self::number(1000 * $link->roundTrip), self::number($link->reads)),
            'Microseconds for one use of a mean value: round trip, its bytes on the link, processor.',
            '',
        ];
        $rows = [];
        foreach ($advice->ways as $place => $way) {
            if ($place >= 12 && $way->compressor !== null) {
                continue; // the way without compression is what the others are compared with
            }
            $rows[] = [
                self::name($way),
                self::from($way),
                self::bytes($way),
                self::number(1e6 * $link->roundTrip),
                self::number($link->nanoseconds($way->bytes) / 1000),
                self::number($way->processor($link) / 1000),
                self::number($way->total($link) / 1000),
            ];
        }
        $stored = self::stored($results, $advice);
        $rows[] = ['as it is stored now', '', number_format($stored), self::number(1e6 * $link->roundTrip), self::number($link->nanoseconds($stored) / 1000), '', ''];
        $best = $advice->ways[0];
        $text = implode("\n", $lines) . Columns::table($output, ['stored as', 'from', 'bytes', 'trip', 'link', 'processor', 'together'], $rows, 2);

        return $text . "\n" . implode("\n", [...self::arithmetic($best, $link), '', ...self::words($advice, $results), ...array_map(static fn(string $note): string => wordwrap($note, 78, "\n  "), $summary->notes())]) . "\n";
    }

    /** The mean, and how far the true mean may be from it. */
    private static function bytes(Way $way): string
    {
        return number_format($way->bytes) . ($way->range > 0.0 ? ' ±' . Summary::percent($way->range / max(1.0, $way->bytes)) : '');
    }

    /** Returns the mean number of bytes that are stored now. */
    private static function stored(Results $results, Advice $advice): float
    {
        return $advice->weights->mean(array_map(static fn(Outcome $outcome): float => (float) $outcome->bytes, $results->outcomes));
    }

    /** @return list<string> */
    private static function arithmetic(Way $best, Link $link): array
    {
        $trip = 1e6 * $link->roundTrip;
        $wire = $link->nanoseconds($best->bytes) / 1000;
        $read = $best->read / 1000;
        $write = $best->write / 1000;

        return [
            sprintf('%s:', self::name($best)),
            sprintf('  link:  8 * %s bytes / %s = %s', number_format($best->bytes), self::speed($link->bits), self::number($wire)),
            sprintf('  read:  %s + %s + %s = %s', self::number($trip), self::number($wire), self::number($read), self::number($trip + $wire + $read)),
            sprintf('  write: %s + %s + %s = %s', self::number($trip), self::number($wire), self::number($write), self::number($trip + $wire + $write)),
            sprintf('  use:   (%s * %s + %s) / %s = %s', self::number($link->reads), self::number($trip + $wire + $read), self::number($trip + $wire + $write), self::number($link->reads + 1), self::number($best->total($link) / 1000)),
        ];
    }

    /** @return list<string> */
    private static function words(Advice $advice, Results $results): array
    {
        $best = $advice->ways[0];
        $lines = ['The fastest here: ' . self::name($best) . ($best->compressor === null ? '' : self::above($best)) . '.'];
        $plain = self::plain($advice, 'native');
        if ($plain !== null && $plain !== $best) {
            $lines[0] .= sprintf(' serialize() takes %s more time and %s times the bytes.', Summary::percent(max(0.0, $plain->total($advice->link) / $best->total($advice->link) - 1)), self::number($plain->bytes / $best->bytes));
        }
        foreach ($advice->ways as $way) {
            $limit = $way->codec === $best->codec && $way->compressor !== null ? $advice->breakEven($way) : null;
            if ($limit !== null) {
                $lines[] = sprintf('%s%s: %s bytes instead of %s; that pays on links slower than %s.', self::name($way), self::above($way), number_format($way->bytes), number_format((self::plain($advice, $way->codec) ?? $way)->bytes), self::speed($limit));
            }
        }
        if ($best->codec === 'lyo' && ($best->compressor === null || $best->compressor === 'zlib 1' || str_starts_with($best->compressor, 'zstd'))) {
            $least = (int) $best->threshold + 1; // min_size is the size of the smallest value that is compressed
            $name = $best->compressor === null ? null : ($best->compressor === 'zlib 1' ? 'zlib' : 'zstd');
            $dictionary = $best->compressor === 'zstd with a dictionary';
            $lines[] = 'In PHP: new Lyo\Bridge\Packer(\'lyo\'' . ($name === null ? '' : ", envelope: ['compress' => '$name', 'min_size' => $least" . ($dictionary ? ", 'dictionaries' => [file_get_contents('FILE')]" : '') . ']') . ')';
            $lines[] = 'What is stored already: lyo convert … --to=lyo' . ($name === null ? '' : " --compress=$name --min-size=$least" . ($dictionary ? ' --dictionaries=FILE' : '')) . ($dictionary ? ' (lyo train … --into=FILE makes the dictionary)' : '');
        }
        if ($best->codec === 'lyo') {
            $lines[] = wordwrap(Keeping::of($results->outcomes, $results->sample->met)->words(), 78, "\n  ");
        }
        foreach ($advice->partial as $codec => $values) {
            $why = $results->obstacles($codec);
            $lines[] = "$codec is left out" . ($values === 0 ? '' : sprintf(', it was measured for %s of %s values', number_format($values), number_format($advice->values)))
                . ': ' . ($why === '' ? 'its time to decode is not known without classes' : $why) . '.';
        }

        return $lines;
    }

    /** Returns the way to store values with a codec and no compressor. */
    private static function plain(Advice $advice, string $codec): ?Way
    {
        return array_values(array_filter($advice->ways, static fn(Way $way): bool => $way->codec === $codec && $way->compressor === null))[0] ?? null;
    }

    private static function name(Way $way): string
    {
        return $way->codec . ($way->compressor === null ? '' : " + $way->compressor");
    }

    private static function from(Way $way): string
    {
        return $way->compressor === null ? '' : ($way->threshold === 0 ? 'all' : '> ' . number_format((int) $way->threshold));
    }

    private static function above(Way $way): string
    {
        return $way->threshold === 0 ? ' for all values' : ' for values of more than ' . Summary::bytes((int) $way->threshold);
    }

    private static function speed(float $bits): string
    {
        return match (true) {
            $bits >= 1e12 => 'any',
            $bits >= 1e9 => self::number($bits / 1e9) . ' Gbit/s',
            default => self::number($bits / 1e6) . ' Mbit/s',
        };
    }

    private static function number(float $number): string
    {
        return $number === round($number) && $number < 1e6 ? number_format($number) : number_format($number, $number < 10 ? 2 : ($number < 100 ? 1 : 0));
    }

    private static function json(Advice $advice, Results $results): string
    {
        $link = $advice->link;
        $ways = array_map(static fn(Way $way): array => [
            'codec' => $way->codec,
            'compressor' => $way->compressor,
            'threshold' => $way->threshold,
            'bytes' => $way->bytes,
            'bytes_range' => [$way->bytes - $way->range, $way->bytes + $way->range],
            'nanoseconds' => ['round_trip' => 1e9 * $link->roundTrip, 'link' => $link->nanoseconds($way->bytes), 'read' => $way->read, 'write' => $way->write, 'together' => $way->total($link)],
            'pays_below_bits' => $way->compressor === null ? null : $advice->breakEven($way),
        ], $advice->ways);

        return Text::json([
            'sources' => $results->sources,
            'values' => ['met' => $results->sample->met, 'measured' => count($results->outcomes), 'timed' => $advice->values],
            'link' => ['bits' => $link->bits, 'round_trip' => $link->roundTrip, 'reads' => $link->reads],
            'stored_bytes' => self::stored($results, $advice),
            'ways' => $ways,
            'left_out' => $advice->partial,
            'environment' => $results->environment,
            'notes' => (new Summary($results))->notes(),
        ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR) . "\n";
    }
}
