<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;

/**
 * Writes values with one codec, and reads the formats that are found in caches. Without another codec it writes the text of serialize(). The output does
 * not depend on which extensions are loaded.
 */
final class Serializer
{
    /** @var list<Codec> */
    private readonly array $readers;
    private readonly ClassPolicy $classes;

    /**
     * @param Codec $writer codec that encode() uses; decode() reads its format, too
     * @param list<Codec>|null $readers other codecs that decode() uses; null for native, igbinary and lyo
     * @param ClassPolicy|null $classes allowed classes; null for all
     * @param bool $unpack whether decode() also reads these formats when they are compressed with zlib or gzip
     * @param int $limit maximum size of unpacked data, in bytes
     */
    public function __construct(
        private readonly Codec $writer = new NativeCodec(),
        ?array $readers = null,
        ?ClassPolicy $classes = null,
        private readonly bool $unpack = true,
        private readonly int $limit = Compression::LIMIT,
    ) {
        $this->readers = [$writer, ...$readers ?? [new NativeCodec(), new IgbinaryCodec(), new LyoCodec()]];
        $this->classes = $classes ?? ClassPolicy::all();
    }

    /**
     * Returns the data for a value.
     *
     * @throws LyoException if the codec cannot hold the value
     */
    public function encode(mixed $value): string
    {
        return $this->writer->encode($value);
    }

    /**
     * Returns the value of data in any of the formats that this serializer reads.
     *
     * @param ClassPolicy|null $classes allowed classes of this call, instead of those of the constructor
     *
     * @throws UnknownFormatException if this serializer does not read the format of the data; a cache can treat this as a miss
     * @throws LyoException if the data are damaged or refused
     */
    public function decode(string $data, ?ClassPolicy $classes = null): mixed
    {
        $format = Format::detect($data);
        if ($this->unpack && ($format === Format::Zlib || $format === Format::Gzip)) {
            $data = Compression::unwrap($data, $format, $this->limit);
            $format = Format::detect($data);
        }
        foreach ($this->readers as $codec) {
            if ($codec->recognises($format, $data)) {
                return $codec->decode($data, $classes ?? $this->classes);
            }
        }
        throw Failure::unknownFormat($format === null ? 'Data of an unknown format' : "Data of the format $format->value, which is not accepted here");
    }
}
