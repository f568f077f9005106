<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Throwable;

use function array_filter;
use function array_keys;
use function array_map;
use function array_values;
use function extension_loaded;
use function ini_set;
use function phpversion;

/** Measures a sample with all codecs and compressors that this PHP has. */
final class Measurement
{
    /**
     * @param list<string> $sources names of the sources, for the report
     * @param bool $loads load the classes of objects, whose hooks then run
     * @param Closure(): void $advance called after each value
     */
    public static function of(array $sources, Sample $sample, Rounds $rounds, bool $loads, Closure $advance): Results
    {
        ini_set('serialize_precision', '-1');
        $codecs = array_values(array_filter(array_map(Codec::named(...), Codec::ALL), static fn(Codec $codec): bool => $codec->exists()));
        $compressors = Compressor::all();
        $processor = new Processor();
        $results = new Results($sources, $sample, $processor, array_keys($compressors), self::environment());
        $trial = new Trial($codecs, $compressors, $rounds, $loads);
        $processor->start();
        foreach ($sample->entries() as $index => $entry) {
            try {
                $results->outcomes[] = $trial->run(Stored::of($entry));
                $results->indexes[] = $index;
            } catch (UnavailableException $e) {
                $results->refuse($e->getMessage());
            } catch (UnknownFormatException) {
                $results->refuse('of no known format');
            } catch (LimitException) {
                $results->refuse('beyond a limit');
            } catch (LyoException) {
                $results->refuse('damaged');
            } catch (Throwable) {
                $results->refuse('refused by their classes');
            }
            $advance();
        }
        $processor->stop();
        if ($sample->tooLong() > 0) {
            $results->refuse('longer than 16 MB', $sample->tooLong());
        }

        return $results;
    }

    /** @return array<string, string> versions of PHP and extensions, on which the figures depend */
    private static function environment(): array
    {
        $environment = ['PHP' => PHP_VERSION];
        foreach (['lyo', 'igbinary', 'msgpack', 'zstd', 'lz4', 'brotli', 'snappy', 'lzf'] as $extension) {
            if (extension_loaded($extension)) {
                $environment[$extension] = (string) phpversion($extension);
            }
        }

        return $environment;
    }
}
