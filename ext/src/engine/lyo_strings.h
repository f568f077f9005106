/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's strings: which were written already, by content (spec section 4.2, rule 2 of section 6), in the body and in
 * the preamble, and which earlier one a new one begins as (6.5). One table for both: a string is looked for once.
 *
 * A string is found by a fingerprint of its length and 8 to 24 sampled bytes, confirmed by comparing. When a probe runs
 * long (many strings that differ only between the samples) the table changes to a seeded hash of all bytes, so that the
 * answer is always exact and hostile content cannot make it quadratic.
 */
#ifndef LYO_STRINGS_H
#define LYO_STRINGS_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#define LYO_NO_ID UINT32_MAX
/** Slots on the C stack: 64 strings without an allocation. */
#define LYO_STRING_SLOTS 128

/** Whose ids. */
enum { LYO_BODY, LYO_NAMES };

typedef struct lyo_string_slot {
    uint32_t hash;
    uint32_t entry; /* id * 2 + list + 1; 0: free */
} lyo_string_slot;

typedef struct lyo_string_list {
    zend_string **strings; /* by id */
    uint32_t count;
    uint32_t prefixes
        [LYO_LIMIT_PREFIX_SLOTS]; /* by the first four bytes: id + 1 of the last such string; 0: none */
} lyo_string_list;

typedef struct lyo_string_ids {
    lyo_string_slot *slots;
    uint32_t mask;  /* slots - 1 */
    uint32_t limit; /* strings for which there is room, in all and in each list; 0: not opened */
    uint32_t used;
    bool owning;    /* strings are kept alive by a reference of the table */
    bool full_hash; /* fingerprints cover all bytes */
    lyo_string_list lists[2];
    lyo_string_slot embedded_slots[LYO_STRING_SLOTS];
    zend_string *embedded_strings[2][LYO_STRING_SLOTS / 2];
} lyo_string_ids;

/** What a lookup found out. */
typedef struct lyo_string_place {
    uint32_t hash;
    uint32_t slot;  /* free, where the string belongs */
    uint32_t id;    /* in the list that was asked for, or LYO_NO_ID */
    uint32_t other; /* in the other list, if there is no id and it was seen; else LYO_NO_ID */
} lyo_string_place;

void lyo_string_ids_init(lyo_string_ids *ids, bool owning);

/** Drops the references and the memory of the table. */
void lyo_string_ids_free(lyo_string_ids *ids);

/** Makes room for another string. */
void lyo_string_ids_grow(lyo_string_ids *ids);

/** Makes the table keep all its strings, and those to come, alive. */
void lyo_string_ids_own(lyo_string_ids *ids);

/** Forgets all strings of the body with ids from count on. */
void lyo_string_ids_truncate(lyo_string_ids *ids, uint32_t count);

/** Changes to hashes of all bytes, and looks once more. */
void lyo_string_ids_harden(lyo_string_ids *ids, const zend_string *string, unsigned list,
                           lyo_string_place *place);

/** Hash of all bytes under a seed that who wrote the value does not know; the seed is an address. */
uint32_t lyo_string_hash_all(const zend_string *string, const void *seed);

/* --- hot -------------------------------------------------------------------------------------------------------------- */

