/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floats that are short decimals: exactly m / 10^s (spec section 6, rule 3).
 */
#ifndef LYO_DECIMAL_H
#define LYO_DECIMAL_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#include <math.h>

/**
 * 2^47. A mantissa below it has up to 6 bytes, so a decimal is always shorter than the 9 bytes of a double.
 */
#define LYO_DECIMAL_BOUND ((double)LYO_LIMIT_MANTISSA)

/**
 * Returns the int nearest to v, which must fit 64 bits. Rule 3 rounds with floor(v + 0.5). The two differ
 * only for halves, and for values so close to a half that v + 0.5 is rounded to an int. Such a value is
 * farther than 2^-5 from any int, and 2^-5 is the largest distance between the product of a decimal and its
 * mantissa. So with both roundings the value is found not to be exact.
 */
LYO_INLINE int64_t lyo_nearest(double v)
{
    return (int64_t)(v + copysign(0.5, v));
}

/*
 * Quotient and product have a relative error of at most 2^-53 each, so the product of a decimal differs from
 * its mantissa by at most 2^-52. This is a little more.
 */
#define LYO_DECIMAL_ERROR 2.3e-16

/**
 * Finds the mantissa of v at a given scale. Returns false if it is not exact, or not below 2^47. Nearly all
 * other numbers are rejected without a division, by the distance of the product from the nearest int.
 */
LYO_INLINE bool lyo_decimal_at(double v, unsigned scale, int64_t *mantissa)
{
    double product = v * lyo_powers_of_ten[scale];
    /* also false for NaN and infinities */
    if (!(fabs(product) < LYO_DECIMAL_BOUND)) {
        return false;
    }
    *mantissa = lyo_nearest(product);
    double nearest = (double)*mantissa;
    return fabs(product - nearest) <= fabs(product) * LYO_DECIMAL_ERROR &&
           fabs(nearest) < LYO_DECIMAL_BOUND && nearest / lyo_powers_of_ten[scale] == v &&
           (v != 0 || !signbit(v));
}

/** The slow path of lyo_decimal_of(): v is not exact at *hint, or also at a smaller scale. */
bool lyo_decimal_search(double v, unsigned *hint, int64_t *mantissa, unsigned *scale);

/**
 * Finds the mantissa and smallest scale of a double. Returns false if it must be written as 8 bytes. *hint (0
 * to 8) is the scale to try first. It is updated to one that would have been right, because floats that
 * belong together mostly have the same scale.
 */
LYO_INLINE bool lyo_decimal_of(double v, unsigned *hint, int64_t *mantissa, unsigned *scale)
{
    *scale = *hint;
    return (lyo_decimal_at(v, *hint, mantissa) && (*mantissa % 10 != 0 || *hint == 0)) ||
           lyo_decimal_search(v, hint, mantissa, scale);
}

#endif
