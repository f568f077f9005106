/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's strings: which were written already, by content (spec section 4.2, rules 2 and 3 of section 6), and which
 * earlier one a new one begins as. A string is found by a fingerprint of its length and 8 to 24 sampled bytes, confirmed by
 * memcmp. When a probe runs long (many strings that differ only between the samples) the table changes to a seeded hash
 * of all bytes, so that the answer is always exact and hostile content cannot make it quadratic.
 */
#ifndef LYO_STRINGS_H
#define LYO_STRINGS_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#define LYO_NO_ID UINT32_MAX
/** Slots on the C stack: 32 strings without an allocation. */
#define LYO_STRING_SLOTS 64

typedef struct lyo_string_slot {
    uint32_t hash;
    uint32_t next; /* id + 1; 0: free */
} lyo_string_slot;

typedef struct lyo_string_ids {
    lyo_string_slot *slots; /* NULL until the first string */
    zend_string **strings;  /* by id */
    uint32_t mask;          /* slots - 1; room for half as many strings */
    uint32_t count;         /* ids given */
    bool owning;            /* strings are kept alive by a reference of the table */
    bool full_hash;         /* fingerprints cover all bytes */
    bool comparing;         /* prefixes are initialised */
    uint32_t prefixes
        [LYO_LIMIT_PREFIX_SLOTS]; /* by the first four bytes: id + 1 of the last such string; 0: none */
    lyo_string_slot embedded_slots[LYO_STRING_SLOTS];
    zend_string *embedded_strings[LYO_STRING_SLOTS / 2];
} lyo_string_ids;

/** How a new string can be written by an earlier one. */
typedef struct lyo_prefix {
    uint32_t distance; /* strings back, 1 to 255 */
    uint32_t size;     /* bytes that both begin with, 4 to 255; 0: none */
} lyo_prefix;

void lyo_string_ids_init(lyo_string_ids *ids, bool owning);

/** Drops the references and the memory of the table. */
void lyo_string_ids_free(lyo_string_ids *ids);

/** The hash under which this table knows strings of this content. */
uint32_t lyo_string_ids_hash(const lyo_string_ids *ids, const zend_string *string);

/** The id of a string (of two or more bytes) with this content and hash, or LYO_NO_ID. */
uint32_t lyo_string_ids_find(const lyo_string_ids *ids, const zend_string *string, uint32_t hash);

/**
 * What a string of LYO_LIMIT_PREFIX_STRING bytes or more, which is about to be added, shares with the earlier one that begins like it. From
 * then on it is the one that later ones are compared with.
 */
lyo_prefix lyo_string_ids_compare(lyo_string_ids *ids, const zend_string *string);

/**
 * Gives the next id to a string that is not in the table. Borrows the string, which must live as long as the table; an
 * owning table adds a reference.
 */
void lyo_string_ids_add(lyo_string_ids *ids, zend_string *string, uint32_t hash);

/** The id of a string with this content, or LYO_NO_ID when it is new: then it has got the next id. */
LYO_INLINE uint32_t lyo_string_ids_put(lyo_string_ids *ids, zend_string *string)
{
    uint32_t hash = lyo_string_ids_hash(ids, string), id = lyo_string_ids_find(ids, string, hash);

    if (id == LYO_NO_ID) {
        lyo_string_ids_add(ids, string, hash);
    }
    return id;
}

/** Makes the table keep all its strings, and those to come, alive. */
void lyo_string_ids_own(lyo_string_ids *ids);

/** Forgets all strings with ids from count on. */
void lyo_string_ids_truncate(lyo_string_ids *ids, uint32_t count);

/** Hash of all bytes under a seed that who wrote the value does not know; the seed is an address. */
uint32_t lyo_string_hash_all(const zend_string *string, const void *seed);

/** Fingerprint of at most 24 sampled bytes and the length. */
uint32_t lyo_string_fingerprint(const zend_string *string);

#endif
