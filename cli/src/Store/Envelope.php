<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Closure;
use Lyo\Compression;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;

use function base64_decode;
use function base64_encode;
use function count;
use function gzcompress;
use function gzencode;
use function is_string;
use function ord;
use function preg_match;
use function strlen;
use function substr;

/**
 * What a stored value is wrapped in: the head of a cache file, Base64, compression, tags. open() removes these layers, and around() puts the
 * same layers around other bytes.
 */
final readonly class Envelope
{
    /** Heads of cache files by framework. Both have the time at which the item expires; Symfony's also has the key. */
    private const HEADS = ['file of Symfony' => '/\A\d{1,20}\n[^\n]{0,4000}\n/', 'file of Laravel' => '/\A\d{10}/'];

    /**
     * @param list<Closure(string): string> $layers functions that each put one layer around the bytes; the first one is for the outermost layer
     */
    private function __construct(
        /** Names of the layers and of the format, from the outside to the inside: "file of Symfony > zlib > native". */
        public string $path,
        /** Bytes of the value, without layers. */
        public string $data,
        public Format $format,
        private array $layers,
    ) {}

    /**
     * Removes all layers from stored data.
     *
     * @param Text $text what the place of the data can hold; it decides which text is taken for Base64
     *
     * @throws LyoException if the data are damaged, or in an unknown format
     */
    public static function open(string $stored, Text $text = Text::Bytes): self
    {
        [$around, $data, $layers] = self::outside($stored, $text);
        $format = Format::detect($data) ?? throw Failure::unknownFormat('data of an unknown format');
        $path = $around . $format->value;
        for ($wraps = 0; $format->wraps(); $wraps++) {
            if ($wraps === Compression::WRAPS) {
                throw Failure::limit("data that are wrapped too often, $path", 0);
            }
            $inner = Compression::unwrap($data, $format);
            $layers[] = self::layer($format, $data, $inner);
            $data = $inner;
            $format = Format::detect($data) ?? throw Failure::unknownFormat("data of an unknown format within $path");
            $path .= " > $format->value";
        }

        return new self($path, $data, $format, $layers);
    }

    /**
     * Puts the same layers around other bytes.
     *
     * @throws LyoException if the data had a compression that the library can only read
     */
    public function around(string $data): string
    {
        for ($layer = count($this->layers) - 1; $layer >= 0; $layer--) {
            $data = ($this->layers[$layer])($data);
        }

        return $data;
    }

    /**
     * Removes the head of a cache file, or Base64.
     *
     * @return array{string, string, list<Closure(string): string>} the name of the removed layer, for the path; the remaining data; functions that put
     *         the layer back
     */
    private static function outside(string $data, Text $text): array
    {
        if (Format::detect($data) !== null) {
            return ['', $data, [$text->around(...)]];
        }
        foreach (self::HEADS as $name => $pattern) {
            if (preg_match($pattern, $data, $match) === 1 && self::isMarked($rest = substr($data, strlen($match[0])))) {
                return ["$name > ", $rest, [static fn(string $data): string => $match[0] . $data]];
            }
        }
        // A place for any bytes has little need of Base64. There a text of less than 8 characters is taken for a plain word.
        $decoded = preg_match($text === Text::Bytes ? '/\A[A-Za-z0-9+\/]{8,}+={0,2}\z/' : '/\A[A-Za-z0-9+\/]{4,}+={0,2}\z/', $data) === 1 ? base64_decode($data, true) : false;

        return is_string($decoded) && self::isMarked($decoded)
            ? ['base64 > ', $decoded, [$text === Text::Bytes ? base64_encode(...) : $text->around(...)]]
            : ['', $data, []];
    }

    private static function isMarked(string $data): bool
    {
        return Format::detect($data)?->marked() === true;
    }

    /**
     * Returns a function that wraps bytes as $data are wrapped.
     *
     * @param string $data the wrapped bytes
     * @param string $inner the same, unwrapped
     *
     * @return Closure(string): string
     */
    private static function layer(Format $format, string $data, string $inner): Closure
    {
        // The head tells the level of compression only roughly: it is the same for the levels 2 to 5, and for 7 to 9.
        return match ($format) {
            Format::Zlib => static fn(string $bytes): string => (string) gzcompress($bytes, [1, 5, 6, 9][ord($data[1]) >> 6]),
            Format::Gzip => static fn(string $bytes): string => (string) gzencode($bytes, ["\2" => 9, "\4" => 1][$data[8]] ?? 6),
            Format::TagAware => static fn(string $bytes): string => substr($data, 0, strlen($data) - strlen($inner)) . $bytes,
            default => static fn(): never => throw Failure::inexact("Nothing here writes $format->value"),
        };
    }
}
