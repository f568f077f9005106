/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hooks that do nothing but return: a constant, a property, or an array of such. That is what most that people write do.
 */
#ifndef LYO_PLAIN_HOOKS_H
#define LYO_PLAIN_HOOKS_H

#include "lyo_compat.h"

/** True if something watches calls (a debugger, a profiler, coverage), which is to see them. */
bool lyo_are_calls_watched(void);

/**
 * True if a method without arguments is such a hook and would return an array: *result is that, a new reference, and no code has run. False: it is to
 * be called. A method is called, too, while something watches calls.
 */
bool lyo_plain_hook_gives(const zend_function *hook, zend_object *object, zval *result);

#endif
