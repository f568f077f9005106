<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;

use function is_callable;
use function is_string;

/** A compressor that caches use, with the level that they use. */
final readonly class Compressor
{
    /** By name: function to compress, function to decompress, further arguments for the first. */
    private const FUNCTIONS = [
        'zlib 1' => ['gzcompress', 'gzuncompress', [1]],
        'zlib 6' => ['gzcompress', 'gzuncompress', [6]],
        'zstd' => ['zstd_compress', 'zstd_uncompress', []],
        'lz4' => ['lz4_compress', 'lz4_uncompress', []],
        'brotli' => ['brotli_compress', 'brotli_uncompress', [4]],
        'snappy' => ['snappy_compress', 'snappy_uncompress', []],
        'lzf' => ['lzf_compress', 'lzf_decompress', []],
    ];

    /** @param list<mixed> $arguments arguments after the bytes to compress */
    private function __construct(private Closure $pack, private Closure $unpack, private array $arguments) {}

    /** @return array<string, self> the compressors that this PHP has, by name */
    public static function all(): array
    {
        $compressors = [];
        foreach (self::FUNCTIONS as $name => [$pack, $unpack, $arguments]) {
            if (is_callable($pack) && is_callable($unpack)) {
                $compressors[$name] = new self(Closure::fromCallable($pack), Closure::fromCallable($unpack), $arguments);
            }
        }

        return $compressors;
    }

    /** Compresses bytes. Returns null if they cannot be decompressed to the same bytes; lzf refuses bytes that it cannot make smaller. */
    public function pack(string $bytes): ?string
    {
        $packed = @($this->pack)($bytes, ...$this->arguments);

        return is_string($packed) && @($this->unpack)($packed) === $bytes ? $packed : null;
    }

    /** @return array{Closure, list<mixed>} function and arguments, as a task for Rounds */
    public function packing(string $bytes): array
    {
        return [$this->pack, [$bytes, ...$this->arguments]];
    }

    /** @return array{Closure, list<mixed>} function and arguments, as a task for Rounds */
    public function unpacking(string $packed): array
    {
        return [$this->unpack, [$packed]];
    }
}
