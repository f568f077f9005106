/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all parts of the walk use: the error, growing tables, memory for joined strings, events.
 */
#include "lyo_walk_state.h"

/** Smallest size of a block for joined strings, in bytes. */
#define LYO_WALK_BLOCK 4000u

const uint8_t *lyo_walk_fail(lyo_walker *w, lyo_error_code code, const uint8_t *at)
{
    w->error->code = code;
    w->error->offset = (size_t)(at - w->data);
    return NULL;
}

bool lyo_walk_reserve(lyo_walker *w, lyo_walk_table *table, size_t count)
{
    if (count <= table->capacity - table->count) {
        return true;
    }
    size_t capacity = table->capacity * 2;
    if (count > capacity - table->count) {
        capacity = table->count + count;
    }
    bool embedded = table->items == table->embedded;
    void *items = NULL;
    if (capacity >= count && capacity <= SIZE_MAX / table->item_size) {
        items = w->reallocate(embedded ? NULL : table->items, capacity * table->item_size);
    }
    if (!items) {
        lyo_walk_fail(w, LYO_OK, w->data);
        return false;
    }
    if (embedded && table->count > 0) {
        memcpy(items, table->embedded, table->count * table->item_size);
    }
    table->items = items;
    table->capacity = capacity;
    return true;
}

uint8_t *lyo_walk_take(lyo_walker *w, size_t size)
{
    lyo_walk_block *block = w->joined;

    if (!block || block->size - block->used < size) {
        size_t room = size < LYO_WALK_BLOCK ? LYO_WALK_BLOCK : size;
        block = room <= SIZE_MAX - sizeof *block ? w->reallocate(NULL, sizeof *block + room) : NULL;
        if (!block) {
            lyo_walk_fail(w, LYO_OK, w->data);
            return NULL;
        }
        *block = (lyo_walk_block){w->joined, 0, room};
        w->joined = block;
    }
    uint8_t *taken = block->bytes + block->used;
    block->used += size;
    return taken;
}

void lyo_walk_tell(lyo_walker *w, const uint8_t *begin, const uint8_t *end, lyo_walk_event *event)
{
    event->level = (uint32_t)w->frames.count;
    event->offset = (size_t)(begin - w->data);
    event->size = (size_t)(end - begin);
    event->reference = w->reference;
    w->reference = LYO_WALK_NO_REFERENCE;
    if (!w->callback(w->context, event)) {
        w->stopped = true;
    }
}
