<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use Closure;
use Lyo\Compression;
use Lyo\Envelope\Dictionary;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Opening;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Igbinary\Reader as IgbinaryReader;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\References;
use Lyo\Pure\Head;
use Lyo\Pure\Reader as PureReader;
use Lyo\Pure\StreamSink;
use Lyo\Session\Reader as SessionReader;
use Lyo\Stream\Sink;
use Lyo\Translator;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

use function array_map;
use function explode;
use function implode;
use function ini_set;
use function number_format;
use function preg_match;
use function str_starts_with;
use function strlen;
use function substr;

/** Data that were stored somewhere: what they are, and their value, token by token. No class is loaded. */
final class Stored
{
    /** A newline was found behind the value, and left out. */
    public bool $newline = false;
    /** It stood behind an envelope, and the data do not have it. */
    private bool $cut = false;

    /** Up to so many bytes it is found out beforehand whether igbinary's objects are met again. */
    private const SMALL = 1 << 20;

    private function __construct(
        /** The data without what was around them. */
        public readonly string $data,
        public readonly Format $format,
        /** What is around them, and they: "gzip > igbinary2". */
        public readonly string $path,
        /** Bytes with what is around them. */
        public readonly int $size,
    ) {}

    /**
     * @param Format|null $format null to detect it
     * @param list<string> $dictionaries of zstd, that envelopes may need
     *
     * @throws LyoException if they are nothing known
     */
    public static function of(string $data, ?Format $format = null, array $dictionaries = []): self
    {
        $size = strlen($data);
        $format ??= Format::guess($data) ?? throw self::unknown($data);
        [$data, $format, $path] = Compression::unwrapAll($data, $format, Format::guess(...));
        if ($format === Format::Lyo || $format === Format::LyoCarrier) {
            return self::lyoOf($data, $format, $path, $size, self::terms($dictionaries));
        }
        return new self($data, $format, $path, $size);
    }

    /** Without its envelope, if it has one. A newline behind it is told, as one behind a value is. */
    private static function lyoOf(string $data, Format $format, string $path, int $size, Terms $terms): self
    {
        $carrier = $format === Format::LyoCarrier ? substr($data, 0, 4) : '';
        $envelope = substr($data, strlen($carrier));
        if (!Envelope::is($envelope)) {
            return new self($data, $format, $path, $size);
        }
        $newline = false;
        try {
            $opening = new Opening($envelope, $terms, false);
            $payload = $opening->payload();
        } catch (LyoException $e) {
            if ($envelope[strlen($envelope) - 1] !== "\n") {
                throw $e;
            }
            $opening = new Opening(substr($envelope, 0, -1), $terms, false);
            $payload = $opening->payload();
            $newline = true;
        }
        $around = substr($path, 0, -strlen($format->value));
        $stored = new self($carrier . $payload, $format, "{$around}envelope ({$opening->description()}) > $format->value", $size);
        $stored->newline = $stored->cut = $newline;
        return $stored;
    }

    /** @param list<string> $dictionaries */
    private static function terms(array $dictionaries): Terms
    {
        $terms = new Terms();
        $terms->maxUnpacked = Compression::LIMIT;
        $terms->dictionaries = array_map(static fn(string $bytes): Dictionary => new Dictionary($bytes), $dictionaries);
        return $terms;
    }

    private static function unknown(string $data): LyoException
    {
        return Failure::unknownFormat(match (true) {
            $data === '' => 'is empty',
            str_starts_with($data, "\x04\x22\x4D\x18") => 'is lz4, which nothing here unpacks',
            preg_match('/\A[\x09\x0A\x0D\x20-\x7E\x80-\xFF]*\z/', substr($data, 0, 4096)) === 1 && preg_match('//u', $data) === 1 => 'is text, and in no known format (a string that was stored as it is?)',
            default => 'is in no known format (or damaged, or compressed without a mark: LZF, snappy, blocks of LZ4, raw deflate)',
        });
    }

    /** @return list<string> names of formats, for messages and completion */
    public static function formats(): array
    {
        return array_map(static fn(Format $format): string => $format->value, Format::cases());
    }

