<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Session;

use Lyo\ClassPolicy;
use Lyo\Exception\InexactException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Failure;
use Lyo\Format;
use Lyo\Native\Decoding;
use Lyo\Native\ExactFloats;
use Lyo\Native\Payloads;
use Lyo\PhpSession\Reader;
use Lyo\PhpSession\Writer;
use Lyo\Translator;

use function is_array;
use function preg_match;
use function str_starts_with;

/** Reads and writes stored sessions. This needs neither an active session nor the session extension of PHP. */
final class Session
{
    /**
     * Returns the variables of a stored session. An empty string is a session without variables.
     *
     * @param ClassPolicy|null $classes allowed classes; null for all
     * @param Form|null $form null to detect it
     *
     * @return array<mixed>
     *
     * @throws UnknownFormatException if the data are not a session
     * @throws LyoException if the data are damaged, or name classes that the policy refuses
     */
    public static function decode(string $data, ?ClassPolicy $classes = null, ?Form $form = null): array
    {
        $classes ??= ClassPolicy::all();
        $form ??= self::detect($data);
        $text = self::toNative($data, $form);
        $classes->check($text);
        self::checkPayloads($text, $form, $classes);
        $variables = Decoding::decode($text, $classes->nativeOptions() + ['max_depth' => 0], true);
        return is_array($variables) ? $variables : throw Failure::corrupt('a session is an array', 0);
    }

    /**
     * Refuses payloads that the form's own readers refuse. In PHP's forms unserialize() decides.
     *
     * @internal
     *
     * @throws LyoException
     */
    public static function checkPayloads(string $text, ?Form $form, ?ClassPolicy $classes): void
    {
        if ($form === Form::Lyo || $form === Form::Igbinary) {
            Payloads::check($text, $classes === null ? null : $classes->allows(...), $form === Form::Lyo);
        }
    }

    /**
     * Returns a session in a form in which it can be stored. For php, php_binary and php_serialize this is what session_encode() returns.
     *
     * @param array<mixed> $variables
     *
     * @throws InexactException if the form cannot hold the variables: php has no names with "|", php_binary has no names of more than 127 bytes, and
     *         neither of them has integer keys
     */
    public static function encode(array $variables, Form $form): string
    {
        return self::write(ExactFloats::serialize($variables), $form, false);
    }

    /**
     * Translates a stored session to another form. No objects are created, and no classes are loaded.
     *
     * @param Form|null $from null to detect it
     *
     * @throws InexactException if the form cannot hold the session
     * @throws LyoException if the data are damaged, or not a session
     */
    public static function translate(string $data, Form $to, ?Form $from = null): string
    {
        return self::fromNative(self::toNative($data, $from), $to);
    }

    /**
     * Returns the form of a stored session. Returns null for data that are not a session, and for the empty string, which is an empty session in
     * every form.
     */
    public static function detect(string $data): ?Form
    {
        try {
            return $data === '' ? null : self::find($data)[0];
        } catch (LyoException) {
            return null;
        }
    }

    /**
     * Returns the text of serialize($_SESSION) for a stored session.
     *
     * @internal
     *
     * @param Form|null $form null to detect it
     *
     * @throws LyoException
     */
    public static function toNative(string $data, ?Form $form = null): string
    {
        if ($data === '') {
            return 'a:0:{}';
        }
        return $form === null ? self::find($data)[1] : self::text($data, $form);
    }

    /**
     * Returns the stored session for the text of serialize($_SESSION).
     *
     * @internal
     *
     * @param bool $ints whether php and php_binary write integer keys as names of digits; otherwise they are refused
     *
     * @throws LyoException
     */
    public static function fromNative(string $text, Form $to, bool $ints = false): string
    {
        $data = self::write($text, $to, $ints);
        if ($to !== Form::PhpSerialize && self::toNative($data, $to) !== $text) {
            throw Failure::inexact("The session cannot be translated exactly into the form $to->value");
        }
        return $data;
    }

    /** Writes a session without checking that it comes back unchanged. */
    private static function write(string $text, Form $to, bool $ints): string
    {
        return match ($to) {
            Form::Php => Writer::fromNative($text, false, $ints),
            Form::PhpBinary => Writer::fromNative($text, true, $ints),
            Form::PhpSerialize => $text,
            Form::Lyo => Translator::translate($text, Format::Lyo, Format::Native, false),
            Form::Igbinary => Translator::translate($text, Format::Igbinary2, Format::Native, false),
        };
    }

    /**
     * Returns the form of a session and its text. Some forms begin with a mark. For the others, those forms that are possible are tried, the most likely
     * one first.
     *
     * @return array{Form, string}
     *
     * @throws LyoException
     */
    private static function find(string $data): array
    {
        $form = match (true) {
            str_starts_with($data, "\xC1"), str_starts_with($data, "\0\0\0\4") => Form::Lyo,
            str_starts_with($data, "\0\0\0\1"), str_starts_with($data, "\0\0\0\2") => Form::Igbinary,
            default => null,
        };
        if ($form !== null) {
            return [$form, self::text($data, $form)];
        }
        $forms = Reader::isRatherPhp($data) ? [Form::Php, Form::PhpBinary] : [Form::PhpBinary, Form::Php];
        if (preg_match('/\Aa:\d+:\{/', $data) === 1) {
            $forms = [Form::PhpSerialize, ...$forms];
        }
        $failure = null;
        foreach ($forms as $form) {
            try {
                return [$form, self::text($data, $form)];
            } catch (LyoException $e) {
                $failure ??= $form === Form::PhpSerialize ? $e : null;
            }
        }
        throw $failure ?? Failure::unknownFormat('Data that are not a session of a known form');
    }

    /**
     * Returns the text of serialize($_SESSION) for data in a form.
     *
     * @throws LyoException
     */
    private static function text(string $data, Form $form): string
    {
        $text = match ($form) {
            Form::Php => Reader::toNative($data, false),
            Form::PhpBinary => Reader::toNative($data, true),
            Form::PhpSerialize => Translator::toNative($data, Format::Native),
            Form::Lyo, Form::Igbinary => Translator::toNative($data, match (true) {
                str_starts_with($data, "\0\0\0\4") => Format::LyoCarrier,
                str_starts_with($data, "\0") => Format::Igbinary2,
                default => Format::Lyo,
            }),
        };
        return str_starts_with($text, 'a:') ? $text : throw Failure::corrupt('a session is an array', 0);
    }
}
