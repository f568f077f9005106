/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes slots and cells. References, leaves, arrays, objects, vectors, rows and definitions have files of
 * their own.
 */
#include "lyo/lyo_writer_check.h"
#include "lyo/lyo_writer_equal.h"

bool lyo_write_cell(lyo_encoder *e, zval *cell, const HashTable *parent, bool define)
{
    const lyo_writer_checkpoint before = lyo_writer_checkpoint_of(e);
    bool written = true;

    if (Z_TYPE_P(cell) == IS_ARRAY) {
        written = lyo_write_nested(e, Z_ARRVAL_P(cell), parent, define);
    } else if (Z_TYPE_P(cell) == IS_OBJECT) {
        written = lyo_write_object(e, Z_OBJ_P(cell), false);
    } else if (Z_TYPE_P(cell) == IS_REFERENCE) {
        written = lyo_write_reference(e, cell, parent, define);
    } else if (Z_TYPE_P(cell) == IS_INDIRECT) {
        written = lyo_write_slot(e, Z_INDIRECT_P(cell), true, false);
    } else {
        lyo_write_leaf(e, cell);
    }
    LYO_ASSERT(!written || lyo_writer_checkpoint_holds(e, &before));
    return written;
}

/* Writes a slot that is a PHP reference. A function of its own, because most are not. */
static LYO_NOINLINE bool write_slot_reference(lyo_encoder *e, zval *slot, bool watched, bool define)
{
    zval *value = lyo_unwrap(e, slot);

    return value == slot ? lyo_write_reference(e, slot, NULL, define)
                         : lyo_write_slot(e, value, watched, define);
}

bool lyo_write_slot(lyo_encoder *e, zval *slot, bool watched, bool define)
{
    if (UNEXPECTED(Z_TYPE_P(slot) == IS_REFERENCE)) {
        return write_slot_reference(e, slot, watched, define);
    }
    if (Z_TYPE_P(slot) != IS_ARRAY) {
        return lyo_write_cell(e, slot, NULL, define);
    }
    /* held, so that a write of user code separates it instead of changing it */
    HashTable *ht = Z_ARRVAL_P(slot);
    GC_TRY_ADDREF(ht);
    bool written = watched ? lyo_write_nested(e, ht, NULL, define)
                           : (slot != &e->root && lyo_write_again(e, ht)) || lyo_write_array(e, ht, define);
    zend_array_release(ht);
    return written;
}