    /** "gzip > igbinary 2, 390 bytes, 912 unpacked" */
    public function summary(): string
    {
        $names = array_map(static fn(string $name): string => (string) preg_replace(['/\Aigbinary(\d)/', '/\Asession-/', '/\Anative\z/'], ['igbinary $1', 'session ', 'native (serialize())'], $name), explode(' > ', $this->path));
        $unpacked = strlen($this->data);
        return implode(' > ', $names) . ', ' . self::bytes($this->size) . ($unpacked === $this->size ? '' : ', ' . number_format($unpacked) . ' unpacked');
    }

    private static function bytes(int $bytes): string
    {
        return number_format($bytes) . ' byte' . ($bytes === 1 ? '' : 's');
    }

    /** Whether tokens have places in the data; other formats are read by way of serialize() text. */
    public function hasPlaces(): bool
    {
        return match ($this->format) {
            Format::Lyo, Format::LyoCarrier, Format::Native, Format::Igbinary1, Format::Igbinary2, Format::SessionPhp, Format::SessionPhpBinary => true,
            default => false,
        };
    }

    /**
     * Pushes the value into what that makes, or annotated hex of formats that have no places.
     *
     * @template T of Sink
     *
     * @param Closure(bool, array<int, true>, int): T $make is given whether objects may be met again, the slots that PHP references name where the
     *     format does not mark them, and how many slots they do not count
     *
     * @return T what was made
     *
     * @throws LyoException
     */
    public function push(Closure $make): Sink
    {
        ini_set('serialize_precision', '-1');
        $data = $this->data;
        switch ($this->format) {
            case Format::Lyo:
            case Format::LyoCarrier:
                $data = $this->lyo();
                $head = Head::of($data);
                $sink = $make($head->sharing, [], 0);
                $read = static fn() => PureReader::stream($data, $head, new StreamSink($sink));
                break;
            case Format::Igbinary1:
            case Format::Igbinary2:
                $sink = $make(strlen($data) > self::SMALL || self::refers(static fn(Sink $sink) => IgbinaryReader::read($data, $sink, Limit::DEPTH)), [], 0);
                $read = static fn() => IgbinaryReader::read($data, $sink, Limit::DEPTH);
                break;
            case Format::SessionPhp:
            case Format::SessionPhpBinary:
                $binary = $this->format === Format::SessionPhpBinary;
                $references = new References();
                SessionReader::read($data, $binary, $references);
                $sink = $make($references->refers(), $references->named(), 1);
                $read = static fn() => SessionReader::read($data, $binary, $sink);
                break;
            default:
                $text = $this->format === Format::Native ? $data : Translator::toNative($data, $this->format);
                $sink = $make(preg_match('/[;{]r:\d/', $text) === 1, References::shared($text), 0);
                $read = static fn() => NativeReader::read($text, $sink, Limit::DEPTH);
        }
        try {
            $read();
        } catch (Done) {
            // all that was to be shown has been
        } catch (LyoException $e) {
            if (!$this->endsWithNewline($e)) {
                throw $e;
            }
            $this->newline = true;
        }
        return $sink;
    }

    /** All is good but for a newline behind it. */
    private function endsWithNewline(LyoException $e): bool
    {
        $last = strlen($this->lyo()) - 1;
        return $e->getOffset() === $last && $this->data[strlen($this->data) - 1] === "\n" && str_starts_with($e->getMessage(), ErrorCode::Trailing->message());
    }

    /** The data, without a newline behind a value that is good. */
    public function withoutNewline(): string
    {
        if (!$this->cut && $this->data[strlen($this->data) - 1] === "\n") {
            try {
                $this->push(static fn(): References => new References());
            } catch (LyoException) {
                // whoever reads them tells
            }
        }
        return $this->newline && !$this->cut ? substr($this->data, 0, -1) : $this->data;
    }

    /** The payload of lyo without the bytes that make it igbinary's for other readers. */
    public function lyo(): string
    {
        return $this->format === Format::LyoCarrier ? substr($this->data, 4) : $this->data;
    }

    /** @param Closure(Sink): void $read */
    private static function refers(Closure $read): bool
    {
        try {
            $references = new References();
            $read($references);
            return $references->refers();
        } catch (LyoException) {
            return true; // the reader that prints tells where it is
        }
    }
}
