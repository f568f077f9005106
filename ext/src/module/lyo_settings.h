/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ini settings that refuse invalid values. PHP's own handlers read "abc" as 0, and 0 means "no limit".
 */
#ifndef LYO_SETTINGS_H
#define LYO_SETTINGS_H

#include "lyo/lyo_mechanisms.h"
#include "lyo_compat.h"

/** A zend_long of 0 or more, which may have a suffix as in "1M". */
ZEND_INI_MH(lyo_on_quantity);
/** A bool: on, yes, true, off, no, false, none, an empty string or an integer. */
ZEND_INI_MH(lyo_on_switch);

/** Names of classes, separated by commas or spaces; NULL for "*", which means all classes [const char *]. */
ZEND_INI_MH(lyo_on_classes);
/** Names of mechanisms, separated by commas or spaces, as a set of lyo_mechanism [uint32_t]. */
ZEND_INI_MH(lyo_on_mechanisms);

/**
 * Takes names of a list, separated by commas or spaces: bit i of *found is set if names[i] is there. Returns
 * false if there is another one.
 */
bool lyo_take_names(const zend_string *value, const char *const *names, size_t count, uint32_t *found);

/** Warns that the value is ignored, and returns FAILURE. may_be describes the valid values. */
zend_result lyo_refuse_setting(const zend_ini_entry *entry, const zend_string *value, const char *may_be);

#endif
