/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Between the writer's two files of objects: fields and states, and what hooks make of an object.
 */
#ifndef LYO_WRITER_OBJECT_H
#define LYO_WRITER_OBJECT_H

#include "lyo/lyo_writer.h"

/** Pushes the cells of a table as fields. incomplete: without the entry that names the missing class. The table is borrowed until they are written. */
void lyo_push_table(lyo_encoder *e, HashTable *ht, bool incomplete);
/**
 * Writes an object from the fields from base on, and pops them. watched: an array that is being written already is null in a field. As
 * serialize() does, that is so for what stands in a table of properties, not for slots and the state of __serialize(). kept: the fields stand
 * in what is kept in the memory.
 */
bool lyo_write_state(lyo_encoder *e, zend_object *object, zend_string *class_name, uint32_t base,
                     bool watched, bool kept);
/** Writes an object from the slots of its record. */
bool lyo_write_remembered(lyo_encoder *e, zend_object *object, zend_string *class_name, lyo_record *record);

/** The name of an object's class, of a missing one too; it lives until the end. */
zend_string *lyo_class_name_of(lyo_encoder *e, zend_object *object);

/* --- hooks. Functions of their own: a level of nesting has no room on the C stack for the call of a hook ------------------------ */

/** Asks the hook of a class that is not plain for an object's state, held until the end. NULL: failed. */
lyo_record *lyo_ask_object(lyo_encoder *e, zend_object *object, const lyo_class_note *note);
/** Writes what was read of an object, or its hook gave. */
bool lyo_write_record(lyo_encoder *e, zend_object *object, lyo_record *record);

#endif
