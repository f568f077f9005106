/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preambles that were written before, definition by definition: which definition came behind which, its bytes, and the names
 * that it brought. What a preamble holds depends on the sequence of its definitions alone (spec section 3.2), so a writer that
 * makes the same ones in the same order copies them. A tree: the same code begins its values in the same way.
 *
 * One for a process, or for a thread under ZTS. It only grows, up to its limit. Preambles are admitted when they are met for the
 * second time. Names are the permanent strings of the shape cache, so that keys of decoded values are known by their addresses.
 */
#ifndef LYO_TRAILS_H
#define LYO_TRAILS_H

#include "engine/lyo_permanent.h"
#include "engine/lyo_shapes.h"
#include "engine/lyo_strings.h"

/** Lists of the definitions that preambles begin with; a power of two. */
#define LYO_TRAIL_ROOTS 256
/** Most definitions that may follow one, so that chosen ones cannot make the search long. */
#define LYO_TRAIL_BRANCHES 8
#define LYO_TRAILS_SEEN 256

/** A definition, however it was made. */
typedef struct lyo_defined {
    uint64_t hash; /* of what follows, as lyo_shapes has it */
    uint8_t kind;
    uint32_t count;          /* keys; 1 for an enum case, whose name is the key */
    zend_string *class_name; /* NULL: map */
    const lyo_key *keys;
} lyo_defined;

typedef struct lyo_trail_name {
    zend_string *string;
    uint32_t hash; /* its fingerprint */
} lyo_trail_name;

/** A definition behind those before it. */
typedef struct lyo_trail {
    struct lyo_trail *before;  /* NULL: the first */
    struct lyo_trail *next;    /* the first of those that follow; NULL: none */
    struct lyo_trail *sibling; /* another that follows the same */
    lyo_defined defined;
    size_t size;     /* bytes of the preamble up to here */
    uint32_t length; /* those of this definition */
    uint32_t name_count;
    const uint8_t *bytes;
    const lyo_trail_name *names; /* by id: those that are new here */
} lyo_trail;

/** A definition that a writer has made itself: where what it wrote ends. */
typedef struct lyo_mark {
    lyo_defined defined; /* without its keys */
    lyo_key key;         /* of an enum case */
    uint32_t key_index;  /* of a shape: of the first key, in the table of shapes */
    uint32_t names;
    size_t bytes;
} lyo_mark;

typedef struct lyo_trails {
    size_t used; /* bytes */
    lyo_permanent *strings;
    uint64_t seen[LYO_TRAILS_SEEN];
    lyo_trail *roots[LYO_TRAIL_ROOTS];
} lyo_trails;

/** strings is borrowed. */
lyo_trails *lyo_trails_new(lyo_permanent *strings);
void lyo_trails_free(lyo_trails *trails);

/** The definition behind the ones up to before (NULL: none), or NULL. The hash is not asked for. */
lyo_trail *lyo_trails_find(const lyo_trails *trails, const lyo_trail *before, const lyo_defined *defined);
/** The same for the shape of a map (hash layout, at least one key, no holes). */
lyo_trail *lyo_trails_find_map(const lyo_trails *trails, const lyo_trail *before, const HashTable *ht);

/** True if a preamble of these bytes was met before, and there is room. */
bool lyo_trails_want(lyo_trails *trails, size_t limit, const uint8_t *bytes, size_t size);

/** Adds a definition with its bytes and new names; NULL if the limit or what else follows does not allow it. */
lyo_trail *lyo_trails_add(lyo_trails *trails, size_t limit, lyo_trail *before, const lyo_defined *defined,
                          const uint8_t *bytes, uint32_t length, zend_string *const *names,
                          uint32_t name_count);

/** Writes all definitions up to this one, which end at end. */
void lyo_trail_copy(const lyo_trail *trail, uint8_t *end);

#endif
