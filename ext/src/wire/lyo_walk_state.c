/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all parts of the walk use: the error, memory, growing tables, events.
 */
#include "lyo_walk_state.h"

/** Least capacity of a table. */
#define LYO_WALK_LEAST 32u

const uint8_t *lyo_walk_fail(lyo_walker *w, lyo_error_code code, const uint8_t *at)
{
    w->error->code = code;
    w->error->offset = (size_t)(at - w->data);
    return NULL;
}

void *lyo_walk_take(lyo_walker *w, uint64_t count, size_t item_size)
{
    uint64_t size = count <= SIZE_MAX / 2 / item_size ? (count * item_size + 7) / 8 * 8 : SIZE_MAX;

    if (size > w->room) {
        size_t room = size < LYO_WALK_ROOM ? LYO_WALK_ROOM : (size_t)size;
        lyo_walk_block *block =
            room < SIZE_MAX / 2 ? w->options->reallocate(NULL, sizeof *block + room) : NULL;
        if (!block) {
            lyo_walk_fail(w, LYO_OK, w->data);
            return NULL;
        }
        block->previous = w->blocks;
        w->blocks = block;
        w->memory = (uint8_t *)block->bytes;
        w->room = room;
    }
    uint8_t *taken = w->memory;
    w->memory += size;
    w->room -= (size_t)size;
    return taken;
}

bool lyo_walk_reserve(lyo_walker *w, lyo_walk_table *table, uint64_t count, size_t item_size)
{
    uint64_t needed = table->count + count, capacity = 2 * table->capacity + LYO_WALK_LEAST;

    if (needed <= table->capacity) {
        return true;
    }
    if (capacity < needed) {
        capacity = needed;
    }
    void *items = lyo_walk_take(w, capacity, item_size);
    if (!items) {
        return false;
    }
    if (table->count > 0) {
        memcpy(items, table->items, table->count * item_size);
    }
    table->items = items;
    table->capacity = (size_t)capacity;
    return true;
}

void lyo_walk_tell(lyo_walker *w, const uint8_t *begin, const uint8_t *end, lyo_walk_event *event)
{
    event->level = (uint32_t)w->frames.count;
    event->offset = (size_t)(begin - w->data);
    event->size = (size_t)(end - begin);
    event->reference = w->reference;
    event->array = w->array;
    w->reference = w->array = LYO_WALK_NO_PLACE;
    w->callback(w->context, event);
}
