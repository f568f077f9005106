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
 * unserialize() with exceptions: false and its notice become one; everything else that is reported while it runs goes
 * where it went before.
 *
 * @internal
 */
final class Decoding
{
    /** After these unserialize() always tells of an error and its offset, too. */
    private const BEFORE_FAILURE = '/^unserialize\(\): (?:Unexpected end of serialized data|Class \'.*\' not found|Undefined constant |Invalid enum name )/s';

    /**
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int} $options
     * @param (Closure(): LyoException)|null $failure instead of a CorruptException
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
            throw $failure !== null ? $failure() : Failure::corrupt('unserialize() takes no more', $offset);
        }
        return $value;
    }
}
