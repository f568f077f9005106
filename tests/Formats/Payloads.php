<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Formats;

use Lyo\Tests\Differential\Generator\Families;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Throwable;

/** Values in each format, and what is mutated. */
final class Payloads
{
    public const WRITERS = ['lyo' => 'lyo_serialize', 'igbinary' => 'igbinary_serialize', 'native' => 'serialize'];
    private const PER_FAMILY = 12;
    private const LARGEST = 400;

    /** Texts that serialize() does not write, but unserialize() reads, or nearly. */
    private const TEXTS = [
        'O:8:"stdClass":+1:{i:0;i:1;}', 'O:8:"stdClass":-0:{}', 'O:8:"stdClass"::{}', 's:003:"abc";', 'S:3:"a\62c";', 'd:.5;', 'd:5.;', 'd:-INF;', 'd:1.5E+25;', 'i:+5;', 'i:9223372036854775807;',
        'a:1:{S:1:"a";i:0;}', 'N;x', 'a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}', 'a:2:{i:0;i:1;i:1;R:2;}', 'E:30:"Lyo\Tests\Fixtures\Suit:Hearts";', 'O:3:"Foo":1:{s:1:"a";N;}',
        'C:11:"ArrayObject":21:{x:i:0;a:0:{};m:a:0:{}}', 'a:0:{}', 'O:8:"stdClass":0:{}', 'b:0;', 'b:1;',
    ];

    /** The payload of a value; null if it cannot be written. */
    public static function of(mixed $value, string $format): ?string
    {
        $write = self::WRITERS[$format];
        try {
            $payload = $write($value);
            return is_string($payload) ? $payload : null;
        } catch (Throwable) {
            return null;
        }
    }

    /** Compressed data; the same if PHP has no zlib. */
    public static function wrapped(string $data, bool $gzip): string
    {
        return !extension_loaded('zlib') ? $data : (string) ($gzip ? gzencode($data, 1) : gzcompress($data, 1));
    }

    /** @return non-empty-list<string> distinct payloads, always the same ones */
    public static function seeds(): array
    {
        $seeds = [...self::TEXTS, self::wrapped(self::wrapped('a:1:{i:0;s:5:"twice";}', false), true)];
        foreach (array_keys(Families::weights()) as $family) {
            $maker = new TrialMaker(12, 25, $family);
            for ($i = $taken = 0; $taken < self::PER_FAMILY && $i < 20 * self::PER_FAMILY; $i++) {
                $value = $maker->make($i, 'N0000000')->value;
                $payload = self::of($value, array_keys(self::WRITERS)[$i % 3]);
                if ($payload !== null && strlen($payload) <= self::LARGEST) {
                    $seeds[] = match ($i % 8) {
                        6 => self::wrapped($payload, false),
                        7 => self::wrapped($payload, true),
                        default => $payload,
                    };
                    $taken++;
                }
            }
        }
        return $seeds;
    }
}
