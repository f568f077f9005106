/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ini settings that refuse invalid values. PHP's own handlers read "abc" as 0, and 0 means "no limit".
 */
#ifndef LYO_SETTINGS_H
#define LYO_SETTINGS_H

#include "lyo_compat.h"

/** A zend_long of 0 or more, which may have a suffix as in "1M". */
ZEND_INI_MH(lyo_on_quantity);
/** A bool: on, yes, true, off, no, false, none, an empty string or an integer. */
ZEND_INI_MH(lyo_on_switch);

/** A word that a setting may contain, and the bit that it sets. */
typedef struct lyo_setting_word {
    const char *word; /* NULL: the end of a list */
    uint32_t bit;
} lyo_setting_word;

/**
 * Sets *bits to the bits of all words in a value, which are separated by commas or spaces. Returns false and
 * leaves *bits unchanged if one of them is not in the list.
 */
bool lyo_take_words(const zend_string *value, const lyo_setting_word *known, uint32_t *bits);

/** Warns that the value is ignored, and returns FAILURE. may_be describes the valid values. */
zend_result lyo_refuse_setting(const zend_ini_entry *entry, const zend_string *value, const char *may_be);

#endif
