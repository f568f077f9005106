/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys (spec section 4.3): of maps and of states, in the body and in the preamble. Each key has one form.
 */
#include "engine/lyo_reader_string.h"

/* An int or string token; what is neither is a KEY error. */
static const uint8_t *read_plain_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base, zend_string **s, zend_long *h)
{
    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    uint8_t tag = *p;
    *s = NULL;
    if (tag >= LYO_TAG_INT_SMALL && tag <= LYO_TAG_INT_SMALL_LAST) {
        *h = (zend_long)tag - 2;
        return p + 1;
    }
    if (tag >= LYO_TAG_INT && tag <= LYO_TAG_INT_LAST) {
        return lyo_read_int(d, p, h);
    }
    return lyo_read_string_in(d, p, table, base, LYO_ERR_KEY, s);
}

static bool is_numeric(const zend_string *s)
{
    int64_t ignored;
    return UNEXPECTED((uint8_t)ZSTR_VAL(s)[0] <= '9') && lyo_numeric_string(ZSTR_VAL(s), ZSTR_LEN(s), &ignored);
}

const uint8_t *lyo_read_map_key_in(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base, zend_string **s, zend_long *h)
{
    const uint8_t *next = read_plain_key(d, p, table, base, s, h);
    if (EXPECTED(next) && *s && UNEXPECTED(is_numeric(*s))) {
        lyo_drop_string(d, *s);
        return lyo_reader_fail(d, LYO_ERR_NUMERIC_KEY, p);
    }
    return next;
}

const uint8_t *lyo_read_key(lyo_decoder *d, const uint8_t *p, zend_string **s, zend_long *h)
{
    return lyo_read_map_key_in(d, p, &d->strings, d->string_base, s, h);
}

/* Appends a null under a key that is good but for its being new. Takes over the reference to s. */
LYO_INLINE const uint8_t *add_key(lyo_decoder *d, const uint8_t *p, const uint8_t *next, HashTable *ht, zend_string *s, zend_long h, zval **value)
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

/* Reads a map key that is a string token, or NULL for the slow way: most are short, or met before. *next is behind it. */
LYO_INLINE zend_string *quick_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base, const uint8_t **next)
{
    uint8_t tag = *p;
    size_t left = (size_t)(d->end - p);
    zend_string *s;

    if (EXPECTED(tag - (unsigned)LYO_TAG_STRING_SHORT <= LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT)) {
        size_t len = tag - LYO_TAG_STRING_SHORT + 2u;
        if (UNEXPECTED(left <= len) || UNEXPECTED((size_t)(d->last - p) <= len + LYO_WORD)) {
            return NULL;
        }
        s = lyo_new_short_string(p + 1, len);
        lyo_string_table_add(table, s);
        ZSTR_H(s) = zend_inline_hash_func((const char *)p + 1, len);
        *next = p + 1 + len;
        return s;
    }
    if (tag >= LYO_TAG_BACKREF_NEAR) {
        uint32_t distance = tag - LYO_TAG_BACKREF_NEAR + 1u;
        if (UNEXPECTED(distance > table->count - base)) {
            return NULL;
        }
        *next = p + 1;
        return zend_string_copy(lyo_string_of(d, table, table->count - distance));
    }
    if (tag >= LYO_TAG_PREFIXED) {
        *next = p;
        s = tag <= LYO_TAG_PREFIXED_SHORT ? lyo_quick_prefixed(d, next, table, base) : NULL;
        if (EXPECTED(s)) {
            ZSTR_H(s) = zend_inline_hash_func(ZSTR_VAL(s), ZSTR_LEN(s));
        }
        return s;
    }
    if (UNEXPECTED(left < 2)) {
        return NULL;
    }
    *next = p + 2;
    if (tag - (unsigned)LYO_TAG_BACKREF_12 <= LYO_TAG_BACKREF_12_LAST - LYO_TAG_BACKREF_12) {
        uint32_t id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
        return EXPECTED(id + LYO_NEAREST < table->count - base) ? zend_string_copy(lyo_string_of(d, table, base + id)) : NULL;
    }
    if (tag - (unsigned)LYO_TAG_NAME <= LYO_TAG_NAME_LAST - LYO_TAG_NAME && table == &d->strings) {
        uint32_t id = (uint32_t)(tag - LYO_TAG_NAME) << 8 | p[1];
        return EXPECTED(id < d->names.count) ? zend_string_copy(lyo_string_of(d, &d->names, id)) : NULL;
    }
    return tag == LYO_TAG_STRING_CHAR ? ZSTR_CHAR(p[1]) : NULL;
}

