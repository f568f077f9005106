/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the writers of all formats ask of an object: its hooks, called as serialize() calls them, and the state that __sleep() chooses.
 */
#ifndef LYO_HOOKS_H
#define LYO_HOOKS_H

#include "php/lyo_isolation.h"
#include "php/lyo_memory.h"
#include "php/lyo_options.h"
#include "wire/lyo_bytes.h"

/** True if the properties are the declared slots and the table beside them, and reading them runs no code. */
LYO_INLINE bool lyo_has_plain_slots(zend_object *object)
{
    return object->handlers->get_properties == zend_std_get_properties &&
           !object->handlers->get_properties_for && !LYO_IS_LAZY(object);
}

/** Calls a method without arguments. While it runs, serialize() inside it is a call of its own. */
void lyo_call_hook(lyo_isolation *isolation, zend_function *hook, zend_object *object, zval *result);

/** Calls the class's serialize(). True: *payload is a new string. False: it gave null, or threw. */
bool lyo_call_serializer(lyo_isolation *isolation, zend_object *object, zval *payload);

/** Tells that __sleep() returned something else than names. */
void lyo_diagnose_sleep_names(zend_object *object, lyo_diagnose diagnose);

#define LYO_NO_SLEEP_SLOTS UINT32_MAX
/**
 * The properties that __sleep() has named, if all are declared ones with a value, each named once: their number, and name and value of
 * each in slots (room for as many as there are names), which hold both.
 * LYO_NO_SLEEP_SLOTS: it is not so, and lyo_sleep_state() has to tell; slots hold nothing then. Runs no code.
 */
uint32_t lyo_sleep_slots(zend_object *object, HashTable *names, lyo_remembered *slots);

/** The properties that __sleep() has named, under their mangled names, as a new table. EG(exception) tells of failure. */
HashTable *lyo_sleep_state(zend_object *object, HashTable *names, lyo_diagnose diagnose);
/** The same, by lyo_sleep_slots() if it can tell. */
HashTable *lyo_sleep_table(zend_object *object, HashTable *names, lyo_diagnose diagnose);

#endif
