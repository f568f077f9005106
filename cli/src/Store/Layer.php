<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Closure;
use Lyo\Compression;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Packed\Lz4;
use Lyo\Tools\Packed\Lzf;
use Lyo\Translator;

use function addslashes;
use function base64_decode;
use function base64_encode;
use function in_array;
use function ord;
use function pack;
use function preg_match;
use function str_ends_with;
use function stripslashes;
use function strlen;
use function substr;

/** Something that is around a stored value. */
final readonly class Layer
{
    /**
     * Heads of cache items by framework. Those of files have the time at which the item expires; Symfony's also has the key. In Drupal's tables,
     * Lyo's bridge puts the text of an empty array before what plain Drupal cannot read.
     */
    private const HEADS = ['file of Symfony' => '/\A\d{1,20}\n[^\n]{0,4000}\n/', 'file of Laravel' => '/\A\d{10}/', 'row of Drupal' => '/\Aa:0:\{\}/'];

    /** Compressions of Cm_Cache and of Magento's sessions, by the two letters with which they begin. */
    private const LETTERS = ['gz' => Algorithm::Zlib, 'zs' => Algorithm::Zstd, 'l4' => Algorithm::Lz4Block, 'lz' => Algorithm::Lzf, 'sn' => Algorithm::Snappy];

    /** The text of serialize() as PhpSerializer of Symfony Messenger stores it. */
    private const SLASHED = '/\AO:\d{1,4}:\\\\"/';

    /** How serialized values begin: what is damaged and begins so is a damaged value and nothing else. */
    private const BEGINNINGS = [
        '/\A(?:[sS]:\d{1,18}:"|a:\d{1,18}:\{|[OC]:\d{1,4}:"[^"]{1,2000}":\d{1,18}:\{)/' => Format::Native,
        '/\A\x00\x00\x00\x02[\x00-\x27]/' => Format::Igbinary2,
        '/\A\x00\x00\x00\x01[\x00-\x21]/' => Format::Igbinary1,
        '/\A\x00\x00\x00\x04\xC1/' => Format::LyoCarrier,
        '/\A\xC1[\x10-\x1F]/' => Format::Lyo,
        '/\A\x1F\x8B\x08/' => Format::Gzip,
        '/\A\x28\xB5\x2F\xFD/' => Format::Zstd,
    ];

    /**
     * @param Closure(string): string $open
     * @param Closure(string): string $around
     */
    private function __construct(
        /** Empty if it is not shown. */
        public string $name,
        private Closure $open,
        private Closure $around,
    ) {}

    /**
     * Removes the layer.
     *
     * @throws LyoException if the data are damaged, or if nothing here can unpack them
     */
    public function open(string $data): string
    {
        return ($this->open)($data);
    }

    /**
     * Puts the layer around data.
     *
     * @throws LyoException if nothing here can write it
     */
    public function around(string $data): string
    {
        return ($this->around)($data);
    }

    /**
     * Finds the outermost layer of data.
     *
     * @param bool $stored whether these are the data as they are stored, so that they can have a head or a newline at the end
     *
     * @return array{self|null, Format|null} the layer; if there is none, the format: null if it is unknown
     */
    public static function outermost(string $data, Text $text, bool $stored): array
    {
        if (Lz4::size($data) !== null && Lz4::unframe($data) !== null) {
            return [self::packed(Algorithm::Lz4), null];
        }
        $format = Format::detect($data);
        if ($format?->marked() === true) {
            return $format->wraps() ? [self::format($format, $data), null] : self::withoutNewline($data, $format, $stored);
        }
        $layer = ($stored ? self::head($data, $text) : null) ?? self::unmarked($data);
        if ($layer !== null) {
            return [$layer, null];
        }
        if ($format === null) {
            foreach (self::BEGINNINGS as $pattern => $damaged) {
                if (preg_match($pattern, $data) === 1) {
                    return $damaged->wraps() ? [self::format($damaged, $data), null] : [null, $damaged];
                }
            }
        }

        return [null, $format];
    }

    /** A layer that is a format of its own. */
    public static function format(Format $format, string $data): self
    {
        // The head tells the level of compression only roughly: it is the same for the levels 2 to 5, and for 7 to 9.
        return match ($format) {
            Format::Zlib => self::packed(Algorithm::Zlib, [1, 5, 6, 9][ord($data[1]) >> 6]),
            Format::Gzip => self::packed(Algorithm::Gzip, ["\2" => 9, "\4" => 1][$data[8] ?? ''] ?? 6),
            Format::Zstd => self::packed(Algorithm::Zstd),
            Format::CmCache => self::letters($format->value, substr($data, 0, 2), substr($data, 0, 5)),
            Format::TagAware => new self(
                $format->value,
                static fn(string $all): string => Compression::unwrap($all, $format),
                static fn(string $inner): string => self::tagged($data, strlen($data) - strlen(Compression::unwrap($data, $format))) . $inner,
            ),
            default => new self(
                $format->value,
                static fn(string $all): string => Compression::unwrap($all, $format),
                static fn(): never => throw Failure::inexact("nothing here writes $format->value"),
            ),
        };
    }

    /**
     * Returns the header of Symfony's TagAwareMarshaller, and the tags, which are marshalled like the value. They become serialize() text, which
     * everybody reads, because plain Symfony misses the whole item if it cannot read the tags.
     */
    private static function tagged(string $data, int $size): string
    {
        $tags = substr($data, 13, $size - 13);
        try {
            $tags = $tags === '' ? '' : Translator::translate($tags, Format::Native);
        } catch (LyoException) { // signed, for example: only who has the key may write them again
        }
        return substr($data, 0, 10) . substr(pack('N', strlen($tags)), 1) . $tags;
    }

    /** Data that the extension memcached has compressed, behind their size. */
    public static function client(Algorithm $algorithm, string $size): self
    {
        return new self(
            $algorithm->value,
            static fn(string $data): string => $algorithm->unpack(substr($data, 4), Compression::LIMIT),
            static fn(string $data): string => pack('V', strlen($data)) . $algorithm->pack($data),
        );
    }

    /** A place that can hold only text. */
    public static function text(Text $text, bool $encoded): self
    {
        return new self($encoded ? 'base64' : '', static fn(string $data): string => (string) base64_decode($data, true), $text->around(...));
    }

    public static function newline(): self
    {
        return new self('newline', static fn(string $data): string => substr($data, 0, -1), static fn(string $data): string => "$data\n");
    }

    private static function packed(Algorithm $algorithm, int $level = 6): self
    {
        return new self(
            $algorithm->value,
            static fn(string $data): string => $algorithm->unpack($data, Compression::LIMIT),
            static fn(string $data): string => $algorithm->pack($data, $level),
        );
    }

    /** Compressed data behind letters that tell how. */
    private static function letters(string $name, string $letters, string $head): self
    {
        $algorithm = self::LETTERS[$letters] ?? throw Failure::inexact("nothing here unpacks $name with \"$letters\"");

        return new self(
            $name,
            static fn(string $data): string => $algorithm->unpack(substr($data, strlen($head)), Compression::LIMIT),
            static fn(string $data): string => $head . $algorithm->pack($data),
        );
    }

    /** What can be around stored data that begin with no mark of a format: the head of a file, a newline behind them, slashes, Base64. */
    private static function head(string $data, Text $text): ?self
    {
        foreach (self::HEADS as $name => $pattern) {
            if (preg_match($pattern, $data, $match) === 1 && self::isValue(substr($data, strlen($match[0])))) {
                return new self($name, static fn(string $data): string => substr($data, strlen($match[0])), static fn(string $data): string => $match[0] . $data);
            }
        }
        if (preg_match('/\A:(gz|sn|lz|l4|zs):/', $data, $match) === 1) {
            return self::letters('session of Magento', $match[1], $match[0]);
        }
        if (str_ends_with($data, "\n") && self::isMarked(substr($data, 0, -1))) {
            return self::newline();
        }
        // A place for any bytes has little need of Base64. There a text of less than 8 characters is taken for a plain word.
        $decoded = preg_match($text === Text::Bytes ? '/\A[A-Za-z0-9+\/]{8,}+={0,2}\z/' : '/\A[A-Za-z0-9+\/]{4,}+={0,2}\z/', $data) === 1 ? base64_decode($data, true) : false;

        return $decoded !== false && (self::isMarked($decoded) || preg_match(self::SLASHED, $decoded) === 1)
            ? new self('base64', static fn(string $data): string => (string) base64_decode($data, true), base64_encode(...))
            : null;
    }

    /** Layers without a mark: slashes, and LZF, which begins with a run of bytes as they are. */
    private static function unmarked(string $data): ?self
    {
        if (preg_match(self::SLASHED, $data) === 1) {
            return new self('slashes', stripslashes(...), addslashes(...));
        }
        if ($data === '' || ord($data[0]) >= 0x20 || ord($data[0]) + 2 > strlen($data)) {
            return null;
        }
        $unpacked = Lzf::unpack($data, Compression::LIMIT);
        $format = $unpacked === null || $unpacked === '' ? null : Format::detect($unpacked);

        return $format !== null && ($format->marked() || $format === Format::Json || $format === Format::Msgpack) ? self::packed(Algorithm::Lzf) : null;
    }

    /** @return array{self|null, Format|null} */
    private static function withoutNewline(string $data, Format $format, bool $stored): array
    {
        if (!$stored || !str_ends_with($data, "\n") || !in_array($format, [Format::Lyo, Format::LyoCarrier, Format::Igbinary1, Format::Igbinary2], true)) {
            return [null, $format];
        }
        // Binary data may end with this byte, but none that are complete without it are complete with it.
        try {
            Translator::toNative(substr($data, 0, -1), $format);

            return [self::newline(), null];
        } catch (LyoException) {
            return [null, $format];
        }
    }

    private static function isMarked(string $data): bool
    {
        return Format::detect($data)?->marked() === true;
    }

    /** Tells whether a serialized value begins here, whatever is around it and even if it is damaged. */
    private static function isValue(string $data): bool
    {
        if (self::isMarked($data) || self::unmarked($data) !== null || Lz4::size($data) !== null) {
            return true;
        }
        foreach (self::BEGINNINGS as $pattern => $ignored) {
            if (preg_match($pattern, $data) === 1) {
                return true;
            }
        }

        return false;
    }
}
