/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A __sleep() whose names follow from constants and from which properties the object has, not from their values or anything else: asked again
 * of an object that has the same ones, it gives the same names. Most that people write are such: array_keys(get_object_vars($this)), without
 * some or with more, or a list of which those are taken that are there.
 */
#ifndef LYO_STEADY_HOOKS_H
#define LYO_STEADY_HOOKS_H

#include "lyo_compat.h"

/**
 * True if a method without arguments is such a hook: its code, and that of what it calls, goes straight ahead and does nothing but what is known to
 * be of that kind. It has been called before, so that what it calls is bound, and has thrown nothing. To be asked again when functions have
 * been declared.
 */
bool lyo_is_steady_hook(const zend_function *hook);

#endif
