<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use JsonException;
use Lyo\Codec\JsonCodec;
use Lyo\Compression;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Opening;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Native\ExactFloats;
use Lyo\Native\Losses;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Translator;

use function array_reverse;
use function count;
use function function_exists;
use function is_string;
use function json_decode;
use function json_encode;
use function ord;
use function rtrim;
use function str_contains;
use function str_ends_with;
use function strlen;
use function substr;
use function unserialize;

/**
 * A stored value as JSON that a user can edit. A value that JSON cannot hold exactly is refused. The edited value is written in the format of
 * the old one, with the same compression, tags and envelope around it.
 */
final class Document
{
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
    private const DEPTH = 4096;

    /** @param list<array{Format, string}> $wraps the formats that wrap the value, each with its wrapped data, from the outside to the inside */
    private function __construct(
        private readonly Format $format,
        private readonly array $wraps,
        /** The value as serialize() text. */
        private readonly string $native,
        /** The value as indented JSON. */
        public readonly string $text,
        /** Whether the data have several lines, so that JSON is written back as the user has formatted it. */
        private readonly bool $lines,
        /** What makes the same envelope of lyo around another payload; null if there was none. */
        private readonly ?Terms $envelope,
    ) {}

    /**
     * @param Format|null $format the format; null to detect it
     *
     * @throws LyoException if the data are damaged or in an unknown format, if JSON would lose something, or if the library cannot write the format,
     *     compression or signature of the data
     */
    public static function of(string $data, ?Format $format = null): self
    {
        $format ??= Format::detect($data) ?? throw Failure::unknownFormat('is in no known format');
        $wraps = [];
        while ($format->wraps()) {
            if (count($wraps) === Compression::WRAPS) {
                throw Failure::limit('wrapped too often', 0);
            }
            $wraps[] = [$format, $data];
            $data = Compression::unwrap($data, $format);
            $format = Format::detect($data) ?? throw Failure::unknownFormat('holds data in no known format');
        }
        if ($format === Format::Igbinary1) {
            throw Failure::inexact('nothing here writes igbinary 1 (lyo translate --to=igbinary makes igbinary 2 of it)');
        }
        $envelope = null;
        if ($format === Format::Lyo && Envelope::is($data)) {
            $opening = new Opening($data, new Terms(), false);
            $data = $opening->payload();
            $envelope = $opening->again() ?? throw Failure::inexact('it is signed, and nothing here has the key');
        }
        $native = Translator::toNative($data, $format);
        Losses::refuse($native, 'JSON', (new JsonCodec())->keeps());
        $value = unserialize($native, ['allowed_classes' => false, 'max_depth' => 0]);
        $document = new self($format, $wraps, $native, self::json($value, JSON_PRETTY_PRINT) . "\n", str_contains(rtrim($data), "\n"), $envelope);
        foreach (array_reverse($wraps) as [$around, $inner]) {
            $document->wrap('', $around, $inner); // throws now if the library cannot write this compression
        }
        if (self::toNative($document->text) !== $native) {
            throw Failure::inexact('JSON would return another value');
        }
        return $document;
    }

    private static function json(mixed $value, int $flags): string
    {
        try {
            return ExactFloats::during(static fn(): string => json_encode($value, self::JSON | $flags, self::DEPTH));
        } catch (JsonException $e) {
            throw Failure::inexact('JSON cannot hold it: ' . $e->getMessage());
        }
    }

    /**
     * Returns the serialize() text of JSON.
     *
     * @throws LyoException if the text is not JSON, or has an integer of more than 64 bits, which PHP would turn into a float
     */
    private static function toNative(string $json): string
    {
        try {
            $value = json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR);
            $long = json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (JsonException $e) {
            throw Failure::corrupt("not JSON ({$e->getMessage()})", 0);
        }
        $text = Lyo::textOf($value);
        if ($text !== Lyo::textOf($long)) {
            throw Failure::inexact('an int does not fit 64 bits (put it in quotes, or write it as 1.0e30)');
        }
        return $text;
    }

    /**
     * Returns the data to store for edited JSON.
     *
     * @return string|null null if the value is the same as before
     *
     * @throws LyoException if the text is not JSON, or if the format cannot hold the value
     */
    public function with(string $json): ?string
    {
        $native = self::toNative($json);
        if ($native === $this->native) {
            return null;
        }
        $data = match ($this->format) {
            Format::Json => $this->lines ? rtrim($json, "\n") : self::json(json_decode($json, true, self::DEPTH), 0),
            Format::SessionPhp => Session::fromNative($native, Form::Php),
            Format::SessionPhpBinary => Session::fromNative($native, Form::PhpBinary),
            default => Translator::translate($native, $this->format, Format::Native),
        };
        if ($this->envelope !== null) {
            $data = Envelope::seal($data, $this->envelope);
        }
        foreach (array_reverse($this->wraps) as [$format, $outer]) {
            $data = $this->wrap($data, $format, $outer);
        }
        if (Translator::toNative($data, Format::detect($data) ?? throw Failure::inexact('the new data would be in no known format')) !== $native) {
            throw Failure::inexact('the new data would not give the value back');
        }
        return $data;
    }

    /**
     * Wraps data in the same way as other data.
     *
     * @param string $outer the other data, wrapped
     */
    private function wrap(string $data, Format $format, string $outer): string
    {
        $wrapped = match ($format) {
            Format::Gzip => self::call('gzencode', $data, ["\2" => 9, "\4" => 1][$outer[8]] ?? 6),
            Format::Zlib => self::call('gzcompress', $data, [1, 5, 6, 9][ord($outer[1]) >> 6]),
            Format::Zstd => self::call('zstd_compress', $data, 3),
            Format::TagAware => $this->tagAware($data, $outer),
            Format::CmCache => substr($outer, 0, 5) . match (substr($outer, 0, 2)) {
                'gz' => self::call('gzcompress', $data, 6),
                'sn' => self::call('snappy_compress', $data),
                'lz' => self::call('lzf_compress', $data),
                'l4' => self::call('lz4_compress', $data),
                'zs' => self::call('zstd_compress', $data, 3),
                default => throw Failure::inexact('nothing here writes the wrapping of this value'),
            },
            default => throw Failure::inexact("nothing here writes $format->value"),
        };
        return $wrapped;
    }

    private function tagAware(string $data, string $outer): string
    {
        $inner = Compression::unwrap($outer, Format::TagAware);
        return str_ends_with($outer, $inner) ? substr($outer, 0, strlen($outer) - strlen($inner)) . $data : throw Failure::inexact('nothing here writes tag-aware');
    }

    /** Calls a function of an extension that compresses. */
    private static function call(string $function, string $data, int|string ...$more): string
    {
        if (!function_exists($function)) {
            throw Failure::inexact("$function() is needed to write it back");
        }
        $packed = $function($data, ...$more);
        return is_string($packed) ? $packed : throw Failure::inexact("$function() failed");
    }
}
