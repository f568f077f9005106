<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Envelope;

use Closure;
use Lyo\Envelope\Dictionary;
use RuntimeException;

/** The forms that are compared: serialize(), igbinary and lyo, each with the same compressors. */
final class Forms
{
    public const CODECS = ['serialize()', 'igbinary', 'lyo'];
    public const COMPRESSORS = ['none', 'zlib 1', 'zlib 6', 'zlib 9', 'zlib -1', 'zstd 1', 'zstd 3'];
    /** The default one with a dictionary. */
    public const DICTIONARY_LEVEL = Dictionary::LEVEL;
    public const DICTIONARY = 'zstd ' . self::DICTIONARY_LEVEL . ', dictionary';

    /** @return list<Form> */
    public static function all(int $minSize): array
    {
        $forms = [];
        foreach (self::COMPRESSORS as $compressor) {
            foreach (self::CODECS as $codec) {
                $forms[] = self::form($codec, $compressor, $minSize, null);
            }
        }

        return $forms;
    }

    /**
     * @param array<string, string> $dictionaries by codec
     *
     * @return list<Form>
     */
    public static function withDictionary(array $dictionaries, int $minSize): array
    {
        return array_map(static fn(string $codec): Form => self::form($codec, self::DICTIONARY, $minSize, $dictionaries[$codec]), self::CODECS);
    }

    /** With the default min_ratio, and a checksum if it is compressed, as always. */
    public static function lyo(string $algorithm, int $level, int $minSize, ?string $dictionary = null): Form
    {
        $options = ['compress' => $algorithm, 'level' => $level, 'min_size' => $minSize, 'checksum' => true];
        $reading = [];
        if ($dictionary !== null) {
            $options['dictionaries'] = $reading['dictionaries'] = [$dictionary];
        }

        return new Form('lyo', "$algorithm $level", static fn(mixed $value): string => lyo_serialize($value, $options), static fn(string $data): mixed => lyo_unserialize($data, $reading));
    }

    private static function form(string $codec, string $compressor, int $minSize, ?string $dictionary): Form
    {
        [$encode, $decode] = self::codec($codec);
        if ($compressor === 'none') {
            return new Form($codec, $compressor, $encode, $decode);
        }
        [$algorithm, $level] = explode(' ', $compressor) + ['', ''];
        $level = (int) $level;
        if ($codec === 'lyo') {
            $form = self::lyo($algorithm, $level, $minSize, $dictionary);

            return new Form($codec, $compressor, $form->encode(...), static fn(string $data): mixed => lyo_unserialize($data, $dictionary === null ? [] : ['dictionaries' => [$dictionary]]));
        }
        [$pack, $unpack] = match (true) {
            $algorithm === 'zlib' => [static fn(string $data): string => (string) gzcompress($data, $level), static fn(string $data): string => (string) gzuncompress($data)],
            $dictionary === null => [static fn(string $data): string => (string) zstd_compress($data, $level), static fn(string $data): string => (string) zstd_uncompress($data)],
            default => [static fn(string $data): string => (string) zstd_compress_dict($data, $dictionary, $level), static fn(string $data): string => (string) zstd_uncompress_dict($data, $dictionary)],
        };

        return new Form($codec, $compressor, static fn(mixed $value): string => $pack($encode($value)), static fn(string $data): mixed => $decode($unpack($data)), $algorithm === 'zlib' || extension_loaded('zstd'));
    }

    /** @return array{Closure(mixed): string, Closure(string): mixed} */
    private static function codec(string $codec): array
    {
        return match ($codec) {
            'serialize()' => [serialize(...), unserialize(...)],
            'igbinary' => [static fn(mixed $value): string => (string) igbinary_serialize($value), igbinary_unserialize(...)],
            'lyo' => [static fn(mixed $value): string => lyo_serialize($value), static fn(string $data): mixed => lyo_unserialize($data)],
            default => throw new RuntimeException($codec),
        };
    }
}
