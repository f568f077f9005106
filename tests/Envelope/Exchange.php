<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Envelope;

use Lyo\Functions\Lyo;
use Lyo\Tests\Fixtures\Compressors;
use Lyo\Wire\Entry;

/** The library unpacks what the extension has compressed, and the other way round, with and without dictionaries of zstd. */
final class Exchange
{
    private const PLAN = 2000;
    private const LEVELS = [-100, -5, -1, 0, 1, 2, 3, 4, 5];

    public function run(): bool
    {
        if (($missing = Compressors::missing('zstd')) !== null) {
            echo "envelope: exchange of zstd SKIPPED, $missing\n";
            return true;
        }
        if (!function_exists('zstd_compress_dict')) {
            echo "envelope: exchange of zstd SKIPPED, there is neither the extension zstd nor ffi\n";
            return true;
        }
        $samples = array_map(static fn(int $i): string => lyo_serialize(self::value($i)), range(0, 999));
        $trained = lyo_train_dictionary($samples, 2048);
        $raw = implode(array_slice($samples, 0, 20));
        $exchanged = $different = $named = 0;
        foreach ([[], [$trained], [$raw], [$raw, $trained]] as $dictionaries) {
            for ($i = 5000; $i < 5300; $i++) {
                $options = ['compress' => 'zstd', 'level' => self::LEVELS[$i % count(self::LEVELS)], 'min_size' => 0, 'min_ratio' => 1, 'dictionaries' => $dictionaries];
                $reading = ['dictionaries' => array_reverse($dictionaries)];
                [$extension, $library] = [lyo_serialize(self::value($i), $options), Lyo::serialize(self::value($i), $options)];
                $named += self::namesDictionary($extension) + self::namesDictionary($library);
                foreach ([Lyo::unserialize($extension, $reading), lyo_unserialize($library, $reading)] as $read) {
                    $different += (int) ($read !== self::value($i));
                    $exchanged++;
                }
            }
        }
        echo "envelope: $exchanged values by zstd from the extension to the library and back, $different differ, $named frames name their dictionary", $exchanged < self::PLAN ? ', ' . self::PLAN . ' were planned' : '', "\n";
        return $different === 0 && $named === 0 && $exchanged >= self::PLAN;
    }

    /** 1 if there is a frame that names a dictionary, which the envelope does already. It stands behind the entries. */
    private static function namesDictionary(string $data): int
    {
        $compressed = $data[5] === chr(Entry::COMPRESSION); // behind the entry of the checksum
        return (int) ($compressed && (ord($data[3 + ord($data[2])]) & 3) !== 0);
    }

    /** @return array<string, mixed> */
    private static function value(int $i): array
    {
        return ['id' => $i * 7919, 'title' => 'Chapter ' . $i % 13, 'author' => ['name' => 'Author ' . $i % 7, 'roles' => ['writer', 'editor of the journal']], 'state' => ['draft', 'published', 'deleted'][$i % 3]];
    }
}
