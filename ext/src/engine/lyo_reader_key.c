/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys (spec section 4.3): of maps and of states, in the body and in the preamble. Each key has one form.
 */
#include "engine/lyo_reader_key.h"

/* An int or string token; what is neither is a KEY error. */
static const uint8_t *read_plain_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                     zend_string **s, zend_long *h)
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

bool lyo_is_numeric_key(const zend_string *s)
{
    int64_t ignored;
    return lyo_numeric_string(ZSTR_VAL(s), ZSTR_LEN(s), &ignored);
}

const uint8_t *lyo_read_map_key_in(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                   zend_string **s, zend_long *h)
{
    const uint8_t *next = read_plain_key(d, p, table, base, s, h);
    if (EXPECTED(next) && *s && UNEXPECTED((uint8_t)ZSTR_VAL(*s)[0] <= '9') && lyo_is_numeric_key(*s)) {
        lyo_drop_string(d, *s);
        return lyo_reader_fail(d, LYO_ERR_NUMERIC_KEY, p);
    }
    return next;
}

const uint8_t *lyo_read_key(lyo_decoder *d, const uint8_t *p, zend_string **s, zend_long *h)
{
    return lyo_read_map_key_in(d, p, &d->strings, d->string_base, s, h);
}

const uint8_t *lyo_read_key_slowly(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                   HashTable *ht, zval **value)
{
    zend_string *s;
    zend_long h = 0;
    const uint8_t *next = lyo_read_map_key_in(d, p, table, base, &s, &h);

    return EXPECTED(next) ? lyo_add_key(d, p, next, ht, s, h, value) : NULL;
}

const uint8_t *lyo_read_key_into(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                 HashTable *ht, zval **value)
{
    return lyo_quick_key_into(d, p, table, base, ht, value);
}

/* The string of the preamble with that id, without a reference, or NULL. */
LYO_INLINE zend_string *met_name(lyo_decoder *d, uint32_t id)
{
    return EXPECTED(id < d->names.count) ? lyo_string_of(d, &d->names, id) : NULL;
}

const uint8_t *lyo_read_names(lyo_decoder *d, const uint8_t *p, HashTable *ht, uint32_t n)
{
    lyo_string_table *names = &d->names;
    uint32_t index = lyo_places(ht);
    bool counted = false;

    for (; index < n && p < d->end; index++) {
        const uint8_t *next;
        uint8_t tag = *p;
        size_t left = (size_t)(d->end - p);
        zend_string *s;

        if (EXPECTED(tag - (unsigned)LYO_TAG_STRING_SHORT <=
                     LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT)) {
            size_t len = tag - LYO_TAG_STRING_SHORT + 2u;
            if (UNEXPECTED(left <= len) || UNEXPECTED(!lyo_is_name(p + 1, len))) {
                break;
            }
            next = p + 1 + len;
            s = lyo_new_name(p + 1, len);
            lyo_string_table_add(names, s);
            counted = true;
        } else if (tag >= LYO_TAG_BACKREF_NEAR) {
            s = met_name(d, names->count - (tag - LYO_TAG_BACKREF_NEAR + 1u));
            if (UNEXPECTED(!s) || UNEXPECTED(!lyo_is_name_string(s))) {
                break;
            }
            next = p + 1;
            zend_string_addref(s);
            counted = true;
        } else if (tag - (unsigned)LYO_TAG_BACKREF_12 <= LYO_TAG_BACKREF_12_LAST - LYO_TAG_BACKREF_12 &&
                   EXPECTED(left >= 2)) {
            uint32_t id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
            s = EXPECTED(id + LYO_NEAREST < names->count) ? met_name(d, id) : NULL;
            if (UNEXPECTED(!s) || UNEXPECTED(!lyo_is_name_string(s))) {
                break;
            }
            next = p + 2;
            zend_string_addref(s);
            counted = true;
        } else if (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) {
            lyo_joined joined = lyo_quick_prefixed_key(d, p, names, 0);
            s = joined.string;
            next = joined.next;
            if (UNEXPECTED(!s)) {
                break;
            }
            if (UNEXPECTED(!lyo_is_name_string(s))) { /* it is read again */
                names->count--;
                zend_string_efree(s);
                break;
            }
            counted = true;
        } else if (tag == LYO_TAG_STRING_CHAR && EXPECTED(left >= 2) && EXPECTED(lyo_is_name(p + 1, 1))) {
            s = ZSTR_CHAR(p[1]);
            next = p + 2;
        } else if (tag == LYO_TAG_STRING && EXPECTED(left >= 2) && EXPECTED(p[1] >= 34) &&
                   EXPECTED(left - 2 >= p[1]) && EXPECTED(lyo_is_name(p + 2, p[1]))) {
            s = lyo_new_long_name(p + 2, p[1]);
            lyo_string_table_add(names, s);
            next = p + 2 + p[1];
            counted = true;
        } else {
            break;
        }
        zend_ulong h = ZSTR_H(s);
        if (UNEXPECTED(!h)) {
            h = ZSTR_H(s) = lyo_hash(s);
        }
        if (UNEXPECTED(!lyo_table_append(ht, index, s, h))) {
            lyo_drop_string(d, s);
            p = lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
            break;
        }
        p = next;
    }
    lyo_table_appended(ht, index, counted);
    return p;
}

/* A property of a scope: "\0" scope "\0" name. Takes over the name. */
static zend_string *mangle(lyo_decoder *d, const zend_string *scope, zend_string *name)
{
    zend_string *mangled = zend_mangle_property_name(
        scope ? ZSTR_VAL(scope) : "*", scope ? ZSTR_LEN(scope) : 1, ZSTR_VAL(name), ZSTR_LEN(name), 0);
    lyo_drop_string(d, name);
    return mangled;
}

/* A class that may own private properties. */
static bool is_scope(const zend_string *scope)
{
    return ZSTR_LEN(scope) > 0 && !zend_string_equals_literal(scope, "*") &&
           !memchr(ZSTR_VAL(scope), '\0', ZSTR_LEN(scope));
}

static const uint8_t *read_property_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table,
                                        uint32_t base, zend_string *class_name, zend_string **s)
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

const uint8_t *lyo_read_state_key_in(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                     zend_string *class_name, zend_string **s, zend_long *h)
{
    const uint8_t *at = p;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (*p >= LYO_TAG_KEY_PROTECTED && *p <= LYO_TAG_KEY_PRIVATE_OF) {
        return read_property_key(d, p, table, base, class_name, s);
    }
    p = read_plain_key(d, p, table, base, s, h);
    if (p && *s && lyo_is_mangled_key(*s)) {
        lyo_drop_string(d, *s);
        return lyo_reader_fail(d, LYO_ERR_KEY, at);
    }
    return p;
}

const uint8_t *lyo_read_state_key(lyo_decoder *d, const uint8_t *p, zend_string *class_name, zend_string **s,
                                  zend_long *h)
{
    return lyo_read_state_key_in(d, p, &d->strings, d->string_base, class_name, s, h);
}
