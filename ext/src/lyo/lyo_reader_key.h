/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys of maps and of shapes. Inline, because every key of a plain map and of a new shape is read here.
 */
#ifndef LYO_READER_KEY_H
#define LYO_READER_KEY_H

#include "lyo/lyo_reader_sink.h"

/** True if a key is neither empty, nor a number, nor mangled. */
LYO_INLINE bool lyo_is_name(const zend_string *s)
{
    const uint8_t first = (uint8_t)ZSTR_VAL(s)[0];
    int64_t ignored;

    return EXPECTED(first > '9') ||
           (first != '\0' && !lyo_numeric_string(ZSTR_VAL(s), ZSTR_LEN(s), &ignored));
}

/**
 * Reads a key that is a name and a string token of the commonest forms, up to *next. NULL: nothing was done.
 * p is before the end. The hash of the key may not be set yet.
 */
LYO_INLINE zend_string *lyo_quick_name(lyo_decoder *d, const uint8_t *p, const uint8_t **next,
                                       const unsigned how)
{
    const uint32_t count = lyo_strings_of(d, how)->count;
    zval key;

    *next = lyo_string_token(d, p, &key, how | LYO_QUICK | LYO_AS_KEY);
    if (UNEXPECTED(!*next)) {
        return NULL;
    }
    if (UNEXPECTED(!lyo_is_name(Z_STR(key)))) {
        lyo_strings_of(d, how)->count = count; /* the caller reads the key again */
        zend_string_release(Z_STR(key));
        return NULL;
    }
    return Z_STR(key);
}

/**
 * Reads a key of any form and adds it to ht, with the value *value, which is null. how: LYO_IN_PREAMBLE or 0.
 * class_name: the class, if it is a key of a state; NULL for a map. In a state a string that is the decimal
 * form of an int becomes that int.
 */
const uint8_t *lyo_read_key_into(lyo_decoder *d, const uint8_t *p, unsigned how,
                                 const zend_string *class_name, HashTable *ht, zval **value);

/* Appends an int key, which was read from p to next, as entry number `index`. Returns next, or NULL. */
LYO_INLINE const uint8_t *lyo_append_int(lyo_decoder *d, const uint8_t *p, const uint8_t *next, HashTable *ht,
                                         uint32_t index, int64_t h)
{
    return EXPECTED(lyo_table_append_int(ht, index, (zend_long)h))
               ? next
               : lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
}

/**
 * As lyo_read_key_into(), but appends the key as entry number `index`. The table has `index` entries; its
 * count is updated only before the slow path reads the key. *counted: a key may not be interned.
 */
LYO_INLINE const uint8_t *lyo_append_key(lyo_decoder *d, const uint8_t *p, const unsigned how,
                                         const zend_string *class_name, HashTable *ht, uint32_t index,
                                         bool *counted)
{
    const uint8_t *next;
    zval *ignored;
    int64_t number;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (lyo_is_small_int(*p)) {
        return lyo_append_int(d, p, p + 1, ht, index, lyo_small_int(*p));
    }
    zend_string *s = lyo_quick_name(d, p, &next, how);
    if (UNEXPECTED(!s)) {
        if (lyo_is_int(*p)) { /* int keys are common, too */
            next = lyo_int_token(d, p, *p, &number, 0);
            return EXPECTED(next) ? lyo_append_int(d, p, next, ht, index, number) : NULL;
        }
        lyo_table_appended(ht, index, *counted);
        return lyo_read_key_into(d, p, how, class_name, ht, &ignored);
    }
    if (UNEXPECTED(!ZSTR_H(s))) {
        ZSTR_H(s) = lyo_hash(s);
    }
    if (UNEXPECTED(!lyo_table_append(ht, index, s, ZSTR_H(s)))) {
        lyo_drop_string(d, s);
        return lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
    }
    *counted = true; /* strings of one byte are interned, but a test would cost more than it saves */
    return next;
}

/** Reads n keys and values into a new table. class_name: as for lyo_read_key_into(). */
LYO_INLINE const uint8_t *lyo_read_entries(lyo_decoder *d, const uint8_t *p, const zend_string *class_name,
                                           HashTable *ht, uint32_t n)
{
    uint64_t outer = d->pending;
    uint32_t index = 0;
    bool counted = false;

    while (index < n && (p = lyo_append_key(d, p, 0, class_name, ht, index, &counted))) {
        zval *value = &lyo_entries(ht)[index++].val;
        if (UNEXPECTED(index % LYO_BETWEEN_LOOKS == 0)) {
            lyo_heed_limit();
        }
        p = lyo_read_cell(d, p, value, outer + 2 * (uint64_t)(n - index));
        if (UNEXPECTED(!p)) {
            break;
        }
    }
    lyo_table_appended(ht, index, counted);
    d->pending = outer;
    return p;
}

#endif
