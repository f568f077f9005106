/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The number of rows in a block, and what they claim (spec sections 5.4, 7.2 and 7.3).
 */
#ifndef LYO_ROWS_H
#define LYO_ROWS_H

#include "wire/lyo_bytes.h"

typedef struct lyo_rows {
    const uint8_t *at;   /* ROWS */
    uint64_t left;       /* rows that are still to come */
    uint64_t id;         /* of the shape */
    uint64_t columns;    /* its keys */
    uint32_t block;      /* rows in a full block */
    uint32_t row_credit; /* cells of credit that a row draws: 2 * T of the spec */
} lyo_rows;

/**
 * Returns how many slots the hash table of a row has. A row draws twice as many cells. columns is at most
 * LYO_LIMIT_ROW_KEYS.
 */
LYO_INLINE uint32_t lyo_row_slots(uint64_t columns)
{
    uint32_t slots = LYO_LIMIT_ROW_SLOTS;

    LYO_ASSERT(columns > 0 && columns <= LYO_LIMIT_ROW_KEYS);
    while (slots < columns) {
        slots *= 2;
    }
    return slots;
}

/** Returns how many rows a full block has. */
LYO_INLINE uint32_t lyo_rows_per_block(uint32_t row_slots)
{
    uint32_t fit = LYO_LIMIT_BLOCK_BYTES / (LYO_LIMIT_ROW_BYTES + LYO_LIMIT_SLOT_BYTES * row_slots);

    return fit < 1 ? 1 : fit > LYO_LIMIT_BLOCK_ROWS ? LYO_LIMIT_BLOCK_ROWS : fit;
}

/**
 * Returns how many bytes the remaining rows need at least: one for each column of each block. If this might
 * overflow, returns more than any payload has.
 */
LYO_INLINE uint64_t lyo_rows_need(const lyo_rows *rows)
{
    if (rows->left >= UINT64_MAX >> 8) {
        return UINT64_MAX >> 1;
    }
    return (rows->left + rows->block - 1) / rows->block * rows->columns;
}

/** Returns how many rows the next block has. */
LYO_INLINE uint64_t lyo_rows_next(const lyo_rows *rows)
{
    return rows->left < rows->block ? rows->left : rows->block;
}

#endif
