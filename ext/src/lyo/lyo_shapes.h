/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's key lists: which maps and objects were met, which of them are defined in the preamble (spec sections 6.2
 * and 6.3). A shape is found by pointer comparison with the one that is expected, else by a hash of its keys.
 */
#ifndef LYO_SHAPES_H
#define LYO_SHAPES_H

#include "php/lyo_entries.h"
#include "lyo/lyo_strings.h"
#include "php/lyo_room.h"
#include "wire/lyo_bytes.h"

/** On the C stack: 8 shapes and 40 keys without an allocation. */
#define LYO_SHAPE_SLOTS 16
#define LYO_SHAPE_KEYS 40
#define LYO_NO_SHAPE UINT32_MAX
#define LYO_NOT_DEFINED UINT32_MAX

typedef struct lyo_shape {
    zend_string *class_name; /* NULL: map */
    uint64_t hash;
    uint32_t keys; /* index of the first key in lyo_shapes.keys */
    uint32_t count;
    uint32_t definition; /* id, or LYO_NOT_DEFINED: only met */
} lyo_shape;

typedef struct lyo_shapes {
    uint32_t *slots; /* index + 1 of a shape; 0: free */
    uint32_t mask;
    uint32_t count;
    uint32_t capacity;
    uint32_t key_count;
    uint32_t key_capacity;
    /* hashes are of the names' bytes, not of PHP's hashes of them, which can be made to collide */
    bool full_hash;
    lyo_shape *shapes;
    lyo_key *keys;
    uint32_t embedded[LYO_SHAPE_SLOTS];
    /* what follows is not initialised */
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

/** lyo_shapes_free() of a table that has outgrown its embedded rooms. */
void lyo_shapes_free_grown(lyo_shapes *shapes);
LYO_INLINE void lyo_shapes_free(lyo_shapes *shapes)
{
    if (UNEXPECTED(shapes->keys != shapes->embedded_keys || shapes->count >= LYO_SHAPE_SLOTS / 2)) {
        lyo_shapes_free_grown(shapes);
    }
}

/** Room for another shape of count keys, behind those of all shapes; returns where they belong. */
lyo_key *lyo_shapes_room(lyo_shapes *shapes, uint32_t count);

/** Index of the shape of this class (NULL: map) and keys, which may stand in that room; enters it, not defined, if it is new. */
uint32_t lyo_shapes_put(lyo_shapes *shapes, zend_string *class_name, const lyo_key *keys, uint32_t count);

/** True if both are the same key. */
LYO_INLINE bool lyo_key_equals(const lyo_key *a, const lyo_key *b)
{
    if (a->name == b->name) {
        return a->name != NULL || a->h == b->h;
    }
    return a->h == b->h && a->name != NULL && b->name != NULL && lyo_same_string(a->name, b->name);
}

/** True if both lists have the same keys in the same order. */
LYO_INLINE bool lyo_same_keys(const lyo_key *a, const lyo_key *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!lyo_key_equals(&a[i], &b[i])) {
            return false;
        }
    }
    return true;
}

/** True if the entry of a map has this key. */
LYO_INLINE bool lyo_key_is(const lyo_key *key, const lyo_entry *bucket)
{
    if (key->name == bucket->key) {
        return EXPECTED(key->name != NULL) || key->h == bucket->h;
    }
    return key->h == bucket->h && key->name && bucket->key && lyo_same_string(key->name, bucket->key);
}

/** Index of the shape of a map (hash layout, at least one key) whose keys have this hash; enters it, not defined, if it is new. */
uint32_t lyo_shapes_put_map(lyo_shapes *shapes, const HashTable *ht, uint64_t hash);

/** For LYO_ASSERT(): true if each shape is found where its hash says, and has its keys. */
bool lyo_shapes_are_sound(const lyo_shapes *shapes);

/** The hash of a map's keys goes on from that of those before it; it begins with their number. */
LYO_INLINE uint64_t lyo_shapes_mix(uint64_t hash, zend_ulong h)
{
    hash = (hash ^ h) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/** True if the map ht (hash layout) has exactly the keys of the shape, in order. */
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
