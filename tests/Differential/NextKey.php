<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Error;

/** Which key an element gets that is appended: of a decoded array it must be the one that it gets after unserialize(). */
final class NextKey
{
    /** Arrays of more elements are copied once only. */
    private const SMALL = 16;

    /**
     * The key, or what PHP says instead; of a small array also the key behind the smallest int: up to PHP 8.2 an array that has never had
     * an int key goes on from there, or with 0, depending on how it was made.
     *
     * @param array<array-key, mixed> $array
     */
    public static function of(array $array): string
    {
        $next = self::appended($array);
        // the element may be a reference, and its target must not be changed
        if (count($array) > self::SMALL || array_key_exists(PHP_INT_MIN, $array)) {
            return $next;
        }
        $array[PHP_INT_MIN] = null;

        return $next . ', ' . self::appended($array) . ' behind PHP_INT_MIN';
    }

    /** @param array<array-key, mixed> $array */
    private static function appended(array $array): string
    {
        if (array_key_exists(PHP_INT_MAX, $array)) {
            return 'none'; // an exception for each of many arrays, thousands of levels deep, takes minutes
        }
        try {
            $array[] = null;
        } catch (Error $error) { // @phpstan-ignore catch.neverThrown (PHP_INT_MAX has been unset)
            return $error->getMessage();
        }

        return (string) array_key_last($array);
    }
}
