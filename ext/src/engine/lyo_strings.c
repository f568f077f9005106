/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_strings.h"

/* Odd constants with well-spread bits (golden ratio and the primes of splitmix64). */
#define MIX_A UINT64_C(0x9E3779B97F4A7C15)
#define MIX_B UINT64_C(0xBF58476D1CE4E5B9)
#define MIX_C UINT64_C(0x94D049BB133111EB)

/* At a load of 1/2 a free slot is due after 2 to 3 steps; 32 steps mean that the samples do not tell strings apart. */
#define PROBE_LIMIT 32

static uint64_t load8(const char *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

static uint32_t fold(uint64_t h)
{
    return (uint32_t)(h ^ (h >> 32));
}

uint32_t lyo_string_fingerprint(const zend_string *string)
{
    const char *s = ZSTR_VAL(string);
    size_t len = ZSTR_LEN(string);
    uint64_t h;

    if (len >= 8) {
        h = (load8(s) ^ len) * MIX_A;
        h = (h ^ (h >> 29) ^ load8(s + len - 8)) * MIX_B;
        if (len > 16) {
            h = (h ^ (h >> 32) ^ load8(s + (len >> 1) - 4)) * MIX_C;
        }
    } else if (len >= 4) {
        uint32_t head, tail;
        memcpy(&head, s, 4);
        memcpy(&tail, s + len - 4, 4);
        h = (((uint64_t)tail << 32 | head) ^ len << 28) * MIX_A;
    } else {
        h = ((uint64_t)(uint8_t)s[0] << 24 | (uint64_t)(uint8_t)s[len >> 1] << 16 | (uint64_t)(uint8_t)s[len - 1] << 8 | len) * MIX_A;
    }
    return fold(h ^ (h >> 30));
}

uint32_t lyo_string_hash_all(const zend_string *string, const void *seed)
{
    const char *s = ZSTR_VAL(string);
    size_t len = ZSTR_LEN(string);
    uint64_t h = (uint64_t)(uintptr_t)seed * MIX_C ^ len;

    while (len >= 8) {
        h = (h ^ load8(s)) * MIX_A;
        h ^= h >> 31;
        s += 8;
        len -= 8;
    }
    for (; len > 0; len--, s++) {
        h = (h ^ (uint8_t)*s) * MIX_B;
    }
    h *= MIX_C;
    return fold(h ^ (h >> 31));
}

static uint32_t hash_of(const lyo_string_ids *ids, const zend_string *string)
{
    return ids->full_hash ? lyo_string_hash_all(string, ids) : lyo_string_fingerprint(string);
}

void lyo_string_ids_init(lyo_string_ids *ids, bool owning)
{
    ids->slots = NULL;
    ids->mask = 0;
    ids->count = 0;
    ids->owning = owning;
    ids->full_hash = false;
}

/* The table of a value without strings costs nothing: its slots are cleared when the first one comes. */
static LYO_NOINLINE void open_table(lyo_string_ids *ids)
{
    ids->slots = ids->embedded;
    ids->mask = LYO_STRING_SLOTS - 1;
    memset(ids->embedded, 0, sizeof ids->embedded);
}

void lyo_string_ids_free(lyo_string_ids *ids)
{
    if (!ids->slots) {
        return;
    }
    if (ids->owning) {
        for (uint32_t i = 0; i <= ids->mask; i++) {
            if (ids->slots[i].string) {
                zend_string_release(ids->slots[i].string);
            }
        }
    }
    if (ids->slots != ids->embedded) {
        efree(ids->slots);
    }
}

/* Puts all strings with ids below count into a table of `slots` slots, with fresh hashes if asked. */
static void rebuild(lyo_string_ids *ids, uint32_t slots, uint32_t count, bool rehash)
{
    lyo_string_slot *old = ids->slots;
    uint32_t old_slots = ids->mask + 1, mask = slots - 1;
    lyo_string_slot *fresh = ecalloc(slots, sizeof *fresh);

    for (uint32_t i = 0; i < old_slots; i++) {
        lyo_string_slot slot = old[i];
        if (!slot.string) {
            continue;
        }
        if (slot.id >= count) {
            if (ids->owning) {
                zend_string_release(slot.string);
            }
            continue;
        }
        if (rehash) {
            slot.hash = hash_of(ids, slot.string);
        }
        uint32_t at = slot.hash & mask;
        while (fresh[at].string) {
            at = (at + 1) & mask;
        }
        fresh[at] = slot;
    }
    if (old != ids->embedded) {
        efree(old);
    }
    ids->slots = fresh;
    ids->mask = mask;
    ids->count = count;
}

void lyo_string_ids_truncate(lyo_string_ids *ids, uint32_t count)
{
    if (ids->count == count) {
        return;
    }
    rebuild(ids, ids->mask + 1, count, false);
}

void lyo_string_ids_own(lyo_string_ids *ids)
{
    if (ids->owning) {
        return;
    }
    ids->owning = true;
    for (uint32_t i = 0; ids->slots && i <= ids->mask; i++) {
        if (ids->slots[i].string) {
            zend_string_addref(ids->slots[i].string);
        }
    }
}

uint32_t lyo_string_ids_put(lyo_string_ids *ids, zend_string *string)
{
    uint32_t hash = hash_of(ids, string);
    uint32_t steps = 0;
    lyo_string_slot *slot;

    if (UNEXPECTED(!ids->slots)) {
        open_table(ids);
    }
    uint32_t at = hash & ids->mask;

    while ((slot = &ids->slots[at])->string) {
        if (slot->string == string || (slot->hash == hash && zend_string_equal_content(slot->string, string))) {
            return slot->id;
        }
        if (UNEXPECTED(++steps > PROBE_LIMIT) && !ids->full_hash) {
            ids->full_hash = true;
            rebuild(ids, ids->mask + 1, ids->count, true);
            return lyo_string_ids_put(ids, string);
        }
        at = (at + 1) & ids->mask;
    }
    slot->string = string;
    slot->hash = hash;
    slot->id = ids->count++;
    if (ids->owning) {
        zend_string_addref(string);
    }
    if (UNEXPECTED(ids->count > ids->mask >> 1)) {
        rebuild(ids, (ids->mask + 1) * 2, ids->count, false);
    }
    return LYO_NO_ID;
}
