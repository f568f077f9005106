/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's table of key lists: those of maps and objects that were met, and which of them are defined in
 * the preamble (spec sections 6.2 and 6.3). A shape is found by comparing its key pointers with those of an
 * expected shape, else by a hash of its keys. Keys are borrowed, and must live until the end of the call.
 */
#ifndef LYO_SHAPES_H
#define LYO_SHAPES_H

#include "php/lyo_entries.h"
#include "lyo/lyo_strings.h"
#include "php/lyo_room.h"
#include "wire/lyo_bytes.h"

/** Room on the C stack: 16 shapes need no allocation. */
#define LYO_SHAPE_SLOTS 32
#define LYO_NO_SHAPE UINT32_MAX
#define LYO_NOT_DEFINED UINT32_MAX

/** What a definition is made of. */
typedef struct lyo_defined {
    uint64_t hash; /* of a shape: hash of class and keys; 0: lyo_shapes_find() computes it */
    uint8_t kind;
    uint32_t count;          /* number of keys; 1 for an enum case, whose name is its key */
    zend_string *class_name; /* NULL: map */
    const lyo_key *keys;
} lyo_defined;

typedef struct lyo_shape {
    lyo_defined defined;
    uint32_t definition;       /* id, or LYO_NOT_DEFINED if the shape was only met */
    struct lyo_prefix *prefix; /* the known prefix that ends with it; NULL: none */
} lyo_shape;

typedef struct lyo_shapes {
    uint32_t *slots; /* index + 1 of a shape; 0: free */
    uint32_t mask;
    uint32_t count;
    uint32_t capacity;
    /*
     * shapes are hashed by the bytes of the names; else by PHP's hashes of them, for which input with
     * collisions can be made
     */
    bool full_hash;
    lyo_long_strings **longs; /* of the call */
    lyo_shape *shapes;
    uint32_t embedded[LYO_SHAPE_SLOTS];
    lyo_shape embedded_shapes[LYO_SHAPE_SLOTS / 2]; /* not initialised */
} lyo_shapes;

/** Makes an empty table. */
LYO_INLINE void lyo_shapes_init(lyo_shapes *shapes, lyo_long_strings **longs)
{
    shapes->longs = longs;
    shapes->slots = shapes->embedded;
    shapes->mask = LYO_SHAPE_SLOTS - 1;
    shapes->count = 0;
    shapes->capacity = LYO_SHAPE_SLOTS / 2;
    shapes->full_hash = false;
    shapes->shapes = shapes->embedded_shapes;
    memset(shapes->embedded, 0, sizeof shapes->embedded);
}

/** The slow path of lyo_shapes_free(): the table has outgrown its embedded room. */
void lyo_shapes_free_grown(lyo_shapes *shapes);
LYO_INLINE void lyo_shapes_free(lyo_shapes *shapes)
{
    if (UNEXPECTED(shapes->count >= LYO_SHAPE_SLOTS / 2)) {
        lyo_shapes_free_grown(shapes);
    }
}

/**
 * Returns the index of the shape with this kind, class and keys, or LYO_NO_SHAPE. Sets the hash if it is 0.
 */
uint32_t lyo_shapes_find(lyo_shapes *shapes, lyo_defined *defined);
/**
 * Adds a shape that is not in the table. Returns its index. Its hash was set by lyo_shapes_find(), of this
 * table or another one.
 */
uint32_t lyo_shapes_add(lyo_shapes *shapes, const lyo_defined *defined, uint32_t definition,
                        struct lyo_prefix *prefix);

/** Returns true if both are the same key. longs: see lyo_same_among(), as in the following functions. */
LYO_INLINE bool lyo_key_equals(lyo_long_strings **longs, const lyo_key *a, const lyo_key *b)
{
    if (a->name == b->name) {
        return a->name != NULL || a->h == b->h;
    }
    return a->h == b->h && a->name != NULL && b->name != NULL && lyo_same_among(longs, a->name, b->name);
}

/** Returns true if both lists have the same keys in the same order. */
LYO_INLINE bool lyo_same_keys(lyo_long_strings **longs, const lyo_key *a, const lyo_key *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!lyo_key_equals(longs, &a[i], &b[i])) {
            return false;
        }
    }
    return true;
}

/** Returns true if both are the same definition. Ignores the hash. */
LYO_INLINE bool lyo_same_defined(lyo_long_strings **longs, const lyo_defined *a, const lyo_defined *b)
{
    return a->kind == b->kind && a->count == b->count &&
           (a->class_name == b->class_name ||
            (a->class_name && b->class_name && lyo_same_among(longs, a->class_name, b->class_name))) &&
           lyo_same_keys(longs, a->keys, b->keys, a->count);
}

/** Returns true if the entry of a map has this key. */
LYO_INLINE bool lyo_key_is(lyo_long_strings **longs, const lyo_key *key, const lyo_entry *bucket)
{
    if (key->name == bucket->key) {
        return EXPECTED(key->name != NULL) || key->h == bucket->h;
    }
    return key->h == bucket->h && key->name && bucket->key && lyo_same_among(longs, key->name, bucket->key);
}

/**
 * For LYO_ASSERT(). Returns true if each shape is found by its hash.
 */
bool lyo_shapes_are_sound(const lyo_shapes *shapes);

/**
 * Returns the hash of a key list with one more key. hash: that of the keys before it; for none, the number of
 * keys.
 */
LYO_INLINE uint64_t lyo_shapes_mix(uint64_t hash, zend_ulong h)
{
    hash = (hash ^ h) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/** Returns true if the map ht (hash layout) has exactly the keys of the shape, in order. */
LYO_INLINE bool lyo_defines_map(lyo_long_strings **longs, const lyo_defined *defined, const HashTable *ht)
{
    const lyo_key *key = defined->keys;
    const lyo_entry *bucket = lyo_entries(ht);

    if (defined->count != zend_hash_num_elements(ht) || defined->kind != LYO_DEF_MAP_SHAPE) {
        return false;
    }
    for (const lyo_key *end = key + defined->count; key < end; key++, bucket++) {
        while (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
            bucket++;
        }
        if (!lyo_key_is(longs, key, bucket)) {
            return false;
        }
    }
    return true;
}

#endif
