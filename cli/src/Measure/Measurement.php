<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Tools\Store\Entry;
use Throwable;

use function array_diff;
use function array_filter;
use function array_keys;
use function array_map;
use function array_values;
use function extension_loaded;
use function function_exists;
use function is_array;
use function opcache_get_status;
use function phpversion;
use function restore_error_handler;
use function set_error_handler;

/** Measures a sample with all codecs and compressors that this PHP has. */
final class Measurement
{
    /**
     * @param list<string> $sources names of the sources, for the report
     * @param bool $loads load the classes of objects, whose hooks then run
     * @param list<string> $with names of codecs that are measured only if they are asked for
     * @param Closure(): void $advance called after each value
     */
    public static function of(array $sources, Sample $sample, Rounds $rounds, bool $loads, array $with, Closure $advance): Results
    {
        $asked = array_values(array_diff(Codec::ALL, array_diff(Codec::OPTIONAL, $with)));
        $codecs = array_values(array_filter(array_map(Codec::named(...), $asked), static fn(Codec $codec): bool => $codec->exists()));
        $compressors = Compressor::all();
        $processor = new Processor();
        $results = new Results($sources, $sample, $processor, array_keys($compressors), $asked, self::environment());
        $trial = new Comparison($codecs, $compressors, $rounds, $loads);
        $processor->start();
        // What a codec says about a value that it cannot hold is in the table: its warnings are not for the terminal.
        set_error_handler(static fn(): bool => true);
        try {
            foreach ($sample->entries() as $index => $entry) {
                self::measure($results, $trial, $index, $entry);
                $advance();
            }
        } finally {
            restore_error_handler();
        }
        $processor->stop();
        if ($sample->tooLong() > 0) {
            $results->refuse('longer than 16 MB', $sample->tooLong());
        }

        return $results;
    }

    private static function measure(Results $results, Comparison $trial, int $index, Entry $entry): void
    {
        try {
            $results->outcomes[] = $trial->run($entry);
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
    }

    /** @return array<string, string> versions of PHP and extensions, and the state of OPcache, on which the figures depend */
    private static function environment(): array
    {
        $environment = ['PHP' => PHP_VERSION, 'OPcache' => self::opcache()];
        foreach (['lyo', 'igbinary', 'msgpack', 'zstd', 'lz4', 'brotli', 'snappy', 'lzf'] as $extension) {
            if (extension_loaded($extension)) {
                $environment[$extension] = (string) phpversion($extension);
            }
        }

        return $environment;
    }

    /** With OPcache, unserialize() and igbinary use strings that the compiled code of the application has. */
    private static function opcache(): string
    {
        $status = function_exists('opcache_get_status') ? opcache_get_status(false) : false;
        if ($status === false) {
            return 'off';
        }
        $jit = $status['jit'] ?? null;

        return is_array($jit) && ($jit['on'] ?? false) === true ? 'on with JIT' : 'on';
    }
}
