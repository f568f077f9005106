<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Igbinary\Reader;
use Lyo\Igbinary\Writer;
use Lyo\Native\Decoding;
use Lyo\Native\ExactFloats;
use Lyo\Native\Payloads;

use function igbinary_serialize;
use function igbinary_unserialize;
use function ini_get;

/**
 * Reads igbinary, versions 1 and 2, and writes version 2. It uses the extension if it is loaded, otherwise the library, which writes the same bytes.
 * The extension cannot restrict classes. So unless all classes are allowed, the library reads the data.
 */
final class IgbinaryCodec implements Codec
{
    /** Whether the extension writes. */
    private readonly bool $writes;
    /** Whether the extension reads if all classes are allowed. */
    private readonly bool $reads;

    /**
     * @param bool|null $extension whether to use the extension. With null it writes if it is loaded, but reads only if it is the one of Lyo, because
     *        some damaged data crash igbinary 3.2.
     */
    public function __construct(?bool $extension = null)
    {
        $this->writes = $extension ?? ini_get('igbinary.compact_strings') !== false;
        $this->reads = $extension ?? $this->writes && ini_get('igbinary.read_native') !== false;
    }

    public function name(): string
    {
        return 'igbinary';
    }

    public function encode(mixed $value): string
    {
        if ($this->writes) {
            return igbinary_serialize($value) ?? throw Failure::inexact('igbinary_serialize() has failed');
        }
        $text = ExactFloats::serialize($value);
        Payloads::checkWritten($text);
        return Writer::fromNative($text);
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        if ($this->reads && $classes->allowsAll()) {
            return $this->byExtension($data);
        }
        if ($this->reads && $classes->withoutExceptions()->allowsAll() && $classes->ignores([])) {
            return $classes->reading(fn(): mixed => $this->byExtension($data), static fn(): string => Reader::toNative($data, 4096));
        }
        $text = Reader::toNative($data, 4096);
        $classes->check($text);
        Payloads::check($text, $classes->allows(...), false);
        return $classes->reading(static fn(): mixed => Decoding::decode($text, $classes->nativeOptions() + ['max_depth' => 0], true), $text);
    }

    /** Reads with the extension. It returns null for data that it refuses, but null may also be the value. */
    private function byExtension(string $data): mixed
    {
        $value = igbinary_unserialize($data);
        if ($value === null && $data !== "\0\0\0\2\0" && $data !== "\0\0\0\1\0") {
            Reader::toNative($data, 4096); // throws an exception with the reason and the offset
            throw Failure::corrupt('igbinary_unserialize() cannot read further', 0);
        }
        return $value;
    }

    public function recognises(?Format $format, string $data): bool
    {
        return $format === Format::Igbinary1 || $format === Format::Igbinary2;
    }
}
