/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The classes that an input names, as the running program knows them: the class policy, loading, enum cases, and where the
 * keys of a state go. Nothing here runs code of the application unless it is told to load.
 */
#ifndef LYO_CLASSES_H
#define LYO_CLASSES_H

#include "php/lyo_decoding.h"

/** A class that the payload names. */
typedef struct lyo_class {
    zend_string *name;         /* as in the payload; whose it is the format says */
    zend_class_entry *ce;      /* of objects; NULL: not resolved yet */
    zend_class_entry *enum_ce; /* of cases; NULL: not resolved yet, or not there */
    bool wakeup;               /* __wakeup() is to be called */
    bool resolved;
    bool incomplete; /* refused or missing: ce is __PHP_Incomplete_Class */
    bool destructs;  /* objects have a destructor that must not run on refused input */
    bool simple;     /* objects are zend_objects_new and slots, nothing else */
    bool plain;      /* simple, and a state is nothing but properties */
} lyo_class;

/** Where a key of a state goes in objects of the running class. */
typedef struct lyo_target {
    zend_string *name;        /* key of the property table, or of the state of __unserialize; borrowed */
    zend_property_info *info; /* of a typed property, else NULL */
    uint32_t offset;          /* of the slot; 0: not declared */
    const char *notice;       /* raised when the property is created; NULL: none */
    zend_string *deprecation; /* likewise; owned */
} lyo_target;

/** True if the options allow objects of this class. */
bool lyo_class_is_allowed(const lyo_decoding *d, zend_string *name);
/** Resolves one class, by its name. False: not without running code (load false), or an exception. */
bool lyo_resolve_class(lyo_decoding *d, lyo_class *class, bool load);
/** Notes what a class is like. */
void lyo_class_settle(lyo_class *class, zend_class_entry *ce);
/** True if objects can be made without evaluating constant expressions. */
bool lyo_class_is_ready(const zend_class_entry *ce);

/**
 * The class of enum cases. As for unserialize(), the list of allowed classes is about objects, not about cases. NULL: there is none, as far as is known
 * without running code (load false), or an exception.
 */
zend_class_entry *lyo_resolve_enum(lyo_decoding *d, lyo_class *class, bool load);
/** The object of a case. NULL: its value must be evaluated, which may run code (load false), or an exception. */
zend_object *lyo_resolve_case(lyo_decoding *d, zend_class_constant *constant, bool load);

/** Where one key goes; *target is filled but for overwrites. False: refused. */
bool lyo_find_target(lyo_decoding *d, const lyo_class *class, zend_string *name, lyo_target *target);
/** The name of a property: the key's, or that of an int key; lives until the end. */
zend_string *lyo_property_name(lyo_decoding *d, zend_string *name, zend_long h);

#endif
