<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use JsonException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Native\ExactFloats;
use Lyo\Native\Losses;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Store\Envelope;
use Lyo\Translator;

use function json_decode;
use function rtrim;
use function str_contains;
use function unserialize;

/**
 * A stored value as JSON that a user can edit. A value that JSON cannot hold exactly is refused. The edited value is written in the format of
 * the old one, with the same compression, tags and envelope around it.
 */
final class Document
{
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
    private const DEPTH = 4096;

    private function __construct(
        private readonly Envelope $envelope,
        /** The value as serialize() text. */
        private readonly string $native,
        /** The value as indented JSON. */
        public readonly string $text,
    ) {}

    /**
     * @param Format|null $format the format; null to detect it
     * @param Algorithm|null $packed what the client of a store says that it has compressed the data with
     *
     * @throws LyoException if the data are damaged or in an unknown format, if JSON would lose something, or if the library cannot write the format,
     *     compression or signature of the data
     */
    public static function of(string $data, ?Format $format = null, ?Algorithm $packed = null): self
    {
        try {
            $envelope = Envelope::open($data, client: $packed, format: $format);
        } catch (UnknownFormatException) {
            throw Failure::unknownFormat('is in no known format');
        }
        if ($envelope->format === Format::Igbinary1) {
            throw Failure::inexact('nothing here writes igbinary 1 (lyo translate --to=igbinary makes igbinary 2 of it)');
        }
        if ($envelope->isSigned) {
            throw Failure::inexact('it is signed, and nothing here has the key');
        }
        $native = $envelope->native();
        Losses::refuse($native, 'JSON', []);
        $value = unserialize($native, ['allowed_classes' => false, 'max_depth' => 0]);
        $document = new self($envelope, $native, self::json($value, JSON_PRETTY_PRINT) . "\n");
        $envelope->around(''); // throws now if nothing here can write this compression
        if (self::toNative($document->text) !== $native) {
            throw Failure::inexact('JSON would return another value');
        }
        return $document;
    }

    private static function json(mixed $value, int $flags): string
    {
        try {
            return ExactFloats::during(static fn(): string => Text::json($value, self::JSON | $flags, self::DEPTH));
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
        $format = $this->envelope->format;
        $data = match ($format) {
            // JSON of several lines is written back as the user has formatted it
            Format::Json => str_contains(rtrim($this->envelope->data), "\n") ? rtrim($json, "\n") : self::json(json_decode($json, true, self::DEPTH), 0),
            Format::SessionPhp => Session::fromNative($native, Form::Php),
            Format::SessionPhpBinary => Session::fromNative($native, Form::PhpBinary),
            default => Translator::translate($native, $format, Format::Native),
        };
        if (Translator::toNative($data, Format::detect($data) ?? throw Failure::inexact('the new data would be in no known format')) !== $native) {
            throw Failure::inexact('the new data would not give the value back');
        }
        return $this->envelope->around($this->envelope->again === null ? $data : Envelope::seal($data, $this->envelope->again));
    }
}
