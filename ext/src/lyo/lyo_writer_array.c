/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays: the choice of a form (spec sections 6.1 and 6.2), tagged lists, plain maps and records.
 */
#include "lyo/lyo_writer_definitions.h"
#include "lyo/lyo_writer_equal.h"
#include "lyo/lyo_writer_leaf.h"

/* --- what kind of array --------------------------------------------------------------------------------- */

/* Returns true if the keys are 0, 1, … n-1 in order, in either layout. There is at least one. */
static bool is_list(const HashTable *ht)
{
    uint32_t n = 0;

    if (lyo_is_packed(ht)) {
        return !lyo_has_holes(ht);
    }
    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        const lyo_entry *entry = lyo_entry_of(each.cell);
        if (entry->key || entry->h != n++) {
            return false;
        }
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

/* The keys of a map (hash layout): at least one is a string; at least one is a numeric string. */
typedef enum map_keys { INTS, NAMED, NUMERIC } map_keys;

LYO_INLINE map_keys look_at_keys(const HashTable *ht)
{
    map_keys keys = INTS;
    int64_t ignored;

    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        const zend_string *key = lyo_entry_of(each.cell)->key;
        if (EXPECTED(key)) {
            if (UNEXPECTED(is_numeric(key, &ignored))) {
                return NUMERIC;
            }
            keys = NAMED;
        }
    }
    return keys;
}

/* Returns true if both arrays are shapeable maps with the same keys. */
static bool maps_alike(lyo_encoder *e, const HashTable *a, const HashTable *b)
{
    uint32_t n = zend_hash_num_elements(a);

    if (n != zend_hash_num_elements(b) || n == 0 || n > LYO_LIMIT_SHAPE_KEYS || lyo_is_packed(a) ||
        lyo_is_packed(b)) {
        return false;
    }
    lyo_cells other = lyo_cells_of(b);
    for (lyo_cells each = lyo_cells_of(a); each.left > 0; lyo_cells_next(&each), lyo_cells_next(&other)) {
        const lyo_entry *entry = lyo_entry_of(each.cell);
        if (!lyo_key_is(&e->strings.longs, &(lyo_key){entry->key, entry->h}, lyo_entry_of(other.cell))) {
            return false;
        }
    }
    return look_at_keys(a) == NAMED;
}

LYO_INLINE bool may_be_array(const zval *cell)
{
    return Z_TYPE_P(cell) == IS_ARRAY || Z_TYPE_P(cell) == IS_REFERENCE;
}

/*
 * Returns true if the first two entries may be arrays: only then there can be rows or runs. Inline, because most
 * arrays begin with a leaf.
 */
LYO_INLINE bool may_be_table(const HashTable *ht)
{
    lyo_cells cells = lyo_cells_of(ht);

    if (EXPECTED(!may_be_array(cells.cell)) || cells.left < 2) {
        return false;
    }
    lyo_cells_next(&cells);
    return may_be_array(cells.cell);
}

/* Returns true if the first two entries (there are two) are maps of the same shape, which suggests rows. */
static LYO_NOINLINE bool begins_with_rows(lyo_encoder *e, const HashTable *ht)
{
    lyo_cells cells = lyo_cells_of(ht);
    const zval *first = lyo_plain(e, cells.cell);

    lyo_cells_next(&cells);
    const zval *second = lyo_plain(e, cells.cell);
    return Z_TYPE_P(first) == IS_ARRAY && Z_TYPE_P(second) == IS_ARRAY &&
           maps_alike(e, Z_ARRVAL_P(first), Z_ARRVAL_P(second));
}

/*
 * Upper limit for the bytes between the beginning of a record and the tag of its first entry. If the record
 * begins more than this before LYO_LIMIT_EAGER, the shape of that entry is defined when first met anyway.
 */
#define RECORD_TAG 9

/*
 * Called when the first two values begin like rows, and the first one is written next. Returns true if its
 * shape must be defined for that (spec section 6.2). If it is defined in any case, it does not matter whether
 * PHP references among both are values. keyed: the key of the first value comes before it.
 */
