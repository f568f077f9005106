/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys of maps and of map shapes, inline: every key of a plain map and of a shape that is met for the first time comes here.
 */
#ifndef LYO_READER_KEY_H
#define LYO_READER_KEY_H

#include "engine/lyo_reader_string.h"

/** True if the string is the decimal form of an int. */
bool lyo_is_numeric_key(const zend_string *s);

/** True if the len (not 0) bytes of a key are the decimal form of an int. What is none mostly begins or ends otherwise. */
LYO_INLINE bool lyo_is_number(const uint8_t *bytes, size_t len)
{
    int64_t ignored;

    return UNEXPECTED(bytes[0] <= '9') && UNEXPECTED((uint8_t)(bytes[len > 1] - '0') <= 9) &&
           UNEXPECTED((uint8_t)(bytes[len - 1] - '0') <= 9) &&
           lyo_numeric_string((const char *)bytes, len, &ignored);
}

/** True if a key, not an empty one, is neither a number nor mangled. */
LYO_INLINE bool lyo_is_name(const uint8_t *bytes, size_t len)
{
    return EXPECTED(bytes[0] > '9') || (bytes[0] != '\0' && !lyo_is_number(bytes, len));
}

LYO_INLINE bool lyo_is_name_string(const zend_string *s)
{
    return lyo_is_name((const uint8_t *)ZSTR_VAL(s), ZSTR_LEN(s));
}

/** True if the key of a state has a form of its own: it is a private or protected property. */
LYO_INLINE bool lyo_is_mangled_key(const zend_string *s)
{
    return UNEXPECTED(ZSTR_VAL(s)[0] == '\0') && ZSTR_LEN(s) > 2 && ZSTR_VAL(s)[1] != '\0' &&
           memchr(ZSTR_VAL(s) + 2, '\0', ZSTR_LEN(s) - 2);
}

/** Reads a map key of any form into ht; *value is its new null. */
const uint8_t *lyo_read_key_slowly(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                   HashTable *ht, zval **value);

/** Appends a null under a key that is good but for its being new. Takes over the reference to s. */
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

/** Reads a map key that is a string token, or NULL for the slow way: most are short, or met before. *next is behind it. */
LYO_INLINE zend_string *lyo_quick_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table,
                                      uint32_t base, const uint8_t **next)
{
    uint8_t tag = *p;
    size_t left = (size_t)(d->end - p);
    zend_string *s;

    if (EXPECTED(tag - (unsigned)LYO_TAG_STRING_SHORT <= LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT)) {
        size_t len = tag - LYO_TAG_STRING_SHORT + 2u;
        if (UNEXPECTED(left <= len) || UNEXPECTED(p - d->data < LYO_WORD - 3)) {
            return NULL;
        }
        s = lyo_new_name(p + 1, len);
        lyo_string_table_add(table, s);
        *next = p + 1 + len;
        return s;
    }
    if (tag >= LYO_TAG_PREFIXED) {
        if (EXPECTED(tag <= LYO_TAG_PREFIXED_SHORT)) {
            lyo_joined joined = lyo_quick_prefixed_key(d, p, table, base);
            *next = joined.next;
            return joined.string;
        }
        uint32_t distance = tag - LYO_TAG_BACKREF_NEAR + 1u;
        if (UNEXPECTED(tag < LYO_TAG_BACKREF_NEAR) || UNEXPECTED(distance > table->count - base)) {
            return NULL;
        }
        *next = p + 1;
        return zend_string_copy(lyo_string_of(d, table, table->count - distance));
    }
    if (UNEXPECTED(left < 2)) {
        return NULL;
    }
    *next = p + 2;
    if (tag - (unsigned)LYO_TAG_BACKREF_12 <= LYO_TAG_BACKREF_12_LAST - LYO_TAG_BACKREF_12) {
        uint32_t id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
        return EXPECTED(id + LYO_NEAREST < table->count - base)
                   ? zend_string_copy(lyo_string_of(d, table, base + id))
                   : NULL;
    }
    if (tag - (unsigned)LYO_TAG_NAME <= LYO_TAG_NAME_LAST - LYO_TAG_NAME && table == &d->strings) {
        uint32_t id = (uint32_t)(tag - LYO_TAG_NAME) << 8 | p[1];
        return EXPECTED(id < d->names.count) ? zend_string_copy(lyo_string_of(d, &d->names, id)) : NULL;
    }
    if (tag == LYO_TAG_STRING) {
        size_t len = p[1];
        if (UNEXPECTED(len < 34) || UNEXPECTED(left - 2 < len)) {
            return NULL;
        }
        s = lyo_new_long_name(p + 2, len);
        lyo_string_table_add(table, s);
        *next = p + 2 + len;
        return s;
    }
    return tag == LYO_TAG_STRING_CHAR ? ZSTR_CHAR(p[1]) : NULL;
}

/**
 * Reads keys of a shape, of n in all, into its table as long as they are strings of the commonest tokens, good for sure, and neither
 * mangled nor numbers. Returns the first byte that was not read, or NULL if a key is there twice.
 */
const uint8_t *lyo_read_names(lyo_decoder *d, const uint8_t *p, HashTable *ht, uint32_t n);

/** lyo_read_key_into(), inline. */
LYO_INLINE const uint8_t *lyo_quick_key_into(lyo_decoder *d, const uint8_t *p, lyo_string_table *table,
                                             uint32_t base, HashTable *ht, zval **value)
{
    const uint8_t *next;
    zend_string *s;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (*p - (unsigned)LYO_TAG_INT_SMALL <= LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL) {
        return lyo_add_key(d, p, p + 1, ht, NULL, (zend_long)*p - 2, value);
    }
    s = lyo_quick_key(d, p, table, base, &next);
    if (UNEXPECTED(!s)) {
        return lyo_read_key_slowly(d, p, table, base, ht, value);
    }
    if (UNEXPECTED(lyo_is_number((const uint8_t *)ZSTR_VAL(s), ZSTR_LEN(s)))) {
        lyo_drop_string(d, s);
        return lyo_reader_fail(d, LYO_ERR_NUMERIC_KEY, p);
    }
    return lyo_add_key(d, p, next, ht, s, 0, value);
}

#endif
