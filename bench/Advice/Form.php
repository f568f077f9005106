<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use Closure;
use Lyo\Tools\Advise\Envelopes;
use Lyo\Tools\Measure\Codec;
use Lyo\Tools\Measure\Compressor;
use RuntimeException;

use function array_slice;
use function lyo_serialize;
use function lyo_unserialize;
use function strlen;

/** A way to store values, as an application would write it: what lyo advise has named. */
final readonly class Form
{
    private const READING = ['allowed_classes' => Codec::PLAIN];

    /**
     * @param Closure(mixed): string $write
     * @param Closure(string): mixed $read
     */
    private function __construct(public Closure $write, public Closure $read) {}

    /**
     * @param string|null $compressor as lyo advise names it
     * @param int|null $threshold values of more bytes are compressed
     * @param list<string> $dictionaries
     */
    public static function of(string $codec, ?string $compressor, ?int $threshold, array $dictionaries = []): self
    {
        $plain = Codec::named($codec);
        $plain = $plain->withoutClasses() ?? $plain;
        [$encode] = $plain->encoding(null);
        [$decode] = $plain->decoding('');
        $write = static fn(mixed $value): string => self::text($encode($value, ...$plain->encodeArguments));
        $read = static fn(string $data): mixed => $decode($data, ...$plain->decodeArguments);
        if ($compressor === null) {
            return new self($write, $read);
        }
        if (Envelopes::has($compressor)) {
            $options = Envelopes::options($compressor, $dictionaries, (int) $threshold);
            $reads = [...self::READING, 'max_unpacked' => 0, 'dictionaries' => $dictionaries];

            return new self(static fn(mixed $value): string => lyo_serialize($value, $options), static fn(string $data): mixed => lyo_unserialize($data, $reads));
        }
        $with = Compressor::all()[$compressor] ?? throw new RuntimeException($compressor);
        [$pack, $arguments] = $with->packing('');
        [$unpack] = $with->unpacking('');
        $arguments = array_slice($arguments, 1);

        // One byte in front says whether the rest is compressed: clients mark it in similar ways.
        return new self(static function (mixed $value) use ($write, $pack, $arguments, $threshold): string {
            $data = $write($value);
            $packed = strlen($data) > $threshold ? self::text($pack($data, ...$arguments)) : $data;

            return strlen($packed) < strlen($data) ? "1$packed" : "0$data";
        }, static function (string $data) use ($read, $unpack): mixed {
            $bytes = substr($data, 1);

            return $read($data[0] === '1' ? self::text($unpack($bytes)) : $bytes);
        });
    }

    /**
     * An envelope of lyo, as a bridge writes it.
     *
     * @param string|null $compressor zlib or zstd; null for none
     * @param int $least as the option min_size
     */
    public static function envelope(?string $compressor, int $least): self
    {
        $options = ['checksum' => true, 'compress' => $compressor, 'min_size' => $least];

        return new self(static fn(mixed $value): string => lyo_serialize($value, $options), static fn(string $data): mixed => lyo_unserialize($data, self::READING));
    }

    private static function text(mixed $bytes): string
    {
        return is_string($bytes) ? $bytes : throw new RuntimeException('a codec or a compressor has failed');
    }
}
