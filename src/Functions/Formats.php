<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Functions;

use Lyo\Envelope\Envelope;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Igbinary\Reader as IgbinaryReader;
use Lyo\Native\Decoding;
use Lyo\Native\Names;
use Lyo\Native\Payloads;

use function array_keys;
use function array_map;
use function in_array;
use function preg_match;
use function str_contains;
use function str_starts_with;
use function strlen;
use function strval;
use function substr;

/**
 * Implements the option "formats" of lyo_unserialize(): the first bytes say which format the data have, and its reader gets the options of the call.
 *
 * @internal
 */
final class Formats
{
    public const LYO = 'lyo';
    public const IGBINARY = 'igbinary';
    public const NATIVE = 'native';
    public const ALL = [self::LYO, self::IGBINARY, self::NATIVE];

    /** Header before a payload that is stored in the place of an igbinary message. */
    private const CARRIER = "\0\0\0\4";
    /** Offset of the value of an igbinary message. */
    private const IGBINARY_BODY = 4;

    /** @throws LyoException */
    public static function read(string $data, Options $options): mixed
    {
        $format = self::of($data);
        if ($format !== self::LYO) {
            // Nothing is unpacked before it is known that nobody asks for a signature.
            Envelope::open($data, $options->envelope);
        }
        $wrap = $format === null ? Wrap::of($data) : null;
        return $wrap === null ? self::decode($data, $format, $options) : self::unwrapped($wrap->unpack($data, $options->envelope->maxUnpacked), $options);
    }

    private static function unwrapped(string $data, Options $options): mixed
    {
        return self::decode($data, self::of($data), $options);
    }

    private static function decode(string $data, ?string $format, Options $options): mixed
    {
        if ($format === null || !in_array($format, $options->formats ?? [], true)) {
            $format ??= Wrap::of($data)?->value; // in another wrap
            throw Failure::unknownFormat($format === null ? 'Data of an unknown format' : "Data of the format $format, which is not accepted here");
        }
        return match ($format) {
            self::LYO => Lyo::decode(str_starts_with($data, self::CARRIER) ? substr($data, strlen(self::CARRIER)) : $data, $options),
            self::IGBINARY => self::igbinary($data, $options),
            default => self::native($data, $options),
        };
    }

    /** Returns the format that the data begin like; null if there is none. */
    private static function of(string $data): ?string
    {
        return match (true) {
            str_starts_with($data, "\xC1"), str_starts_with($data, self::CARRIER . "\xC1") => self::LYO,
            str_starts_with($data, "\0\0\0") && strlen($data) >= self::IGBINARY_BODY => self::IGBINARY, // of any version
            preg_match('/\A(?:[bidsSaOCE]:|N;)/', $data) === 1 => self::NATIVE,
            default => null,
        };
    }

    private static function igbinary(string $data, Options $options): mixed
    {
        $text = IgbinaryReader::toNative($data, $options->maxDepth, $options->maxElements);
        if ($options->allowed !== null || $options->throwMissing || str_contains($text, 'E:')) {
            (new Classes($options))->refuse(Names::of($text, 0, 0, false), self::IGBINARY_BODY, true);
        }
        Payloads::check($text, $options->allows(...), false);
        return Decoding::decode($text, ['allowed_classes' => self::allowed($options), 'max_depth' => 0], true);
    }

    /** Reads the text of serialize(). unserialize() has no option for some options, so what they ask for is done before. */
    private static function native(string $data, Options $options): mixed
    {
        if ($options->maxElements > 0 || $options->allowed !== null || $options->throwMissing) {
            (new Classes($options))->refuse(Names::of($data, $options->maxDepth, $options->maxElements, true), 0, false);
        }
        return Decoding::decode($data, ['allowed_classes' => self::allowed($options), 'max_depth' => $options->maxDepth]);
    }

    /** @return true|list<string> option of unserialize() */
    private static function allowed(Options $options): true|array
    {
        return $options->allowed === null ? true : array_map(strval(...), array_keys($options->allowed));
    }
}
