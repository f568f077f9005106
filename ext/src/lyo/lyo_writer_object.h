/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the writer's two files of objects: the records of what is read, and what hooks give.
 */
#ifndef LYO_WRITER_OBJECT_H
#define LYO_WRITER_OBJECT_H

#include "lyo/lyo_writer.h"

/**
 * Returns the record of an object with the entries of a table, which must be kept until they are written; of
 * an incomplete object without the name of the missing class. watched: an array that is being written already
 * becomes null. As in serialize(), this holds for entries of a property table, but not for slots or the
 * result of __serialize().
 */
lyo_record *lyo_record_table(lyo_encoder *e, zend_object *object, HashTable *ht, bool watched);

/**
 * Calls the hook of a class for the state of an object, which is kept until the end. Returns NULL on failure.
 * lyo_encoder_own() was called. Not inlined, so that a level of nesting needs no room on the C stack for the
 * call of a hook.
 */
lyo_record *lyo_ask_object(lyo_encoder *e, zend_object *object, const lyo_class_info *info);

#endif