LYO_INLINE uint64_t lyo_load8(const char *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

LYO_INLINE uint32_t lyo_load4(const char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

/** Fingerprint of at most 24 sampled bytes and the length. */
LYO_INLINE uint32_t lyo_string_fingerprint(const zend_string *string)
{
    const char *s = ZSTR_VAL(string);
    size_t len = ZSTR_LEN(string);
    uint64_t a, b;

    if (len >= 8) {
        a = lyo_load8(s);
        b = lyo_load8(s + len - 8);
        if (len > 16) {
            a ^= lyo_load8(s + (len >> 1) - 4) * UINT64_C(0x94D049BB133111EB);
        }
    } else if (len >= 4) {
        a = lyo_load4(s);
        b = lyo_load4(s + len - 4);
    } else {
        a = (uint8_t)s[0];
        b = (uint64_t)(uint8_t)s[len >> 1] << 8 | (uint8_t)s[len - 1];
    }
    /* odd constants with well-spread bits: golden ratio and a prime of splitmix64 */
    a = (a ^ len << 56) * UINT64_C(0x9E3779B97F4A7C15);
    a = (a ^ a >> 32 ^ b) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(a >> 32);
}

/** True if both are the same bytes. */
LYO_INLINE bool lyo_same_string(const zend_string *a, const zend_string *b)
{
    size_t len = ZSTR_LEN(a);

    if (a == b) {
        return true;
    }
    if (len != ZSTR_LEN(b)) {
        return false;
    }
    if (len >= 8 && len <= 16) {
        return lyo_load8(ZSTR_VAL(a)) == lyo_load8(ZSTR_VAL(b)) &&
               lyo_load8(ZSTR_VAL(a) + len - 8) == lyo_load8(ZSTR_VAL(b) + len - 8);
    }
    return !memcmp(ZSTR_VAL(a), ZSTR_VAL(b), len);
}

/* At a load of 1/2 a free slot is due after 2 to 3 steps; 32 steps mean that the samples do not tell strings apart. */
#define LYO_PROBE_LIMIT 32

/** Looks for a string of two or more bytes. Makes room for it. */
LYO_INLINE lyo_string_place lyo_string_ids_find(lyo_string_ids *ids, const zend_string *string, unsigned list)
{
    lyo_string_place place = {0, 0, LYO_NO_ID, LYO_NO_ID};
    uint32_t steps = 0;

    if (UNEXPECTED(ids->used >= ids->limit)) {
        lyo_string_ids_grow(ids);
    }
    place.hash =
        UNEXPECTED(ids->full_hash) ? lyo_string_hash_all(string, ids) : lyo_string_fingerprint(string);
    uint32_t at = place.hash & ids->mask;
    for (uint32_t entry; (entry = ids->slots[at].entry); at = (at + 1) & ids->mask) {
        steps++;
        if (ids->slots[at].hash != place.hash) {
            continue;
        }
        entry--;
        if (lyo_same_string(ids->lists[entry & 1].strings[entry >> 1], string)) {
            if (EXPECTED((entry & 1) == list)) {
                place.id = entry >> 1;
                return place;
            }
            place.other = entry >> 1;
        }
    }
    place.slot = at;
    if (UNEXPECTED(steps > LYO_PROBE_LIMIT) && !ids->full_hash) {
        lyo_string_ids_harden(ids, string, list, &place);
    }
    return place;
}

/**
 * Gives the next id of a list to a string that has just been looked for there, and not found. Borrows the string, which must live as long as
 * the table; an owning table adds a reference.
 */
LYO_INLINE void lyo_string_ids_add(lyo_string_ids *ids, zend_string *string, unsigned list,
                                   const lyo_string_place *place)
{
    lyo_string_list *to = &ids->lists[list];

    ids->slots[place->slot].hash = place->hash;
    ids->slots[place->slot].entry = to->count * 2 + list + 1;
    to->strings[to->count++] = string;
    ids->used++;
    if (UNEXPECTED(ids->owning)) {
        zend_string_addref(string);
    }
}

/** Any odd number below 2^31 with well-spread bits would do; spec section 6.5 has this one. */
#define LYO_PREFIX_MULTIPLIER UINT32_C(0x3C6EF373)

/**
 * The distance to the earlier string of a list that the string at bytes, which is about to be added, may begin as; 0: none. From then on it is the one
 * that later ones are compared with. Strings of LYO_LIMIT_PREFIX_STRING bytes or more only.
 */
LYO_INLINE uint32_t lyo_string_list_compare(lyo_string_list *list, const char *bytes)
{
    uint32_t head = (uint32_t)lyo_load((const uint8_t *)bytes, 4);
    uint32_t *slot = &list->prefixes[(head * LYO_PREFIX_MULTIPLIER) >> 25], last = *slot;

    *slot = list->count + 1;
    if (!last || list->count + 1 - last > LYO_LIMIT_PREFIX_MOST ||
        lyo_load4(ZSTR_VAL(list->strings[last - 1])) != lyo_load4(bytes)) {
        return 0;
    }
    return list->count + 1 - last;
}

#endif
