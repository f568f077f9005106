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
use ReflectionProperty;

use function implode;

/**
 * Makes the exceptions of Lyo\Exception, whether they are the extension's or the library's own: offset and classes are
 * private there, and have no constructor argument.
 *
 * @internal
 */
final class Failure
{
    /** Malformed lyo data. */
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

    /** A compression, by its name, that is not here. */
    public static function unavailable(string $name, int $offset): LyoException
    {
        return self::withOffset(new UnavailableException(ErrorCode::Unavailable->message() . ": $name at offset $offset"), $offset);
    }

    /** Data of another format that end too early. */
    public static function truncated(int $offset): LyoException
    {
        return self::at(ErrorCode::Truncated, $offset);
    }

    /** Malformed data of another format; the reason holds no bytes of it. */
    public static function corrupt(string $reason, int $offset): LyoException
    {
        return self::withOffset(new CorruptException("$reason at offset $offset"), $offset);
    }

    public static function limit(string $reason, int $offset): LyoException
    {
        return self::withOffset(new LimitException("$reason at offset $offset"), $offset);
    }

    public static function inexact(string $reason, int $offset = 0): LyoException
    {
        return self::withOffset(new InexactException($reason), $offset);
    }

    public static function unknownFormat(string $reason): LyoException
    {
        return new UnknownFormatException($reason);
    }

    public static function mismatch(string $reason): LyoException
    {
        return new ClassMismatchException($reason);
    }

    /** @param list<string> $classes */
    public static function classes(array $classes): LyoException
    {
        $exception = new ClassNotAllowedException('Class not allowed or not found: ' . implode(', ', $classes));
        (new ReflectionProperty(ClassNotAllowedException::class, 'classes'))->setValue($exception, $classes);
        return $exception;
    }

    private static function withOffset(LyoException $exception, int $offset): LyoException
    {
        (new ReflectionProperty(LyoException::class, 'offset'))->setValue($exception, $offset);
        return $exception;
    }
}
