/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the writer's two files of objects: fields and states, and the records that hooks lead to.
 */
#ifndef LYO_WRITER_OBJECT_H
#define LYO_WRITER_OBJECT_H

#include "lyo/lyo_writer.h"

/**
 * Pushes the cells of a table as fields. incomplete: skips the entry that names the missing class. The table
 * is borrowed until the fields are written.
 */
void lyo_push_table(lyo_encoder *e, HashTable *ht, bool incomplete);
/**
 * Writes an object from the fields from `base` on, and pops them. watched: in a field, an array that is being
 * written already becomes null. As in serialize(), this holds for entries of a property table, but not for
 * slots or the result of __serialize(). kept: the fields are in values that the memory keeps.
 */
bool lyo_write_state(lyo_encoder *e, zend_object *object, zend_string *class_name, uint32_t base,
                     bool watched, bool kept);
/** Writes an object from the slots of its record. */
bool lyo_write_remembered(lyo_encoder *e, zend_object *object, zend_string *class_name, lyo_record *record);

/** Returns the name of an object's class, also of a missing one. It lives until the end of the call. */
zend_string *lyo_class_name_of(lyo_encoder *e, zend_object *object);

/* --- hooks ---------------------------------------------------------------------------------------------- */

/**
 * Calls the hook of a class for the state of an object, which is kept until the end. Returns NULL on failure.
 * Like lyo_write_record() it is not inlined, so that a level of nesting needs no room on the C stack for the
 * call of a hook.
 */
lyo_record *lyo_ask_object(lyo_encoder *e, zend_object *object, const lyo_class_note *note);
/** Writes an object from its record: what was read of it, or what its hook gave. */
bool lyo_write_record(lyo_encoder *e, zend_object *object, lyo_record *record);

#endif
