/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_shapes.h"

/* At least half of the slots are free, so a chain of 64 means that hashes collide. */
#define PROBE_LIMIT 64

void lyo_shapes_free_grown(lyo_shapes *shapes)
{
    if (shapes->shapes != shapes->embedded_shapes) {
        efree(shapes->shapes);
    }
    if (shapes->keys != shapes->embedded_keys) {
        efree(shapes->keys);
    }
    if (shapes->slots != shapes->embedded) {
        efree(shapes->slots);
    }
}

static uint64_t hash_shape(const lyo_shapes *shapes, zend_string *class_name, const lyo_key *keys,
                           uint32_t count)
{
    uint64_t h = count + (class_name ? zend_string_hash_val(class_name) : 0);

    if (EXPECTED(!shapes->full_hash)) {
        for (const lyo_key *key = keys, *end = keys + count; key < end; key++) {
            h = lyo_shapes_mix(h, key->h);
        }
        return h;
    }
    for (const lyo_key *key = keys, *end = keys + count; key < end; key++) {
        h = lyo_shapes_mix(h, key->name ? lyo_string_hash_all(key->name, shapes) : key->h);
    }
    return h;
}

static bool same_class(zend_string *a, zend_string *b)
{
    return a == b || (a && b && zend_string_equal_content(a, b));
}

static void place(lyo_shapes *shapes, uint32_t index)
{
    uint32_t at = (uint32_t)shapes->shapes[index].hash & shapes->mask;
    while (shapes->slots[at]) {
        at = (at + 1) & shapes->mask;
    }
    shapes->slots[at] = index + 1;
}

static void set_slots(lyo_shapes *shapes, uint32_t mask)
{
    if (shapes->slots != shapes->embedded) {
        efree(shapes->slots);
    }
    shapes->mask = mask;
    shapes->slots = ecalloc(mask + 1, sizeof *shapes->slots);
    for (uint32_t i = 0; i < shapes->count; i++) {
        place(shapes, i);
    }
}

lyo_key *lyo_shapes_room(lyo_shapes *shapes, uint32_t count)
{
    if (shapes->key_capacity - shapes->key_count < count) {
        shapes->key_capacity = lyo_room_times(shapes->key_capacity + count, 2);
        shapes->keys = lyo_room_grow(shapes->keys, shapes->embedded_keys, shapes->key_count,
                                     shapes->key_capacity, sizeof *shapes->keys);
    }
    return shapes->keys + shapes->key_count;
}

/* Adds a shape. keys may be in the room of lyo_shapes_room() already. */
static uint32_t add(lyo_shapes *shapes, const lyo_shape *shape, const lyo_key *keys)
{
    if (shapes->count == shapes->capacity) {
        shapes->capacity = lyo_room_times(shapes->capacity, 2);
        shapes->shapes = lyo_room_grow(shapes->shapes, shapes->embedded_shapes, shapes->count,
                                       shapes->capacity, sizeof *shapes->shapes);
    }
    if (shape->count && keys != shapes->keys + shapes->key_count) {
        lyo_key *to = lyo_shapes_room(shapes, shape->count);
        memcpy(to, keys, shape->count * sizeof *keys);
        keys = to;
    }
    uint32_t index = shapes->count++;
    shapes->shapes[index] = *shape;
    shapes->key_count += shape->count;
    if (shapes->count > shapes->mask >> 1) {
        set_slots(shapes, shapes->mask * 2 + 1);
    } else {
        place(shapes, index);
    }
    return index;
}

static LYO_NOINLINE void use_full_hashes(lyo_shapes *shapes)
{
    shapes->full_hash = true;
    for (uint32_t i = 0; i < shapes->count; i++) {
        lyo_shape *shape = &shapes->shapes[i];
        shape->hash = hash_shape(shapes, shape->class_name, shapes->keys + shape->keys, shape->count);
    }
    set_slots(shapes, shapes->mask);
}

uint32_t lyo_shapes_put(lyo_shapes *shapes, zend_string *class_name, const lyo_key *keys, uint32_t count)
{
    uint64_t hash = hash_shape(shapes, class_name, keys, count);
    uint32_t steps = 0;

    for (uint32_t at = (uint32_t)hash & shapes->mask; shapes->slots[at]; at = (at + 1) & shapes->mask) {
        uint32_t index = shapes->slots[at] - 1;
        const lyo_shape *shape = &shapes->shapes[index];
        if (shape->hash == hash && shape->count == count && same_class(shape->class_name, class_name) &&
            lyo_same_keys(shapes->keys + shape->keys, keys, count)) {
            return index;
        }
        if (UNEXPECTED(++steps > PROBE_LIMIT) && !shapes->full_hash) {
            use_full_hashes(shapes);
            return lyo_shapes_put(shapes, class_name, keys, count);
        }
    }
    return add(shapes, &(lyo_shape){class_name, hash, shapes->key_count, count, LYO_NOT_DEFINED}, keys);
}

/* Copies the keys of a map behind those of all shapes. Returns the copy. */
static const lyo_key *copy_keys_of_map(lyo_shapes *shapes, const HashTable *ht)
{
    lyo_key *key = lyo_shapes_room(shapes, zend_hash_num_elements(ht));
    const lyo_entry *end = lyo_entries_end(ht);

    for (const lyo_entry *b = lyo_entries(ht); b < end; b++) {
        if (EXPECTED(Z_TYPE(b->val) != IS_UNDEF)) {
            *key++ = (lyo_key){b->key, b->h};
        }
    }
    return shapes->keys + shapes->key_count;
}

uint32_t lyo_shapes_put_map(lyo_shapes *shapes, const HashTable *ht, uint64_t hash)
{
    uint32_t steps = 0;

    if (UNEXPECTED(shapes->full_hash)) {
        return lyo_shapes_put(shapes, NULL, copy_keys_of_map(shapes, ht), zend_hash_num_elements(ht));
    }
    for (uint32_t at = (uint32_t)hash & shapes->mask; shapes->slots[at]; at = (at + 1) & shapes->mask) {
        if (shapes->shapes[shapes->slots[at] - 1].hash == hash &&
            lyo_shapes_match(shapes, shapes->slots[at] - 1, ht)) {
            return shapes->slots[at] - 1;
        }
        steps++;
    }
    if (UNEXPECTED(steps > PROBE_LIMIT)) {
        use_full_hashes(shapes);
        return lyo_shapes_put_map(shapes, ht, hash);
    }
    lyo_shape shape = {NULL, hash, shapes->key_count, zend_hash_num_elements(ht), LYO_NOT_DEFINED};
    return add(shapes, &shape, copy_keys_of_map(shapes, ht));
}

bool lyo_shapes_are_sound(const lyo_shapes *shapes)
{
    uint32_t keys = 0;

    for (uint32_t i = 0; i < shapes->count; i++) {
        const lyo_shape *shape = &shapes->shapes[i];
        uint32_t at = (uint32_t)shape->hash & shapes->mask;
        while (shapes->slots[at] && shapes->slots[at] != i + 1) {
            at = (at + 1) & shapes->mask;
        }
        if (!shapes->slots[at] || shape->keys != keys) {
            return false;
        }
        keys += shape->count;
    }
    return keys == shapes->key_count && keys <= shapes->key_capacity && shapes->count <= shapes->capacity;
}
