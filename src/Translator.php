<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Bson\Bson;
use Lyo\Codec\JsonCodec;
use Lyo\Exception\LyoException;
use Lyo\Functions\Lyo;
use Lyo\Igbinary\Reader as IgbinaryReader;
use Lyo\Igbinary\Writer as IgbinaryWriter;
use Lyo\Msgpack\Reader as MsgpackReader;
use Lyo\Msgpack\Writer as MsgpackWriter;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\SameText;
use Lyo\Native\Writer as NativeWriter;
use Lyo\PhpSession\Reader as SessionReader;
use Lyo\Pure\Head;
use Lyo\Pure\Reader as PureReader;
use Lyo\Pure\StreamSink;
use Lyo\VarExport\Reader as VarExportReader;
use Lyo\VarExport\Writer as VarExportWriter;
use Lyo\Wddx\Reader as WddxReader;
use Lyo\Wddx\Writer as WddxWriter;
use Lyo\Wire\Limit;

use function strlen;
use function substr;

/**
 * Translates data from one format to another without loading a class. Every translation goes through the text of serialize().
 */
final class Translator
{
    /** Size in bytes from which on saving memory is more important than saving time. Of larger data no second text is made. */
    private const LARGE = 1 << 20;

    /**
     * Returns the data in another format.
     *
     * @param Format $to native, lyo, lyo-carrier, igbinary2, msgpack, var_export, wddx or bson
     * @param Format|null $from null to detect it
     * @param bool $verify whether to translate back and compare, so that nothing is lost without an exception
     *
     * @throws LyoException if the data are damaged, or cannot be translated exactly
     */
    public static function translate(string $data, Format $to, ?Format $from = null, bool $verify = true): string
    {
        $from ??= Format::detect($data) ?? throw Failure::unknownFormat('Data of an unknown format');
        $text = self::toNative($data, $from);
        $result = match ($to) {
            Format::Native => $text,
            Format::Lyo => Lyo::fromNative($text),
            Format::LyoCarrier => "\0\0\0\4" . Lyo::fromNative($text),
            Format::Igbinary2 => IgbinaryWriter::fromNative($text),
            Format::VarExport => VarExportWriter::fromNative($text),
            Format::Wddx => WddxWriter::fromNative($text),
            Format::Msgpack => MsgpackWriter::fromNative($text),
            Format::Bson => Bson::fromNative($text),
            default => throw Failure::inexact("Nothing here writes $to->value"),
        };
        if ($verify && $to !== Format::Native && !self::holds($result, $to, $text)) {
            throw Failure::inexact("The value cannot be translated exactly into $to->value");
        }
        return $result;
    }

    /**
     * Returns the text of serialize() for the value of data. If the data are wrapped, it is the value inside.
     *
     * @throws LyoException
     */
    public static function toNative(string $data, Format $format): string
    {
        [$data, $format] = Compression::unwrapAll($data, $format);
        return match ($format) {
            Format::Native => self::canonical($data),
            Format::Lyo => Lyo::toNative($data),
            Format::LyoCarrier => Lyo::toNative(substr($data, 4)),
            Format::Igbinary1, Format::Igbinary2 => IgbinaryReader::toNative($data, 4096),
            Format::Msgpack => MsgpackReader::toNative($data),
            Format::VarExport => VarExportReader::toNative($data),
            Format::Wddx => WddxReader::toNative($data),
            Format::Bson => Bson::toNative($data),
            Format::Json => Lyo::textOf((new JsonCodec())->decode($data, ClassPolicy::none())),
            Format::SessionPhp => SessionReader::toNative($data, false),
            Format::SessionPhpBinary => SessionReader::toNative($data, true),
            default => throw Failure::inexact("Nothing here reads $format->value"),
        };
    }

    /** Tells whether data hold the same value as a text. Igbinary and large data of Lyo are compared token by token, so that no second text is made. */
    private static function holds(string $data, Format $format, string $text): bool
    {
        $same = new SameText($text);
        if ($format === Format::Igbinary2) {
            IgbinaryReader::read($data, $same, Limit::DEPTH);
            return $same->isWhole();
        }
        if ($format === Format::Lyo && strlen($data) >= self::LARGE) {
            $head = Head::of($data);
            if (!$head->countsOtherwise()) {
                PureReader::stream($data, $head, new StreamSink($same));
                return $same->isWhole();
            }
        }
        return self::toNative($data, $format) === $text;
    }

    /** Returns a text in the form in which serialize() writes it. Text that comes from serialize() does not change. */
    private static function canonical(string $text): string
    {
        if (strlen($text) >= self::LARGE) {
            $same = new SameText($text);
            NativeReader::read($text, $same, Limit::DEPTH);
            if ($same->isWhole()) {
                return $text;
            }
        }
        $writer = new NativeWriter();
        NativeReader::read($text, $writer, Limit::DEPTH);
        return $writer->text();
    }
}
