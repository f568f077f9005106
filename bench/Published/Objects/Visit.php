<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

/** The work of a page: it reads a stored tree, and reports the cost. */
final class Visit
{
    public const PAGE = __DIR__ . '/page.php';

    private const DECODERS = ['serialize()' => 'unserialize', 'igbinary' => 'igbinary_unserialize', 'Lyo' => 'lyo_unserialize', 'JSON' => Json::class . '::construct'];

    /**
     * @param array<mixed> $query of Form::send()
     * @param array<mixed> $start what getrusage() said when the page began
     */
    public static function answer(array $query, array $start): string
    {
        [$reader, $file, $slice] = [self::text($query, 'reader'), self::text($query, 'file'), (int) self::text($query, 'slice')];
        $value = self::read($reader, $file);
        $page = self::since($start);
        $peak = memory_get_peak_usage();
        $hash = $kept = $memory = null;
        if (isset($query['check'])) {
            $hash = Form::hash($value);
            [$kept, $memory] = self::cached($file);
        }
        $value = null;
        $times = 0;
        $start = (array) getrusage();
        for ($time = 0.0; $time < $slice; $time = self::since($start)) {
            self::read($reader, $file);
            $times++;
        }

        return json_encode(new Reading($page, $time / max(1, $times), $peak, $hash, $kept, $memory), JSON_THROW_ON_ERROR);
    }

    private static function read(string $reader, string $file): mixed
    {
        if ($reader === Form::NONE) {
            return null;
        }
        $decode = self::DECODERS[$reader] ?? null;
        if ($decode === null) {
            return Exported::read($file);
        }

        return $decode((string) file_get_contents($file));
    }

    /**
     * Microseconds of CPU time.
     *
     * @param array<mixed> $start
     */
    private static function since(array $start): float
    {
        $end = (array) getrusage();
        $time = 0.0;
        foreach (['ru_utime', 'ru_stime'] as $kind) {
            foreach (['tv_sec' => 1e6, 'tv_usec' => 1.0] as $unit => $factor) {
                $time += $factor * (self::number($end, "$kind.$unit") - self::number($start, "$kind.$unit"));
            }
        }

        return $time;
    }

    /** @return array{bool, int} whether opcache has kept the file, and the bytes that it takes there */
    private static function cached(string $file): array
    {
        $status = (array) opcache_get_status();
        $script = ((array) ($status['scripts'] ?? []))[$file] ?? null;

        return [$script !== null, self::number((array) $script, 'memory_consumption')];
    }

    /** @param array<mixed> $values */
    private static function number(array $values, string $name): int
    {
        return is_int($values[$name] ?? null) ? $values[$name] : 0;
    }

    /** @param array<mixed> $query */
    private static function text(array $query, string $name): string
    {
        return is_string($query[$name] ?? null) ? $query[$name] : '';
    }
}
