<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Lyo\Implementation;
use Lyo\Tools\Dump\Text;

use function abs;
use function array_combine;
use function array_diff;
use function array_filter;
use function array_keys;
use function array_map;
use function array_slice;
use function array_sum;
use function count;
use function implode;
use function max;
use function number_format;
use function sprintf;

/** Describes results in sentences. */
final readonly class Summary
{
    public function __construct(private Results $results) {}

    /** @return list<string> sentences about the values that were measured */
    public function subject(): array
    {
        $results = $this->results;
        $sample = $results->sample;
        $measured = count($results->outcomes);
        $lines = [sprintf(
            '%s, %s%s: %s%s.',
            Text::count($sample->met, 'value'),
            $sample->isExact() ? '' : 'about ',
            self::bytes($sample->bytes()),
            implode(', ', $results->sources),
            $measured < $sample->met ? sprintf('; measured: %s, %s%s', number_format($measured), self::bytes($results->stored()), $sample->isWhole() ? '' : ', picked at random') : '',
        )];
        $formats = $results->formats();
        $lines[] = 'Stored as: ' . self::list($formats) . '.';
        if ($results->refused !== []) {
            $lines[] = 'Left out: ' . self::list($results->refused) . '.';
        }

        return $lines;
    }

    /** Returns the versions of PHP and extensions, and the state of OPcache. */
    public function environment(): string
    {
        return implode(', ', array_map(static fn(string $what, string $version): string => "$what $version", array_keys($this->results->environment), $this->results->environment));
    }

    /** @return list<string> a comparison with serialize() for each codec; Lyo comes first */
    public function codecs(): array
    {
        $lines = [];
        foreach (['lyo', ...array_diff($this->results->codecs(), ['lyo', 'native'])] as $codec) {
            $bytes = $this->results->ratio($codec, Cost::BYTES);
            if ($bytes === null) {
                continue;
            }
            $parts = array_filter([
                self::times($bytes, 'smaller', 'bigger', 'as large'),
                self::times($this->results->ratio($codec, Cost::ENCODE), 'faster to encode', 'slower to encode', 'as fast to encode'),
                self::times($this->results->ratio($codec, Cost::DECODE), 'faster to decode', 'slower to decode', 'as fast to decode'),
                self::times($this->results->ratio($codec, Cost::MEMORY), 'less memory', 'more memory', 'as much memory'),
            ]);
            $packed = [];
            foreach ($this->results->compressors as $compressor) {
                $ratio = self::times($this->results->ratio($codec, $compressor), 'smaller', 'bigger', 'as large');
                $packed[] = $ratio === null ? null : "$ratio with $compressor";
            }
            $packed = array_filter($packed);
            $why = $this->results->obstacles($codec);
            $some = $bytes->values < count($this->results->outcomes) ? sprintf(' (measured for %s of %s%s)', number_format($bytes->values), number_format(count($this->results->outcomes)), $why === '' ? '' : "; left out: $why") : '';
            $lines[] = "$codec$some: " . implode(', ', $parts) . ($packed === [] ? '' : '; both compressed: ' . implode(', ', $packed)) . '.';
        }

        return $lines;
    }

    /** Compares the stored size of the values with the size of the same values in Lyo; null if Lyo can hold none of them. */
    public function saving(): ?string
    {
        $parts = [];
        foreach (['' => Cost::BYTES, ...array_combine(array_map(static fn(string $name): string => " with $name", $this->results->compressors), $this->results->compressors)] as $words => $figure) {
            $ratio = $this->results->ratio('lyo', $figure);
            $stored = $this->results->storedWith('lyo', $figure);
            if ($ratio !== null && $stored > 0) {
                $parts[] = sprintf('lyo%s %s (%s)', $words, self::bytes((int) $ratio->amount), self::percent($ratio->amount / $stored));
            }
        }

        if ($parts === []) {
            return null;
        }
        $all = count($this->results->outcomes);
        $measured = $this->results->ratio('lyo', Cost::BYTES)->values ?? 0;
        $some = $measured === $all ? '. ' : sprintf('; %s of it are the %s of %s that lyo was measured with: ', self::bytes($this->results->storedWith('lyo', Cost::BYTES)), number_format($measured), Text::count($all, 'value'));

        return 'Stored now: ' . self::bytes($this->results->stored()) . $some . implode(', ', $parts) . '.';
    }

    /** @return list<string> limits of these figures */
    public function notes(): array
    {
        $results = $this->results;
        $notes = [];
        $absent = $results->count(Classes::Absent);
        if ($absent > 0) {
            $why = $results->count(Classes::Loaded) > 0 ? 'Some class was not found' : 'No class was loaded';
            $notes[] = sprintf('%s: times and memory of %s with objects are those of trees of __PHP_Incomplete_Class, with every codec. --autoload=FILE measures real objects.', $why, Text::count($absent, 'value'));
        }
        $unmade = $results->count(Classes::Unmade);
        if ($unmade > 0) {
            $notes[] = sprintf('Of %s only the size was measured: enum cases, payloads and states with int keys need their classes.', Text::count($unmade, 'value'));
        }
        foreach (array_diff($results->codecs(), ['lyo']) as $codec) {
            if (!Codec::named($codec)->exists()) {
                $notes[] = sprintf('%s: %s; the library in PHP tells its bytes.', $codec, $results->obstacles($codec));
            }
        }
        if (Implementation::current() === Implementation::Php) {
            $notes[] = 'The extension lyo is not loaded: times of lyo are those of the library in PHP, many times those of the extension. php -d extension=PATH/lyo.so bin/lyo measure loads it.';
        }
        if ($results->processor->wasBusy()) {
            $notes[] = sprintf('The machine was busy: this process had %.0f%% of a processor. These are CPU times; on a busy machine they are less reliable.', 100 * $results->processor->share());
        }

        return $notes;
    }

    /** Returns a text such as "3.1 times smaller", or null if there is no ratio. */
    private static function times(?Ratio $ratio, string $less, string $more, string $same): ?string
    {
        if ($ratio === null) {
            return null;
        }
        $times = max($ratio->value(), 1e-9);

        return abs($times - 1.0) < 0.05 ? $same : sprintf('%.1f times %s', max($times, 1 / $times), $times < 1.0 ? $less : $more);
    }

    public static function percent(float $part): string
    {
        return sprintf($part < 0.00995 ? '%.1f%%' : '%.0f%%', 100 * $part);
    }

    public static function bytes(int $bytes): string
    {
        return match (true) {
            $bytes < 10_000 => number_format($bytes) . ' bytes',
            $bytes < 10_000_000 => number_format($bytes / 1e3) . ' kB',
            default => number_format($bytes / 1e6, $bytes < 100_000_000 ? 1 : 0) . ' MB',
        };
    }

    /** @param array<string, int> $counts */
    private static function list(array $counts): string
    {
        $most = 8;
        $parts = array_map(static fn(string $what, int $count): string => "$what " . number_format($count), array_keys(array_slice($counts, 0, $most)), array_slice($counts, 0, $most));

        return implode(', ', $parts) . (count($counts) > $most ? ', and others ' . number_format(array_sum(array_slice($counts, $most))) : '');
    }
}
