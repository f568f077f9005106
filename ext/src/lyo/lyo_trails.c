/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_trails.h"

lyo_trails *lyo_trails_new(lyo_permanent *names, size_t limit)
{
    lyo_trails *trails = pecalloc(1, sizeof *trails, 1);

    trails->names = names;
    trails->limit = limit;
    trails->used = sizeof *trails;
    return trails;
}

static void free_all(lyo_trail *trail)
{
    while (trail) {
        lyo_trail *sibling = trail->sibling;
        /* a preamble may be long, so the first branch is followed without recursion */
        for (lyo_trail *each = trail; each;) {
            lyo_trail *next = each->next;
            if (next && next->sibling) {
                free_all(next->sibling);
            }
            pefree(each, 1);
            each = next;
        }
        trail = sibling;
    }
}

void lyo_trails_free(lyo_trails *trails)
{
    for (uint32_t i = 0; i < LYO_TRAIL_ROOTS; i++) {
        free_all(trails->roots[i]);
    }
    pefree(trails, 1);
}

/* --- search --------------------------------------------------------------------------------------------- */

static lyo_trail *const *followers(const lyo_trails *trails, const lyo_trail *before,
                                   const lyo_defined *defined)
{
    return before ? &before->next
                  : lyo_trails_root(trails, defined->class_name, defined->count,
                                    defined->count ? defined->keys[0].h : 0);
}

lyo_trail *lyo_trails_find(const lyo_trails *trails, lyo_long_strings **longs, const lyo_trail *before,
                           const lyo_defined *defined)
{
    lyo_trail *trail = *followers(trails, before, defined);

    while (trail && !lyo_same_defined(longs, &trail->defined, defined)) {
        trail = trail->sibling;
    }
    return trail;
}

void lyo_trail_copy(const lyo_trail *trail, uint8_t *end)
{
    for (; trail; trail = trail->before) {
        end -= trail->length;
        memcpy(end, trail->bytes, trail->length);
    }
}

/* --- admission ------------------------------------------------------------------------------------------ */

/* Returns a hash of the size and the first 512 bytes. A collision does no harm. */
static uint64_t hash_of(const uint8_t *bytes, size_t size)
{
    uint64_t h = size;

    for (size_t i = 0; i + 8 <= size && i < 512; i += 8) {
        h = (h ^ lyo_load(bytes + i, 8)) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 32;
    }
    return h | 1;
}

uint64_t *lyo_trails_want(lyo_trails *trails, const uint8_t *bytes, size_t size)
{
    uint64_t hash = hash_of(bytes, size);
    uint64_t *seen = &trails->seen[(hash >> 32) % LYO_TRAILS_SEEN];

    if (*seen == hash) {
        return seen;
    }
    if (*seen != ~hash) {
        *seen = hash;
    }
    return NULL;
}

void lyo_trails_refuse(uint64_t *place)
{
    LYO_ASSERT(*place & 1); /* a hash of hash_of(): it is not refused yet */
    *place = ~*place;
}

/*
 * Returns an upper bound of the bytes of the strings that a definition adds. These are its new names, and its
 * mangled keys, of which the preamble has only the parts. Its other keys and its class are names already
 * counted: new ones, or those of an earlier definition.
 */
static size_t size_of_strings(const lyo_defined *defined, zend_string *const *names, uint32_t name_count)
{
    size_t size = 0;

    for (uint32_t i = 0; i < name_count; i++) {
        size += lyo_permanent_size(names[i]);
    }
    for (uint32_t i = 0; i < defined->count; i++) {
        const zend_string *key = defined->keys[i].name;
        size += key && ZSTR_VAL(key)[0] == '\0' ? lyo_permanent_size(key) : 0;
    }
    return size;
}

lyo_trail *lyo_trails_add(lyo_trails *trails, lyo_trail *before, const lyo_defined *defined,
                          const uint8_t *bytes, uint32_t length, zend_string *const *names,
                          uint32_t name_count)
{
    uint32_t others = 0;
    size_t size =
        sizeof(lyo_trail) + name_count * sizeof(lyo_string_print) + defined->count * sizeof(lyo_key) + length;
    lyo_trail **list = (lyo_trail **)followers(trails, before, defined);

    LYO_ASSERT(length > 0);
    for (const lyo_trail *other = *list; other; other = other->sibling) {
        others++;
    }
    if (others >= LYO_TRAIL_BRANCHES ||
        trails->used + size + size_of_strings(defined, names, name_count) > trails->limit) {
        return NULL;
    }
    lyo_trail *trail = pemalloc(size, 1);
    lyo_string_print *own_names = (lyo_string_print *)(trail + 1);
    lyo_key *own_keys = (lyo_key *)(own_names + name_count);
    uint8_t *own_bytes = (uint8_t *)(own_keys + defined->count);

    for (uint32_t i = 0; i < name_count; i++) {
        zend_string *name = lyo_permanent_string(trails->names, names[i], &trails->used);
        own_names[i] = (lyo_string_print){name, lyo_string_fingerprint(name)};
    }
    for (uint32_t i = 0; i < defined->count; i++) {
        zend_string *name = defined->keys[i].name;
        own_keys[i] = (lyo_key){name ? lyo_permanent_string(trails->names, name, &trails->used) : NULL,
                                defined->keys[i].h};
    }
    memcpy(own_bytes, bytes, length);
    *trail = (lyo_trail){.before = before,
                         .sibling = *list,
                         .defined = *defined,
                         .size = length,
                         .length = length,
                         .name_count = name_count,
                         .bytes = own_bytes,
                         .names = own_names};
    trail->size += before ? before->size : 0;
    trail->defined.keys = own_keys;
    if (defined->class_name) {
        trail->defined.class_name = lyo_permanent_string(trails->names, defined->class_name, &trails->used);
    }
    trails->used += size;
    trails->count++;
    LYO_ASSERT(trails->used <= trails->limit);
    return *list = trail;
}
