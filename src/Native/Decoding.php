<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Wire\Limit;

use function str_starts_with;
use function unserialize;

/**
 * Calls unserialize() and throws an exception if it fails.
 *
 * There is no error handler around the call, and no @: hooks would run under them, too. So whatever PHP reports in the meantime goes where the
 * application wants it, as with a call of its own. unserialize() has failed if it returns false for a text that does not say false.
 *
 * @internal
 */
final class Decoding
{
    /**
     * Returns the value of a text.
     *
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int} $options options of unserialize()
     * @param bool $valid whether the text is known to be valid, so that only a class can refuse it
     *
     * @throws LyoException
     */
    public static function decode(string $text, array $options, bool $valid = false): mixed
    {
        $value = unserialize($text, $options);
        $value === false && self::check($text, $options, $valid);
        return $value;
    }

    /**
     * Throws an exception for a text for which unserialize() has returned false, unless it says false.
     *
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int} $options with which unserialize() was called
     * @param bool $valid whether the text is known to be valid, so that only a class can have refused it
     *
     * @throws LyoException
     */
    public static function check(string $text, array $options = [], bool $valid = false): void
    {
        if (str_starts_with($text, 'b:0;')) {
            return;
        }
        if (!$valid) {
            Names::of($text, $options['max_depth'] ?? Limit::DEPTH, 0, true); // throws an exception with the reason and the offset
        }
        throw Failure::mismatch('A class does not accept the data for it');
    }
}
