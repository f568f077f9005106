/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strings that were written in igbinary's format, by content: each has a number, in order of appearance.
 *
 * Most keys are never looked up: they follow the key that they followed before, which one comparison shows. The rest is found by PHP's own
 * hash, which keys have already, if it is short, else by a fingerprint of the length and up to 88 bytes. When a probe runs long the table
 * changes to PHP's hash for strings of any length, which some have already, and then to a seeded hash of all bytes: the answer is always exact,
 * and hostile content can't make it slow.
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
    /* count from which a new string is a matter for lyo_igbinary_strings_take(): 0 if owning, else the last one of capacity */
    uint32_t limit;
    uint32_t mask;
    uint32_t shift;    /* 32 less the bits of mask */
    uint32_t last_key; /* number of the key that was written last; LYO_IGB_NO_STRING: none */
    uint32_t hashed;   /* longest string that is found by PHP's own hash */
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

/** Strings of one hash that are met on the way to one string until hashes are taken for bad. */
#define LYO_IGB_ALIKE 4

/** Fingerprint of a longer string, or with full_hash a seeded hash of all bytes of any string. */
uint32_t lyo_igbinary_strings_hash(const lyo_igbinary_strings *strings, const zend_string *s);
/** Makes room for n more strings. */
void lyo_igbinary_strings_grow(lyo_igbinary_strings *strings, uint32_t n);
/** What else is to do about a string that was just put: it is held, and there is room for the next one. */
void lyo_igbinary_strings_take(lyo_igbinary_strings *strings, zend_string *s);
/** Changes to a better hash, and puts. */
uint32_t lyo_igbinary_strings_rehash(lyo_igbinary_strings *strings, zend_string *s, bool *known);

/** The slot to begin with. PHP's hash of short strings that are alike, as in CJK texts, runs in clusters: multiplying takes them apart. */
LYO_INLINE uint32_t lyo_igbinary_slot(const lyo_igbinary_strings *strings, uint32_t hash)
{
    return (uint32_t)(hash * UINT32_C(0x9E3779B1)) >> strings->shift;
}

/** Strings up to this length are compared without a call. */
#define LYO_IGB_COMPARED 32

/** Whether strings of one length have the same bytes. PHP's strings can be read up to a multiple of 8. */
LYO_INLINE bool lyo_igbinary_same_bytes(const char *a, const char *b, size_t length)
{
    uint64_t x, y;

    if (UNEXPECTED(length > LYO_IGB_COMPARED)) {
        return !memcmp(a, b, length);
    }
    for (; length >= 8; a += 8, b += 8, length -= 8) {
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        if (UNEXPECTED(x != y)) {
            return false;
        }
    }
    memcpy(&x, a, 8); /* the NUL and what is behind it, if nothing is left */
    memcpy(&y, b, 8);
#ifdef WORDS_BIGENDIAN
    return !length || (x ^ y) >> (64 - 8 * length) == 0;
#else
    return !length || (x ^ y) << (64 - 8 * length) == 0;
#endif
}

/**
 * The number of a string (not empty) with this content. *known: it had it before; else it is the next number, given now. Borrows the string,
 * which must live as long as the table.
 */
LYO_INLINE uint32_t lyo_igbinary_strings_put(lyo_igbinary_strings *strings, zend_string *s, bool *known)
{
    uint32_t hash = EXPECTED(ZSTR_LEN(s) <= strings->hashed) ? (uint32_t)ZSTR_HASH(s)
                                                             : lyo_igbinary_strings_hash(strings, s);
    uint32_t at = lyo_igbinary_slot(strings, hash), number, steps = 0;

    while ((number = strings->slots[at])) {
        const lyo_igbinary_written *written = &strings->written[number - 1];
        if (written->string == s) {
            *known = true;
            return number - 1;
        }
        if (written->hash == hash && ZSTR_LEN(written->string) == ZSTR_LEN(s)) {
            if (EXPECTED(lyo_igbinary_same_bytes(ZSTR_VAL(written->string), ZSTR_VAL(s), ZSTR_LEN(s)))) {
                *known = true;
                return number - 1;
            }
            steps += LYO_IGB_PROBE_LIMIT / LYO_IGB_ALIKE;
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
    if (UNEXPECTED(number >= strings->limit)) {
        lyo_igbinary_strings_take(strings, s);
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
        if (ZSTR_LEN(expected) != ZSTR_LEN(s) ||
            (ZSTR_H(expected) != ZSTR_H(s) && ZSTR_H(expected) && ZSTR_H(s)) ||
            !lyo_igbinary_same_bytes(ZSTR_VAL(expected), ZSTR_VAL(s), ZSTR_LEN(s))) {
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
    if (UNEXPECTED(keys >= LYO_IGB_MANY_KEYS) && strings->capacity - strings->count <= keys &&
        keys <= LYO_IGB_MOST_AT_ONCE) {
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
