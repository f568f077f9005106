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
 * Writes with one codec, and reads what caches hold. It writes serialize() text unless you give it another codec. The
 * output does not depend on which extensions are loaded.
 */
final class Serializer
{
    /** @var list<Codec> */
    private readonly array $readers;
    private readonly ClassPolicy $classes;

    /**
     * @param Codec $writer what encode() writes; decode() reads it, too
     * @param list<Codec>|null $readers what decode() also reads; null for native, igbinary and lyo
     * @param ClassPolicy|null $classes null for all classes
     * @param bool $unpack also read these formats inside zlib and gzip
     * @param int $limit most bytes that are unpacked
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

    /** @throws LyoException if the codec cannot hold the value */
    public function encode(mixed $value): string
    {
        return $this->writer->encode($value);
    }

    /**
     * @throws UnknownFormatException if this serializer does not read the format of the data: treat it as a miss
     * @throws LyoException if the data are damaged or refused
     */
    public function decode(string $data): mixed
    {
        $format = Format::detect($data);
        if ($this->unpack && ($format === Format::Zlib || $format === Format::Gzip)) {
            $data = Compression::unwrap($data, $format, $this->limit);
            $format = Format::detect($data);
        }
        if ($format !== null) {
            foreach ($this->readers as $codec) {
                if ($codec->recognises($format)) {
                    return $codec->decode($data, $this->classes);
                }
            }
        }
        throw Failure::unknownFormat($format === null ? 'Data of an unknown format' : "Data of the format $format->value, which is not accepted here");
    }
}
