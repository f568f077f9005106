/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A cache of preambles that were written before, one definition a node: which definition followed which, its
 * bytes, and the names it added. The bytes of a preamble depend only on the sequence of its definitions (spec
 * section 3.2), so a writer that makes the same definitions in the same order copies them. The cache is a
 * tree, because the same code begins its values in the same way.
 *
 * There is one cache for a process, or for a thread under ZTS (lyo_process.h). It only grows, up to its
 * limit. A preamble is admitted when it is met for the second time. Names are shared with the shape cache, so
 * that keys of decoded values are recognised by their addresses.
 */
#ifndef LYO_TRAILS_H
#define LYO_TRAILS_H

#include "php/lyo_permanent.h"
#include "lyo/lyo_shapes.h"
#include "lyo/lyo_strings.h"

/** Buckets of first definitions; a power of two. */
#define LYO_TRAIL_ROOTS 256
/** Most definitions that may follow one definition, so that chosen input cannot make the search long. */
#define LYO_TRAIL_BRANCHES 8
#define LYO_TRAILS_SEEN 256
/** A node of the tree: a definition, given the definitions before it. */
typedef struct lyo_trail {
    struct lyo_trail *before;  /* NULL: the first */
    struct lyo_trail *next;    /* the first of those that may follow; NULL: none */
    struct lyo_trail *sibling; /* another that follows `before`; NULL: none */
    lyo_defined defined;
    size_t size;     /* bytes of the preamble up to the end of this definition */
    uint32_t length; /* bytes of this definition */
    uint32_t name_count;
    /*
     * bytes between head and body of the last value whose body moved to a string while this was the last
     * definition; 0: unknown
     */
    uint32_t front;
    const uint8_t *bytes;
    const lyo_string_print *names; /* names that this definition adds, by id */
} lyo_trail;

/** A definition that a writer made itself, and the state after it was written. */
typedef struct lyo_mark {
    lyo_defined defined;
    uint32_t names;
    size_t bytes;
} lyo_mark;

typedef struct lyo_trails {
    size_t used;          /* bytes, including the names that were first made for this cache */
    size_t limit;         /* bytes */
    uint32_t count;       /* definitions */
    uint64_t hits;        /* preambles that were copied */
    uint64_t misses;      /* preambles of which at least a part had to be written */
    lyo_permanent *names; /* borrowed */
    uint64_t seen[LYO_TRAILS_SEEN];
    lyo_trail *roots[LYO_TRAIL_ROOTS];
} lyo_trails;

/** names is borrowed. limit: most bytes in all, at least sizeof(lyo_trails). */
lyo_trails *lyo_trails_new(lyo_permanent *names, size_t limit);
void lyo_trails_free(lyo_trails *trails);

/**
 * Returns this definition among those that may follow `before` (NULL: as the first one), or NULL. Ignores the
 * hash. longs: see lyo_same_among().
 */
lyo_trail *lyo_trails_find(const lyo_trails *trails, lyo_long_strings **longs, const lyo_trail *before,
                           const lyo_defined *defined);

/**
 * Returns the bucket for preambles whose first definition has this class (NULL: map), number of keys and
 * first key.
 */
LYO_INLINE lyo_trail *const *lyo_trails_root(const lyo_trails *trails, zend_string *class_name,
                                             uint32_t count, zend_ulong first)
{
    zend_ulong h = count + first + (class_name ? zend_string_hash_val(class_name) : 0);
    return &trails->roots[(uint32_t)h % LYO_TRAIL_ROOTS];
}

/**
 * Returns the shape of the map (hash layout, at least one key, no holes) among those that may follow `before`
 * (NULL: as the first one), or NULL.
 */
LYO_INLINE lyo_trail *lyo_trails_find_map(const lyo_trails *trails, lyo_long_strings **longs,
                                          const lyo_trail *before, const HashTable *ht)
{
    lyo_trail *trail = before
                           ? before->next
                           : *lyo_trails_root(trails, NULL, zend_hash_num_elements(ht), lyo_entries(ht)->h);

    while (trail && !lyo_defines_map(longs, &trail->defined, ht)) {
        trail = trail->sibling;
    }
    return trail;
}

/**
 * Returns the place of a preamble of these bytes if it is to be admitted: it was met before, and was not
 * refused since. Else returns NULL and remembers the preamble.
 */
uint64_t *lyo_trails_want(lyo_trails *trails, const uint8_t *bytes, size_t size);
/** Marks a preamble that could not be added, so that lyo_trails_want() does not return it again. */
void lyo_trails_refuse(uint64_t *place);

/**
 * Adds a definition with its bytes and new names. Returns NULL if the limit is reached, or if `before` has
 * LYO_TRAIL_BRANCHES successors already.
 */
lyo_trail *lyo_trails_add(lyo_trails *trails, lyo_trail *before, const lyo_defined *defined,
                          const uint8_t *bytes, uint32_t length, zend_string *const *names,
                          uint32_t name_count);

/** Copies the bytes of all definitions up to this one, so that they end at `end`. */
void lyo_trail_copy(const lyo_trail *trail, uint8_t *end);

#endif
