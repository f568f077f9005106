/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The classes that an input names, as the running program defines them: class policy, loading, enum cases,
 * and the targets of the keys of a state. Nothing here runs code of the application unless load is true.
 */
#ifndef LYO_CLASSES_H
#define LYO_CLASSES_H

#include "php/lyo_decoding.h"

/** Where the value of a key of a state is stored in objects of the running class. */
typedef struct lyo_target {
    zend_string *name;        /* key of the property table, or of the state of __unserialize; borrowed */
    zend_property_info *info; /* of a typed property; NULL: no type to check */
    uint32_t offset;          /* of the slot; 0: not a declared property */
    bool deprecated;          /* lyo_deprecate_property() is to be called when the property is created */
} lyo_target;

/** True if the options allow objects of this class. */
bool lyo_class_is_allowed(const lyo_decoding *d, zend_string *name);
/**
 * Resolves a class by its name. Returns false if that needs code to run and load is false, or failed. With
 * missing_throws also if the class is missing or not allowed, and load is false.
 */
bool lyo_resolve_class(lyo_decoding *d, lyo_class *class, bool load);

/**
 * True if objects of the class read their own payload after the input is accepted: they have a method
 * unserialize(). A class whose C code has an unserialize() of its own (Ds\Vector, GMP) makes the object while
 * the input may still be refused, and may load classes and run hooks on the way. So it is refused.
 */
bool lyo_reads_payload(const zend_class_entry *ce);

/**
 * Returns the class of enum cases. Other than in unserialize(), it must be allowed. NULL: there is no such
 * class, it is not allowed, or the call failed; with load false also if it is not loaded.
 */
zend_class_entry *lyo_resolve_enum(lyo_decoding *d, lyo_class *class, bool load);
/**
 * Returns the object of an enum case. NULL: its value must be evaluated, which may run code, and load is
 * false; or an exception was thrown.
 */
zend_object *lyo_resolve_case(lyo_decoding *d, zend_class_constant *constant, bool load);

/**
 * Returns the index of the slot of this mangled name, or -1. The search begins behind slot `at` and wraps
 * around.
 */
int lyo_find_slot(const zend_class_entry *ce, const zend_string *mangled, int at);

/** For lyo_find_target(): no slot is likelier than others. */
#define LYO_NO_SLOT UINT32_MAX
/**
 * Finds the target of one key. slot: index of the slot that is compared first. Returns false, with the failure
 * recorded, if the key is refused.
 */
bool lyo_find_target(lyo_decoding *d, const lyo_class *class, zend_string *name, uint32_t slot,
                     lyo_target *target);
/** Raises what PHP raises when a dynamic property is created in an object of a class that does not allow it. */
void lyo_deprecate_property(const lyo_decoding *d, const zend_class_entry *ce, const zend_string *name);
/**
 * Returns the name of the property of a key: name itself, or the decimal form of h if name is NULL. It lives
 * until the end.
 */
zend_string *lyo_property_name(lyo_decoding *d, zend_string *name, zend_long h);

#endif
