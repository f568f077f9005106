/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Floats that are short decimals: m / 10^s, exactly (spec section 6, rule 3).
 */
#ifndef LYO_DECIMAL_H
#define LYO_DECIMAL_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#include <math.h>

/** 2^47: a mantissa of up to 6 bytes, so that 9 bytes are always beaten. */
#define LYO_DECIMAL_BOUND ((double)LYO_LIMIT_MANTISSA)

/**
 * The int nearest to v, which is within 64 bits. Rule 3 has floor(v + 0.5), which is another one only for halves and what rounds to them. Such a v is
 * further from any int than the product of a decimal can be from its mantissa (2^-5), so neither is exact.
 */
LYO_INLINE int64_t lyo_nearest(double v)
{
    return (int64_t)(v + copysign(0.5, v));
}

/** Mantissa of v at a given scale; false if it is not exact, or not below 2^47. */
LYO_INLINE bool lyo_decimal_at(double v, unsigned scale, int64_t *mantissa)
{
    double product = v * lyo_powers_of_ten[scale];
    /* also false for NaN and infinities */
    if (!(fabs(product) < LYO_DECIMAL_BOUND)) {
        return false;
    }
    *mantissa = lyo_nearest(product);
    return fabs((double)*mantissa) < LYO_DECIMAL_BOUND && (double)*mantissa / lyo_powers_of_ten[scale] == v &&
           (v != 0 || !signbit(v));
}

/* A quotient and a product are each off by 2^-53 at most, so the product of a decimal is off its mantissa by 2^-52; this is a little more. */
#define LYO_DECIMAL_ERROR 2.3e-16

/** The same, where most numbers have no such mantissa: nearly all of these are told by the distance of the product from it, without a division. */
LYO_INLINE bool lyo_decimal_tried(double v, unsigned scale, int64_t *mantissa)
{
    double product = v * lyo_powers_of_ten[scale];

    if (!(fabs(product) < LYO_DECIMAL_BOUND)) {
        return false;
    }
    double nearest = (double)lyo_nearest(product);
    return fabs(product - nearest) <= fabs(product) * LYO_DECIMAL_ERROR && lyo_decimal_at(v, scale, mantissa);
}

/** lyo_decimal_of() for what is not exact at *hint, or not only there. */
bool lyo_decimal_search(double v, unsigned *hint, int64_t *mantissa, unsigned *scale);

/**
 * Finds mantissa and least scale of a double; false if it is written as 8 bytes. *hint (0 to 8) is the scale that is tried first, and becomes one that would
 * have been right: numbers that belong together have one scale, most of them.
 */
LYO_INLINE bool lyo_decimal_of(double v, unsigned *hint, int64_t *mantissa, unsigned *scale)
{
    *scale = *hint;
    return (lyo_decimal_tried(v, *hint, mantissa) && (*mantissa % 10 != 0 || *hint == 0)) ||
           lyo_decimal_search(v, hint, mantissa, scale);
}

#endif
