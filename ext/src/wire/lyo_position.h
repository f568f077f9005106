/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reference table of a payload, sorted by position (spec section 3.3).
 */
#ifndef LYO_POSITION_H
#define LYO_POSITION_H

#include <stddef.h>
#include <stdint.h>

typedef struct lyo_position {
    uint64_t position; /* offset in the body */
    uint64_t index;    /* of the reference */
} lyo_position;

/**
 * Sorts by position, in place and without more memory. Returns an item whose position another one has, or
 * NULL.
 */
const lyo_position *lyo_sort_positions(lyo_position *positions, size_t count);

#endif
