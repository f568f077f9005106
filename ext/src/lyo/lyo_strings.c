/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_strings.h"

#include "php/lyo_room.h"

/* --- memory --------------------------------------------------------------------------------------------- */

lyo_string_memory *lyo_string_memory_new(void)
{
    lyo_string_memory *memory = pecalloc(1, LYO_LASTING_BYTES, 1);
    memory->lasting = true;
    memory->room = (uint8_t *)(memory->slots + LYO_LASTING_SLOTS);
    memory->buckets = (lyo_array_bucket *)(memory->room + LYO_LASTING_ROOM);
    return memory;
}

void lyo_string_memory_free(lyo_string_memory *memory)
{
    pefree(memory, 1);
}

void lyo_string_memory_clear(lyo_string_memory *memory)
{
    LYO_ASSERT(memory->lasting && !memory->in_use);
    memory->used = 0;
    memset(memory->slots, 0, LYO_LASTING_SLOTS * sizeof *memory->slots);
}

lyo_string_memory *lyo_string_memory_of_call(void)
{
    return ecalloc(1, sizeof(lyo_string_memory) + LYO_CALL_SLOTS * sizeof(lyo_string_slot));
}

/* Returns true if the slots are an allocation of their own, outside ids->memory. */
static bool stand_alone(const lyo_string_ids *ids)
{
    return ids->mask >= (ids->memory->lasting ? LYO_THIRD_SLOTS : LYO_CALL_SLOTS);
}

void lyo_string_ids_free(lyo_string_ids *ids)
{
    uint32_t most = MAX(ids->most, MAX(ids->count[LYO_BODY], ids->count[LYO_NAMES]));

    LYO_ASSERT(ids->memory->in_use);
    if (stand_alone(ids)) {
        efree(ids->slots);
    }
    if (EXPECTED(ids->memory->lasting)) {
        ids->memory->used = ids->base + most * 2;
        ids->memory->in_use = false;
    } else {
        efree(ids->memory);
    }
}

/* --- the table ------------------------------------------------------------------------------------------ */

/* Returns true if the slot holds a string of the list. */
LYO_INLINE bool is_of(const lyo_string_ids *ids, const lyo_string_slot *slot, unsigned list)
{
    return slot->entry > ids->base && (lyo_string_ids_found_at(ids, slot) & 1) == list;
}

/* Copies the used slots of a range into the new ones, but for strings of the body from the id `count` on. */
static void refill_some(lyo_string_ids *ids, const lyo_string_slot *slot, const lyo_string_slot *end,
                        uint32_t count)
{
    const uint32_t base = ids->base, mask = ids->mask;
    lyo_string_slot *slots = ids->slots;

    for (; slot < end; slot++) {
        if (slot->entry <= base ||
            UNEXPECTED(lyo_string_ids_found_at(ids, slot) >> 1 >= count && is_of(ids, slot, LYO_BODY))) {
            continue;
        }
        uint32_t hash = UNEXPECTED(ids->full_hash) ? lyo_hash_among(&ids->longs, slot->string) : slot->hash;
        uint32_t at = hash & mask;
        while (slots[at].entry > base) {
            at = (at + 1) & mask;
        }
        slots[at] = (lyo_string_slot){hash, slot->entry, slot->string};
        ids->left--;
    }
}

/*
 * Copies n old slots into the new ones, which are all free. It starts behind a free slot, because equal
 * strings must keep their order in a chain: a string that was in the body before it was in the preamble must
 * be found as the one of the body first (see write_found() in lyo_writer_leaf.c).
 */
static void refill(lyo_string_ids *ids, const lyo_string_slot *old, uint32_t n, uint32_t count)
{
    const lyo_string_slot *first = old;

    while (first->entry > ids->base) {
        LYO_ASSERT(first < old + n - 1); /* at least half of the slots are free */
        first++;
    }
    ids->left = (ids->mask + 1) / 2;
    refill_some(ids, first, old + n, count);
    refill_some(ids, old, first, count);
}

/* Rebuilds the table in place, without the strings of the body from the id `count` on. */
static void rebuild(lyo_string_ids *ids, uint32_t count)
{
    uint32_t n = ids->mask + 1;
    lyo_string_slot *old = safe_emalloc(n, sizeof *old, 0);

    memcpy(old, ids->slots, n * sizeof *old);
    memset(ids->slots, 0, n * sizeof *old);
    refill(ids, old, n, count);
    efree(old);
}

