/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strings that were written in igbinary's format, by content: each has a number, in order of appearance.
 *
 * Most keys are never looked up: they follow the key that they followed before, which one comparison shows. The rest is found by PHP's own
 * hash, which keys have already, if it is short, else by a fingerprint of the length and up to 280 bytes. When a probe runs long the table
 * changes to a seeded hash of all bytes: the answer is always exact, and hostile content can't make it slow.
 */
#ifndef LYO_IGBINARY_STRINGS_H
#define LYO_IGBINARY_STRINGS_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** Strings that need no allocation. */
#define LYO_IGB_STRINGS 24
#define LYO_IGB_STRING_SLOTS 64
#define LYO_IGB_STRING_BITS 6
#define LYO_IGB_NO_STRING UINT32_MAX

typedef struct lyo_igbinary_written {
    zend_string *string;
    uint32_t hash;
    uint32_t after; /* number of the key that came after this one; LYO_IGB_NO_STRING: none yet */
} lyo_igbinary_written;

typedef struct lyo_igbinary_strings {
    lyo_igbinary_written *written; /* by number */
    uint32_t *slots;               /* number + 1; 0: free */
    uint32_t count;
    uint32_t capacity;
    uint32_t mask;
    uint32_t shift; /* 32 less the bits of mask */
    uint32_t last_key; /* number of the key that was written last; LYO_IGB_NO_STRING: none */
    bool owning;       /* strings are kept alive by a reference of the table */
    bool full_hash;    /* hashes cover all bytes */
    uint32_t embedded_slots[LYO_IGB_STRING_SLOTS];
    lyo_igbinary_written embedded[LYO_IGB_STRINGS];
} lyo_igbinary_strings;

void lyo_igbinary_strings_init(lyo_igbinary_strings *strings);
void lyo_igbinary_strings_free(lyo_igbinary_strings *strings);

/** Makes the table keep all its strings, and those to come, alive. */
void lyo_igbinary_strings_own(lyo_igbinary_strings *strings);

/** Longest string that is found by PHP's own hash. */
#define LYO_IGB_HASHED 24
/** At a load of 1/2 a free slot is due after 2 to 3 steps; 32 steps mean that hashes do not tell strings apart. */
#define LYO_IGB_PROBE_LIMIT 32

/** Fingerprint of a longer string. */
uint32_t lyo_igbinary_fingerprint(const zend_string *s);
/** Hash of all bytes, seeded. */
uint32_t lyo_igbinary_full_hash(const lyo_igbinary_strings *strings, const zend_string *s);
/** Makes room for n more strings. */
void lyo_igbinary_strings_grow(lyo_igbinary_strings *strings, uint32_t n);
/** Changes to the seeded hash, and puts. */
uint32_t lyo_igbinary_strings_rehash(lyo_igbinary_strings *strings, zend_string *s, bool *known);

/** The slot to begin with. PHP's hash of short strings that are alike, as in CJK texts, runs in clusters: multiplying takes them apart. */
LYO_INLINE uint32_t lyo_igbinary_slot(const lyo_igbinary_strings *strings, uint32_t hash)
{
    return (uint32_t)(hash * UINT32_C(0x9E3779B1)) >> strings->shift;
}

LYO_INLINE uint32_t lyo_igbinary_hash(const lyo_igbinary_strings *strings, zend_string *s)
{
    if (UNEXPECTED(strings->full_hash)) {
        return lyo_igbinary_full_hash(strings, s);
    }
    return EXPECTED(ZSTR_LEN(s) <= LYO_IGB_HASHED) ? (uint32_t)zend_string_hash_val(s) : lyo_igbinary_fingerprint(s);
}

/**
 * The number of a string (not empty) with this content. *known: it had it before; else it is the next number, given now. Borrows the string,
 * which must live as long as the table.
 */
LYO_INLINE uint32_t lyo_igbinary_strings_put(lyo_igbinary_strings *strings, zend_string *s, bool *known)
{
    uint32_t hash = lyo_igbinary_hash(strings, s);
    uint32_t at = lyo_igbinary_slot(strings, hash), number, steps = 0;

    while ((number = strings->slots[at])) {
        const lyo_igbinary_written *written = &strings->written[number - 1];
        if (written->string == s || (written->hash == hash && ZSTR_LEN(written->string) == ZSTR_LEN(s) && !memcmp(ZSTR_VAL(written->string), ZSTR_VAL(s), ZSTR_LEN(s)))) {
            *known = true;
            return number - 1;
        }
        if (UNEXPECTED(++steps > LYO_IGB_PROBE_LIMIT) && !strings->full_hash) {
            return lyo_igbinary_strings_rehash(strings, s, known);
        }
        at = (at + 1) & strings->mask;
    }
    *known = false;
    number = strings->count++;
    strings->slots[at] = number + 1;
    strings->written[number] = (lyo_igbinary_written){s, hash, LYO_IGB_NO_STRING};
    if (UNEXPECTED(strings->owning)) {
        zend_string_addref(s);
    }
    if (UNEXPECTED(strings->count == strings->capacity)) {
        lyo_igbinary_strings_grow(strings, 1);
    }
    return number;
}

/** The number of a key, or LYO_IGB_NO_STRING if it is not the one that was expected here: then put it, and tell what it was. */
LYO_INLINE uint32_t lyo_igbinary_strings_expect(lyo_igbinary_strings *strings, const zend_string *s)
{
    if (UNEXPECTED(strings->last_key == LYO_IGB_NO_STRING)) {
        return LYO_IGB_NO_STRING;
    }
    uint32_t number = strings->written[strings->last_key].after;
    if (number == LYO_IGB_NO_STRING) {
        return LYO_IGB_NO_STRING;
    }
    const zend_string *expected = strings->written[number].string;
    if (expected != s) {
        if (ZSTR_LEN(expected) != ZSTR_LEN(s) || (ZSTR_H(expected) != ZSTR_H(s) && ZSTR_H(expected) && ZSTR_H(s))
            || memcmp(ZSTR_VAL(expected), ZSTR_VAL(s), ZSTR_LEN(s))) {
            return LYO_IGB_NO_STRING;
        }
    }
    strings->last_key = number;
    return number;
}

/** Keys of a map that is worth making room for at once, and most strings that it is done for. */
#define LYO_IGB_MANY_KEYS 64
#define LYO_IGB_MOST_AT_ONCE 65536

/** Makes room for the keys of a map. */
LYO_INLINE void lyo_igbinary_strings_reserve(lyo_igbinary_strings *strings, uint32_t keys)
{
    if (UNEXPECTED(keys >= LYO_IGB_MANY_KEYS) && strings->capacity - strings->count <= keys && keys <= LYO_IGB_MOST_AT_ONCE) {
        lyo_igbinary_strings_grow(strings, keys);
    }
}

/** Tells that this was a key. */
LYO_INLINE void lyo_igbinary_strings_key(lyo_igbinary_strings *strings, uint32_t number)
{
    if (EXPECTED(strings->last_key != LYO_IGB_NO_STRING)) {
        strings->written[strings->last_key].after = number;
    }
    strings->last_key = number;
}

#endif
