<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Failure;

use function preg_match;
use function restore_error_handler;
use function set_error_handler;
use function unserialize;

/**
 * Calls unserialize() and throws an exception if it fails. The notice about the failure is suppressed. All other errors that PHP reports in the
 * meantime are passed to the previous error handler.
 *
 * @internal
 */
final class Decoding
{
    /** Matches errors after which unserialize() always reports a second one, with the offset. */
    private const BEFORE_FAILURE = '/^unserialize\(\): (?:Unexpected end of serialized data|Class \'.*\' not found|Undefined constant |Invalid enum name )/s';

    /**
     * Returns the value of a text.
     *
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int} $options options of unserialize()
     * @param (Closure(): LyoException)|null $failure makes the exception for invalid text; without it a CorruptException is thrown
     *
     * @throws LyoException
     */
    public static function decode(string $text, array $options, ?Closure $failure = null): mixed
    {
        $offset = null;
        $previous = set_error_handler(
            static function (int $level, string $message, string $file, int $line) use (&$offset, &$previous): bool {
                if (preg_match('/^unserialize\(\): (?:Error at offset (\d+)|Maximum depth)/', $message, $match) === 1) {
                    $offset ??= (int) ($match[1] ?? 0);
                    return true;
                }
                if (preg_match(self::BEFORE_FAILURE, $message) === 1) {
                    return true;
                }
                return $previous !== null && $previous($level, $message, $file, $line) !== false;
            },
        );
        try {
            $value = unserialize($text, $options);
        } finally {
            restore_error_handler();
        }
        if ($value === false && $offset !== null) {
            throw $failure !== null ? $failure() : Failure::corrupt('unserialize() cannot read further', $offset);
        }
        return $value;
    }
}
