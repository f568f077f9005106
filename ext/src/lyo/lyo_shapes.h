/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's table of key lists: those of maps and objects that were met, and which of them are defined in
 * the preamble (spec sections 6.2 and 6.3). A shape is found by comparing its key pointers with those of an
 * expected shape, else by a hash of its keys.
 */
#ifndef LYO_SHAPES_H
#define LYO_SHAPES_H

#include "php/lyo_entries.h"
#include "lyo/lyo_strings.h"
#include "php/lyo_room.h"
#include "wire/lyo_bytes.h"

/** Room on the C stack: 8 shapes and 40 keys need no allocation. */
#define LYO_SHAPE_SLOTS 16
#define LYO_SHAPE_KEYS 40
#define LYO_NO_SHAPE UINT32_MAX
#define LYO_NOT_DEFINED UINT32_MAX

typedef struct lyo_shape {
    zend_string *class_name; /* NULL: map */
    uint64_t hash;
    uint32_t keys; /* index of the first key in lyo_shapes.keys */
    uint32_t count;
    uint32_t definition; /* id, or LYO_NOT_DEFINED if the shape was only met */
} lyo_shape;

typedef struct lyo_shapes {
    uint32_t *slots; /* index + 1 of a shape; 0: free */
    uint32_t mask;
    uint32_t count;
    uint32_t capacity;
    uint32_t key_count;
    uint32_t key_capacity;
    /*
     * shapes are hashed by the bytes of the names; else by PHP's hashes of them, for which input with
     * collisions can be made
     */
    bool full_hash;
    lyo_shape *shapes;
    lyo_key *keys;
    uint32_t embedded[LYO_SHAPE_SLOTS];
    /* the rest is not initialised */
    lyo_shape embedded_shapes[LYO_SHAPE_SLOTS / 2];
    lyo_key embedded_keys[LYO_SHAPE_KEYS];
} lyo_shapes;

/** Makes an empty table. */
LYO_INLINE void lyo_shapes_init(lyo_shapes *shapes)
{
    shapes->slots = shapes->embedded;
    shapes->mask = LYO_SHAPE_SLOTS - 1;
    shapes->count = shapes->key_count = 0;
    shapes->capacity = LYO_SHAPE_SLOTS / 2;
    shapes->key_capacity = LYO_SHAPE_KEYS;
    shapes->full_hash = false;
    shapes->shapes = shapes->embedded_shapes;
    shapes->keys = shapes->embedded_keys;
    memset(shapes->embedded, 0, sizeof shapes->embedded);
}

/** The slow path of lyo_shapes_free(): the table has outgrown its embedded room. */
void lyo_shapes_free_grown(lyo_shapes *shapes);
LYO_INLINE void lyo_shapes_free(lyo_shapes *shapes)
{
    if (UNEXPECTED(shapes->keys != shapes->embedded_keys || shapes->count >= LYO_SHAPE_SLOTS / 2)) {
        lyo_shapes_free_grown(shapes);
    }
}

/**
 * Makes room for a shape of count keys behind the keys of all shapes. Returns where the keys must be stored.
 */
lyo_key *lyo_shapes_room(lyo_shapes *shapes, uint32_t count);

/**
 * Returns the index of the shape with this class (NULL: map) and these keys. A new shape is entered as not
 * defined. keys may be in the room of lyo_shapes_room().
 */
uint32_t lyo_shapes_put(lyo_shapes *shapes, zend_string *class_name, const lyo_key *keys, uint32_t count);

/** Returns true if both are the same key. */
LYO_INLINE bool lyo_key_equals(const lyo_key *a, const lyo_key *b)
{
    if (a->name == b->name) {
        return a->name != NULL || a->h == b->h;
    }
    return a->h == b->h && a->name != NULL && b->name != NULL && lyo_same_string(a->name, b->name);
}

/** Returns true if both lists have the same keys in the same order. */
LYO_INLINE bool lyo_same_keys(const lyo_key *a, const lyo_key *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!lyo_key_equals(&a[i], &b[i])) {
            return false;
        }
    }
    return true;
}

/** Returns true if the entry of a map has this key. */
LYO_INLINE bool lyo_key_is(const lyo_key *key, const lyo_entry *bucket)
{
    if (key->name == bucket->key) {
        return EXPECTED(key->name != NULL) || key->h == bucket->h;
    }
    return key->h == bucket->h && key->name && bucket->key && lyo_same_string(key->name, bucket->key);
}

/**
 * Returns the index of the shape of a map (hash layout, at least one key) whose keys have this hash. A new
 * shape is entered as not defined.
 */
uint32_t lyo_shapes_put_map(lyo_shapes *shapes, const HashTable *ht, uint64_t hash);

/**
 * For LYO_ASSERT(). Returns true if each shape is found by its hash, and the key lists follow one another.
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
LYO_INLINE bool lyo_shapes_match(const lyo_shapes *shapes, uint32_t index, const HashTable *ht)
{
    const lyo_shape *shape = &shapes->shapes[index];
    const lyo_key *key = shapes->keys + shape->keys;
    const lyo_entry *bucket = lyo_entries(ht);

    if (shape->count != zend_hash_num_elements(ht) || shape->class_name) {
        return false;
    }
    for (const lyo_key *end = key + shape->count; key < end; key++, bucket++) {
        while (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
            bucket++;
        }
        if (!lyo_key_is(key, bucket)) {
            return false;
        }
    }
    return true;
}

#endif
