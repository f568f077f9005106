/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves of the walk when nobody listens: only their form and size matter. Takes the usual forms on a short way, and
 * leaves everything else, wrong or rare, to lyo_walk_leaf.c. Halves the time of a walk of the corpus.
 */
#ifndef LYO_WALK_PLAIN_H
#define LYO_WALK_PLAIN_H

#include "lyo_walk_state.h"

/** True if a value of n bytes, at least 2, does not fit in n - 1. */
LYO_INLINE bool lyo_walk_needs(int64_t value, unsigned n)
{
    uint64_t half = (uint64_t)1 << (8 * n - 9);
    return (uint64_t)value + half >= 2 * half;
}

/** Skips one leaf that needs no look but at its form, or returns NULL for the slow way to find out what is there. */
LYO_INLINE const uint8_t *lyo_walk_plain_value(lyo_walker *w, const uint8_t *p)
{
    uint8_t tag = *p;
    if (tag - 1u < LYO_TAG_INT_SMALL_LAST ||
        tag - (unsigned)LYO_TAG_NULL <= LYO_TAG_ARRAY_EMPTY - LYO_TAG_NULL) {
        return p + 1;
    }
    if (tag - (unsigned)LYO_TAG_STRING_SHORT <= LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT) {
        unsigned size = tag - LYO_TAG_STRING_SHORT + 3u;
        return lyo_walk_has(w, p, size) && lyo_walk_add_string(w, (lyo_walk_span){p + 1, size - 1}) ? p + size
                                                                                                    : NULL;
    }
    if (tag >= LYO_TAG_BACKREF_NEAR) {
        return tag - (size_t)LYO_TAG_BACKREF_NEAR < w->strings.count - w->string_base ? p + 1 : NULL;
    }
    if (tag - (unsigned)LYO_TAG_BACKREF_12 <= LYO_TAG_BACKREF_12_LAST - LYO_TAG_BACKREF_12) {
        const size_t nearest = LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1;
        return lyo_walk_has(w, p, 2) && ((tag - (size_t)LYO_TAG_BACKREF_12) << 8 | p[1]) + nearest <
                                            w->strings.count - w->string_base
                   ? p + 2
                   : NULL;
    }
    if (tag == LYO_TAG_STRING_CHAR) {
        return lyo_walk_has(w, p, 2) ? p + 2 : NULL;
    }
    if (!lyo_walk_has(w, p, 10)) {
        return NULL;
    }
    if (tag - (unsigned)LYO_TAG_INT <= LYO_TAG_INT_LAST - LYO_TAG_INT) {
        unsigned n = tag - LYO_TAG_INT + 1u;
        int64_t value = lyo_walk_load_signed(w, p + 1, n);
        bool good = n == 1 ? value < -1 || value > LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL - 1
                           : lyo_walk_needs(value, n);
        return good ? p + 1 + n : NULL;
    }
    if (tag - (unsigned)LYO_TAG_DECIMAL <= LYO_TAG_DECIMAL_LAST - LYO_TAG_DECIMAL) {
        unsigned n = tag - LYO_TAG_DECIMAL + 1u;
        bool good =
            p[1] <= LYO_LIMIT_READ_SCALE && (n == 1 || lyo_walk_needs(lyo_walk_load_signed(w, p + 2, n), n));
        return good ? p + 2 + n : NULL;
    }
    return tag == LYO_TAG_DOUBLE ? p + 9 : NULL;
}

/** Skips such leaves in slots, as many as there are in a row, but not more than *left; counts it down. */
LYO_INLINE const uint8_t *lyo_walk_plain_values(lyo_walker *w, const uint8_t *p, uint64_t *left)
{
    const uint8_t *next, *end = w->next_slot < w->end ? w->next_slot : w->end;
    while (*left > 0 && p < end && (next = lyo_walk_plain_value(w, p))) {
        p = next;
        --*left;
    }
    return p;
}

#endif
