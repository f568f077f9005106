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
use Lyo\Translator;

use function is_array;
use function preg_match;
use function str_starts_with;

/** Reads and writes what session handlers store. It needs neither an active session nor PHP's session module. */
final class Session
{
    /**
     * The variables of a stored session; none for the empty string.
     *
     * @param ClassPolicy|null $classes null for all classes
     * @param Form|null $form null to detect it
     *
     * @return array<mixed>
     *
     * @throws UnknownFormatException if the data are not a session
     * @throws LyoException if they are damaged, or name classes that the policy refuses
     */
    public static function decode(string $data, ?ClassPolicy $classes = null, ?Form $form = null): array
    {
        $classes ??= ClassPolicy::all();
        $text = self::toNative($data, $form);
        $classes->check($text);
        $variables = Decoding::decode($text, $classes->nativeOptions() + ['max_depth' => 0]);
        return is_array($variables) ? $variables : throw Failure::corrupt('a session is an array', 0);
    }

    /**
     * A session to be stored: for php, php_binary and php_serialize what session_encode() gives.
     *
     * @param array<mixed> $variables
     *
     * @throws InexactException if the form cannot hold them: php has no names with "|", php_binary none of more than 127
     *         bytes, and neither of them integer keys
     */
    public static function encode(array $variables, Form $form): string
    {
        return self::write(ExactFloats::serialize($variables), $form, false);
    }

    /**
     * The same session in another form. Makes no objects and loads no classes.
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
     * The form of a stored session. Null if it is not a session, and for the empty string, which is an empty session in every form.
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
     * The text of serialize($_SESSION).
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
     * @internal
     *
     * @param bool $ints whether php and php_binary may have names of digits for integer keys
     *
     * @throws LyoException
     */
    public static function fromNative(string $text, Form $to, bool $ints = false): string
    {
        $data = self::write($text, $to, $ints);
        if ($to !== Form::PhpSerialize && self::toNative($data, $to) !== $text) {
            throw Failure::inexact("The session cannot be kept exactly in the form $to->value");
        }
        return $data;
    }

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
     * The form of a session and its text. Data with a mark are told by it, others by what can be read whole, the likelier form first.
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
        throw $failure ?? Failure::unknownFormat('Data that are no session of a known form');
    }

    /** @throws LyoException */
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
