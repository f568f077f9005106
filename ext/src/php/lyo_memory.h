/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A copy of what the writer's first pass read where user code can change it afterwards: the slots of objects,
 * the states that hooks returned, and the values of PHP references. A second pass (docs/internals.md) reads
 * this copy, and so writes the same value. Before the first hook runs, nothing can have changed. Until then a
 * record only lists the properties of an object that is being written, holds nothing, and is dropped
 * afterwards.
 *
 * These are the only references that the writer holds. Its tables point to strings, arrays, objects and
 * PHP references without counting them. Each was read from a slot of an object, the state that a hook returned, a
 * PHP reference, the value itself, or an array in one of these. The first four are held here or by the
 * encoder, and an array that is held does not change.
 */
#ifndef LYO_MEMORY_H
#define LYO_MEMORY_H

#include "php/lyo_entries.h"
#include "lyo_compat.h"

#include "Zend/zend_arena.h"

/** A property slot as it was read. */
typedef struct lyo_remembered {
    lyo_key key;
    zval value; /* IS_INDIRECT: not read yet, points to the property or entry */
} lyo_remembered;

/** The record of one object. It is never moved. */
typedef struct lyo_record {
    struct lyo_record *next;   /* NULL: this is the newest */
    struct lyo_record **place; /* where the memory or the record before this one points to it */
    void *before;              /* state of the arena before this record */
    zend_object *object;       /* NULL: the record only keeps a value alive */
    uint32_t count;
    bool watched; /* in its slots, an array that is already being written becomes null */
    bool given;   /* there are no slots: `kept` is what a hook returned, a payload or null */
    zval kept;    /* is kept alive: the table that slots point to, what was given, or undefined */
    lyo_remembered slots[];
} lyo_record;

typedef struct lyo_memory {
    HashTable *references; /* address of a PHP reference => its value, in a record; NULL: none */
    zend_arena *arena;     /* the records; NULL: none yet */
    lyo_record *first;     /* oldest record; NULL: none */
    lyo_record **end;      /* where the next one goes; valid if there is an arena */
    HashTable *index;      /* address of an object => its record; NULL until the second pass */
} lyo_memory;

/** Releases everything. May run destructors. */
void lyo_memory_free(lyo_memory *memory);

/**
 * Records the value of a PHP reference, unless one is recorded. The reference is held, too, as by
 * serialize(): it stays one if a hook drops all others.
 */
void lyo_memory_add_reference(lyo_memory *memory, zend_reference *reference);
/**
 * Replaces the recorded value of a PHP reference by its current one. The old value stays alive until the end.
 */
void lyo_memory_renew_reference(lyo_memory *memory, zend_reference *reference);
/** Returns the recorded value of a PHP reference, or its current one if none is recorded. It is never moved. */
zval *lyo_memory_value(const lyo_memory *memory, zend_reference *reference);

/** Returns a new record of n uninitialised slots. Set them before any other call. */
lyo_record *lyo_memory_begin(lyo_memory *memory, zend_object *object, uint32_t n, bool watched);
/** Adds references to the names of a record. */
void lyo_memory_hold_names(const lyo_record *record);
/** Removes the newest record. It must hold no references. */
void lyo_memory_drop(lyo_memory *memory, lyo_record *record);
/** Records the payload or null that an object's hook returned, and takes it over. */
lyo_record *lyo_memory_give(lyo_memory *memory, zend_object *object, zval *result);
/** Adds a reference to a value and keeps it alive until the end. */
void lyo_memory_hold(lyo_memory *memory, const zval *value);
/** For the second pass: returns the record of an object, or NULL. */
lyo_record *lyo_memory_find(lyo_memory *memory, const zend_object *object);

/** Sets an uninitialised slot, whose value is not read yet. held: adds a reference to the name. */
LYO_INLINE void lyo_remembered_set(lyo_remembered *slot, zend_string *name, zend_ulong h, zval *cell,
                                   bool held)
{
    slot->key = (lyo_key){name, h};
    if (UNEXPECTED(held) && name) {
        zend_string_addref(name);
    }
    ZVAL_INDIRECT(&slot->value, cell);
}

#endif
