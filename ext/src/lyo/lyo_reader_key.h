/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys of maps and of map shapes. Inline, because every key of a plain map and of a new shape is read here.
 */
#ifndef LYO_READER_KEY_H
#define LYO_READER_KEY_H

#include "lyo/lyo_reader_sink.h"

/**
 * True if the len (not 0) bytes of a key are the decimal form of an int. The first and last bytes rule out
 * most other keys.
 */
LYO_INLINE bool lyo_is_number(const uint8_t *bytes, size_t len)
{
    int64_t ignored;

    return UNEXPECTED(bytes[0] <= '9') && UNEXPECTED((uint8_t)(bytes[len > 1] - '0') <= 9) &&
           UNEXPECTED((uint8_t)(bytes[len - 1] - '0') <= 9) &&
           lyo_numeric_string((const char *)bytes, len, &ignored);
}

/** True if a key, which is not empty, is neither a number nor mangled. */
LYO_INLINE bool lyo_is_name(const uint8_t *bytes, size_t len)
{
    return EXPECTED(bytes[0] > '9') || (bytes[0] != '\0' && !lyo_is_number(bytes, len));
}

LYO_INLINE bool lyo_is_name_string(const zend_string *s)
{
    return lyo_is_name((const uint8_t *)ZSTR_VAL(s), ZSTR_LEN(s));
}

/**
 * Reads a key of any form. how: LYO_IN_PREAMBLE or 0. Sets *s to the string, to which the caller owns a
 * reference; or to NULL, and *h to the int. class_name: the class, if it is a key of a state; NULL for a map.
 * In a state a string that is the decimal form of an int becomes that int.
 */
const uint8_t *lyo_read_key(lyo_decoder *d, const uint8_t *p, unsigned how, const zend_string *class_name,
                            zend_string **s, zend_long *h);

/**
 * Checks a plain key *s that was read from p to next, and sets *s and *h as lyo_read_key() does. Drops the
 * string if it is refused or becomes an int. Returns next, or NULL.
 */
const uint8_t *lyo_check_key(lyo_decoder *d, const uint8_t *p, const uint8_t *next, bool state,
                             zend_string **s, zend_long *h);

/** Reads a map key of any form and adds it to ht. *value is its new value, which is null. */
const uint8_t *lyo_read_key_into(lyo_decoder *d, const uint8_t *p, HashTable *ht, zval **value);

/**
 * Appends a null under a valid key, which must not be in ht yet. Takes over the reference to s. Returns next,
 * or NULL.
 */
LYO_INLINE const uint8_t *lyo_add_key(lyo_decoder *d, const uint8_t *p, const uint8_t *next, HashTable *ht,
                                      zend_string *s, zend_long h, zval **value)
{
    *value = s ? lyo_table_add(ht, s) : lyo_table_add_int(ht, h);
    if (UNEXPECTED(!*value)) {
        if (s) {
            lyo_drop_string(d, s);
        }
        return lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
    }
    return next;
}

/**
 * Reads a key that is a string token of the commonest forms, up to *next. NULL: nothing was done. The hash of
 * the key may not be set yet: use lyo_key_hash().
 */
LYO_INLINE zend_string *lyo_quick_key(lyo_decoder *d, const uint8_t *p, const uint8_t **next,
                                      const unsigned how)
{
    zval key;

    *next = lyo_string_token(d, p, &key, how | LYO_QUICK | LYO_AS_KEY);
    return EXPECTED(*next) ? Z_STR(key) : NULL;
}

/** Returns the hash of a key, and computes it if needed. */
LYO_INLINE zend_ulong lyo_key_hash(zend_string *s)
{
    if (UNEXPECTED(!ZSTR_H(s))) {
        ZSTR_H(s) = lyo_hash(s);
    }
    return ZSTR_H(s);
}

#endif
