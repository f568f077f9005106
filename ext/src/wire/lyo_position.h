/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The places of the reference table and the array table of a payload, sorted by position (spec sections 3.3
 * and 3.4).
 */
#ifndef LYO_POSITION_H
#define LYO_POSITION_H

#include <stddef.h>
#include <stdint.h>

typedef struct lyo_position {
    uint64_t position; /* offset in the body */
    uint64_t index;    /* twice the index in its table, plus 1 for the array table */
} lyo_position;

/** Elements and levels of an array. No elements: it is not complete. */
typedef struct lyo_array_facts {
    uint64_t elements;
    uint32_t levels;
} lyo_array_facts;

/**
 * Sorts by position, in place and without more memory; of equal positions, that of the reference table comes
 * first. Returns the first item whose position another one of its table has, or NULL. One of the reference
 * table goes before one of the array table.
 */
const lyo_position *lyo_sort_positions(lyo_position *positions, size_t count);

#endif
