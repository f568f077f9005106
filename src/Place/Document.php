<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Place;

use JsonException;
use Lyo\Codec\JsonCodec;
use Lyo\Compression;
use Lyo\Envelope\Envelope;
use Lyo\Envelope\Opening;
use Lyo\Envelope\Terms;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Native\ExactFloats;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Stream\Losses;
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
 * A stored value as JSON that can be changed: exactly, or it is refused. What comes back has the format of the value, and the
 * compression and frames that were around it.
 */
final class Document
{
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
    private const DEPTH = 4096;

    /** @param list<array{Format, string}> $wraps what is around the value, from the outside to the inside, with the data of each */
    private function __construct(
        private readonly Format $format,
        private readonly array $wraps,
        /** As text of serialize(). */
        private readonly string $native,
        /** The value as JSON, pretty. */
        public readonly string $text,
        /** The data are JSON of several lines. */
        private readonly bool $lines,
        /** The envelope of lyo around it, for another payload. */
        private readonly ?Terms $envelope,
    ) {}

    /**
     * @throws LyoException if the data are damaged or of no known format, if JSON would lose something, or if nothing here writes
     *     what they are in
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
            $format = Format::detect($data) ?? throw Failure::unknownFormat('holds what is in no known format');
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
            $document->wrap('', $around, $inner); // can it be done?
        }
        if (self::toNative($document->text) !== $native) {
            throw Failure::inexact('JSON would give the value back as another one');
        }
        return $document;
    }

    private static function json(mixed $value, int $flags): string
    {
        $precision = ExactFloats::begin();
        try {
            return json_encode($value, self::JSON | $flags, self::DEPTH);
        } catch (JsonException $e) {
            throw Failure::inexact('JSON cannot hold it: ' . $e->getMessage());
        } finally {
            ExactFloats::end($precision);
        }
    }

    /** @throws LyoException if the text is no JSON, or has numbers that PHP would change */
    private static function toNative(string $json): string
    {
        try {
            $value = json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR);
            $long = json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (JsonException $e) {
            throw Failure::corrupt("not JSON ({$e->getMessage()})", 0);
        }
        $text = ExactFloats::serialize($value);
        if ($text !== ExactFloats::serialize($long)) {
            throw Failure::inexact('an int does not fit 64 bits (put it in quotes, or write it as 1.0e30)');
        }
        return $text;
    }

    /**
     * The data that hold this JSON.
     *
     * @return string|null null if it is the same value
     *
     * @throws LyoException if the text is no JSON, or the format cannot hold it
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

    /** Puts around data what was around others. */
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
                default => throw Failure::inexact('nothing here writes what is around the value'),
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

    private static function call(string $function, string $data, int|string ...$more): string
    {
        if (!function_exists($function)) {
            throw Failure::inexact("$function() is needed to write it back");
        }
        $packed = $function($data, ...$more);
        return is_string($packed) ? $packed : throw Failure::inexact("$function() failed");
    }
}