void lyo_string_ids_grow(lyo_string_ids *ids)
{
    lyo_string_slot *old = ids->slots;
    uint32_t n = ids->mask + 1;
    bool alone = stand_alone(ids);

    uint32_t slots = n == LYO_FIRST_SLOTS ? LYO_SECOND_SLOTS : n * (n < LYO_THIRD_SLOTS ? 4 : 2);
    ids->mask = slots - 1;
    ids->slots = stand_alone(ids) ? ecalloc(slots, sizeof *ids->slots) : old + n;
    refill(ids, old, n, UINT32_MAX);
    LYO_ASSERT(ids->left > 1);
    if (alone) {
        efree(old);
    }
}

void lyo_string_ids_enter_each(lyo_string_ids *ids, const lyo_string_print *prints, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) { /* on a long chain this switches to the hash of all bytes */
        uint32_t hash = prints[i].hash;
        lyo_string_slot *slot = lyo_string_ids_find(ids, prints[i].string, LYO_NAMES, &hash);
        lyo_string_ids_add(ids, prints[i].string, LYO_NAMES, slot, hash);
    }
}

void lyo_string_ids_reseed(lyo_string_ids *ids)
{
    LYO_ASSERT(!ids->full_hash);
    ids->full_hash = true;
    rebuild(ids, UINT32_MAX);
}

void lyo_string_ids_restore(lyo_string_ids *ids)
{
    lyo_string_last *last = &ids->last[LYO_NAMES];

    lyo_string_last_set(last, 0, NULL, LYO_NO_STRING);
    for (uint32_t i = 0; i <= ids->mask; i++) {
        const lyo_string_slot *slot = &ids->slots[i];
        if (is_of(ids, slot, LYO_NAMES) && ZSTR_LEN(slot->string) >= LYO_LIMIT_PREFIX_STRING) {
            uint32_t id = lyo_string_ids_found_at(ids, slot) >> 1;
            if (!last->string || id > last->id) {
                lyo_string_last_set(last, lyo_string_head(slot->string), slot->string, id);
            }
        }
    }
}

void lyo_string_ids_mark(const lyo_string_ids *ids, lyo_string_mark *mark)
{
    mark->count = ids->count[LYO_BODY];
    mark->look_until = ids->look_until;
    mark->last = ids->last[LYO_BODY];
}

void lyo_string_ids_truncate(lyo_string_ids *ids, const lyo_string_mark *mark)
{
    bool same = ids->count[LYO_BODY] == mark->count;

    LYO_ASSERT(mark->count <= ids->count[LYO_BODY]);
    ids->most = MAX(ids->most, ids->count[LYO_BODY]);
    ids->look_until = mark->look_until;
    ids->count[LYO_BODY] = mark->count;
    ids->last[LYO_BODY] = mark->last;
    if (!same) {
        /* a rehashed string is found by way of one with its fingerprint, which may be dropped */
        ids->full_hash |= ids->rehashed;
        rebuild(ids, mark->count);
    }
}

void lyo_string_ids_names(const lyo_string_ids *ids, zend_string **strings)
{
    for (uint32_t i = 0; i <= ids->mask; i++) {
        const lyo_string_slot *slot = &ids->slots[i];
        if (is_of(ids, slot, LYO_NAMES)) {
            LYO_ASSERT(lyo_string_ids_found_at(ids, slot) >> 1 < ids->count[LYO_NAMES]);
            strings[lyo_string_ids_found_at(ids, slot) >> 1] = slot->string;
        }
    }
}

bool lyo_string_ids_are_sound(const lyo_string_ids *ids)
{
    uint32_t found[2] = {0, 0};

    for (uint32_t i = 0; i <= ids->mask; i++) {
        const lyo_string_slot *slot = &ids->slots[i];
        if (slot->entry <= ids->base) {
            continue;
        }
        unsigned list = lyo_string_ids_found_at(ids, slot) & 1;
        for (uint32_t at = slot->hash & ids->mask; at != i; at = (at + 1) & ids->mask) {
            if (ids->slots[at].entry <= ids->base) {
                return false;
            }
        }
        if (lyo_string_ids_found_at(ids, slot) >> 1 >= ids->count[list]) {
            return false;
        }
        found[list]++;
    }
    return found[LYO_NAMES] == ids->count[LYO_NAMES] && found[LYO_BODY] <= ids->count[LYO_BODY];
}
