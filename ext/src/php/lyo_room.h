/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that begin in room that their owner has anyway, on the C stack, and move to memory of their own when that is full.
 */
#ifndef LYO_ROOM_H
#define LYO_ROOM_H

#include "lyo_compat.h"

/** A capacity times n. Ends PHP as a lack of memory does where 32 bits do not hold it: a table is never smaller than what is put into it. */
static inline uint32_t lyo_room_times(uint32_t capacity, uint32_t n)
{
    if (UNEXPECTED(capacity > UINT32_MAX / n)) {
        (void)zend_safe_address_guarded(SIZE_MAX, capacity, n); /* does not return */
    }
    return capacity * n;
}

/** An array with room for twice as many items of size bytes, or for `start` of them if it had none. Apart from what calls it: that stays small. */
void *lyo_room_double(void *items, uint32_t *capacity, uint32_t start, size_t size);

/** A larger array with the same count items of size bytes. embedded is the room: it is left, not freed. */
static inline void *lyo_room_grow(void *items, const void *embedded, uint32_t count, uint32_t capacity,
                                  size_t size)
{
    if (items != embedded) {
        return safe_erealloc(items, capacity, size, 0);
    }
    void *fresh = safe_emalloc(capacity, size, 0);
    memcpy(fresh, items, count * size);
    return fresh;
}

/** Adds room for one more in an array. */
#define LYO_GROW(array, count, capacity, start)                                                              \
    do {                                                                                                     \
        if (UNEXPECTED((count) == (capacity))) {                                                             \
            (array) = lyo_room_double((array), &(capacity), (start), sizeof *(array));                       \
        }                                                                                                    \
    } while (0)

/** Frees an array, if there is one. */
#define LYO_FREE_IF(pointer)                                                                                 \
    do {                                                                                                     \
        if (pointer) {                                                                                       \
            efree(pointer);                                                                                  \
        }                                                                                                    \
    } while (0)

#endif