const uint8_t *lyo_read_key_into(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base, HashTable *ht, zval **value)
{
    const uint8_t *next;
    zend_string *s;
    zend_long h = 0;

    if (EXPECTED(p < d->end)) {
        if (*p - (unsigned)LYO_TAG_INT_SMALL <= LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL) {
            return add_key(d, p, p + 1, ht, NULL, (zend_long)*p - 2, value);
        }
        s = quick_key(d, p, table, base, &next);
        if (EXPECTED(s)) {
            if (UNEXPECTED(is_numeric(s))) {
                lyo_drop_string(d, s);
                return lyo_reader_fail(d, LYO_ERR_NUMERIC_KEY, p);
            }
            return add_key(d, p, next, ht, s, 0, value);
        }
    }
    next = lyo_read_map_key_in(d, p, table, base, &s, &h);
    return EXPECTED(next) ? add_key(d, p, next, ht, s, h, value) : NULL;
}

/* A property of a scope: "\0" scope "\0" name. Takes over the name. */
static zend_string *mangle(lyo_decoder *d, const zend_string *scope, zend_string *name)
{
    zend_string *mangled = zend_mangle_property_name(scope ? ZSTR_VAL(scope) : "*", scope ? ZSTR_LEN(scope) : 1, ZSTR_VAL(name), ZSTR_LEN(name), 0);
    lyo_drop_string(d, name);
    return mangled;
}

/* A class that may own private properties. */
static bool is_scope(const zend_string *scope)
{
    return ZSTR_LEN(scope) > 0 && !zend_string_equals_literal(scope, "*") && !memchr(ZSTR_VAL(scope), '\0', ZSTR_LEN(scope));
}

static const uint8_t *read_property_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base, zend_string *class_name, zend_string **s)
{
    const uint8_t *at = p++;
    zend_string *scope = NULL, *name;
    bool good = true;

    if (*at == LYO_TAG_KEY_PRIVATE_OF && !(p = lyo_read_string_in(d, p, table, base, LYO_ERR_TAG, &scope))) {
        return NULL;
    }
    p = lyo_read_string_in(d, p, table, base, LYO_ERR_TAG, &name);
    if (p && *at == LYO_TAG_KEY_PRIVATE_OF) {
        good = is_scope(scope) && !zend_string_equals(scope, class_name);
        *s = mangle(d, scope, name);
    } else if (p) {
        good = *at == LYO_TAG_KEY_PROTECTED || is_scope(class_name);
        *s = mangle(d, *at == LYO_TAG_KEY_PROTECTED ? NULL : class_name, name);
    }
    if (scope) {
        lyo_drop_string(d, scope);
    }
    if (UNEXPECTED(!good)) {
        zend_string_release(*s);
        return lyo_reader_fail(d, LYO_ERR_KEY, at);
    }
    return p;
}

static bool is_mangled(const zend_string *s)
{
    return UNEXPECTED(ZSTR_VAL(s)[0] == '\0') && ZSTR_LEN(s) > 2 && ZSTR_VAL(s)[1] != '\0' && memchr(ZSTR_VAL(s) + 2, '\0', ZSTR_LEN(s) - 2);
}

const uint8_t *lyo_read_state_key_in(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base, zend_string *class_name, zend_string **s, zend_long *h)
{
    const uint8_t *at = p;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (*p >= LYO_TAG_KEY_PROTECTED && *p <= LYO_TAG_KEY_PRIVATE_OF) {
        return read_property_key(d, p, table, base, class_name, s);
    }
    p = read_plain_key(d, p, table, base, s, h);
    if (p && *s && is_mangled(*s)) {
        lyo_drop_string(d, *s);
        return lyo_reader_fail(d, LYO_ERR_KEY, at);
    }
    return p;
}

const uint8_t *lyo_read_state_key(lyo_decoder *d, const uint8_t *p, zend_string *class_name, zend_string **s, zend_long *h)
{
    return lyo_read_state_key_in(d, p, &d->strings, d->string_base, class_name, s, h);
}
