/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays: the choice of a form (spec sections 6.1 and 6.2), tagged lists, plain maps and records.
 */
#include "lyo/lyo_writer_definitions.h"
#include "lyo/lyo_writer_leaf.h"

void lyo_put_count(lyo_buffer *buffer, uint8_t short_first, uint8_t long_first, uint32_t n)
{
    if (EXPECTED(n <= 8)) {
        lyo_buffer_byte(buffer, (uint8_t)(short_first + n - 1));
    } else {
        lyo_buffer_sized(buffer, long_first, n, lyo_uint_size(n));
    }
}

/* --- what kind of array --------------------------------------------------------------------------------- */

/* Returns true if the keys are 0, 1, … n-1 in order, in either layout. */
static bool is_list(const HashTable *ht)
{
    uint32_t n = 0;

    if (lyo_is_packed(ht)) {
        return !lyo_has_holes(ht);
    }
    const lyo_entry *end = lyo_entries_end(ht);
    for (const lyo_entry *b = lyo_entries(ht); b < end; b++) {
        if (Z_TYPE(b->val) == IS_UNDEF) {
            continue;
        }
        if (b->key || b->h != n) {
            return false;
        }
        n++;
    }
    return true;
}

/*
 * Returns true for a string key that PHP's arrays cannot have, because they store it as an int. Only foreign
 * code makes such keys.
 */
LYO_INLINE bool is_numeric(const zend_string *key, int64_t *value)
{
    return UNEXPECTED((uint8_t)ZSTR_VAL(key)[0] <= '9') &&
           lyo_numeric_string(ZSTR_VAL(key), ZSTR_LEN(key), value);
}

/* Facts about the keys of a map (hash layout). */
typedef struct key_facts {
    bool named;   /* at least one is a string */
    bool numeric; /* at least one is a numeric string; the keys after it were not looked at */
} key_facts;

LYO_INLINE key_facts look_at_keys(const HashTable *ht)
{
    key_facts k = {false, false};
    int64_t ignored;
    const lyo_entry *end = lyo_entries_end(ht);

    for (const lyo_entry *b = lyo_entries(ht); b < end; b++) {
        if (UNEXPECTED(Z_TYPE(b->val) == IS_UNDEF)) {
            continue;
        }
        if (EXPECTED(b->key)) {
            k.named = true;
            if (UNEXPECTED(is_numeric(b->key, &ignored))) {
                k.numeric = true;
                return k;
            }
        }
    }
    return k;
}

uint32_t lyo_map_shape(lyo_encoder *e, const HashTable *ht)
{
    if (lyo_is_packed(ht) || zend_hash_num_elements(ht) == 0 ||
        zend_hash_num_elements(ht) > LYO_LIMIT_SHAPE_KEYS) {
        return LYO_NO_SHAPE;
    }
    key_facts k = look_at_keys(ht);
    return k.named && !k.numeric ? lyo_meet_map(e, ht) : LYO_NO_SHAPE;
}

bool lyo_maps_alike(const HashTable *a, const HashTable *b)
{
    bool named = false;
    int64_t ignored;

    if (zend_hash_num_elements(a) != zend_hash_num_elements(b) || zend_hash_num_elements(a) == 0 ||
        zend_hash_num_elements(a) > LYO_LIMIT_SHAPE_KEYS || lyo_is_packed(a) || lyo_is_packed(b)) {
        return false;
    }
    const lyo_entry *p = lyo_entries(a), *q = lyo_entries(b);
    for (uint32_t i = 0; i < zend_hash_num_elements(a); i++, p++, q++) {
        while (Z_TYPE(p->val) == IS_UNDEF) {
            p++;
        }
        while (Z_TYPE(q->val) == IS_UNDEF) {
            q++;
        }
        lyo_key x = {p->key, p->h}, y = {q->key, q->h};
        if (!lyo_key_equals(&x, &y) || (p->key && is_numeric(p->key, &ignored))) {
            return false;
        }
        named |= p->key != NULL;
    }
    return named;
}

