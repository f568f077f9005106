<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Vector;

use function chr;
use function count;
use function is_nan;
use function max;
use function min;
use function pack;
use function strlen;

/**
 * Finds the vector for a list of floats.
 *
 * @internal
 */
final class Floats
{
    /**
     * Returns a vector of decimals or, if that is not possible or longer, of doubles. Returns null if floats that begin with a short decimal are
     * better written as tagged leaves.
     *
     * @param non-empty-list<float> $floats
     *
     * @return array{kind: int, bytes: string}|null kind of the vector; its data, which stands behind the kind
     */
    public static function vector(array $floats): ?array
    {
        $scale = 0;
        $decimal = true;
        foreach ($floats as $value) {
            $one = Bytes::decimal($value);
            if ($one === null) {
                $decimal = false;
                break;
            }
            $scale = max($scale, $one[1]);
        }
        $mantissas = $decimal ? self::mantissas($floats, $scale) : null;
        if ($mantissas !== null) {
            $base = min($mantissas);
            $span = max($mantissas) - $base;
            $width = Bytes::uintSize($span);
            $prefix = Bytes::varlen(Bytes::zigzag($base));
            if ($span < 1 << 48 && 1 + strlen($prefix) + count($floats) * $width <= 8 * count($floats)) {
                return ['kind' => Vector::DECIMAL + $width - 1, 'bytes' => chr($scale) . $prefix . Numbers::offsets($mantissas, $base, $width)];
            }
        }
        if (Bytes::decimal($floats[0]) !== null) {
            return null;
        }
        $bytes = '';
        foreach ($floats as $value) {
            $bytes .= is_nan($value) ? "\0\0\0\0\0\0\xF8\x7F" : pack('e', $value);
        }
        return ['kind' => Vector::DOUBLE, 'bytes' => $bytes];
    }

    /**
     * Returns the mantissas of the floats at one scale.
     *
     * @param non-empty-list<float> $floats
     *
     * @return non-empty-list<int>|null null if a float has no exact mantissa at this scale
     */
    private static function mantissas(array $floats, int $scale): ?array
    {
        $mantissas = [];
        foreach ($floats as $value) {
            $mantissa = Bytes::mantissaAt($value, $scale);
            if ($mantissa === null) {
                return null;
            }
            $mantissas[] = $mantissa;
        }
        return $mantissas;
    }
}
