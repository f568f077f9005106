/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_room.h"

#include "wire/lyo_bytes.h"

LYO_NOINLINE void *lyo_room_double(void *items, uint32_t *capacity, uint32_t start, size_t size)
{
    *capacity = *capacity ? lyo_room_times(*capacity, 2) : start;
    return lyo_reallocate(items, *capacity, size);
}
