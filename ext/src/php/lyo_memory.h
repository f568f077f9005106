/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the writer's first pass read where user code can change it afterwards: the slots of objects, the states that hooks gave, the
 * values of PHP references. A second pass (docs/internals.md) reads them here and so writes the same value.
 * Nothing is kept before the first hook runs: until then all is still as it was read.
 *
 * This is all that the writer holds. Its tables point to strings, objects and references that were read in a slot of an object, in the
 * state that a hook gave, in a PHP reference, in the value itself, or in an array in one of these: the first four are held here or
 * by the encoder, and an array that is held does not change.
 */
#ifndef LYO_MEMORY_H
#define LYO_MEMORY_H

#include "php/lyo_entries.h"
#include "lyo_compat.h"

/** A slot as it was read. */
typedef struct lyo_remembered {
    lyo_key key;
    zval value; /* undefined: not read yet */
} lyo_remembered;

/** What is kept of one object. It stays where it is. */
typedef struct lyo_record {
    zend_object *object; /* NULL: of none, it is only held */
    uint32_t count;
    bool watched; /* as the writer's */
    bool given;   /* one value that a hook gave: state, payload, or null */
    lyo_remembered slots[];
} lyo_record;

typedef struct lyo_memory_block {
    struct lyo_memory_block *previous;
    size_t used;           /* bytes */
    size_t size;           /* bytes */
    lyo_remembered room[]; /* records, which are aligned as what they hold */
} lyo_memory_block;

typedef struct lyo_memory {
    HashTable *references;    /* address of a PHP reference => its value; NULL: none */
    lyo_memory_block *blocks; /* record after record; NULL: none */
    HashTable *index;         /* address of an object => its record; NULL until a second pass */
} lyo_memory;

/** Empties it. May run destructors. */
void lyo_memory_free(lyo_memory *memory);

/** Remembers the value of a PHP reference, if none is remembered. */
void lyo_memory_add_reference(lyo_memory *memory, zend_reference *reference);
/** Remembers the value that a PHP reference has now instead of the one that is remembered, which lives on until the end. */
void lyo_memory_renew_reference(lyo_memory *memory, zend_reference *reference);
/** The value of a PHP reference: as remembered, else as it is now. */
zval *lyo_memory_value(const lyo_memory *memory, zend_reference *reference);

/** A new record of n slots, which are to be set at once. */
lyo_record *lyo_memory_begin(lyo_memory *memory, zend_object *object, uint32_t n, bool watched);
/** Cuts the record that was begun last to its first n slots; the others hold nothing. */
void lyo_memory_cut(lyo_memory *memory, lyo_record *record, uint32_t n);
/** Takes the record that was begun last back; its slots hold nothing. */
void lyo_memory_drop(lyo_memory *memory, lyo_record *record);
/** Keeps what an object's hook gave; takes it over. */
lyo_record *lyo_memory_give(lyo_memory *memory, zend_object *object, zval *result);
/** Keeps a value alive until the end. */
void lyo_memory_hold(lyo_memory *memory, zval *value);
/** Second pass: the record of an object, or NULL. */
lyo_record *lyo_memory_find(lyo_memory *memory, const zend_object *object);

/** Sets a slot; value is NULL if it is not read yet. Name and value are held. */
LYO_INLINE void lyo_remembered_set(lyo_remembered *slot, const lyo_key *key, zval *value)
{
    slot->key = *key;
    if (key->name) {
        zend_string_addref(key->name);
    }
    if (value) {
        ZVAL_COPY(&slot->value, value);
    } else {
        ZVAL_UNDEF(&slot->value);
    }
}

#endif
