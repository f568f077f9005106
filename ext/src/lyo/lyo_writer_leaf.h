/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The commonest leaves, inlined into the loops over cells.
 */
#ifndef LYO_WRITER_LEAF_H
#define LYO_WRITER_LEAF_H

#include "lyo/lyo_writer.h"

/** Writes a cell if it is a leaf other than a resource. Else returns false, and writes nothing. */
LYO_INLINE bool lyo_write_quick(lyo_encoder *e, const zval *cell)
{
    switch (Z_TYPE_P(cell)) {
    case IS_STRING:
        lyo_write_string(e, Z_STR_P(cell));
        return true;
    case IS_LONG:
        lyo_write_int(e, Z_LVAL_P(cell));
        return true;
    case IS_NULL:
    case IS_FALSE:
    case IS_TRUE:
        /* the types and the tags are in the same order */
        lyo_buffer_byte(&e->body, (uint8_t)(LYO_TAG_NULL + (Z_TYPE_P(cell) - IS_NULL)));
        return true;
    default: /* tested separately, so that the commoner types need no comparison with it */
        if (UNEXPECTED(Z_TYPE_P(cell) == IS_DOUBLE)) {
            lyo_write_double(e, Z_DVAL_P(cell));
            return true;
        }
        return false;
    }
}

#endif
