/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comparing and hashing strings by content, and making short strings quickly.
 */
#ifndef LYO_STRING_H
#define LYO_STRING_H

#include "lyo_compat.h"
#include "wire/lyo_hash_bytes.h"

LYO_INLINE uint64_t lyo_load8(const char *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

/**
 * Returns the last 8 bytes of a string. If it is shorter, these are bytes of its length field, and then all
 * its bytes.
 */
LYO_INLINE uint64_t lyo_string_tail(const zend_string *string)
{
    return lyo_load8(ZSTR_VAL(string) + ZSTR_LEN(string) - 8);
}

/** Longest string that is read again each time. Longer ones: see lyo_long_strings.h. */
#define LYO_SHORT_MOST 512

typedef struct lyo_long_strings lyo_long_strings;

/** lyo_same_among() for strings of the same length, of more than 32 bytes. */
bool lyo_same_long(lyo_long_strings **longs, const zend_string *a, const zend_string *b);

/**
 * True if both have the same bytes. longs: what the call knows of long strings (*longs: NULL, nothing yet); NULL:
 * nothing is remembered.
 */
LYO_INLINE bool lyo_same_among(lyo_long_strings **longs, const zend_string *a, const zend_string *b)
{
    size_t len = ZSTR_LEN(a);

    if (a == b) {
        return true;
    }
    if (len != ZSTR_LEN(b)) {
        return false;
    }
    if (len <= 16) {
        /* the first 8 bytes, or the last 8 ones again; not a branch, because it would be mispredicted */
        ptrdiff_t first = len < 8 ? (ptrdiff_t)len - 8 : 0;
        return !((lyo_load8(ZSTR_VAL(a) + first) ^ lyo_load8(ZSTR_VAL(b) + first)) |
                 (lyo_string_tail(a) ^ lyo_string_tail(b)));
    }
    if (lyo_string_tail(a) != lyo_string_tail(b)) {
        return false;
    }
    if (len <= 32) { /* without a call: most names of more than 16 bytes */
        const char *x = ZSTR_VAL(a), *y = ZSTR_VAL(b);
        return !((lyo_load8(x) ^ lyo_load8(y)) | (lyo_load8(x + 8) ^ lyo_load8(y + 8)) |
                 (lyo_load8(x + len - 16) ^ lyo_load8(y + len - 16)));
    }
    return longs ? lyo_same_long(longs, a, b) : !memcmp(ZSTR_VAL(a), ZSTR_VAL(b), len - 8);
}

/** The same where the number of comparisons has a limit of its own. */
LYO_INLINE bool lyo_same_string(const zend_string *a, const zend_string *b)
{
    return lyo_same_among(NULL, a, b);
}

/* --- hashes --------------------------------------------------------------------------------------------- */

/** Returns a hash of all bytes. seed is an address, which the author of the value does not know. */
LYO_INLINE uint32_t lyo_string_hash_all(const zend_string *string, const void *seed)
{
    return lyo_hash_bytes(ZSTR_VAL(string), ZSTR_LEN(string), seed);
}

/* --- new strings ---------------------------------------------------------------------------------------- */

/** Bytes to allocate for a string of up to 8 k + 7 bytes. */
#define LYO_STRING_BYTES(k) ZEND_MM_ALIGNED_SIZE(_ZSTR_HEADER_SIZE + 8 * (k) + 8)

/**
 * Returns a new string of len (2 to 33) bytes. 8 more bytes must be readable behind them. The sizes of
 * allocation and copy are constants: 40 instructions instead of 75.
 */
LYO_INLINE zend_string *lyo_new_short_string(const uint8_t *bytes, size_t len)
{
    zend_string *s;

    /* one branch for allocation and copy: two would be mispredicted twice */
#define LYO_STRING_OF(k)                                                                                     \
    s = emalloc(LYO_STRING_BYTES(k));                                                                        \
    memcpy(ZSTR_VAL(s), bytes, 8 * (k) + 8)
    switch (len / 8) {
    case 0:
        LYO_STRING_OF(0);
        break;
    case 1:
        LYO_STRING_OF(1);
        break;
    case 2:
        LYO_STRING_OF(2);
        break;
    case 3:
        LYO_STRING_OF(3);
        break;
    default:
        LYO_STRING_OF(4);
        break;
    }
#undef LYO_STRING_OF
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_H(s) = 0;
    ZSTR_LEN(s) = len;
    ZSTR_VAL(s)[len] = '\0';
    return s;
}

#endif
