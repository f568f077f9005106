/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What both modules ask of the running PHP.
 */
#ifndef LYO_PHP_H
#define LYO_PHP_H

#include "php/lyo_options.h"
#include "wire/lyo_bytes.h"

/** Levels that the C stack bears where PHP does not watch it: what 0 and larger limits mean. */
uint32_t lyo_bearable_depth(zend_long asked);

/** The names in a setting, separated by commas or spaces, as a new set of lower-case names. */
HashTable *lyo_classes_named(const char *names);
/** The same; NULL for NULL, which stands for all classes. */
LYO_INLINE HashTable *lyo_classes_of_setting(const char *names)
{
    return EXPECTED(!names) ? NULL : lyo_classes_named(names);
}
/** What a setting of classes is kept as: NULL for "*", all classes. */
const char *lyo_take_class_setting(const zend_string *value);

/** Gives up the set of classes that the options have. */
LYO_INLINE void lyo_release_classes(lyo_decode_options *options)
{
    if (UNEXPECTED(options->allowed_classes)) {
        zend_array_release((HashTable *)options->allowed_classes);
        options->allowed_classes = NULL;
    }
}

/** Raises a diagnostic: the lyo_diagnose of the PHP functions. */
void lyo_diagnose_php(int level, bool named, const char *message);

/**
 * Throws what serialize() throws, too, when a class (class_name) cannot be encoded. False if the encoder failed for another reason: its bytes,
 * which the caller tells, or an exception that is thrown already.
 */
bool lyo_throw_refused(lyo_failure failure, const zend_string *class_name);

#endif
