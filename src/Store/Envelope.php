<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

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

/** What is around the bytes of a value in a store: the head of a cache file, Base64, compression, tags. */
final readonly class Envelope
{
    /** What cache files of frameworks have before the value: the time when it expires, and in Symfony's the key. */
    private const HEADS = ['file of Symfony' => '/\A\d{1,20}\n[^\n]{0,4000}\n/', 'file of Laravel' => '/\A\d{10}/'];

    /**
     * @param list<Closure(string): string> $layers each puts one of the wraps back, the outermost first
     */
    private function __construct(
        /** From the outside to the inside: "file of Symfony > zlib > native". */
        public string $path,
        /** The bytes of the value. */
        public string $data,
        public Format $format,
        private array $layers,
    ) {}

    /**
     * @param Text $text where the data stand: what this adds by itself is no layer
     *
     * @throws LyoException if the data are damaged, or of no known format
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
     * Other bytes with the same around them.
     *
     * @throws LyoException if nothing here compresses as the data were
     */
    public function around(string $data): string
    {
        for ($layer = count($this->layers) - 1; $layer >= 0; $layer--) {
            $data = ($this->layers[$layer])($data);
        }

        return $data;
    }

    /** @return array{string, string, list<Closure(string): string>} what was taken off, what is left, and how to put it back */
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
        // Where all bytes can stand, a word is no Base64.
        $decoded = preg_match($text === Text::Bytes ? '/\A[A-Za-z0-9+\/]{8,}+={0,2}\z/' : '/\A[A-Za-z0-9+\/]{4,}+={0,2}\z/', $data) === 1 ? base64_decode($data, true) : false;

        return is_string($decoded) && self::isMarked($decoded)
            ? ['base64 > ', $decoded, [$text === Text::Bytes ? base64_encode(...) : $text->around(...)]]
            : ['', $data, []];
    }

    private static function isMarked(string $data): bool
    {
        return Format::detect($data)?->marked() === true;
    }

    /** @return Closure(string): string */
    private static function layer(Format $format, string $data, string $inner): Closure
    {
        // The head tells the level: of 2 to 5 and of 7 to 9 one stands for all.
        return match ($format) {
            Format::Zlib => static fn(string $bytes): string => (string) gzcompress($bytes, [1, 5, 6, 9][ord($data[1]) >> 6]),
            Format::Gzip => static fn(string $bytes): string => (string) gzencode($bytes, ["\2" => 9, "\4" => 1][$data[8]] ?? 6),
            Format::TagAware => static fn(string $bytes): string => substr($data, 0, strlen($data) - strlen($inner)) . $bytes,
            default => static fn(): never => throw Failure::inexact("Nothing here writes $format->value"),
        };
    }
}
