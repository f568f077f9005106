/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_long_strings.h"

#include "php/lyo_identity.h"
#include "php/lyo_room.h"

/*
 * Bytes that one call compares or hashes before it remembers anything. Most values never get there: comparing
 * is faster than remembering.
 */
#define FREE_BYTES ((size_t)256 * 1024)

struct lyo_long_strings {
    size_t spent; /* bytes that were compared or hashed so far; at least FREE_BYTES: strings are known */
    lyo_identity known; /* offset: the address of the first string with the same bytes; ordinal: the hash */
    HashTable
        first; /* those first strings, under their hash or, if that is taken, under the ints behind it */
};

static lyo_long_strings *known_of(lyo_long_strings **longs)
{
    if (!*longs) {
        *longs = emalloc(sizeof **longs);
        (*longs)->spent = 0;
        lyo_identity_init(&(*longs)->known);
        zend_hash_init(&(*longs)->first, 8, NULL, NULL, 0);
    }
    return *longs;
}

void lyo_long_strings_free(lyo_long_strings **longs)
{
    lyo_long_strings *of = *longs;
    uint32_t at = 0;

    if (EXPECTED(!of)) {
        return;
    }
    for (uint32_t i = of->known.count; i > 0; i--) {
        zend_string_release((zend_string *)lyo_identity_next(&of->known, &at)->address);
    }
    lyo_identity_free(&of->known);
    zend_hash_destroy(&of->first);
    efree(of);
    *longs = NULL;
}

/* Returns the first string with the bytes of this one, which may be this one. */
static zend_string *first_of(HashTable *table, zend_string *string, uint32_t hash)
{
    zend_ulong key = hash;
    zend_string *first;

    for (; (first = zend_hash_index_find_ptr(table, key)); key++) {
        if (zend_string_equal_content(first, string)) {
            return first;
        }
    }
    zend_hash_index_add_new_ptr(table, key, string);
    return string;
}

/* Returns what is known of a string. It is valid until the next call. */
static const lyo_node *know(lyo_long_strings **longs, const zend_string *string)
{
    lyo_long_strings *of = *longs;
    zend_string *held = (zend_string *)string; /* only its reference count changes */
    bool found;

    lyo_node *node = lyo_identity_put(&of->known, (zend_refcounted *)held, &found);
    if (!found) {
        zend_string_addref(held); /* no other string may get its address */
        node->ordinal = lyo_string_hash_all(string, longs);
        node->offset = (size_t)(uintptr_t)first_of(&of->first, held, node->ordinal);
    }
    return node;
}

static LYO_NOINLINE bool same_known(lyo_long_strings **longs, const zend_string *a, const zend_string *b)
{
    lyo_long_strings *of = known_of(longs);

    if (EXPECTED(of->spent < FREE_BYTES)) {
        of->spent += ZSTR_LEN(a);
        return zend_string_equal_content(a, b);
    }
    size_t first = know(longs, a)->offset;
    return first == know(longs, b)->offset;
}

LYO_NOINLINE bool lyo_same_long(lyo_long_strings **longs, const zend_string *a, const zend_string *b)
{
    size_t length = ZSTR_LEN(a);

    LYO_ASSERT(length == ZSTR_LEN(b));
    return EXPECTED(length <= LYO_SHORT_MOST) ? !memcmp(ZSTR_VAL(a), ZSTR_VAL(b), length)
                                              : same_known(longs, a, b);
}

LYO_NOINLINE uint32_t lyo_hash_long(lyo_long_strings **longs, const zend_string *string)
{
    lyo_long_strings *of = known_of(longs);

    LYO_ASSERT(ZSTR_LEN(string) > LYO_SHORT_MOST);
    if (EXPECTED(of->spent < FREE_BYTES)) {
        of->spent += ZSTR_LEN(string);
        return lyo_string_hash_all(string, longs);
    }
    return know(longs, string)->ordinal;
}
