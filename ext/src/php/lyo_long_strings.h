/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one call knows of long strings. A value can refer to a string of any length in a few bytes, and as often
 * as it likes. So a writer must not read such a string again each time it meets it. After some work, each string
 * is hashed once, and the first string with the same bytes is recorded for it. From then on two strings are equal
 * if these are the same one. All of them are kept alive until the call ends, so that no address is used again.
 */
#ifndef LYO_LONG_STRINGS_H
#define LYO_LONG_STRINGS_H

#include "php/lyo_string.h"

/** Frees what is known, and releases the strings. */
void lyo_long_strings_free(lyo_long_strings **longs);

/**
 * Returns a hash of all bytes of a string of more than LYO_SHORT_MOST bytes. The seed is the address `longs`.
 */
uint32_t lyo_hash_long(lyo_long_strings **longs, const zend_string *string);

/** lyo_string_hash_all() for a string of any length. All strings of a table must be hashed with one seed. */
LYO_INLINE uint32_t lyo_hash_among(lyo_long_strings **longs, const zend_string *string)
{
    return EXPECTED(ZSTR_LEN(string) <= LYO_SHORT_MOST) ? lyo_string_hash_all(string, longs)
                                                        : lyo_hash_long(longs, string);
}

#endif
