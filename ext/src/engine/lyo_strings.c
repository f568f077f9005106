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
        h = ((uint64_t)(uint8_t)s[0] << 24 | (uint64_t)(uint8_t)s[len >> 1] << 16 |
             (uint64_t)(uint8_t)s[len - 1] << 8 | len) *
            MIX_A;
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

uint32_t lyo_string_ids_hash(const lyo_string_ids *ids, const zend_string *string)
{
    return UNEXPECTED(ids->full_hash) ? lyo_string_hash_all(string, ids) : lyo_string_fingerprint(string);
}

void lyo_string_ids_init(lyo_string_ids *ids, bool owning)
{
    ids->slots = NULL;
    ids->mask = 0;
    ids->count = 0;
    ids->owning = owning;
    ids->full_hash = false;
    ids->comparing = false;
}

/* The table of a value without strings costs nothing: its slots are cleared when the first one comes. */
static LYO_NOINLINE void open_table(lyo_string_ids *ids)
{
    ids->slots = ids->embedded_slots;
    ids->strings = ids->embedded_strings;
    ids->mask = LYO_STRING_SLOTS - 1;
    memset(ids->embedded_slots, 0, sizeof ids->embedded_slots);
}

void lyo_string_ids_free(lyo_string_ids *ids)
{
    if (!ids->slots) {
        return;
    }
    for (uint32_t i = 0; ids->owning && i < ids->count; i++) {
        zend_string_release(ids->strings[i]);
    }
    if (ids->slots != ids->embedded_slots) {
        efree(ids->slots);
    }
    if (ids->strings != ids->embedded_strings) {
        efree(ids->strings);
    }
}

static void place(lyo_string_ids *ids, uint32_t hash, uint32_t id)
{
    uint32_t at = hash & ids->mask;

    while (ids->slots[at].next) {
        at = (at + 1) & ids->mask;
    }
    ids->slots[at] = (lyo_string_slot){hash, id + 1};
}

/* Fills a fresh table of slots, with new hashes if asked. */
static void rebuild(lyo_string_ids *ids, uint32_t slots, bool rehash)
{
    lyo_string_slot *old = ids->slots;
    uint32_t old_slots = ids->mask + 1;

    ids->slots = ecalloc(slots, sizeof *ids->slots);
    ids->mask = slots - 1;
    for (uint32_t i = 0; i < old_slots; i++) {
        if (old[i].next && old[i].next <= ids->count) {
            uint32_t id = old[i].next - 1;
            place(ids, rehash ? lyo_string_ids_hash(ids, ids->strings[id]) : old[i].hash, id);
        }
    }
    if (old != ids->embedded_slots) {
        efree(old);
    }
}

/* Fourfold while small: each string is moved at most 1/3 times on average. */
static LYO_NOINLINE void grow(lyo_string_ids *ids)
{
    uint32_t slots = (ids->mask + 1) * (ids->mask < 16384 ? 4 : 2);

    rebuild(ids, slots, false);
    if (ids->strings == ids->embedded_strings) {
        ids->strings = safe_emalloc(slots / 2, sizeof *ids->strings, 0);
        memcpy(ids->strings, ids->embedded_strings, sizeof ids->embedded_strings);
    } else {
        ids->strings = safe_erealloc(ids->strings, slots / 2, sizeof *ids->strings, 0);
    }
}

/* --- beginnings -------------------------------------------------------------------------------------------------------------- */

/* Any odd number below 2^31 with well-spread bits would do; spec section 6.6 has this one. */
#define PREFIX_MULTIPLIER UINT32_C(0x3C6EF373)

static uint32_t *prefix_slot(lyo_string_ids *ids, const zend_string *string)
{
    uint32_t head = (uint32_t)lyo_load((const uint8_t *)ZSTR_VAL(string), 4);
    return &ids->prefixes[(head * PREFIX_MULTIPLIER) >> 25];
}

