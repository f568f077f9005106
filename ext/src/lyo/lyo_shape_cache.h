/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preambles that were read before, ready for use: keys are permanent strings, and tables of keys can be
 * copied. Payloads written by the same code have the same preamble, byte for byte. One comparison then saves
 * reading all its definitions.
 *
 * There is one cache for a process, or for a thread under ZTS (lyo_process.h). It only grows, up to its
 * limit, because the values of requests point to its keys. A preamble is admitted when it is seen for the
 * second time. When all its classes have been resolved, the cache also keeps the classes and the targets of
 * keys until the request ends. Calls with allowed_classes do not use these, because each such call has its
 * own class policy.
 */
#ifndef LYO_SHAPE_CACHE_H
#define LYO_SHAPE_CACHE_H

#include "php/lyo_permanent.h"
#include "lyo/lyo_reader.h"

/** Slots of a direct-mapped table of the hashes of preambles that were seen once. */
#define LYO_SEEN_SLOTS 256
/** Slots of the hash table; a power of two. At most half of them are used. */
#define LYO_CACHE_SLOTS 1024
/** Most probes of a search. A bound, so that chosen preambles cannot make it long. */
#define LYO_CACHE_PROBES 8

typedef struct lyo_cached_preamble {
    uint64_t hash;
    uint32_t size;
    uint8_t *bytes;
    uint32_t definition_count;
    bool classed; /* a definition names a class */
    /*
     * no class shape has an int key; so targets name no strings of one decode (lyo_property_name), and may be
     * kept
     */
    bool plain;
    bool resolved; /* in this request: enum cases and classes are set, targets may be */
    lyo_definition *definitions;
    uint32_t name_count;
    zend_string **names;              /* strings by id: back references of values name them */
    struct lyo_cached_preamble *next; /* in the list of resolved preambles */
} lyo_cached_preamble;

typedef struct lyo_shape_cache {
    size_t used;                   /* bytes, including the permanent strings that were made for this cache */
    size_t limit;                  /* bytes */
    uint32_t count;                /* preambles */
    uint64_t hits;                 /* searches that found the preamble */
    uint64_t misses;               /* searches that did not */
    lyo_cached_preamble *resolved; /* head of a list */
    lyo_permanent *names;          /* borrowed */
    uint64_t seen[LYO_SEEN_SLOTS];
    lyo_cached_preamble *slots[LYO_CACHE_SLOTS];
} lyo_shape_cache;

/** names is borrowed. limit: most bytes in total; at least sizeof(lyo_shape_cache). */
lyo_shape_cache *lyo_shape_cache_new(lyo_permanent *names, size_t limit);

/** Returns the hash of a preamble; never 0. */
uint64_t lyo_shape_cache_hash(const uint8_t *bytes, size_t size);

/** Sets definitions and names of d from the cache. False if the preamble is not in the cache. */
bool lyo_shape_cache_find(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size,
                          lyo_decoder *d);

/**
 * Keeps the resolved classes and enum cases of d in d->cached until the request ends. Call it only if all of
 * them were resolved without running code. After the call d borrows the definitions from the cache.
 */
void lyo_shape_cache_resolve(lyo_decoder *d);

/**
 * Notes that a preamble of this hash was seen. True if it was seen before and was not refused, and the cache
 * has room. The caller may then offer it; its definitions must have layouts and no targets.
 */
bool lyo_shape_cache_wants(lyo_shape_cache *cache, uint64_t hash);

/** Offers what d has read from these bytes. The cache copies it if its limit allows that. */
void lyo_shape_cache_offer(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size,
                           const lyo_decoder *d);

/** Drops all that holds for one request only. Call it before the memory of the request is freed. */
void lyo_shape_cache_end_request(lyo_shape_cache *cache);

/** Frees the cache. Only when no value of any request is left. */
void lyo_shape_cache_free(lyo_shape_cache *cache);

#endif
