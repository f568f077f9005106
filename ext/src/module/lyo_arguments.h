/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Option arrays of PHP functions. The errors are those that unserialize() throws. All functions return false
 * if they have thrown.
 */
#ifndef LYO_ARGUMENTS_H
#define LYO_ARGUMENTS_H

#include "module/lyo_php.h"

bool lyo_refuse_type(const char *function, const char *option, const char *expected, const zval *value);
bool lyo_refuse_option(const char *function, const zend_string *name);

/** Takes an int of 0 or more. */
bool lyo_take_count(const char *function, const char *option, const zval *value, zend_long *count);

/** Takes max_depth, limited to the levels that the C stack can bear. */
bool lyo_take_depth(const char *function, const zval *value, uint32_t *depth);

/**
 * Turns allowed_classes into a set of lower-case names. The caller owns *set; it is NULL if all classes are
 * allowed.
 */
bool lyo_take_classes(const char *function, zval *value, HashTable **set);

#endif
