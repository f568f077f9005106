/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Options of PHP functions, with the errors that unserialize() would throw. All return false when they have thrown.
 */
#ifndef LYO_ARGUMENTS_H
#define LYO_ARGUMENTS_H

#include "module/lyo_php.h"

bool lyo_refuse_type(const char *function, const char *option, const char *expected, const zval *value);
bool lyo_refuse_option(const char *function, const zend_string *name);

/** A count, 0 or more. */
bool lyo_take_count(const char *function, const char *option, const zval *value, zend_long *count);

/** max_depth, as levels that the C stack bears. */
bool lyo_take_depth(const char *function, const zval *value, uint32_t *depth);

/** Turns allowed_classes into a set of lower-case names; *set is owned by the caller, NULL for all classes. */
bool lyo_take_classes(const char *function, zval *value, HashTable **set);

#endif
