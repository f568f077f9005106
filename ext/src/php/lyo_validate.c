/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_validate.h"

#include "php/lyo_entries.h"

static bool is_sound_string(const zend_string *s)
{
    return ZSTR_VAL(s)[ZSTR_LEN(s)] == '\0' && (ZSTR_IS_INTERNED(s) || GC_REFCOUNT(s) > 0) &&
           (!ZSTR_H(s) || ZSTR_H(s) == zend_inline_hash_func(ZSTR_VAL(s), ZSTR_LEN(s)));
}

/* Checks a value without its content. slot: it may be undefined. */
static bool is_sound_cell(const zval *cell, bool slot)
{
    switch (Z_TYPE_P(cell)) {
    case IS_UNDEF:
        return slot;
    case IS_STRING:
        return is_sound_string(Z_STR_P(cell));
    case IS_INDIRECT:
    case IS_CONSTANT_AST:
        return false;
    default:
        return Z_TYPE_P(cell) <= IS_REFERENCE && (!Z_REFCOUNTED_P(cell) || Z_REFCOUNT_P(cell) > 0);
    }
}

static bool is_sound_packed(const HashTable *ht)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < lyo_places(ht); i++) {
        const zval *cell = &lyo_elements(ht)[i];
        if (Z_TYPE_P(cell) == IS_UNDEF) {
            continue;
        }
        if (!is_sound_cell(cell, false) || (zend_long)i >= lyo_next_key(ht)) {
            return false;
        }
        count++;
    }
    return count == zend_hash_num_elements(ht);
}

/* True if a lookup of the key finds this entry. */
static bool is_found(HashTable *ht, const lyo_entry *b)
{
    if (b->key) {
        return b->h == ZSTR_H(b->key) && is_sound_string(b->key) &&
               (!lyo_keys_are_static(ht) || ZSTR_IS_INTERNED(b->key)) &&
               zend_hash_find_known_hash(ht, b->key) == &b->val;
    }
    return zend_hash_index_find(ht, b->h) == &b->val &&
           ((zend_long)b->h < lyo_next_key(ht) || lyo_next_key(ht) == ZEND_LONG_MAX);
}

bool lyo_is_sound_table(HashTable *ht)
{
    uint32_t count = 0;

    if (lyo_is_packed(ht)) {
        return is_sound_packed(ht);
    }
    if (zend_hash_num_elements(ht) == 0) { /* it may have no memory for entries */
        return true;
    }
    for (const lyo_entry *b = lyo_entries(ht); b < lyo_entries_end(ht); b++) {
        if (Z_TYPE(b->val) == IS_UNDEF) {
            continue;
        }
        const zval *cell = Z_TYPE(b->val) == IS_INDIRECT ? Z_INDIRECT(b->val) : &b->val;
        if (!is_sound_cell(cell, cell != &b->val) || !is_found(ht, b)) {
            return false;
        }
        count++;
    }
    return count == zend_hash_num_elements(ht);
}

static bool is_sound_object(const zend_object *object)
{
    for (int i = 0; i < object->ce->default_properties_count; i++) {
        if (!is_sound_cell(&object->properties_table[i], true)) {
            return false;
        }
    }
    return !object->properties || lyo_is_sound_table(object->properties);
}

bool lyo_is_sound(const zval *value)
{
    if (!is_sound_cell(value, false)) {
        return false;
    }
    ZVAL_DEREF(value);
    switch (Z_TYPE_P(value)) {
    case IS_ARRAY:
        return lyo_is_sound_table(Z_ARRVAL_P(value));
    case IS_OBJECT:
        return is_sound_object(Z_OBJ_P(value));
    default:
        return is_sound_cell(value, false);
    }
}
