/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's string ids: which strings were written already, by content (spec section 4.2, rule 2 of section 6).
 * A string is found by a fingerprint of its length and 8 to 24 sampled bytes, confirmed by memcmp. When a probe runs
 * long (many strings that differ only between the samples) the table changes to a seeded hash of all bytes, so that the
 * answer is always exact and hostile content cannot make it quadratic.
 */
#ifndef LYO_STRINGS_H
#define LYO_STRINGS_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#define LYO_NO_ID UINT32_MAX
/** Slots on the C stack: 32 strings without an allocation. */
#define LYO_STRING_SLOTS 64

typedef struct lyo_string_slot {
    zend_string *string; /* NULL: free */
    uint32_t hash;
    uint32_t id;
} lyo_string_slot;

typedef struct lyo_string_ids {
    lyo_string_slot *slots; /* NULL until the first string */
    uint32_t mask;  /* slots - 1 */
    uint32_t count; /* ids given */
    bool owning;    /* strings are kept alive by a reference of the table */
    bool full_hash; /* fingerprints cover all bytes */
    lyo_string_slot embedded[LYO_STRING_SLOTS];
} lyo_string_ids;

void lyo_string_ids_init(lyo_string_ids *ids, bool owning);

/** Drops the references and the memory of the table. */
void lyo_string_ids_free(lyo_string_ids *ids);

/**
 * The id of a string (of two or more bytes) with this content, or LYO_NO_ID when it is new: then it gets the next id.
 * Borrows the string, which must live as long as the table; an owning table adds a reference.
 */
uint32_t lyo_string_ids_put(lyo_string_ids *ids, zend_string *string);

/** Makes the table keep all its strings, and those to come, alive. */
void lyo_string_ids_own(lyo_string_ids *ids);

/** Forgets all strings with ids from count on. */
void lyo_string_ids_truncate(lyo_string_ids *ids, uint32_t count);

/** Hash of all bytes under a seed that who wrote the value does not know; the seed is an address. */
uint32_t lyo_string_hash_all(const zend_string *string, const void *seed);

/** Fingerprint of at most 24 sampled bytes and the length. */
uint32_t lyo_string_fingerprint(const zend_string *string);

#endif