static LYO_NOINLINE bool begins_alike(lyo_encoder *e, const HashTable *ht)
{
    lyo_cells cells = lyo_cells_of(ht);
    zval *a = cells.cell, *first = lyo_plain(e, a);
    if (Z_TYPE_P(first) != IS_ARRAY) {
        return false;
    }
    lyo_cells_next(&cells);
    zval *b = cells.cell, *second = lyo_plain(e, b);
    if (Z_TYPE_P(second) != IS_ARRAY || !lyo_maps_alike(Z_ARRVAL_P(first), Z_ARRVAL_P(second))) {
        return false;
    }
    lyo_assume_plain(e, a);
    lyo_assume_plain(e, b);
    return true;
}

/* Returns true if the first two entries are maps of the same shape, which suggests rows. */
LYO_INLINE bool begins_with_rows(lyo_encoder *e, const HashTable *ht)
{
    if (zend_hash_num_elements(ht) < 2) {
        return false;
    }
    const zval *first = lyo_cells_of(ht).cell;
    return (Z_TYPE_P(first) == IS_ARRAY || Z_TYPE_P(first) == IS_REFERENCE) && begins_alike(e, ht);
}

/* --- writing -------------------------------------------------------------------------------------------- */

/*
 * Most bytes between the beginning of a record and the tag of its first entry. If the record begins more than
 * this before LYO_LIMIT_EAGER, the shape of that entry is defined when first met anyway.
 */
#define RECORD_TAG 9

static bool write_cells(lyo_encoder *e, const HashTable *ht, bool define);
static bool write_any_array(lyo_encoder *e, HashTable *ht, bool define);

/*
 * Returns true if a map has no holes, cannot be rows, and it does not matter whether its first entry must
 * define its shape.
 */
LYO_INLINE bool is_simple(const lyo_encoder *e, const HashTable *ht)
{
    uint32_t n = zend_hash_num_elements(ht);

    return !lyo_is_packed(ht) && n == lyo_places(ht) && lyo_entries(ht)->key &&
           (EXPECTED(Z_TYPE(lyo_entries(ht)->val) != IS_ARRAY &&
                     Z_TYPE(lyo_entries(ht)->val) != IS_REFERENCE) ||
            (n < LYO_LIMIT_ROWS && lyo_encoder_offset(e) < LYO_LIMIT_EAGER - RECORD_TAG));
}

/*
 * Writes a map whose definition is found without hashing its keys. Returns true if the map was written, or if
 * writing failed (*failed). Else returns false, and writes nothing.
 */
LYO_INLINE bool write_known(lyo_encoder *e, const HashTable *ht, bool define, bool *failed)
{
    if (!is_simple(e, ht)) {
        return false;
    }
    uint32_t definition = lyo_find_map(e, ht, define);
    if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
        return false;
    }
    if (UNEXPECTED(!lyo_encoder_enter(e))) {
        *failed = true;
    } else {
        lyo_write_instance(e, definition);
        *failed = !write_cells(e, ht, false);
    }
    e->depth--;
    return true;
}

/* Writes an array that is a cell of the array `parent`, which the caller holds. */
LYO_INLINE bool write_nested(lyo_encoder *e, HashTable *ht, const HashTable *parent, bool define)
{
    bool failed = false, counted = !(GC_FLAGS(ht) & GC_IMMUTABLE);

    if (zend_hash_num_elements(ht) == 0) {
        lyo_buffer_byte(&e->body, LYO_TAG_ARRAY_EMPTY);
        return true;
    }
    if (UNEXPECTED(ht == parent || (LYO_WATCHES_ARRAYS && GC_IS_RECURSIVE(ht)))) {
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
        return true;
    }
    if (LYO_WATCHES_ARRAYS && counted) {
        GC_PROTECT_RECURSION(ht);
    }
    if (!write_known(e, ht, define, &failed)) {
        failed = !write_any_array(e, ht, define);
    }
    if (LYO_WATCHES_ARRAYS && counted) {
        GC_UNPROTECT_RECURSION(ht);
    }
    return !failed;
}

