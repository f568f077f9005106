/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values that were decoded before (lyo.keep_values), as lasting copies, found again by the bytes of their
 * payload. Only arrays without objects and PHP references are kept.
 *
 * A payload is kept when it is read for the fourth time. That takes credit, which all payloads that are read
 * earn. So copying takes a small part of the time of decoding, whatever is read.
 *
 * A value is freed when a request has ended, and only if that request did not use it: what PHP does after
 * post_deactivate may still read its strings. In a request that never ends, the store only fills up.
 */
#ifndef LYO_VALUES_H
#define LYO_VALUES_H

#include "lyo_compat.h"

/** Fewest bytes of a payload that is looked up. */
#define LYO_VALUES_LEAST 96

/** What a decode must allow for a value to be given out. */
typedef struct lyo_value_facts {
    uint64_t elements;
    size_t unpacked;      /* bytes that an envelope was unpacked to; 0: it was not compressed */
    uint32_t height;      /* levels of arrays */
    bool with_dictionary; /* of the settings */
} lyo_value_facts;

typedef struct lyo_value {
    HashTable *array; /* immutable */
    lyo_value_facts facts;
    uint32_t request; /* number of the last one that has used it */
    uint32_t hits;    /* less in time */
    void *block;
    size_t room; /* bytes of the block */
    size_t size; /* bytes of the payload */
    uint8_t payload[];
} lyo_value;

/* A value by the hash of its payload. */
typedef struct lyo_value_place {
    uint64_t hash;
    lyo_value *value; /* NULL: the place is free */
} lyo_value_place;

/* A payload that was read and is not kept. */
typedef struct lyo_seen_payload {
    uint64_t hash; /* the lowest bits count: see LYO_SEEN */
    uint32_t full; /* hash of all bytes, from the third time on */
} lyo_seen_payload;

typedef struct lyo_values {
    size_t used, limit;  /* bytes */
    size_t wanted;       /* bytes that values did not get in this request */
    size_t credit;       /* bytes of payloads that may be copied */
    uint64_t secrets[2]; /* strangers cannot choose payloads with the same hash */
    uint32_t request;    /* number of the one that runs */
    uint32_t mask;       /* number of places - 1, and of payloads that were seen - 1 */
    uint32_t hand;       /* the next place whose value may be freed */
    uint32_t count;
    uint64_t hits, misses, refused, freed;
    lyo_value_place *places; /* sets of LYO_VALUES_OF_SET */
    lyo_seen_payload *seen;
} lyo_values;

/** Returns a new store, or NULL if the limit is too small for one. secrets: random. */
lyo_values *lyo_values_new(size_t limit, const uint64_t secrets[2]);
/** Frees all values. None of them may be in use. */
void lyo_values_free(lyo_values *values);

/** Returns a hash of the size and of a few bytes. size: at least LYO_VALUES_LEAST. */
uint64_t lyo_values_hash(const lyo_values *values, const uint8_t *payload, size_t size);
/** Returns the value of a payload, or NULL. */
lyo_value *lyo_values_find(const lyo_values *values, uint64_t hash, const uint8_t *payload, size_t size);
/** Returns the array of a value, which the running request uses from now on. */
HashTable *lyo_values_use(lyo_values *values, lyo_value *value);
/** Counts a payload that is not kept. Returns true if its value should be: call lyo_values_keep(). */
bool lyo_values_want(lyo_values *values, uint64_t hash, const uint8_t *payload, size_t size);
/** Keeps a copy of a value that was just decoded, if it can be. facts: without the height. */
void lyo_values_keep(lyo_values *values, uint64_t hash, const uint8_t *payload, size_t size,
                     const lyo_value_facts *facts, const zval *value);
/** Does not try to keep this payload again. */
void lyo_values_refuse(lyo_values *values, uint64_t hash);
/** Called when a request has ended. Makes room for what could not be kept. */
void lyo_values_end_request(lyo_values *values);

#endif
