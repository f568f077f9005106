<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Vector;

use function array_map;
use function chr;
use function count;
use function implode;
use function max;
use function min;
use function strlen;

/**
 * Finds the shortest vector for a list of floats.
 *
 * @internal
 */
final class Floats
{
    /**
     * Returns the shorter of two vectors, one of decimals and one of doubles. Decimals are chosen if both have the same size.
     *
     * @param non-empty-list<float> $floats
     *
     * @return array{kind: int, size: int, tagged: int, bytes: string} kind of the vector; size of its data; size of the same floats as tagged
     *     leaves; data of the vector, which stands behind its kind
     */
    public static function facts(array $floats): array
    {
        $tagged = 0;
        $scale = 0;
        $decimal = true;
        foreach ($floats as $value) {
            $one = Bytes::decimal($value);
            if ($one === null) {
                $tagged += 9;
                $decimal = false;
            } else {
                $tagged += 2 + Bytes::intSize($one[0]);
                $scale = max($scale, $one[1]);
            }
        }
        $mantissas = $decimal ? self::mantissas($floats, $scale) : null;
        if ($mantissas !== null) {
            $base = min($mantissas);
            $span = max($mantissas) - $base;
            $width = Bytes::uintSize($span);
            $prefix = Bytes::varlen(Bytes::zigzag($base));
            $size = 1 + strlen($prefix) + count($floats) * $width;
            if ($size <= 8 * count($floats)) {
                $bytes = chr($scale) . $prefix . Numbers::offsets($mantissas, $base, $width);
                return ['kind' => Vector::DECIMAL + $width - 1, 'size' => $size, 'tagged' => $tagged, 'bytes' => $bytes];
            }
        }
        return ['kind' => Vector::DOUBLE, 'size' => 8 * count($floats), 'tagged' => $tagged, 'bytes' => implode('', array_map(Bytes::double(...), $floats))];
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
