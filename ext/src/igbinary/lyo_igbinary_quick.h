/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads the most common tokens inline, in the loops over entries; all others go through lyo_igbinary_read().
 * Also reads tables that have the same keys as an earlier one.
 */
#ifndef LYO_IGBINARY_QUICK_H
#define LYO_IGBINARY_QUICK_H

#include "igbinary/lyo_igbinary_reader.h"
#include "php/lyo_table.h"
#include "php/lyo_validate.h"
#include "php/lyo_string.h"

/** Makes room for more strings in d->strings. */
void lyo_igbinary_grow_strings(lyo_igbinary_decoder *d);

/** Gives a string the next number. */
LYO_INLINE void lyo_igbinary_add_string(lyo_igbinary_decoder *d, zend_string *s)
{
    lyo_heed_limit();
    if (UNEXPECTED(d->string_count == d->string_capacity)) {
        lyo_igbinary_grow_strings(d);
    }
    d->strings[d->string_count++] = (lyo_igbinary_string){s, NULL};
}

/** Longest string whose bytes are copied in steps of 8. */
#define LYO_IGB_SHORT_STRING 33

/** Reads the value at p into *out, which must be null. */
LYO_INLINE const uint8_t *lyo_igbinary_quick(lyo_igbinary_decoder *d, const uint8_t *p, zval *out)
{
    size_t left = (size_t)(d->end - p);
    size_t length;
    zend_string *s;

    if (UNEXPECTED(left < 2)) {
        return lyo_igbinary_read(d, p, out, NULL);
    }
    switch (p[0]) {
    case LYO_IGB_STRING_ID8:
        if (UNEXPECTED(p[1] >= d->string_count)) {
            break;
        }
        ZVAL_STR_COPY(out, d->strings[p[1]].string);
        return p + 2;
    case LYO_IGB_STRING8:
        length = p[1];
        if (EXPECTED(length - 2 <= LYO_IGB_SHORT_STRING - 2) && EXPECTED(left >= length + 10)) {
            s = lyo_new_short_string(p + 2, length);
        } else if (length >= 2 && left >= length + 2) {
            s = zend_string_init((const char *)p + 2, length, 0);
        } else {
            break;
        }
        lyo_igbinary_add_string(d, s);
        ZVAL_NEW_STR(out, s);
        return p + 2 + length;
    case LYO_IGB_LONG8P:
        ZVAL_LONG(out, p[1]);
        return p + 2;
    case LYO_IGB_LONG16P:
        if (UNEXPECTED(left < 3)) {
            break;
        }
        ZVAL_LONG(out, (zend_long)lyo_load_be(p + 1, 2));
        return p + 3;
    case LYO_IGB_ARRAY8:
        return lyo_igbinary_read_array(d, p + 2, p[1], out, NULL);
    case LYO_IGB_OBJECT_ID8:
        if (UNEXPECTED(p[1] >= d->string_count)) {
            break;
        }
        return lyo_igbinary_read_object(d, p + 2, p[1], out, NULL);
    case LYO_IGB_DOUBLE:
        if (UNEXPECTED(left < 9)) {
            break;
        }
        ZVAL_DOUBLE(out, lyo_load_be_double(p + 1));
        return p + 9;
    case LYO_IGB_NULL:
        return p + 1;
    case LYO_IGB_FALSE:
        ZVAL_FALSE(out);
        return p + 1;
    case LYO_IGB_TRUE:
        ZVAL_TRUE(out);
        return p + 1;
    case LYO_IGB_STRING_EMPTY:
        ZVAL_EMPTY_STRING(out);
        return p + 1;
    default:
        break;
    }
    return lyo_igbinary_read(d, p, out, NULL);
}

/**
 * Returns the string whose number stands at p, and sets *next to the byte after the number. Returns NULL if
 * there is no number of one or two bytes at p, or no such string.
 */
LYO_INLINE zend_string *lyo_igbinary_numbered(const lyo_igbinary_decoder *d, const uint8_t *p,
                                              const uint8_t **next)
{
    size_t left = (size_t)(d->end - p);
    uint32_t number;

    if (EXPECTED(left > 2) && EXPECTED(p[0] == LYO_IGB_STRING_ID8)) {
        number = p[1];
        *next = p + 2;
    } else if (left > 3 && p[0] == LYO_IGB_STRING_ID8 + 1) {
        number = (uint32_t)lyo_load_be(p + 1, 2);
        *next = p + 3;
    } else {
        return NULL;
    }
    return EXPECTED(number < d->string_count) ? d->strings[number].string : NULL;
}

/* --- tables with the keys of an earlier one ------------------------------------------------------------- */

LYO_INLINE const HashTable **lyo_igbinary_shape(lyo_igbinary_decoder *d, const zend_string *first, uint32_t n)
{
    return &d->shapes[(((uintptr_t)first >> 4) + n) % LYO_IGB_SHAPES];
}

/** Returns an earlier table of n entries whose first key is this one, or NULL if none is remembered. */
LYO_INLINE const HashTable *lyo_igbinary_like(lyo_igbinary_decoder *d, const zend_string *first, uint32_t n)
{
    const HashTable *like = *lyo_igbinary_shape(d, first, n);

    return like && lyo_places(like) == n && lyo_entries(like)->key == first ? like : NULL;
}

/** Remembers a complete table of hash layout if its first key is a string. */
LYO_INLINE void lyo_igbinary_remember(lyo_igbinary_decoder *d, const HashTable *ht)
{
    if (EXPECTED(lyo_places(ht)) && lyo_places(ht) == zend_hash_num_elements(ht) && lyo_entries(ht)->key) {
        *lyo_igbinary_shape(d, lyo_entries(ht)->key, lyo_places(ht)) = ht;
    }
}

/**
 * Reads entries into a table that has n keys but no values yet, as long as the keys in the message are the
 * same. Sets *done to the number of entries read, which the table has afterwards. If NULL is returned, the
 * last of them may be incomplete.
 */
LYO_INLINE const uint8_t *lyo_igbinary_read_alike(lyo_igbinary_decoder *d, const uint8_t *p, HashTable *ht,
                                                  uint32_t n, uint32_t *done)
{
    const uint8_t *next;
    lyo_entry *b = lyo_entries(ht);
    uint32_t i;

    for (i = 0; i < n; i++, b++) {
        if (UNEXPECTED(!b->key) || UNEXPECTED(lyo_igbinary_numbered(d, p, &next) != b->key)) {
            break;
        }
        d->pending--;
        ZVAL_NULL(&b->val);
        p = lyo_igbinary_quick(d, next, &b->val);
        if (UNEXPECTED(!p)) {
            i++;
            break;
        }
    }
    *done = i;
    lyo_table_filled(ht, i);
    for (; UNEXPECTED(i < n); i++) {
        if (lyo_entries(ht)[i].key) {
            zend_string_release(lyo_entries(ht)[i].key);
        }
    }
    return p;
}

/**
 * Makes a cloned table forget the keys that the message did not have. Those it had are strings, so
 * nNextFreeElement is reset: int keys further on in the earlier table may have raised it.
 */
LYO_INLINE void lyo_igbinary_fall_back(HashTable *ht)
{
    lyo_table_allow_change(ht); /* a message may refer to an array from inside itself */
    lyo_table_go_on_with(ht, ZEND_LONG_MIN);
    zend_hash_rehash(ht);
}

#endif
