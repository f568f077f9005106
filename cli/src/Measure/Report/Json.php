<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure\Report;

use Lyo\Tools\Dump\Text as Plain;
use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Packed;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Summary;
use Lyo\Tools\Measure\Time;

use function array_combine;
use function array_filter;
use function array_map;
use function count;
use function memory_get_peak_usage;
use function round;

/** Writes all figures of a run as JSON, for other programs. Times are in nanoseconds. */
final readonly class Json
{
    /** Version of the structure of this JSON. */
    private const VERSION = 1;

    public static function of(Results $results): string
    {
        $sample = $results->sample;
        $summary = new Summary($results);
        $json = Plain::json([
            'version' => self::VERSION,
            'sources' => $results->sources,
            'environment' => $results->environment,
            'values' => ['met' => $sample->met, 'bytes' => $sample->bytes(), 'bytes_exact' => $sample->isExact(), 'measured' => count($results->outcomes), 'measured_bytes' => $results->stored()],
            'formats' => (object) $results->formats(),
            'left_out' => (object) $results->refused,
            'not_measured' => (object) array_filter(array_combine($results->asked, array_map($results->obstacles(...), $results->asked))),
            'seconds' => round($results->processor->elapsed, 3),
            'peak_memory' => memory_get_peak_usage(),
            'processor_share' => round($results->processor->share(), 3),
            'busy' => $results->processor->wasBusy(),
            'summary' => [...$summary->codecs(), ...array_filter([$summary->saving()]), ...$summary->notes()],
            'totals' => (object) array_map(static fn(string $codec): array => self::total($results, $codec), array_combine($results->codecs(), $results->codecs())),
            'each' => array_map(self::outcome(...), $results->outcomes),
        ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR);

        return "$json\n";
    }

    /** @return array<string, array{values: int, amount: float, native: float, ratio: float, spread: float}> */
    private static function total(Results $results, string $codec): array
    {
        $total = [];
        foreach ([Cost::BYTES, Cost::ENCODE, Cost::DECODE, Cost::MEMORY, ...$results->compressors] as $figure) {
            $ratio = $results->ratio($codec, $figure);
            if ($ratio !== null) {
                $total[$figure] = ['values' => $ratio->values, 'amount' => round($ratio->amount), 'native' => round($ratio->base), 'ratio' => round($ratio->value(), 4), 'spread' => round($ratio->spread, 4)];
            }
        }

        return $total;
    }

    /** @return array<string, mixed> */
    private static function outcome(Outcome $outcome): array
    {
        return [
            'name' => $outcome->name,
            'bytes' => $outcome->bytes,
            'format' => $outcome->format,
            'classes' => $outcome->classes->value,
            'codecs' => array_map(static fn(Cost $cost): array => [
                'bytes' => $cost->bytes,
                'encode' => self::time($cost->encode),
                'decode' => self::time($cost->decode),
                'memory' => $cost->memory,
                'packed' => (object) array_map(static fn(Packed $packed): array => ['bytes' => $packed->bytes, 'pack' => self::time($packed->pack), 'unpack' => self::time($packed->unpack)], $cost->packed),
            ], $outcome->costs),
        ];
    }

    /** @return array{median: float, spread: float}|null */
    private static function time(?Time $time): ?array
    {
        return $time === null ? null : ['median' => round($time->median, 1), 'spread' => round($time->spread, 1)];
    }
}
