/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The strings that one message in igbinary's format has written so far. They are found by content. Each has a
 * number, in order of first appearance.
 *
 * Most keys need no lookup: the table remembers which key came after which, and one comparison confirms the
 * guess. All other strings go through a hash table. Strings of up to LYO_IGB_HASHED bytes use PHP's own hash,
 * which keys have computed already. Longer strings use a fingerprint of their length and up to 88 of their
 * bytes.
 *
 * When a probe gets too long, the table changes to PHP's hash for strings of any length. If that is not
 * enough either, it changes to a seeded hash of all bytes. Strings are always compared in full, so the answer
 * is exact, and hostile content cannot make lookups slow.
 */
#ifndef LYO_IGBINARY_STRINGS_H
#define LYO_IGBINARY_STRINGS_H

#include "php/lyo_long_strings.h"
#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** Strings and slots that fit the struct itself and need no allocation. */
#define LYO_IGB_STRINGS 24
#define LYO_IGB_STRING_SLOTS 64
#define LYO_IGB_STRING_BITS 6
#define LYO_IGB_NO_STRING UINT32_MAX

typedef struct lyo_igbinary_written {
    zend_string *string;
    uint32_t hash;
    /* number of the key that followed this one last time; LYO_IGB_NO_STRING: none yet; the writer's own without
     * compact_strings */
    uint32_t after;
} lyo_igbinary_written;

typedef struct lyo_igbinary_strings {
    lyo_igbinary_written *written; /* by number */
    uint32_t *slots;               /* number + 1; 0: free */
    uint32_t count;
    uint32_t capacity;
    /*
     * Slow path threshold: a string with this number or a higher one goes to lyo_igbinary_strings_take(). 0
     * if owning, because each string needs a reference then; else capacity - 1, where the table must grow.
     */
    uint32_t limit;
    uint32_t mask;
    uint32_t shift;    /* 32 minus the number of bits in mask */
    uint32_t last_key; /* number of the key that was written last; LYO_IGB_NO_STRING: none */
    uint32_t hashed;   /* longest string that uses PHP's own hash */
    bool owning;       /* the table holds a reference to each string */
    bool full_hash;    /* all strings use the seeded hash of all bytes */
    lyo_long_strings *longs;
    uint32_t embedded_slots[LYO_IGB_STRING_SLOTS];
    lyo_igbinary_written embedded[LYO_IGB_STRINGS];
} lyo_igbinary_strings;

void lyo_igbinary_strings_init(lyo_igbinary_strings *strings);
void lyo_igbinary_strings_free(lyo_igbinary_strings *strings);

/** Takes a reference to each string in the table, and to each string that is added later. */
void lyo_igbinary_strings_own(lyo_igbinary_strings *strings);

/** Longest string that uses PHP's own hash at first. */
#define LYO_IGB_HASHED 24
/**
 * Steps after which a probe is too long. At a load of 1/2 a free slot is 2 to 3 steps away, so 32 steps mean
 * that the hash does not tell the strings apart.
 */
#define LYO_IGB_PROBE_LIMIT 32

/**
 * Strings with the same hash and length but other bytes that one probe may meet before the hash counts as
 * bad.
 */
#define LYO_IGB_ALIKE 4

/**
 * Returns the fingerprint of a longer string or, if full_hash is set, the seeded hash of all bytes of any
 * string.
 */
uint32_t lyo_igbinary_strings_hash(lyo_igbinary_strings *strings, const zend_string *s);
/** Slow path after a new string: adds a reference if the table owns its strings, and grows a full table. */
void lyo_igbinary_strings_take(lyo_igbinary_strings *strings, zend_string *s);
/** Changes to a better hash, then does what lyo_igbinary_strings_put() does. */
uint32_t lyo_igbinary_strings_rehash(lyo_igbinary_strings *strings, zend_string *s, bool *known);

/**
 * Returns the slot where a probe starts. PHP's hashes of similar short strings, such as CJK text, are close
 * together. The multiplication spreads them.
 */
LYO_INLINE uint32_t lyo_igbinary_slot(const lyo_igbinary_strings *strings, uint32_t hash)
{
    return (uint32_t)(hash * UINT32_C(0x9E3779B1)) >> strings->shift;
}

/** Returns true if two strings of one length have the same bytes. */
LYO_INLINE bool lyo_igbinary_strings_same(lyo_igbinary_strings *strings, const zend_string *a,
                                          const zend_string *b)
{
    LYO_ASSERT(ZSTR_LEN(a) == ZSTR_LEN(b));
    return EXPECTED(ZSTR_LEN(a) <= LYO_SHORT_MOST) ? lyo_same_bytes(ZSTR_VAL(a), ZSTR_VAL(b), ZSTR_LEN(a))
                                                   : lyo_same_long(&strings->longs, a, b);
}

/**
 * Returns the number of a string with this content, which must not be empty. Sets *known to true if the
 * string was there already. Else it is added, gets the next number, and *known is false. The string is
 * borrowed and must live as long as the table, unless the table is owning.
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
            if (EXPECTED(lyo_igbinary_strings_same(strings, written->string, s))) {
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
    LYO_ASSERT(ZSTR_LEN(s) > 0 && strings->count < strings->capacity);
    number = strings->count++;
    strings->slots[at] = number + 1;
    strings->written[number] = (lyo_igbinary_written){s, hash, LYO_IGB_NO_STRING};
    if (UNEXPECTED(number >= strings->limit)) {
        lyo_igbinary_strings_take(strings, s);
    }
    return number;
}

/**
 * Returns the number of s if it is the key that followed the last key before, and makes it the last key. Else
 * returns LYO_IGB_NO_STRING: the caller must then call lyo_igbinary_strings_put() and
 * lyo_igbinary_strings_key().
 */
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
            !lyo_igbinary_strings_same(strings, expected, s)) {
            return LYO_IGB_NO_STRING;
        }
    }
    strings->last_key = number;
    return number;
}

/** Records that the string with this number was written as a key after the last key. */
LYO_INLINE void lyo_igbinary_strings_key(lyo_igbinary_strings *strings, uint32_t number)
{
    LYO_ASSERT(number < strings->count);
    if (EXPECTED(strings->last_key != LYO_IGB_NO_STRING)) {
        strings->written[strings->last_key].after = number;
    }
    strings->last_key = number;
}

#endif
