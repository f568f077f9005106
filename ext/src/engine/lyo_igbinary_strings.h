/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strings that were written in igbinary's format, by content: each has a number, in order of appearance.
 *
 * Most keys are never looked up: they follow the key that they followed before, which one comparison shows. The rest is found by a
 * fingerprint of the length and up to 40 bytes. When a probe runs long, because strings differ only in between, the table changes to a
 * seeded hash of all bytes: the answer is always exact, and hostile content can't make it slow.
 */
#ifndef LYO_IGBINARY_STRINGS_H
#define LYO_IGBINARY_STRINGS_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** Strings that need no allocation. */
#define LYO_IGB_STRINGS 24
#define LYO_IGB_STRING_SLOTS 64
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

/**
 * The number of a string (not empty) with this content. *known: it had it before; else it is the next number, given now. Borrows the string,
 * which must live as long as the table.
 */
uint32_t lyo_igbinary_strings_put(lyo_igbinary_strings *strings, zend_string *s, bool *known);

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

/** Tells that this was a key. */
LYO_INLINE void lyo_igbinary_strings_key(lyo_igbinary_strings *strings, uint32_t number)
{
    if (EXPECTED(strings->last_key != LYO_IGB_NO_STRING)) {
        strings->written[strings->last_key].after = number;
    }
    strings->last_key = number;
}

#endif
