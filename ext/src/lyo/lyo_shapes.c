/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_shapes.h"

/* At least half of the slots are free, so a chain of 64 means that hashes collide. */
#define PROBE_LIMIT 64

void lyo_shapes_free_grown(lyo_shapes *shapes)
{
    if (shapes->shapes != shapes->embedded_shapes) {
        efree(shapes->shapes);
    }
    if (shapes->slots != shapes->embedded) {
        efree(shapes->slots);
    }
}

static uint64_t hash_of_name(const lyo_shapes *shapes, zend_string *name)
{
    return UNEXPECTED(shapes->full_hash) ? lyo_hash_among(shapes->longs, name) : zend_string_hash_val(name);
}

/* With full hashes the seed covers all that the author of the data chooses: the bytes of a name, or the int. */
static uint64_t hash_of_key(const lyo_shapes *shapes, const lyo_key *key)
{
    if (EXPECTED(!shapes->full_hash)) {
        return key->h;
    }
    return key->name ? lyo_hash_among(shapes->longs, key->name)
                     : lyo_hash_bytes(&key->h, sizeof key->h, shapes);
}

static uint64_t hash_of_shape(const lyo_shapes *shapes, const lyo_defined *defined)
{
    uint64_t h = defined->count;
    const lyo_key *key = defined->keys, *end = key + defined->count;

    if (defined->class_name) { /* mixed, too: a sum and an equal key would cancel out */
        h = lyo_shapes_mix(h, hash_of_name(shapes, defined->class_name));
    }
    for (; key < end; key++) {
        h = lyo_shapes_mix(h, hash_of_key(shapes, key));
    }
    return h;
}

static void place(lyo_shapes *shapes, uint32_t index)
{
    uint32_t at = (uint32_t)shapes->shapes[index].defined.hash & shapes->mask;
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
    lyo_before_block(((size_t)mask + 1) * sizeof *shapes->slots);
    shapes->slots = ecalloc(mask + 1, sizeof *shapes->slots);
    for (uint32_t i = 0; i < shapes->count; i++) {
        place(shapes, i);
    }
}

static LYO_NOINLINE void use_full_hashes(lyo_shapes *shapes)
{
    shapes->full_hash = true;
    for (uint32_t i = 0; i < shapes->count; i++) {
        lyo_defined *defined = &shapes->shapes[i].defined;
        defined->hash = hash_of_shape(shapes, defined);
    }
    set_slots(shapes, shapes->mask);
}

uint32_t lyo_shapes_add(lyo_shapes *shapes, const lyo_defined *defined, uint32_t definition,
                        struct lyo_prefix *prefix)
{
    uint32_t index = shapes->count;

    LYO_ASSERT(defined->hash != 0); /* set by lyo_shapes_find() */
    if (UNEXPECTED(index == shapes->capacity)) {
        shapes->capacity = lyo_room_times(shapes->capacity, 2);
        shapes->shapes = lyo_room_grow(shapes->shapes, shapes->embedded_shapes, index, shapes->capacity,
                                       sizeof *shapes->shapes);
    }
    shapes->count++;
    shapes->shapes[index] = (lyo_shape){*defined, definition, prefix};
    if (UNEXPECTED(shapes->full_hash)) {
        shapes->shapes[index].defined.hash = hash_of_shape(shapes, defined);
    }
    if (UNEXPECTED(shapes->count > shapes->mask >> 1)) {
        set_slots(shapes, shapes->mask * 2 + 1);
    } else {
        place(shapes, index);
    }
    return index;
}

uint32_t lyo_shapes_find(lyo_shapes *shapes, lyo_defined *defined)
{
    uint64_t hash = defined->hash;
    uint32_t steps = 0;

    if (!hash || UNEXPECTED(shapes->full_hash)) {
        hash = defined->hash = hash_of_shape(shapes, defined);
    }

    for (uint32_t at = (uint32_t)hash & shapes->mask; shapes->slots[at]; at = (at + 1) & shapes->mask) {
        uint32_t index = shapes->slots[at] - 1;
        const lyo_defined *other = &shapes->shapes[index].defined;
        if (other->hash == hash && lyo_same_defined(shapes->longs, other, defined)) {
            return index;
        }
        if (UNEXPECTED(++steps > PROBE_LIMIT) && !shapes->full_hash) {
            use_full_hashes(shapes);
            return lyo_shapes_find(shapes, defined);
        }
    }
    return LYO_NO_SHAPE;
}

bool lyo_shapes_are_sound(const lyo_shapes *shapes)
{
    for (uint32_t i = 0; i < shapes->count; i++) {
        uint32_t at = (uint32_t)shapes->shapes[i].defined.hash & shapes->mask;
        while (shapes->slots[at] && shapes->slots[at] != i + 1) {
            at = (at + 1) & shapes->mask;
        }
        if (!shapes->slots[at]) {
            return false;
        }
    }
    return shapes->count <= shapes->capacity;
}
