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

/* Returns true if both arrays are shapeable maps with the same keys. */
static bool maps_alike(const HashTable *a, const HashTable *b)
{
    uint32_t n = zend_hash_num_elements(a);

    if (n != zend_hash_num_elements(b) || n == 0 || n > LYO_LIMIT_SHAPE_KEYS || lyo_is_packed(a) ||
        lyo_is_packed(b)) {
        return false;
    }
    for (const lyo_entry *p = lyo_entries(a), *q = lyo_entries(b); n > 0; n--, p++, q++) {
        while (Z_TYPE(p->val) == IS_UNDEF) {
            p++;
        }
        while (Z_TYPE(q->val) == IS_UNDEF) {
            q++;
        }
        if (!lyo_key_is(&(lyo_key){p->key, p->h}, q)) {
            return false;
        }
    }
    key_facts k = look_at_keys(a);
    return k.named && !k.numeric;
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
    if (Z_TYPE_P(second) != IS_ARRAY || !maps_alike(Z_ARRVAL_P(first), Z_ARRVAL_P(second))) {
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
static LYO_NOINLINE bool write_any_array(lyo_encoder *e, HashTable *ht, bool define);

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

/* lyo_write_array(), which finds the definition of a simple map without hashing its keys. */
LYO_INLINE bool write_inline(lyo_encoder *e, HashTable *ht, bool define)
{
    if (zend_hash_num_elements(ht) == 0) {
        lyo_buffer_byte(&e->body, LYO_TAG_ARRAY_EMPTY);
        return true;
    }
    uint32_t definition = is_simple(e, ht) ? lyo_find_map(e, ht, define) : LYO_NOT_DEFINED;
    if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
        return write_any_array(e, ht, define);
    }
    bool written = lyo_encoder_enter(e);
    if (EXPECTED(written)) {
        lyo_write_instance(e, definition);
        written = write_cells(e, ht, false);
    }
    e->depth--;
    return written;
}

/* Writes an array that is a cell of the array `parent`, which the caller holds. */
LYO_INLINE bool write_nested(lyo_encoder *e, HashTable *ht, const HashTable *parent, bool define)
{
    if (UNEXPECTED(ht == parent || (LYO_WATCHES_ARRAYS && GC_IS_RECURSIVE(ht)))) {
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
        return true;
    }
    if (!LYO_WATCHES_ARRAYS) {
        return write_inline(e, ht, define);
    }
    GC_TRY_PROTECT_RECURSION(ht);
    bool written = write_inline(e, ht, define);
    GC_TRY_UNPROTECT_RECURSION(ht);
    return written;
}

bool lyo_write_nested(lyo_encoder *e, HashTable *ht, const HashTable *parent, bool define)
{
    return write_nested(e, ht, parent, define);
}

static bool write_cells(lyo_encoder *e, const HashTable *ht, bool define)
{
    const lyo_cells cells = lyo_all_cells_of(ht);
    const size_t stride = cells.stride;
    const char *cell = (const char *)cells.cell, *end = cell + stride * lyo_places(ht);

    for (; cell < end; cell += stride) {
        if (Z_TYPE_P((zval *)cell) == IS_STRING) {
            lyo_write_string(e, Z_STR_P((zval *)cell));
        } else if (Z_TYPE_P((zval *)cell) == IS_ARRAY) {
            if (!write_nested(e, Z_ARRVAL_P((zval *)cell), ht, define)) {
                return false;
            }
        } else if (UNEXPECTED(!lyo_write_quick(e, (zval *)cell))) {
            if (UNEXPECTED(Z_TYPE_P((zval *)cell) == IS_UNDEF)) {
                continue;
            }
            if (!lyo_write_cell(e, (zval *)cell, ht, define)) {
                return false;
            }
        }
        define = false;
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

/* Writes the keys and cells of a map. packed: its layout, a constant. */
LYO_INLINE bool write_map_entries(lyo_encoder *e, HashTable *ht, bool define, const bool packed)
{
    const size_t stride = packed ? sizeof(zval) : sizeof(lyo_entry);
    char *first = (char *)lyo_all_cells_of(ht).cell, *end = first + stride * lyo_places(ht);

    for (char *at = first; at < end; at += stride) {
        zval *cell = (zval *)at;
        if (Z_TYPE_P(cell) == IS_UNDEF) {
            continue;
        }
        if (packed) {
            lyo_write_int(e, (zend_long)(cell - (zval *)first));
        } else {
            lyo_write_key(e, lyo_entry_of(cell)->key, (zend_long)lyo_entry_of(cell)->h);
        }
        if (!lyo_write_quick(e, cell) && !lyo_write_cell(e, cell, ht, define)) {
            return false;
        }
        define = false;
    }
    return true;
}

static bool write_map(lyo_encoder *e, HashTable *ht, bool define)
{
    lyo_put_count(&e->body, LYO_TAG_MAP_SHORT, LYO_TAG_MAP, zend_hash_num_elements(ht));
    return lyo_is_packed(ht) ? write_map_entries(e, ht, define, true)
                             : write_map_entries(e, ht, define, false);
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

/* Writes a map of at least one key that is no list (spec section 6.2). */
static LYO_NOINLINE bool write_any_map(lyo_encoder *e, HashTable *ht, bool define)
{
    uint32_t n = zend_hash_num_elements(ht), definition = LYO_NOT_DEFINED;
    bool alike = begins_with_rows(e, ht), rows = n >= LYO_LIMIT_ROWS && alike, failed = false;

    if (EXPECTED(!lyo_is_packed(ht) && n == lyo_places(ht) && !rows)) {
        definition = lyo_find_map(e, ht, define);
    }
    if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
        key_facts k = lyo_is_packed(ht) ? (key_facts){false, false} : look_at_keys(ht);
        if (k.numeric) {
            return write_normalised(e, ht, define);
        }
        if (rows && lyo_write_rows(e, ht, true, &failed)) {
            return !failed;
        }
        if (k.named && n <= LYO_LIMIT_SHAPE_KEYS) {
            definition = lyo_define_map(e, ht, define);
        }
    }
    if (definition == LYO_NOT_DEFINED) {
        return write_map(e, ht, alike);
    }
    lyo_write_instance(e, definition);
    return write_cells(e, ht, alike);
}

static LYO_NOINLINE bool write_any_array(lyo_encoder *e, HashTable *ht, bool define)
{
    bool written =
        lyo_encoder_enter(e) && (is_list(ht) ? lyo_write_list(e, ht) : write_any_map(e, ht, define));

    e->depth--;
    return written;
}

bool lyo_write_array(lyo_encoder *e, HashTable *ht, bool define)
{
    return write_inline(e, ht, define);
}