static uint32_t common_prefix(const zend_string *a, const zend_string *b)
{
    size_t most = ZSTR_LEN(a) < ZSTR_LEN(b) ? ZSTR_LEN(a) : ZSTR_LEN(b), n = 0;

    most = most < LYO_LIMIT_PREFIX_MOST ? most : LYO_LIMIT_PREFIX_MOST;
    while (n + 8 <= most && load8(ZSTR_VAL(a) + n) == load8(ZSTR_VAL(b) + n)) {
        n += 8;
    }
    while (n < most && ZSTR_VAL(a)[n] == ZSTR_VAL(b)[n]) {
        n++;
    }
    return (uint32_t)n;
}

lyo_prefix lyo_string_ids_compare(lyo_string_ids *ids, const zend_string *string)
{
    lyo_prefix prefix = {0, 0};

    if (UNEXPECTED(!ids->comparing)) {
        ids->comparing = true;
        memset(ids->prefixes, 0, sizeof ids->prefixes);
    }
    uint32_t *slot = prefix_slot(ids, string), last = *slot;

    *slot = ids->count + 1;
    if (last && ids->count - (last - 1) <= LYO_LIMIT_PREFIX_MOST) {
        prefix.distance = ids->count - (last - 1);
        prefix.size = common_prefix(string, ids->strings[last - 1]);
        prefix.size = prefix.size < LYO_LIMIT_PREFIX_LEAST ? 0 : prefix.size;
    }
    return prefix;
}

/* --- strings ----------------------------------------------------------------------------------------------------------------- */

void lyo_string_ids_truncate(lyo_string_ids *ids, uint32_t count)
{
    if (ids->count == count) {
        return;
    }
    for (uint32_t i = count; ids->owning && i < ids->count; i++) {
        zend_string_release(ids->strings[i]);
    }
    ids->count = count;
    rebuild(ids, ids->mask + 1, false);
    memset(ids->prefixes, 0, sizeof ids->prefixes);
    for (uint32_t i = 0; i < count; i++) {
        if (ZSTR_LEN(ids->strings[i]) >= LYO_LIMIT_PREFIX_STRING) {
            *prefix_slot(ids, ids->strings[i]) = i + 1;
        }
    }
}

void lyo_string_ids_own(lyo_string_ids *ids)
{
    if (ids->owning) {
        return;
    }
    ids->owning = true;
    for (uint32_t i = 0; i < ids->count; i++) {
        zend_string_addref(ids->strings[i]);
    }
}

uint32_t lyo_string_ids_find(const lyo_string_ids *ids, const zend_string *string, uint32_t hash)
{
    if (UNEXPECTED(!ids->slots)) {
        return LYO_NO_ID;
    }
    for (uint32_t at = hash & ids->mask; ids->slots[at].next; at = (at + 1) & ids->mask) {
        if (ids->slots[at].hash == hash) {
            const zend_string *other = ids->strings[ids->slots[at].next - 1];
            if (other == string || zend_string_equal_content(other, string)) {
                return ids->slots[at].next - 1;
            }
        }
    }
    return LYO_NO_ID;
}

void lyo_string_ids_add(lyo_string_ids *ids, zend_string *string, uint32_t hash)
{
    uint32_t steps = 0;

    if (UNEXPECTED(!ids->slots)) {
        open_table(ids);
    } else if (UNEXPECTED(ids->count > ids->mask >> 1)) {
        grow(ids);
    }
    uint32_t at = hash & ids->mask;
    while (ids->slots[at].next) {
        at = (at + 1) & ids->mask;
        if (UNEXPECTED(++steps > PROBE_LIMIT) && !ids->full_hash) {
            ids->full_hash = true;
            rebuild(ids, ids->mask + 1, true);
            lyo_string_ids_add(ids, string, lyo_string_ids_hash(ids, string));
            return;
        }
    }
    ids->slots[at] = (lyo_string_slot){hash, ids->count + 1};
    ids->strings[ids->count++] = string;
    if (ids->owning) {
        zend_string_addref(string);
    }
}
