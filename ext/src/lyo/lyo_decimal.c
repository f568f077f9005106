/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_decimal.h"

/* Magnitude below which the product with 10^8 stays below the bound. */
#define EASY_BOUND 1407374.8

/* Every scale in turn: for large numbers, where a larger scale may be out of bounds and a smaller one not. */
static LYO_NOINLINE bool try_scales(double v, int64_t *mantissa, unsigned *scale)
{
    for (unsigned s = 0; s <= LYO_LIMIT_DECIMAL_SCALE && fabs(v * lyo_powers_of_ten[s]) < LYO_DECIMAL_BOUND;
         s++) {
        if (lyo_decimal_at(v, s, mantissa)) {
            *scale = s;
            return true;
        }
    }
    return false;
}

/*
 * What is exact at a scale is exact at all larger ones, for m / 10^s and 10 m / 10^(s + 1) are the same number, rounded once. So the largest scale
 * decides, and the zeros at the end of its mantissa tell the smallest one. 9 scales in turn take 15 times as long for a number that has none.
 */
bool lyo_decimal_search(double v, unsigned *hint, int64_t *mantissa, unsigned *scale)
{
    int64_t m;
    unsigned s = *hint;

    if (!lyo_decimal_tried(v, s, &m)) {
        if (UNEXPECTED(!(fabs(v) < EASY_BOUND))) {
            return try_scales(v, mantissa, scale);
        }
        s = LYO_LIMIT_DECIMAL_SCALE;
        if (!lyo_decimal_tried(v, s, &m)) {
            return false;
        }
        *hint = 0;
    }
    if (s >= 4 && m % 10000 == 0) {
        m /= 10000;
        s -= 4;
    }
    for (; s > 0 && m % 10 == 0; s--) {
        m /= 10;
    }
    /* one number in ten ends in a zero more than the others: that is no reason to try another scale first */
    if (s > *hint || s + 4 < *hint) {
        *hint = s;
    }
    *mantissa = m;
    *scale = s;
    return true;
}
