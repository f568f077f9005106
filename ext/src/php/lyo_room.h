/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that begin in memory embedded in their owner, on the C stack, and move to the heap when that is
 * full.
 */
#ifndef LYO_ROOM_H
#define LYO_ROOM_H

#include "lyo_compat.h"
#include "php/lyo_limit.h"

/**
 * Returns capacity * n. If that overflows 32 bits, it ends the request by a fatal error, so that no table is
 * smaller than its content.
 */
static inline uint32_t lyo_room_times(uint32_t capacity, uint32_t n)
{
    if (UNEXPECTED(capacity > UINT32_MAX / n)) {
        (void)zend_safe_address_guarded(SIZE_MAX, capacity, n); /* does not return */
    }
    return capacity * n;
}

/**
 * Reallocates an array to twice its capacity, or to `start` items if it has none, and updates *capacity.
 * size: bytes of an item. Not inline, to keep its callers small.
 */
void *lyo_room_double(void *items, uint32_t *capacity, uint32_t start, size_t size);

/** Frees an array unless it is the embedded one. */
static inline void lyo_room_free(void *items, const void *embedded)
{
    if (items != embedded) {
        efree(items);
    }
}

/**
 * Returns a larger array with the same `count` items of size bytes. If items is the embedded array, it is
 * copied and not freed.
 */
static inline void *lyo_room_grow(void *items, const void *embedded, uint32_t count, uint32_t capacity,
                                  size_t size)
{
    if (items != embedded) {
        return lyo_reallocate(items, capacity, size);
    }
    void *fresh = lyo_reallocate(NULL, capacity, size);
    memcpy(fresh, items, count * size);
    return fresh;
}

/** Makes room for one more item in an array on the heap. */
#define LYO_GROW(array, count, capacity, start)                                                              \
    do {                                                                                                     \
        if (UNEXPECTED((count) == (capacity))) {                                                             \
            (array) = lyo_room_double((array), &(capacity), (start), sizeof *(array));                       \
        }                                                                                                    \
    } while (0)

/** Frees an array unless it is NULL. */
#define LYO_FREE_IF(pointer)                                                                                 \
    do {                                                                                                     \
        if (pointer) {                                                                                       \
            efree(pointer);                                                                                  \
        }                                                                                                    \
    } while (0)

#endif
