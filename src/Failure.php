<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\ClassMismatchException;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\SignatureException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Exception\UnsupportedVersionException;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Foreign;
use ReflectionProperty;

use function implode;
use function str_starts_with;

/**
 * Creates the exceptions of Lyo\Exception. Their classes come from the extension or from the library. In both, the offset and the list of classes are
 * private properties that the constructor does not take, so they are set by reflection. Names in messages may come from data, so these are escaped.
 *
 * @internal
 */
final class Failure
{
    /** For malformed data of the Lyo format. */
    public static function at(ErrorCode $code, int $offset): LyoException
    {
        $message = "{$code->message()} at offset $offset";
        return self::withOffset(match ($code->exception()) {
            'TruncatedException' => new TruncatedException($message),
            'UnsupportedVersionException' => new UnsupportedVersionException($message),
            'LimitException' => new LimitException($message),
            'SignatureException' => new SignatureException($message),
            default => new CorruptException($message),
        }, $offset);
    }

    /** For data without the first byte of Lyo's. The message says what they are, if that can be seen. */
    public static function magic(string $data): LyoException
    {
        $message = ErrorCode::Magic->message() . ' at offset 0';
        foreach (Foreign::BEGINS as [$format, $reader, $beginnings]) {
            foreach ($beginnings as $begins) {
                if (str_starts_with($data, $begins)) {
                    $message .= ": it begins like $format, which $reader reads";
                    break 2;
                }
            }
        }
        return self::withOffset(new CorruptException($message), 0);
    }

    /** For something that this PHP does not have. $name is a compression, or other words for what is missing. */
    public static function unavailable(string $name, int $offset): LyoException
    {
        return self::withOffset(new UnavailableException(ErrorCode::Unavailable->message() . ": $name at offset $offset"), $offset);
    }

    /** For data of any format that are truncated. */
    public static function truncated(int $offset): LyoException
    {
        return self::at(ErrorCode::Truncated, $offset);
    }

    /** For malformed data of other formats. The reason must not contain bytes of the data. */
    public static function corrupt(string $reason, int $offset): LyoException
    {
        return self::withOffset(new CorruptException(Escape::text($reason) . " at offset $offset"), $offset);
    }

    /** For data that exceed a limit. */
    public static function limit(string $reason, int $offset): LyoException
    {
        return self::withOffset(new LimitException(Escape::text($reason) . " at offset $offset"), $offset);
    }

    /** For a value that a format cannot hold, or not without loss. */
    public static function inexact(string $reason, int $offset = 0): LyoException
    {
        return self::withOffset(new InexactException(Escape::text($reason)), $offset);
    }

    /** For data in no format that the reader accepts. */
    public static function unknownFormat(string $reason): LyoException
    {
        return new UnknownFormatException(Escape::text($reason));
    }

    /** For a class that cannot take the state that was stored. */
    public static function mismatch(string $reason): LyoException
    {
        return new ClassMismatchException(Escape::text($reason));
    }

    /**
     * For classes that are not allowed or do not exist.
     *
     * @param list<string> $classes
     */
    public static function classes(array $classes): LyoException
    {
        $exception = new ClassNotAllowedException('Class not allowed or not found: ' . Escape::text(implode(', ', $classes)));
        (new ReflectionProperty(ClassNotAllowedException::class, 'classes'))->setValue($exception, $classes);
        return $exception;
    }

    private static function withOffset(LyoException $exception, int $offset): LyoException
    {
        (new ReflectionProperty(LyoException::class, 'offset'))->setValue($exception, $offset);
        return $exception;
    }
}