static bool write_cells(lyo_encoder *e, const HashTable *ht, bool define)
{
    const lyo_cells cells = lyo_all_cells_of(ht);
    const size_t stride = cells.stride;
    const char *cell = (const char *)cells.cell, *end = cell + stride * lyo_places(ht);

    for (; cell < end; cell += stride) {
        if (Z_TYPE_P((zval *)cell) == IS_STRING) {
            lyo_write_string(e, Z_STR_P((zval *)cell));
            define = false;
        } else if (Z_TYPE_P((zval *)cell) == IS_ARRAY) {
            if (!write_nested(e, Z_ARRVAL_P((zval *)cell), ht, define)) {
                return false;
            }
            define = false;
        } else if (EXPECTED(lyo_write_quick(e, (zval *)cell))) {
            define = false;
        } else if (EXPECTED(Z_TYPE_P((zval *)cell) != IS_UNDEF)) {
            if (!lyo_write_cell(e, (zval *)cell, ht, define)) {
                return false;
            }
            define = false;
        }
    }
    return true;
}

/*
 * Returns true if the first two cells rule out a vector, and neither is a PHP reference: they are different
 * strings, a string beside another leaf, or one is an array or object. False does not mean that there is a
 * vector.
 */
static bool is_no_vector(const HashTable *ht)
{
    lyo_cells cells = lyo_cells_of(ht);
    const zval *a = cells.cell;
    lyo_cells_next(&cells);
    const zval *b = cells.cell;

    if (Z_TYPE_P(a) == IS_REFERENCE || Z_TYPE_P(b) == IS_REFERENCE) {
        return false;
    }
    if (Z_TYPE_P(a) == IS_STRING) {
        return Z_TYPE_P(b) != IS_STRING || !lyo_same_string(Z_STR_P(a), Z_STR_P(b));
    }
    return Z_TYPE_P(a) >= IS_ARRAY ? Z_TYPE_P(a) != IS_RESOURCE
                                   : Z_TYPE_P(b) >= IS_STRING && Z_TYPE_P(b) != IS_RESOURCE;
}

bool lyo_write_list(lyo_encoder *e, HashTable *ht)
{
    uint32_t n = zend_hash_num_elements(ht);

    if (n >= LYO_LIMIT_VECTOR && !is_no_vector(ht) && lyo_write_vector(e, ht)) {
        return true;
    }
    bool alike = begins_with_rows(e, ht), failed = false;
    if (n >= LYO_LIMIT_ROWS && alike && lyo_write_rows(e, ht, false, &failed)) {
        return !failed;
    }
    lyo_put_count(&e->body, LYO_TAG_LIST_SHORT, LYO_TAG_LIST, n);
    return write_cells(e, ht, alike);
}

static bool write_map(lyo_encoder *e, HashTable *ht, bool define)
{
    lyo_put_count(&e->body, LYO_TAG_MAP_SHORT, LYO_TAG_MAP, zend_hash_num_elements(ht));
    if (lyo_is_packed(ht)) {
        for (uint32_t i = 0; i < lyo_places(ht); i++) {
            if (Z_TYPE(lyo_elements(ht)[i]) == IS_UNDEF) {
                continue;
            }
            lyo_write_int(e, i);
            if (!lyo_write_quick(e, &lyo_elements(ht)[i]) &&
                !lyo_write_cell(e, &lyo_elements(ht)[i], ht, define)) {
                return false;
            }
            define = false;
        }
        return true;
    }
    const lyo_entry *end = lyo_entries_end(ht);
    for (lyo_entry *b = lyo_entries(ht); b < end; b++) {
        if (Z_TYPE(b->val) == IS_UNDEF) {
            continue;
        }
        if (b->key) {
            lyo_write_string(e, b->key);
        } else {
            lyo_write_int(e, (zend_long)b->h);
        }
        if (!lyo_write_quick(e, &b->val) && !lyo_write_cell(e, &b->val, ht, define)) {
            return false;
        }
        define = false;
    }
    return true;
}

