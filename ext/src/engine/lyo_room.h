/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that begin in room that their owner has anyway, on the C stack, and move to memory of their own when that is full.
 */
#ifndef LYO_ROOM_H
#define LYO_ROOM_H

#include "lyo_compat.h"

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

#endif
