/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fetching ahead what the writer will read: a value is a tree of small blocks that lie apart, and that of a large one are in no near
 * cache of the processor. Waiting for one after the other is most of the time then; small values are near, and would only
 * pay for the instructions.
 */
#ifndef LYO_FETCH_H
#define LYO_FETCH_H

#include "engine/lyo_buffer.h"
#include "lyo_compat.h"

/** Cells of an array, and bytes of a payload, above which it is fetched ahead. Below, what is won by it is lost by jumps that nobody can foresee: with 32 cells
 * and 16 kB values of 250 kB took 5 to 8 % longer, and such of more than 300 kB were as fast. */
#define LYO_FETCH_CELLS 64
#define LYO_FETCH_BODY 98304
/** Cells ahead: a string, array or object is fetched so many before it is read, what it points to half as many. */
#define LYO_FETCH_AHEAD 8
/** Entries of a nested array whose values are fetched before it is entered. */
#define LYO_FETCH_ENTRIES 3
/** Bytes of a row's entries that are fetched at most: 32 entries. */
#define LYO_FETCH_ROW 1024

/** True if what an array of n places, which is to be written into the body, points to may be far. */
LYO_INLINE bool lyo_is_far(const lyo_buffer *body, uint32_t n)
{
    return n > LYO_FETCH_CELLS || lyo_buffer_size(body) > LYO_FETCH_BODY;
}

/** What a cell points to. */
LYO_INLINE void lyo_fetch_cell(const zval *cell)
{
    if (Z_TYPE_P(cell) >= IS_STRING) {
        LYO_PREFETCH(Z_COUNTED_P(cell));
    }
}

/** What the array or object that a cell points to, and that has been fetched, points to itself. */
LYO_INLINE void lyo_fetch_table(const zval *cell)
{
    const char *block;

    if (Z_TYPE_P(cell) == IS_ARRAY) {
        block = (const char *)Z_ARRVAL_P(cell)->arData;
        LYO_PREFETCH(block);
    } else if (Z_TYPE_P(cell) == IS_OBJECT) {
        block = (const char *)Z_OBJ_P(cell);
        LYO_PREFETCH(Z_OBJ_P(cell)->properties);
    } else {
        return;
    }
    LYO_PREFETCH(block + 64);
}

/** The first values of a nested array, whose entries have been fetched; the entries of an object that has a table of properties. */
LYO_INLINE void lyo_fetch_entries(const zval *cell)
{
    if (Z_TYPE_P(cell) == IS_ARRAY) {
        const HashTable *ht = Z_ARRVAL_P(cell);
        if (HT_FLAGS(ht) & HASH_FLAG_PACKED) {
            return;
        }
        for (uint32_t i = 0; i < LYO_FETCH_ENTRIES && i < ht->nNumUsed; i++) {
            lyo_fetch_cell(&ht->arData[i].val);
        }
    } else if (Z_TYPE_P(cell) == IS_OBJECT && Z_OBJ_P(cell)->properties) {
        const char *entries = (const char *)Z_OBJ_P(cell)->properties->arData;
        LYO_PREFETCH(entries);
        LYO_PREFETCH(entries + 64);
    }
}

/** Cells of an array, from the first one on. */
LYO_INLINE void lyo_fetch_first(const char *cell, const char *end, size_t stride)
{
    for (int i = 0; i < LYO_FETCH_AHEAD && cell < end; i++, cell += stride) {
        lyo_fetch_cell((const zval *)cell);
    }
}

/** What is ahead of a cell that is about to be written. There are LYO_FETCH_AHEAD more. */
LYO_INLINE void lyo_fetch_ahead(const char *cell, size_t stride)
{
    lyo_fetch_cell((const zval *)(cell + LYO_FETCH_AHEAD * stride));
    lyo_fetch_table((const zval *)(cell + LYO_FETCH_AHEAD / 2 * stride));
    lyo_fetch_entries((const zval *)(cell + stride));
}

/** The first keys of a map that may be written out. */
LYO_INLINE void lyo_fetch_first_keys(const Bucket *bucket, const Bucket *end)
{
    for (int i = 0; i < LYO_FETCH_AHEAD && bucket < end; i++, bucket++) {
        LYO_PREFETCH(bucket->key);
    }
}

/** The table of the row that is 8 cells ahead, and the entries of the one that is 4 ahead. There are so many. */
LYO_INLINE void lyo_fetch_rows(const zval *cell, size_t stride)
{
    const zval *far = (const zval *)((const char *)cell + LYO_FETCH_AHEAD * stride);
    const zval *near = (const zval *)((const char *)cell + LYO_FETCH_AHEAD / 2 * stride);

    lyo_fetch_cell(far);
    if (EXPECTED(Z_TYPE_P(near) == IS_ARRAY)) {
        const HashTable *row = Z_ARRVAL_P(near);
        const char *entries = (const char *)row->arData;
        size_t size = row->nNumUsed * sizeof(Bucket);
        for (size_t at = 0; at < (size < LYO_FETCH_ROW ? size : LYO_FETCH_ROW); at += 64) {
            LYO_PREFETCH(entries + at);
        }
    }
}

/** The keys of the row that is 2 cells ahead: each row has strings of its own, unless they are interned. */
LYO_INLINE void lyo_fetch_keys(const zval *cell, size_t stride)
{
    const zval *near = (const zval *)((const char *)cell + 2 * stride);

    if (EXPECTED(Z_TYPE_P(near) == IS_ARRAY && !(HT_FLAGS(Z_ARRVAL_P(near)) & HASH_FLAG_PACKED))) {
        const HashTable *row = Z_ARRVAL_P(near);
        for (uint32_t i = 0; i < row->nNumUsed; i++) {
            LYO_PREFETCH(row->arData[i].key);
        }
    }
}

#endif
