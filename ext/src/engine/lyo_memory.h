/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the writer's first pass read where user code can change it afterwards: the slots of objects and the values of PHP
 * references. A second pass (ARCHITECTURE.md, life of one encode) reads them here and so writes the same value. Nothing is kept
 * before the first hook runs: until then all is still as it was read.
 */
#ifndef LYO_MEMORY_H
#define LYO_MEMORY_H

#include "engine/lyo_shapes.h"
#include "lyo_compat.h"

#define LYO_NO_RECORD UINT32_MAX

/** A slot as it was read. */
typedef struct lyo_remembered {
    lyo_key key;
    zval value;
} lyo_remembered;

typedef struct lyo_memory {
    HashTable *references; /* address of a PHP reference => its value; NULL: none */
    lyo_remembered *slots; /* record after record */
    uint32_t slot_count;
    uint32_t slot_capacity;
    uint32_t *records; /* by ordinal of an object: index of its first slot, or LYO_NO_RECORD */
    uint32_t record_count;
    uint32_t record_capacity;
} lyo_memory;

/** Empties it. May run destructors. */
void lyo_memory_free(lyo_memory *memory);

/** Remembers the value of a PHP reference, if none is remembered. */
void lyo_memory_add_reference(lyo_memory *memory, zend_reference *reference);
/** Remembers the value that a PHP reference has now instead of the one that is remembered, which lives on until the end. */
void lyo_memory_renew_reference(lyo_memory *memory, zend_reference *reference);
/** The value of a PHP reference: as remembered, else as it is now. */
zval *lyo_memory_value(const lyo_memory *memory, zend_reference *reference);

/** Begins the record of an object with n slots; they are to be set at once. watched: as the writer's. Returns the index of the first. */
uint32_t lyo_memory_begin(lyo_memory *memory, uint32_t ordinal, uint32_t n, bool watched);
/** Sets a slot; value is NULL if it is not read yet. Name and value are held. */
void lyo_memory_set(lyo_memory *memory, uint32_t at, const lyo_key *key, zval *value);
/** Sets the value of a slot that was not read when the record began. */
void lyo_memory_fill(lyo_memory *memory, uint32_t at, zval *value);
/** The slots of an object, their number, and what was said of them; NULL if it has no record. */
lyo_remembered *lyo_memory_of(const lyo_memory *memory, uint32_t ordinal, uint32_t *n, bool *watched);

/** True if an object has a record. */
LYO_INLINE bool lyo_memory_has(const lyo_memory *memory, uint32_t ordinal)
{
    return ordinal < memory->record_count && memory->records[ordinal] != LYO_NO_RECORD;
}

#endif
