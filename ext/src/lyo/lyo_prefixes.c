/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_prefixes.h"

lyo_prefixes *lyo_prefixes_new(lyo_permanent *names, size_t limit)
{
    lyo_prefixes *prefixes = pecalloc(1, sizeof *prefixes, 1);

    prefixes->names = names;
    prefixes->limit = limit;
    prefixes->used = sizeof *prefixes;
    return prefixes;
}

static void free_all(lyo_prefix *prefix)
{
    while (prefix) {
        lyo_prefix *sibling = prefix->sibling;
        /* a preamble may be long, so the first branch is followed without recursion */
        for (lyo_prefix *each = prefix; each;) {
            lyo_prefix *next = each->next;
            if (next && next->sibling) {
                free_all(next->sibling);
            }
            pefree(each, 1);
            each = next;
        }
        prefix = sibling;
    }
}

void lyo_prefixes_free(lyo_prefixes *prefixes)
{
    for (uint32_t i = 0; i < LYO_PREFIX_ROOTS; i++) {
        free_all(prefixes->roots[i]);
    }
    pefree(prefixes, 1);
}

/* --- search --------------------------------------------------------------------------------------------- */

static lyo_prefix *const *followers(const lyo_prefixes *prefixes, const lyo_prefix *before,
                                    const lyo_defined *defined)
{
    return before ? &before->next
                  : lyo_prefixes_root(prefixes, defined->class_name, defined->count,
                                      defined->count ? defined->keys[0].h : 0);
}

lyo_prefix *lyo_prefixes_find(const lyo_prefixes *prefixes, lyo_long_strings **longs,
                              const lyo_prefix *before, const lyo_defined *defined)
{
    lyo_prefix *prefix = *followers(prefixes, before, defined);

    while (prefix && !lyo_same_defined(longs, &prefix->defined, defined)) {
        prefix = prefix->sibling;
    }
    return prefix;
}

void lyo_prefix_copy(const lyo_prefix *prefix, uint8_t *end)
{
    for (; prefix; prefix = prefix->before) {
        end -= prefix->length;
        memcpy(end, prefix->bytes, prefix->length);
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

uint64_t *lyo_prefixes_want(lyo_prefixes *prefixes, const uint8_t *bytes, size_t size)
{
    uint64_t hash = hash_of(bytes, size);
    uint64_t *seen = &prefixes->seen[(hash >> 32) % LYO_PREFIXES_SEEN];

    if (*seen == hash) {
        return seen;
    }
    if (*seen != ~hash) {
        *seen = hash;
    }
    return NULL;
}

void lyo_prefixes_refuse(uint64_t *place)
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

lyo_prefix *lyo_prefixes_add(lyo_prefixes *prefixes, lyo_prefix *before, const lyo_defined *defined,
                             const uint8_t *bytes, uint32_t length, zend_string *const *names,
                             uint32_t name_count)
{
    uint32_t others = 0;
    size_t size = sizeof(lyo_prefix) + name_count * sizeof(lyo_string_print) +
                  defined->count * sizeof(lyo_key) + length;
    lyo_prefix **list = (lyo_prefix **)followers(prefixes, before, defined);

    LYO_ASSERT(length > 0);
    for (const lyo_prefix *other = *list; other; other = other->sibling) {
        others++;
    }
    if (others >= LYO_PREFIX_BRANCHES ||
        prefixes->used + size + size_of_strings(defined, names, name_count) > prefixes->limit) {
        return NULL;
    }
    lyo_prefix *prefix = pemalloc(size, 1);
    lyo_string_print *own_names = (lyo_string_print *)(prefix + 1);
    lyo_key *own_keys = (lyo_key *)(own_names + name_count);
    uint8_t *own_bytes = (uint8_t *)(own_keys + defined->count);

    for (uint32_t i = 0; i < name_count; i++) {
        zend_string *name = lyo_permanent_string(prefixes->names, names[i], &prefixes->used);
        own_names[i] = (lyo_string_print){name, lyo_string_fingerprint(name)};
    }
    for (uint32_t i = 0; i < defined->count; i++) {
        zend_string *name = defined->keys[i].name;
        own_keys[i] = (lyo_key){name ? lyo_permanent_string(prefixes->names, name, &prefixes->used) : NULL,
                                defined->keys[i].h};
    }
    memcpy(own_bytes, bytes, length);
    *prefix = (lyo_prefix){.before = before,
                           .sibling = *list,
                           .defined = *defined,
                           .size = length,
                           .length = length,
                           .name_count = name_count,
                           .bytes = own_bytes,
                           .names = own_names};
    prefix->size += before ? before->size : 0;
    prefix->defined.keys = own_keys;
    if (defined->class_name) {
        prefix->defined.class_name =
            lyo_permanent_string(prefixes->names, defined->class_name, &prefixes->used);
    }
    prefixes->used += size;
    prefixes->count++;
    LYO_ASSERT(prefixes->used <= prefixes->limit);
    return *list = prefix;
}
