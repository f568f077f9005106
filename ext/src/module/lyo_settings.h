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

/** A word that a setting may have, and the bit that it sets. */
typedef struct lyo_setting_word {
    const char *word; /* NULL: the end of a list */
    uint32_t bit;
} lyo_setting_word;

/** The bits of all words in a value, separated by commas or spaces. False, and *bits as it was: one of them is not in the list. */
bool lyo_take_words(const zend_string *value, const lyo_setting_word *known, uint32_t *bits);

/** Warns that the value is ignored, for FAILURE of a handler. may_be says what would be taken. */
zend_result lyo_refuse_setting(const zend_ini_entry *entry, const zend_string *value, const char *may_be);

#endif
