/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the writer knows of arrays that it has begun to write, so that an equal one is written as that one
 * again (spec section 6.6). lyo_writer_equal.c uses it. Arrays are borrowed: from the first hook on, the
 * encoder holds what they are in (lyo_memory.h).
 */
#ifndef LYO_EQUAL_ARRAYS_H
#define LYO_EQUAL_ARRAYS_H

#include "lyo_compat.h"
#include "php/lyo_room.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_position.h"
#include "wire/lyo_tags.h"

#define LYO_NO_INDEX UINT32_MAX

/** An array that was looked for and not found: later ones may be equal to it. */
typedef struct lyo_candidate {
    uint64_t key; /* stamp of the pass that has set it << 32, and the array's print */
    HashTable *table;
    uint64_t where; /* offset of its token in the body * 2, or its number in `found` * 2 + 1 */
} lyo_candidate;

/** The last two candidates with one digest. They are of this pass only if their stamps say so. */
typedef struct lyo_array_bucket {
    lyo_candidate newer;
    lyo_candidate older;
} lyo_array_bucket;

/** An array that was found to be equal to a later one. */
typedef struct lyo_found_array {
    lyo_array_facts facts;
    size_t offset;
    uint32_t index; /* in the array table, or LYO_NO_INDEX */
} lyo_found_array;

typedef struct lyo_equal_arrays {
    uint32_t count;            /* arrays that were met */
    uint32_t look_until;       /* up to this count each one is looked for */
    uint32_t stamp;            /* of this pass; 0: there are no buckets yet */
    uint32_t found_count;      /* in this pass */
    uint32_t last_found;       /* number of the last one that was found */
    uint32_t index_count;      /* length of the array table */
    uint32_t found_capacity;   /* also of indices */
    uint64_t allowance_used;   /* elements that are written again */
    lyo_array_bucket *buckets; /* LYO_LIMIT_ARRAY_BUCKETS */
    lyo_found_array *found;
    uint32_t *indices; /* the array table: numbers in `found` */
} lyo_equal_arrays;

/** Initialises the members that the passes of a value share. */
LYO_INLINE void lyo_equal_arrays_begin(lyo_equal_arrays *arrays)
{
    arrays->found_capacity = 0;
    arrays->found = NULL;
    arrays->indices = NULL;
}

/** Initialises the members of one pass, but for buckets and stamp (lyo_equal_arrays_use()). */
LYO_INLINE void lyo_equal_arrays_init(lyo_equal_arrays *arrays)
{
    arrays->count = arrays->found_count = arrays->index_count = 0;
    arrays->look_until = LYO_LIMIT_ARRAY_RUN;
    arrays->allowance_used = 0;
}

/**
 * Gives buckets to a pass: those of lasting memory, whose candidates of other passes have other stamps, or
 * NULL, which is stamp 0. stamp: that of the last pass with these buckets.
 */
LYO_INLINE void lyo_equal_arrays_use(lyo_equal_arrays *arrays, lyo_array_bucket *buckets, uint32_t *stamp)
{
    arrays->buckets = buckets;
    arrays->stamp = 0;
    if (EXPECTED(buckets)) {
        if (UNEXPECTED(++*stamp == 0)) {
            memset(buckets, 0, LYO_LIMIT_ARRAY_BUCKETS * sizeof *buckets);
            *stamp = 1;
        }
        arrays->stamp = *stamp;
    }
}

/** Returns true if a candidate was set in this pass. */
LYO_INLINE bool lyo_is_candidate(const lyo_equal_arrays *arrays, const lyo_candidate *candidate)
{
    LYO_ASSERT(arrays->stamp != 0);
    return candidate->key >> 32 == arrays->stamp;
}

/** Counts an array that may be looked for. Returns true if it must. */
LYO_INLINE bool lyo_equal_arrays_must_look(lyo_equal_arrays *arrays)
{
    return EXPECTED(++arrays->count <= arrays->look_until) || arrays->count % LYO_LIMIT_ARRAY_EACH == 0;
}

#endif
