/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls the hooks of objects as serialize() does, and builds the state that __sleep() chooses. For the
 * writers of all formats. Their readers use lyo_diagnose_name() too.
 */
#ifndef LYO_HOOKS_H
#define LYO_HOOKS_H

#include "php/lyo_isolation.h"
#include "php/lyo_memory.h"
#include "php/lyo_options.h"
#include "wire/lyo_bytes.h"

/** What gives the state of an object. */
typedef enum lyo_class_kind {
    LYO_CLASS_PLAIN, /* its properties */
    /* its properties; the class is not loaded (__PHP_Incomplete_Class), and the object holds its name */
    LYO_CLASS_MISSING,
    LYO_CLASS_GIVES,  /* __serialize() */
    LYO_CLASS_CUSTOM, /* serialize() */
    LYO_CLASS_SLEEPS, /* __sleep() */
    LYO_CLASS_ENUM,
    LYO_CLASS_REFUSES
} lyo_class_kind;

/** Returns the kind of a class. *sleep: its __sleep(), if it is LYO_CLASS_SLEEPS; else NULL. */
lyo_class_kind lyo_kind_of_class(const zend_class_entry *ce, zend_function **sleep);

/**
 * True if the properties are the declared slots and the table of dynamic properties, and reading them runs no
 * code.
 */
LYO_INLINE bool lyo_has_plain_slots(zend_object *object)
{
    return object->handlers->get_properties == zend_std_get_properties &&
           !object->handlers->get_properties_for && !LYO_IS_LAZY(object);
}

/** Calls a method without arguments. It runs isolated: a serialize() inside it does not share our state. */
void lyo_call_hook(lyo_isolation *isolation, uint32_t depth, zend_function *hook, zend_object *object,
                   zval *result);

/** Calls serialize() of the class. True: *payload is a new string. False: it returned null or threw. */
bool lyo_call_serializer(lyo_isolation *isolation, uint32_t depth, zend_object *object, zval *payload);

/** Raises a diagnostic with the name of the running function. format: that of printf(), with one %s. */
void lyo_diagnose_name(lyo_diagnose diagnose, int level, const char *format, const char *name);

/** Raises the diagnostic that __sleep() returned something other than names. */
void lyo_diagnose_sleep_names(zend_object *object, lyo_diagnose diagnose);

/**
 * Fast path for the properties that __sleep() has named: all are declared, have a value, and are named once.
 * Sets slots, one for each name, to their names and values, and adds a reference to each. In other cases
 * returns false; slots then hold no references, and lyo_sleep_state() must be called. Runs no code.
 */
bool lyo_sleep_slots(zend_object *object, HashTable *names, lyo_remembered *slots);

/**
 * Returns a new table of the properties that __sleep() has named, with mangled names as keys. On failure
 * EG(exception) is set.
 */
HashTable *lyo_sleep_state(zend_object *object, HashTable *names, lyo_diagnose diagnose);

#endif
