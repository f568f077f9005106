<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use Lyo\Compression;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Translator;

use function base64_decode;
use function is_string;
use function preg_match;
use function strlen;
use function substr;

/** A value as it was found: what is around it is taken off, and it is read without a class. */
final readonly class Stored
{
    /** What cache files of frameworks have before the value: the time when it expires, and in Symfony's the key. */
    private const HEADS = ['file of Symfony' => '/\A\d{1,20}\n[^\n]{0,4000}\n/', 'file of Laravel' => '/\A\d{10}/'];

    private function __construct(
        public string $name,
        public int $bytes,
        /** From the outside to the inside: "zlib > native". */
        public string $format,
        /** As serialize() writes it. */
        public string $text,
    ) {}

    /** @throws LyoException if the data are damaged, or of no known format */
    public static function read(string $name, string $data): self
    {
        $bytes = strlen($data);
        [$around, $data] = self::open($data);
        $format = Format::detect($data) ?? throw Failure::unknownFormat('data of an unknown format');
        [$data, $format, $path] = Compression::unwrapAll($data, $format, Format::detect(...));

        return new self($name, $bytes, $around . $path, Translator::toNative($data, $format));
    }

    /** @return array{string, string} what was taken off, and what is left */
    private static function open(string $data): array
    {
        if (Format::detect($data) !== null) {
            return ['', $data];
        }
        foreach (self::HEADS as $name => $head) {
            if (preg_match($head, $data, $match) === 1 && self::isMarked($rest = substr($data, strlen($match[0])))) {
                return ["$name > ", $rest];
            }
        }
        $decoded = preg_match('/\A[A-Za-z0-9+\/]{8,}+={0,2}\z/', $data) === 1 ? base64_decode($data, true) : false;

        return is_string($decoded) && self::isMarked($decoded) ? ['base64 > ', $decoded] : ['', $data];
    }

    private static function isMarked(string $data): bool
    {
        return Format::detect($data)?->marked() === true;
    }
}
