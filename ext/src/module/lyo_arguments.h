/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Option arrays of PHP functions. The errors are those that unserialize() throws. All functions return false
 * if they have thrown.
 */
#ifndef LYO_ARGUMENTS_H
#define LYO_ARGUMENTS_H

#include "module/lyo_php.h"

/** An option of a function. */
typedef struct lyo_option {
    const char *name; /* NULL: the end of a list */
    const char *type; /* as in messages */
    uint32_t may_be;  /* MAY_BE_..., of the types */
    /* Takes a value of one of these types into *place. */
    bool (*take)(const char *name, zval *value, void *place);
    size_t offset; /* of the place */
} lyo_option;

/** Takes the options of an array into the struct that the offsets are of. */
bool lyo_take_options(HashTable *array, const lyo_option *known, void *into);

/** Throws that the value of an option must be something else. Returns false. */
bool lyo_refuse_option(const char *name, const char *must_be);

/*
 * --- values: the place of each is named in brackets ------------------------------------------------------
 */

/** An int of 0 or more [zend_long]. */
bool lyo_take_count(const char *name, zval *value, void *place);

/** max_depth, limited to the levels that the C stack can bear [uint32_t]. */
bool lyo_take_depth(const char *name, zval *value, void *place);

/**
 * allowed_classes, as a set of lower-case names that replaces the one that is there; NULL if all classes are
 * allowed [HashTable *, owned].
 */
bool lyo_take_classes(const char *name, zval *value, void *place);

#endif
