/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Keys (spec section 4.3): of maps and of states, in the body and in the preamble. Each key has one form.
 */
#include "lyo/lyo_reader_key.h"

/*
 * Checks a plain key *s that was read from p to next. A string that becomes an int or is refused is dropped.
 * Returns next, or NULL.
 */
static const uint8_t *check_plain(lyo_decoder *d, const uint8_t *p, const uint8_t *next, bool state,
                                  zend_string **s, int64_t *number)
{
    zend_string *key = *s;
    const uint8_t *bytes = (const uint8_t *)ZSTR_VAL(key);

    if (state && lyo_is_mangled(bytes, ZSTR_LEN(key))) {
        lyo_drop_string(d, key);
        return lyo_reader_fail(d, LYO_ERR_KEY, p);
    }
    if (lyo_is_int_key(bytes, ZSTR_LEN(key), number)) {
        lyo_drop_string(d, key);
        *s = NULL;
        return state ? next : lyo_reader_fail(d, LYO_ERR_NUMERIC_KEY, p);
    }
    return next;
}

/*
 * Returns the mangled name of a private or protected property, or NULL if its key should have another form.
 * Takes over name and owner. owner: the declaring class, if it is not the class of the object; else NULL.
 */
static zend_string *property_name(lyo_decoder *d, lyo_key_kind kind, const zend_string *class_name,
                                  zend_string *name, zend_string *owner)
{
    /* NULL is "*"; the mangled name is "\0" scope "\0" name */
    const zend_string *scope = kind == LYO_KEY_PROTECTED ? NULL : owner ? owner : class_name;
    const size_t size = scope ? ZSTR_LEN(scope) : 1;
    zend_string *mangled = NULL;

    if (EXPECTED(lyo_mangled_fits(size, ZSTR_LEN(name))) &&
        (!scope || (lyo_is_scope((const uint8_t *)ZSTR_VAL(scope), size) &&
                    !(owner && zend_string_equals(owner, class_name))))) {
        mangled =
            zend_mangle_property_name(scope ? ZSTR_VAL(scope) : "*", size, ZSTR_VAL(name), ZSTR_LEN(name), 0);
    }
    lyo_drop_string(d, name);
    if (owner) {
        lyo_drop_string(d, owner);
    }
    return mangled;
}

/*
 * Reads a key. Sets *s to the string, to which the caller owns a reference; or to NULL, and *number to the
 * int.
 */
static const uint8_t *read_any_key(lyo_decoder *d, const uint8_t *p, unsigned how,
                                   const zend_string *class_name, zend_string **s, int64_t *number)
{
    lyo_key_kind kind;
    zval name, owner;

    ZVAL_UNDEF(&owner);
    *s = NULL;
    const uint8_t *next = lyo_key_token(d, p, class_name != NULL, &kind, number, &name, &owner, how);
    if (UNEXPECTED(!next)) {
        if (Z_TYPE(owner) != IS_UNDEF) {
            lyo_drop_string(d, Z_STR(owner));
        }
        return NULL;
    }
    switch (kind) {
    case LYO_KEY_INT:
        return next;
    case LYO_KEY_PLAIN:
        *s = Z_STR(name);
        return check_plain(d, p, next, class_name != NULL, s, number);
    default:
        *s = property_name(d, kind, class_name, Z_STR(name), Z_TYPE(owner) == IS_UNDEF ? NULL : Z_STR(owner));
        return EXPECTED(*s) ? next : lyo_reader_fail(d, LYO_ERR_KEY, p);
    }
}

const uint8_t *lyo_read_key_into(lyo_decoder *d, const uint8_t *p, unsigned how,
                                 const zend_string *class_name, HashTable *ht, zval **value)
{
    int64_t number = 0;
    zend_string *s;
    const uint8_t *next = read_any_key(d, p, how & LYO_IN_PREAMBLE, class_name, &s, &number);

    if (UNEXPECTED(!next)) {
        return NULL;
    }
    *value = s ? lyo_table_add(ht, s) : lyo_table_add_int(ht, (zend_long)number);
    if (EXPECTED(*value)) {
        return next;
    }
    if (s) {
        lyo_drop_string(d, s);
    }
    return lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
}
