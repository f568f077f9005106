/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preambles that were written before, definition by definition: which definition came behind which, its bytes, and the names
 * that it brought. What a preamble holds depends on the sequence of its definitions alone (spec section 3.2), so a writer that
 * makes the same ones in the same order copies them. A tree: the same code begins its values in the same way.
 *
 * One for a process, or for a thread under ZTS (lyo_process.h). It only grows, up to its limit. Preambles are admitted when they are met
 * for the second time. Names are shared with the shape cache, so that keys of decoded values are known by their addresses.
 */
#ifndef LYO_TRAILS_H
#define LYO_TRAILS_H

#include "php/lyo_permanent.h"
#include "lyo/lyo_shapes.h"
#include "lyo/lyo_strings.h"

/** Lists of the definitions that preambles begin with; a power of two. */
#define LYO_TRAIL_ROOTS 256
/** Most definitions that may follow one, so that chosen ones cannot make the search long. */
#define LYO_TRAIL_BRANCHES 8
#define LYO_TRAILS_SEEN 256
/** Maps whose place on a trail is guessed by their first and last key. */
#define LYO_TRAIL_GUESSES 256

/** A definition, however it was made. */
typedef struct lyo_defined {
    uint64_t hash; /* of what follows, as lyo_shapes has it */
    uint8_t kind;
    uint32_t count;          /* keys; 1 for an enum case, whose name is the key */
    zend_string *class_name; /* NULL: map */
    const lyo_key *keys;
} lyo_defined;

/** A definition behind those before it. */
typedef struct lyo_trail {
    struct lyo_trail *before;  /* NULL: the first */
    struct lyo_trail *next;    /* the first of those that follow; NULL: none */
    struct lyo_trail *sibling; /* another that follows the same */
    lyo_defined defined;
    size_t size;     /* bytes of the preamble up to here */
    uint32_t length; /* those of this definition */
    uint32_t name_count;
    uint32_t id;   /* of the definition: how many there are before it */
    uint32_t sign; /* of a shape: lyo_trail_sign() */
    /* bytes between head and body of the last value whose body moved to a string behind this definition; 0: not known */
    uint32_t front;
    /* where some of the names stand in a table depends on what else is there: they are entered one by one */
    bool each;
    const uint8_t *bytes;
    const lyo_string_print *names; /* by id: those that are new here */
} lyo_trail;

/** A definition that a writer has made itself: where what it wrote ends. */
typedef struct lyo_mark {
    lyo_defined defined; /* without its keys */
    lyo_key key;         /* of an enum case */
    uint32_t key_index;  /* of a shape: of the first key, in the table of shapes */
    uint32_t names;
    size_t bytes;
} lyo_mark;

/** Where a map shape was found last that had this sign; may be wrong. */
typedef struct lyo_trail_guess {
    uint16_t id;
    uint16_t rest; /* of the sign */
} lyo_trail_guess;

typedef struct lyo_trails {
    size_t used;          /* bytes, with the names that it was the first to need */
    size_t limit;         /* bytes */
    uint32_t count;       /* definitions */
    uint64_t hits;        /* preambles that were copied */
    uint64_t misses;      /* preambles that had to be written, in part or whole */
    lyo_permanent *names; /* borrowed */
    uint64_t seen[LYO_TRAILS_SEEN];
    lyo_trail_guess guesses[LYO_TRAIL_GUESSES]; /* by sign */
    lyo_trail *roots[LYO_TRAIL_ROOTS];
} lyo_trails;

/** names is borrowed. limit: most bytes in all; at least sizeof(lyo_trails). */
lyo_trails *lyo_trails_new(lyo_permanent *names, size_t limit);
void lyo_trails_free(lyo_trails *trails);

/** True if both are the same definition. The hash is not asked for. */
bool lyo_same_defined(const lyo_defined *a, const lyo_defined *b);

/** The definition behind the ones up to before (NULL: none), or NULL. The hash is not asked for. */
lyo_trail *lyo_trails_find(const lyo_trails *trails, const lyo_trail *before, const lyo_defined *defined);

/** Of the number of keys, the first and the last one: tells most shapes of a value apart. */
LYO_INLINE uint32_t lyo_trail_sign(uint32_t count, zend_ulong first, zend_ulong last)
{
    uint32_t sign = (uint32_t)first + (uint32_t)last * 3 + count;
    return sign ^ sign >> 8;
}

/** The same of a definition. */
LYO_INLINE uint32_t lyo_trail_sign_of(const lyo_defined *defined)
{
    uint32_t n = defined->count;
    uint32_t sign = n ? lyo_trail_sign(n, defined->keys[0].h, defined->keys[n - 1].h) : 0;
    return defined->class_name ? sign + (uint32_t)zend_string_hash_val(defined->class_name) : sign;
}

/** True if this is the shape of the map (hash layout, at least one key, no holes). */
LYO_INLINE bool lyo_trail_is_map(const lyo_trail *trail, const HashTable *ht)
{
    const lyo_key *key = trail->defined.keys;
    const lyo_entry *bucket = lyo_entries(ht), *end = bucket + zend_hash_num_elements(ht);

    if (trail->defined.kind != LYO_DEF_MAP_SHAPE || trail->defined.count != zend_hash_num_elements(ht)) {
        return false;
    }
    for (; bucket < end; bucket++, key++) {
        if (!lyo_key_is(key, bucket)) {
            return false;
        }
    }
    return true;
}

/** The first of those that a preamble may begin with, if it begins with a definition of this class (NULL: map), keys and first key. */
LYO_INLINE lyo_trail *const *lyo_trails_root(const lyo_trails *trails, zend_string *class_name,
                                             uint32_t count, zend_ulong first)
{
    zend_ulong h = count + first + (class_name ? zend_string_hash_val(class_name) : 0);
    return &trails->roots[(uint32_t)h % LYO_TRAIL_ROOTS];
}

/** The shape of the map (hash layout, at least one key, no holes) behind the definitions up to before (NULL: none), or NULL. */
LYO_INLINE lyo_trail *lyo_trails_find_map(const lyo_trails *trails, const lyo_trail *before,
                                          const HashTable *ht)
{
    lyo_trail *trail = before
                           ? before->next
                           : *lyo_trails_root(trails, NULL, zend_hash_num_elements(ht), lyo_entries(ht)->h);

    while (trail && !lyo_trail_is_map(trail, ht)) {
        trail = trail->sibling;
    }
    return trail;
}

/** The place of a preamble of these bytes, if it is to be added: it was met before, and has not been refused since. Else NULL. */
uint64_t *lyo_trails_want(lyo_trails *trails, const uint8_t *bytes, size_t size);
/** A preamble could not be added: it is not wanted any more. */
void lyo_trails_refuse(uint64_t *place);

/** Adds a definition with its bytes and new names; NULL if the limit or what else follows does not allow it. */
lyo_trail *lyo_trails_add(lyo_trails *trails, lyo_trail *before, const lyo_defined *defined,
                          const uint8_t *bytes, uint32_t length, zend_string *const *names,
                          uint32_t name_count);

/** Writes all definitions up to this one, which end at end. */
void lyo_trail_copy(const lyo_trail *trail, uint8_t *end);

#endif
