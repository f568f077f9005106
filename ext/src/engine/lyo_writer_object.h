/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Between the writer's two files of objects: fields and states, and what hooks make of an object.
 */
#ifndef LYO_WRITER_OBJECT_H
#define LYO_WRITER_OBJECT_H

#include "engine/lyo_writer.h"

/** Pushes the cells of a table as fields. incomplete: without the entry that names the missing class. The table is borrowed until they are written. */
void lyo_push_table(lyo_encoder *e, HashTable *ht, bool incomplete);
/** Pushes what is remembered of an object. */
void lyo_push_record(lyo_encoder *e, lyo_record *record);

/**
 * Writes an object from the fields from base on, and pops them. watched: an array that is being written already is null in a field. As
 * serialize() does, that is so for what stands in a table of properties, not for slots and the state of __serialize(). kept: the fields stand
 * in the memory, or in what is kept there; else the object's node has its ordinal.
 */
bool lyo_write_state(lyo_encoder *e, zend_object *object, zend_string *class_name, uint32_t base,
                     bool watched, bool kept);

/** The name of an object's class, of a missing one too; it lives until the end. */
zend_string *lyo_class_name_of(lyo_encoder *e, zend_object *object);

/* --- hooks. Functions of their own: a level of nesting has no room on the C stack for the call of a hook ------------------------ */

/** The class's __sleep(), or NULL. */
zend_function *lyo_find_sleep(const zend_class_entry *ce);
/** Pushes the state that __serialize() gives, held until the end. False: failed. */
bool lyo_push_serialized(lyo_encoder *e, zend_object *object);
/** Pushes the state that __sleep() chooses, held until the end. False: failed, or (*written) written as null. */
bool lyo_push_sleep(lyo_encoder *e, zend_object *object, zend_function *hook, bool *written);
/** Writes the payload that the class's serialize() gives. */
bool lyo_write_custom(lyo_encoder *e, zend_object *object);
/** Second pass: writes what the first one read, or the object's hook gave. */
bool lyo_write_record(lyo_encoder *e, zend_object *object, lyo_record *record);

#endif
