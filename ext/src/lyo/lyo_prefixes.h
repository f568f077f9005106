/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A cache of the prefixes of preambles that were written before: which definition followed which, its bytes,
 * and the names it added. The bytes of a preamble depend only on the sequence of its definitions (spec section
 * 3.2), so a writer that makes the same definitions in the same order copies them. The cache is a tree with
 * one definition a node, because the same code begins its values in the same way. (The prefix of a string,
 * spec section 4.2, is something else.)
 *
 * There is one cache for a process, or for a thread under ZTS (lyo_process.h). It only grows, up to its
 * limit. A preamble is admitted when it is met for the second time. Names are shared with the shape cache, so
 * that keys of decoded values are recognised by their addresses.
 */
#ifndef LYO_PREFIXES_H
#define LYO_PREFIXES_H

#include "php/lyo_permanent.h"
#include "lyo/lyo_shapes.h"
#include "lyo/lyo_strings.h"

/** Buckets of first definitions; a power of two. */
#define LYO_PREFIX_ROOTS 256
/** Most definitions that may follow one definition, so that chosen input cannot make the search long. */
#define LYO_PREFIX_BRANCHES 8
#define LYO_PREFIXES_SEEN 256
/** A node of the tree: the last definition of a prefix, given the definitions before it. */
typedef struct lyo_prefix {
    struct lyo_prefix *before;  /* NULL: the first */
    struct lyo_prefix *next;    /* the first of those that may follow; NULL: none */
    struct lyo_prefix *sibling; /* another that follows `before`; NULL: none */
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
} lyo_prefix;

/** A definition that a writer made itself, and the state after it was written. */
typedef struct lyo_mark {
    lyo_defined defined;
    uint32_t names;
    size_t bytes;
} lyo_mark;

typedef struct lyo_prefixes {
    size_t used;          /* bytes, including the names that were first made for this cache */
    size_t limit;         /* bytes */
    uint32_t count;       /* definitions */
    uint64_t hits;        /* preambles that were copied */
    uint64_t misses;      /* preambles of which at least a part had to be written */
    lyo_permanent *names; /* borrowed */
    uint64_t seen[LYO_PREFIXES_SEEN];
    lyo_prefix *roots[LYO_PREFIX_ROOTS];
} lyo_prefixes;

/** names is borrowed. limit: most bytes in all, at least sizeof(lyo_prefixes). */
lyo_prefixes *lyo_prefixes_new(lyo_permanent *names, size_t limit);
void lyo_prefixes_free(lyo_prefixes *prefixes);

/**
 * Returns this definition among those that may follow `before` (NULL: as the first one), or NULL. Ignores the
 * hash. longs: see lyo_same_among().
 */
lyo_prefix *lyo_prefixes_find(const lyo_prefixes *prefixes, lyo_long_strings **longs,
                              const lyo_prefix *before, const lyo_defined *defined);

/**
 * Returns the bucket for preambles whose first definition has this class (NULL: map), number of keys and
 * first key.
 */
LYO_INLINE lyo_prefix *const *lyo_prefixes_root(const lyo_prefixes *prefixes, zend_string *class_name,
                                                uint32_t count, zend_ulong first)
{
    zend_ulong h = count + first + (class_name ? zend_string_hash_val(class_name) : 0);
    return &prefixes->roots[(uint32_t)h % LYO_PREFIX_ROOTS];
}

/**
 * Returns the shape of the map (hash layout, at least one key, no holes) among those that may follow `before`
 * (NULL: as the first one), or NULL.
 */
LYO_INLINE lyo_prefix *lyo_prefixes_find_map(const lyo_prefixes *prefixes, lyo_long_strings **longs,
                                             const lyo_prefix *before, const HashTable *ht)
{
    lyo_prefix *prefix =
        before ? before->next
               : *lyo_prefixes_root(prefixes, NULL, zend_hash_num_elements(ht), lyo_entries(ht)->h);

    while (prefix && !lyo_defines_map(longs, &prefix->defined, ht)) {
        prefix = prefix->sibling;
    }
    return prefix;
}

/**
 * Returns the place of a preamble of these bytes if it is to be admitted: it was met before, and was not
 * refused since. Else returns NULL and remembers the preamble.
 */
uint64_t *lyo_prefixes_want(lyo_prefixes *prefixes, const uint8_t *bytes, size_t size);
/** Marks a preamble that could not be added, so that lyo_prefixes_want() does not return it again. */
void lyo_prefixes_refuse(uint64_t *place);

/**
 * Adds a definition with its bytes and new names. Returns NULL if the limit is reached, or if `before` has
 * LYO_PREFIX_BRANCHES successors already.
 */
lyo_prefix *lyo_prefixes_add(lyo_prefixes *prefixes, lyo_prefix *before, const lyo_defined *defined,
                             const uint8_t *bytes, uint32_t length, zend_string *const *names,
                             uint32_t name_count);

/** Copies the bytes of all definitions up to this one, so that they end at `end`. */
void lyo_prefix_copy(const lyo_prefix *prefix, uint8_t *end);

#endif