static bool opens_table(lyo_encoder *e, const HashTable *ht, bool keyed)
{
    lyo_cells cells = lyo_cells_of(ht);
    zval *first = cells.cell;

    lyo_cells_next(&cells);
    if (EXPECTED(!Z_ISREF_P(first) && !Z_ISREF_P(cells.cell))) {
        return true;
    }
    uint32_t shape = lyo_guess_shape(e, Z_ARRVAL_P(lyo_plain(e, first)));
    if ((!keyed && lyo_encoder_offset(e) < LYO_LIMIT_EAGER - RECORD_TAG) ||
        (shape != LYO_NO_SHAPE && lyo_is_defined(e, shape))) {
        return false;
    }
    lyo_assume_plain(e, first);
    lyo_assume_plain(e, cells.cell);
    return true;
}

/* --- writing -------------------------------------------------------------------------------------------- */

static bool write_cells(lyo_encoder *e, const HashTable *ht, bool define);
static LYO_NOINLINE bool write_any_array(lyo_encoder *e, HashTable *ht, bool define);

/* Returns true if a map has no holes, and it does not matter whether its first entry must define its shape. */
LYO_INLINE bool is_simple(const lyo_encoder *e, const HashTable *ht)
{
    uint32_t n = zend_hash_num_elements(ht);

    return !lyo_is_packed(ht) && n == lyo_places(ht) && lyo_entries(ht)->key &&
           (EXPECTED(Z_TYPE(lyo_entries(ht)->val) != IS_ARRAY &&
                     Z_TYPE(lyo_entries(ht)->val) != IS_REFERENCE) ||
            lyo_encoder_offset(e) < LYO_LIMIT_EAGER - RECORD_TAG);
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
    if (lyo_write_again(e, ht)) {
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
        if (EXPECTED(Z_TYPE_P((zval *)cell) == IS_STRING)) {
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
 * Returns true if there is no vector, because the first cell is an array or object, or the second is a string
 * that is not as the first one. False does not mean that there is one.
 */
static bool is_no_vector(lyo_encoder *e, const HashTable *ht)
{
    lyo_cells cells = lyo_cells_of(ht);
    const zval *a = cells.cell;

    lyo_cells_next(&cells);
    if (Z_TYPE_P(cells.cell) != IS_STRING || Z_TYPE_P(a) > IS_STRING) {
        return Z_TYPE_P(a) == IS_ARRAY || Z_TYPE_P(a) == IS_OBJECT;
    }
    return Z_TYPE_P(a) != IS_STRING || !lyo_same_among(&e->strings.longs, Z_STR_P(a), Z_STR_P(cells.cell));
}

bool lyo_write_list(lyo_encoder *e, HashTable *ht)
{
    uint32_t n = zend_hash_num_elements(ht);

    if (n >= LYO_LIMIT_VECTOR && !is_no_vector(e, ht) && lyo_write_vector(e, ht)) {
        return true;
    }
    bool alike = false, failed = false;
    if (may_be_table(ht)) {
        alike = begins_with_rows(e, ht);
        if (n >= LYO_LIMIT_VECTOR && lyo_write_runs(e, ht, alike, &failed)) {
            return !failed;
        }
        if (n >= LYO_LIMIT_ROWS && alike && lyo_write_rows(e, ht, &failed)) {
            return !failed;
        }
        alike = alike && opens_table(e, ht, false);
    }
    lyo_put_count(&e->body, LYO_TAG_LIST_SHORT, LYO_TAG_LIST, n);
    return write_cells(e, ht, alike);
}

static bool write_map(lyo_encoder *e, HashTable *ht, bool define)
{
    lyo_put_count(&e->body, LYO_TAG_MAP_SHORT, LYO_TAG_MAP, zend_hash_num_elements(ht));
    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        lyo_write_key_of(e, ht, each.cell);
        if (!lyo_write_quick(e, each.cell) && !lyo_write_cell(e, each.cell, ht, define)) {
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

    lyo_encoder_own(e); /* when the copy is freed, garbage collection may run destructors */
    ZEND_HASH_FOREACH_KEY_VAL (ht, h, key, value) {
        value = lyo_unwrap(e, value);
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
    bool alike = may_be_table(ht) && begins_with_rows(e, ht);

    if (EXPECTED(!lyo_is_packed(ht) && n == lyo_places(ht))) {
        definition = lyo_find_map(e, ht, define);
    }
    if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
        map_keys keys = lyo_is_packed(ht) ? INTS : look_at_keys(ht);
        if (keys == NUMERIC) {
            return write_normalised(e, ht, define);
        }
        if (keys == NAMED && n <= LYO_LIMIT_SHAPE_KEYS) {
            definition = lyo_define_map(e, ht, define);
        }
    }
    alike = alike && opens_table(e, ht, definition == LYO_NOT_DEFINED);
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