/*
 * Writes a copy in which numeric string keys are ints. Of equal keys the last value wins, at the place of the
 * first.
 */
static LYO_NOINLINE bool write_normalised(lyo_encoder *e, HashTable *ht, bool define)
{
    zend_string *key;
    zend_ulong h;
    zval *value;
    HashTable *copy = zend_new_array(zend_hash_num_elements(ht));

    ZEND_HASH_FOREACH_KEY_VAL (ht, h, key, value) {
        value = lyo_unwrap(value);
        Z_TRY_ADDREF_P(value);
        if (key) {
            zend_symtable_update(copy, key, value);
        } else {
            zend_hash_index_update(copy, h, value);
        }
    }
    ZEND_HASH_FOREACH_END();
    /* the copy is written on ht's own level; its strings are those of ht, so tables may point to them */
    e->depth--;
    bool written = lyo_write_array(e, copy, define);
    e->depth++;
    zend_array_release(copy);
    return written;
}

/*
 * Returns true if a map has a numeric string among its keys. Used where look_at_keys() is not: for maps too
 * large for a shape.
 */
static bool has_numeric_key(const HashTable *ht)
{
    int64_t ignored;

    if (lyo_is_packed(ht)) {
        return false;
    }
    const lyo_entry *end = lyo_entries_end(ht);
    for (const lyo_entry *b = lyo_entries(ht); b < end; b++) {
        if (Z_TYPE(b->val) != IS_UNDEF && b->key && is_numeric(b->key, &ignored)) {
            return true;
        }
    }
    return false;
}

static bool write_record(lyo_encoder *e, const HashTable *ht, uint32_t definition, bool define)
{
    lyo_write_instance(e, definition);
    return write_cells(e, ht, define);
}

/* Writes a map of at least one key that is no list (spec section 6.2). */
static LYO_NOINLINE bool write_any_map(lyo_encoder *e, HashTable *ht, bool define)
{
    uint32_t n = zend_hash_num_elements(ht), definition;
    bool alike = begins_with_rows(e, ht), failed = false;
    key_facts k = {false, false};

    if (EXPECTED(!lyo_is_packed(ht) && n == lyo_places(ht) && !(n >= LYO_LIMIT_ROWS && alike))) {
        definition = lyo_find_met_map(e, ht, define);
        if (EXPECTED(definition != LYO_NOT_DEFINED)) {
            return write_record(e, ht, definition, alike);
        }
    }
    if (n > LYO_LIMIT_SHAPE_KEYS ? has_numeric_key(ht)
                                 : !lyo_is_packed(ht) && (k = look_at_keys(ht)).numeric) {
        return write_normalised(e, ht, define);
    }
    if (n >= LYO_LIMIT_ROWS && alike && lyo_write_rows(e, ht, true, &failed)) {
        return !failed;
    }
    if (!k.named) {
        return write_map(e, ht, alike);
    }
    definition = lyo_define_map(e, ht, define);
    return definition != LYO_NOT_DEFINED ? write_record(e, ht, definition, alike) : write_map(e, ht, alike);
}

static LYO_NOINLINE bool write_any_array(lyo_encoder *e, HashTable *ht, bool define)
{
    if (!lyo_encoder_enter(e)) {
        return false;
    }
    bool written = is_list(ht) ? lyo_write_list(e, ht) : write_any_map(e, ht, define);
    e->depth--;
    return written;
}

bool lyo_write_array(lyo_encoder *e, HashTable *ht, bool define)
{
    bool failed = false;

    if (zend_hash_num_elements(ht) == 0) {
        lyo_buffer_byte(&e->body, LYO_TAG_ARRAY_EMPTY);
        return true;
    }
    if (write_known(e, ht, define, &failed)) {
        return !failed;
    }
    return write_any_array(e, ht, define);
}
