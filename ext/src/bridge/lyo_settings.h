/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ini settings that refuse what they cannot mean. PHP's own handlers take "abc" for 0, and 0 means "no limit".
 */
#ifndef LYO_SETTINGS_H
#define LYO_SETTINGS_H

#include "lyo_compat.h"

/** A zend_long of 0 or more, with a suffix as in "1M". */
ZEND_INI_MH(lyo_on_quantity);
/** A bool: on, yes, true, off, no, false, none, nothing at all, or an integer. */
ZEND_INI_MH(lyo_on_switch);

/** Warns that the value is ignored, for FAILURE of a handler. may_be says what would be taken. */
zend_result lyo_refuse_setting(const zend_ini_entry *entry, const zend_string *value, const char *may_be);

#endif
