/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The commonest leaves, inlined into the loops over cells.
 */
#ifndef LYO_WRITER_LEAF_H
#define LYO_WRITER_LEAF_H

#include "lyo/lyo_writer.h"

/** Writes a null, bool or int. Else returns false, and writes nothing. */
LYO_INLINE bool lyo_put_scalar(lyo_buffer *buffer, const zval *cell)
{
    if (Z_TYPE_P(cell) == IS_LONG) {
        lyo_put_int(buffer, Z_LVAL_P(cell));
        return true;
    }
    if (Z_TYPE_P(cell) < IS_LONG && Z_TYPE_P(cell) != IS_UNDEF) {
        /* the types and the tags are in the same order */
        lyo_buffer_byte(buffer, (uint8_t)(LYO_TAG_NULL + (Z_TYPE_P(cell) - IS_NULL)));
        return true;
    }
    return false;
}

/** Writes a cell if it is a leaf other than a resource. Else returns false, and writes nothing. */
LYO_INLINE bool lyo_write_quick(lyo_encoder *e, const zval *cell)
{
    if (Z_TYPE_P(cell) == IS_STRING) {
        lyo_write_string(e, Z_STR_P(cell));
        return true;
    }
    if (lyo_put_scalar(&e->body, cell)) {
        return true;
    }
    if (UNEXPECTED(Z_TYPE_P(cell) == IS_DOUBLE)) {
        lyo_write_double(e, Z_DVAL_P(cell));
        return true;
    }
    return false;
}

/** Writes the key of a cell of ht. */
LYO_INLINE void lyo_write_key_of(lyo_encoder *e, const HashTable *ht, const zval *cell)
{
    if (lyo_is_packed(ht)) {
        lyo_write_int(e, cell - lyo_elements(ht));
    } else {
        lyo_write_key(e, lyo_entry_of(cell)->key, (zend_long)lyo_entry_of(cell)->h);
    }
}

#endif
