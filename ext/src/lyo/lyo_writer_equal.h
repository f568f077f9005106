/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays that are equal to earlier ones, and runs (spec section 6.6).
 */
#ifndef LYO_WRITER_EQUAL_H
#define LYO_WRITER_EQUAL_H

#include "lyo/lyo_writer.h"

/** The slow path of lyo_write_again(): looks for the array, which is not empty. */
bool lyo_use_array(lyo_encoder *e, HashTable *ht);
/** The slow path of lyo_is_looked_for(), for an array of one value: true if that is no string, array or object. */
bool lyo_is_number(lyo_encoder *e, const HashTable *ht);
/** Returns true for an array that is looked for at times: not for one without values, or of one number. */
LYO_INLINE bool lyo_is_looked_for(lyo_encoder *e, const HashTable *ht)
{
    const uint32_t n = zend_hash_num_elements(ht);

    if (n != 1) {
        return n > 1;
    }
    const uint32_t type = Z_TYPE_P(lyo_all_cells_of(ht).cell);
    if (type - 1 < IS_OBJECT) { /* neither a hole nor a resource nor a PHP reference */
        return type >= IS_STRING;
    }
    return !lyo_is_number(e, ht);
}
/**
 * Writes the array of a slot as an earlier one, if it is equal to one and that is found. False: nothing was
 * written.
 */
LYO_INLINE bool lyo_write_again(lyo_encoder *e, HashTable *ht)
{
    return lyo_is_looked_for(e, ht) && lyo_equal_arrays_must_look(&e->arrays) &&
           UNEXPECTED(lyo_use_array(e, ht));
}

/* --- for runs ------------------------------------------------------------------------------------------- */

typedef struct lyo_comparison {
    lyo_encoder *e;
    bool written;        /* the second array is a candidate, else it is not written yet, either */
    bool shared;         /* both arrays have a table in common */
    uint32_t references; /* PHP references that were looked behind */
} lyo_comparison;

/** Returns true for two values that are not the same, as can be seen without a look at more than 16 bytes. */
LYO_INLINE bool lyo_differ(const zval *x, const zval *y)
{
    const uint32_t type = Z_TYPE_P(x), other = Z_TYPE_P(y);

    if (type != other) { /* a resource is the int 0; a hole or a PHP reference can be anything */
        return type - 1 < IS_OBJECT && other - 1 < IS_OBJECT;
    }
    if (type == IS_STRING) {
        const size_t n = Z_STRLEN_P(x);
        if (n != Z_STRLEN_P(y)) {
            return true;
        }
        const char *a = Z_STRVAL_P(x), *b = Z_STRVAL_P(y);
        return n >= 8 ? memcmp(a, b, 8) != 0 || memcmp(a + n - 8, b + n - 8, 8) != 0 : a[n / 2] != b[n / 2];
    }
    return type == IS_LONG && Z_LVAL_P(x) != Z_LVAL_P(y);
}
/**
 * Returns true for two arrays that are not the same, as can be seen by the number of their values, by the first
 * and last of them, and by those of a first one that is an array. In most values this tells arrays with one
 * digest apart.
 */
LYO_INLINE bool lyo_are_different(const HashTable *a, const HashTable *b)
{
    for (unsigned levels = 4; levels > 0; levels--) {
        if (zend_hash_num_elements(a) != zend_hash_num_elements(b)) {
            return true;
        }
        if (zend_hash_num_elements(a) == 0) {
            return false;
        }
        const lyo_cells x = lyo_all_cells_of(a), y = lyo_all_cells_of(b);
        const char *last_x = (const char *)x.cell + (lyo_places(a) - 1) * x.stride;
        const char *last_y = (const char *)y.cell + (lyo_places(b) - 1) * y.stride;
        if (lyo_differ(x.cell, y.cell) || lyo_differ((const zval *)last_x, (const zval *)last_y)) {
            return true;
        }
        if (EXPECTED(Z_TYPE_P(x.cell) != IS_ARRAY) || Z_TYPE_P(y.cell) != IS_ARRAY) {
            return false;
        }
        a = Z_ARRVAL_P(x.cell);
        b = Z_ARRVAL_P(y.cell);
    }
    return false;
}
/** Returns true if both arrays, which are not empty, are the same, and sets the facts of the second one. */
bool lyo_are_same(lyo_comparison *c, const HashTable *a, const HashTable *b, lyo_array_facts *facts);
/**
 * Records what a comparison has looked behind: PHP references of an array that is not written, or of one that
 * is written as it is. If one of them is met again, another pass follows.
 */
void lyo_note_references(lyo_encoder *e, const HashTable *ht, bool written);
/** Returns the number of an array that was written at this offset, and has none yet. */
uint32_t lyo_add_found(lyo_encoder *e, const lyo_array_facts *facts, size_t offset);
/** Writes an array again. Returns false, and writes nothing, if a limit does not allow that. */
bool lyo_write_use(lyo_encoder *e, uint32_t number);
/** Returns how many elements may still be written again, at the offset of the next byte. */
LYO_INLINE uint64_t lyo_allowance_left(const lyo_encoder *e)
{
    return LYO_LIMIT_ALLOWANCE + LYO_LIMIT_ALLOWANCE_PER_BYTE * (uint64_t)lyo_encoder_offset(e) -
           e->arrays.allowance_used;
}
/**
 * Tries to write a list of LYO_LIMIT_VECTOR or more values as runs. Returns true if it was written, or if
 * writing failed (*failed). define: see lyo_write_array().
 */
bool lyo_write_runs(lyo_encoder *e, HashTable *ht, bool define, bool *failed);

/** Frees what a pass has for itself, before its strings. */
LYO_INLINE void lyo_equal_arrays_free(lyo_encoder *e)
{
    if (UNEXPECTED(!e->strings.memory->lasting) && e->arrays.stamp) {
        efree(e->arrays.buckets);
    }
}
/** Returns the size of the array table, and writes it at p. There is at least one array. */
size_t lyo_array_table_size(const lyo_encoder *e);
uint8_t *lyo_put_array_table(const lyo_encoder *e, uint8_t *p);

#endif
