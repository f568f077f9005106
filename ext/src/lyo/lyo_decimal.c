/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_decimal.h"

/*
 * A float that is exact at one scale is exact at all larger ones, because m / 10^s and 10 m / 10^(s + 1) are
 * the same number, rounded once. So the largest scale that is within bounds decides, and the trailing
 * zeros of its mantissa give the smallest scale. Trying 9 scales in turn takes 15 times as long for a float
 * that is no short decimal.
 */
bool lyo_decimal_search(double v, unsigned *hint, int64_t *mantissa, unsigned *scale)
{
    int64_t m;
    unsigned s = *hint;

    if (!lyo_decimal_at(v, s, &m)) {
        s = LYO_LIMIT_DECIMAL_SCALE;
        while (s > 0 && fabs(v * lyo_powers_of_ten[s]) >= LYO_DECIMAL_BOUND) {
            s--;
        }
        if (!lyo_decimal_at(v, s, &m)) {
            return false;
        }
        *hint = 0;
    }
    LYO_ASSERT(m > -(int64_t)LYO_DECIMAL_BOUND && m < (int64_t)LYO_DECIMAL_BOUND && lyo_decimal(m, s) == v);
    if (s >= 4 && m % 10000 == 0) {
        m /= 10000;
        s -= 4;
    }
    for (; s > 0 && m % 10 == 0; s--) {
        m /= 10;
    }
    /* one number in ten has one more trailing zero than the others: that is no reason to change the hint */
    if (s > *hint || s + 4 < *hint) {
        *hint = s;
    }
    *mantissa = m;
    *scale = s;
    return true;
}
