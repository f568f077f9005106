<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Closure;
use Lyo\Envelope\Dictionary;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Igbinary\Reader as IgbinaryReader;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\References;
use Lyo\PhpSession\Reader as SessionReader;
use Lyo\Pure\Head;
use Lyo\Pure\Reader as PureReader;
use Lyo\Pure\StreamSink;
use Lyo\Stream\Sink;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Store\Envelope;
use Lyo\Translator;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

use function array_map;
use function explode;
use function implode;
use function number_format;
use function preg_match;
use function str_starts_with;
use function strlen;
use function substr;

/** Stored data in any format. This class finds out the format and reads the value token by token. It loads no class. */
final class Stored
{
    /** Whether there was a newline after the value, which was ignored. */
    public bool $newline = false;
    /** Whether this newline was after an envelope, so that $data does not contain it. */
    private bool $cut = false;

    /**
     * Largest size in bytes of igbinary data that are read twice, to find out first whether an object occurs more than once. For larger data it is
     * assumed.
     */
    private const SMALL = 1 << 20;

    private function __construct(
        /** The data without compression and envelope. */
        public readonly string $data,
        public readonly Format $format,
        /** Names of what is around the data, and of their format: "gzip > igbinary2". */
        public readonly string $path,
        /** Size of what is stored, in bytes. */
        public readonly int $size,
    ) {}

    /**
     * @param Format|null $format the format; null to detect it
     * @param list<string> $dictionaries contents of zstd dictionaries, which envelopes may need
     * @param Algorithm|null $packed what the client of a store says that it has compressed the data with
     *
     * @throws LyoException if the format is unknown, or if compression or envelope are damaged
     */
    public static function of(string $data, ?Format $format = null, array $dictionaries = [], ?Algorithm $packed = null): self
    {
        $size = strlen($data);
        $terms = new Terms();
        $terms->dictionaries = array_map(static fn(string $bytes): Dictionary => new Dictionary($bytes), $dictionaries);
        try {
            $envelope = Envelope::open($data, client: $packed, format: $format, terms: $terms);
        } catch (UnknownFormatException $e) {
            $format = Format::guess($data) ?? throw self::unknown($data);

            return $format->wraps() ? throw $e : new self($data, $format, $format->value, $size);
        }
        $stored = new self($envelope->data, $envelope->format, $envelope->path(), $size);
        $stored->newline = $stored->cut = $envelope->has('newline');

        return $stored;
    }

    /** Returns an exception that says as much as possible of data in an unknown format. */
    private static function unknown(string $data): LyoException
    {
        return Failure::unknownFormat(match (true) {
            $data === '' => 'is empty',
            str_starts_with($data, "\x04\x22\x4D\x18") => 'is lz4, which nothing here unpacks',
            preg_match('/\A[\x09\x0A\x0D\x20-\x7E\x80-\xFF]*\z/', substr($data, 0, 4096)) === 1 && preg_match('//u', $data) === 1 => 'is text, and in no known format (a string that was stored as it is?)',
            default => 'is in no known format (or damaged, or compressed without a mark: snappy, raw deflate)',
        });
    }

    /** @return list<string> names of formats, for messages and completion */
    public static function formats(): array
    {
        return array_map(static fn(Format $format): string => $format->value, Format::cases());
    }

    /** Returns a text such as "gzip > igbinary 2, 390 bytes, 912 unpacked". */
    public function summary(): string
    {
        $names = array_map(static fn(string $name): string => (string) preg_replace(['/\Aigbinary(\d)/', '/\Asession-/', '/\Anative\z/'], ['igbinary $1', 'session ', 'native (serialize())'], $name), explode(' > ', $this->path));
        $unpacked = strlen($this->data);
        return implode(' > ', $names) . ', ' . Text::count($this->size, 'byte') . ($unpacked === $this->size ? '' : ', ' . number_format($unpacked) . ' unpacked');
    }

    /** Tells whether the tokens of this format have offsets. Other formats are first translated to serialize() text. */
    public function hasPlaces(): bool
    {
        return match ($this->format) {
            Format::Lyo, Format::LyoCarrier, Format::Native, Format::Igbinary1, Format::Igbinary2, Format::SessionPhp, Format::SessionPhpBinary => true,
            default => false,
        };
    }

    /**
     * Reads the value and sends its tokens to the sink that $make creates.
     *
     * @template T of Sink
     *
     * @param Closure(bool, array<int, true>, int): T $make creates the sink. Its arguments are: whether an object may occur more than once; the
     *     slots at which PHP references begin, for formats that do not mark them; the number of slots that back references do not count.
     *
     * @return T the sink
     *
     * @throws LyoException if the data are malformed
     */
    public function push(Closure $make): Sink
    {
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
                $sink = $make($references->refers, $references->shared, 1);
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
            // A printer has printed everything that it was to show.
        } catch (LyoException $e) {
            if (!$this->endsWithNewline($e)) {
                throw $e;
            }
            $this->newline = true;
        }
        return $sink;
    }

    /** Tells whether the only error is a newline after the value. */
    private function endsWithNewline(LyoException $e): bool
    {
        $last = strlen($this->lyo()) - 1;
        return $e->getOffset() === $last && $this->data[strlen($this->data) - 1] === "\n" && str_starts_with($e->getMessage(), ErrorCode::Trailing->message());
    }

    /** Returns the data without a newline after the value. Malformed data are returned as they are. */
    public function withoutNewline(): string
    {
        if (!$this->cut && $this->data[strlen($this->data) - 1] === "\n") {
            try {
                $this->push(static fn(): References => new References());
            } catch (LyoException) {
                // Whoever reads the data gets the same exception.
            }
        }
        return $this->newline && !$this->cut ? substr($this->data, 0, -1) : $this->data;
    }

    /** Returns the payload of lyo, without the 4 bytes in front that make igbinary's readers accept it. */
    public function lyo(): string
    {
        return $this->format === Format::LyoCarrier ? substr($this->data, 4) : $this->data;
    }

    /**
     * Tells whether an object occurs more than once.
     *
     * @param Closure(Sink): void $read reads the value into a sink
     */
    private static function refers(Closure $read): bool
    {
        try {
            $references = new References();
            $read($references);
            return $references->refers;
        } catch (LyoException) {
            return true; // the error is reported when the data are read again for printing
        }
    }
}
