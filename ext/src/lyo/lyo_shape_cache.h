/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preambles that were met before, ready for use: keys as permanent strings, tables of keys to be copied. Payloads that the same code
 * writes have the same preamble, byte for byte, so one comparison saves reading all its definitions.
 *
 * One cache for a process, or for a thread under ZTS (lyo_process.h). It only grows, up to its limit: values of requests point to its
 * keys. A preamble is admitted when it is met for the second time. Once all its classes are found it also knows, until the request ends, where
 * their properties are. Calls with allowed_classes do not use that: the policy is theirs.
 */
#ifndef LYO_SHAPE_CACHE_H
#define LYO_SHAPE_CACHE_H

#include "php/lyo_permanent.h"
#include "lyo/lyo_reader.h"

/** Direct-mapped memory of preambles that were met once. */
#define LYO_SEEN_SLOTS 256
/** Most preambles; a power of two. */
#define LYO_CACHE_SLOTS 1024
/** Places where a preamble may stand, so that chosen ones cannot make the search long. */
#define LYO_CACHE_PROBES 8

typedef struct lyo_cached_preamble {
    uint64_t hash;
    uint32_t size;
    uint8_t *bytes;
    uint32_t definition_count;
    uint32_t class_count;
    bool plain;    /* no class shape has an int key: what is found out about one lasts */
    bool resolved; /* in this request: enum cases, classes and targets are there */
    lyo_definition *definitions;
    lyo_class *classes;
    uint32_t name_count;
    zend_string **names;              /* strings by id: values name them */
    struct lyo_cached_preamble *next; /* that is resolved */
} lyo_cached_preamble;

typedef struct lyo_shape_cache {
    size_t used;                   /* bytes, with the names that it was the first to need */
    size_t limit;                  /* bytes */
    uint32_t count;                /* preambles */
    uint64_t hits;                 /* preambles that were found here */
    uint64_t misses;               /* preambles that were not */
    lyo_cached_preamble *resolved; /* a list */
    lyo_permanent *names;          /* borrowed */
    uint64_t seen[LYO_SEEN_SLOTS];
    lyo_cached_preamble *slots[LYO_CACHE_SLOTS];
} lyo_shape_cache;

/** names is borrowed. limit: most bytes in all; at least sizeof(lyo_shape_cache). */
lyo_shape_cache *lyo_shape_cache_new(lyo_permanent *names, size_t limit);

/** The hash under which a preamble is known; never 0. */
uint64_t lyo_shape_cache_hash(const uint8_t *bytes, size_t size);

/** Sets definitions and classes of d from the cache. False if the preamble is not there. */
bool lyo_shape_cache_find(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size,
                          lyo_decoder *d);

/** All classes of d, which are those of d->cached, were there without running code: remembers it until the request ends. */
void lyo_shape_cache_resolve(lyo_decoder *d);

/** True if a preamble of this hash was met before and not refused, and may be offered: its definitions with layouts and without targets. */
bool lyo_shape_cache_wants(lyo_shape_cache *cache, uint64_t hash);

/** Offers what d has read from these bytes. It is taken if the limit allows it. */
void lyo_shape_cache_offer(lyo_shape_cache *cache, uint64_t hash, const uint8_t *bytes, size_t size,
                           const lyo_decoder *d);

/** Forgets what holds for one request, while the memory of that request is still there. */
void lyo_shape_cache_end_request(lyo_shape_cache *cache);

/** Frees all. Only when no value of any request is left. */
void lyo_shape_cache_free(lyo_shape_cache *cache);

#endif
