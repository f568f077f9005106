/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What both modules need to know about the running PHP.
 */
#ifndef LYO_PHP_H
#define LYO_PHP_H

#include "php/lyo_decoding.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_error.h"

/**
 * Returns how many levels to allow if `asked` levels are asked for; 0 asks for as many as possible. Where PHP
 * does not watch the C stack, the result is limited to what it can bear.
 */
uint32_t lyo_bearable_depth(zend_long asked);

/** Adds the lower-case form of a name to a set. */
void lyo_allow_class(HashTable *set, const char *name, size_t length);
/**
 * Returns the names in a setting, which are separated by commas or spaces, as a new set of lower-case names.
 */
HashTable *lyo_classes_named(const char *names);
/** As lyo_classes_named(), but returns NULL for NULL, which means all classes. */
LYO_INLINE HashTable *lyo_classes_of_setting(const char *names)
{
    return EXPECTED(!names) ? NULL : lyo_classes_named(names);
}

/** Releases the set of allowed classes. */
LYO_INLINE void lyo_release_classes(lyo_decode_options *options)
{
    if (UNEXPECTED(options->allowed_classes)) {
        zend_array_release((HashTable *)options->allowed_classes);
        options->allowed_classes = NULL;
    }
}

/** True if the data look like a value of serialize(): a letter and a colon, or "N;" for null. */
LYO_INLINE bool lyo_looks_native(const char *data, size_t size)
{
    return size >= 2 && (data[0] == 'N' ? data[1] == ';'
                                        : data[1] == ':' && data[0] != '\0' && strchr("abdisOCE", data[0]));
}

/** Raises a diagnostic. This is the lyo_diagnose of the PHP functions. */
void lyo_diagnose_php(int level, bool named, const char *message);

/**
 * Throws the exception that serialize() throws for a class that cannot be serialized. Returns false if the
 * encode failed for another reason: because of its bytes, which the caller must report, or because of an
 * exception that is pending.
 */
bool lyo_throw_refused(lyo_failure failure, const zend_string *class_name);

/** Message with names of classes. */
#define LYO_REFUSED_CLASSES "Class not allowed or not found: %s"

/** Throws what unserialize() throws, too. The caller must report other reasons why a decode failed. */
void lyo_throw_decoding(const lyo_decoding *d);
/** Returns the names of refused and missing classes, as messages show them, as a new string. */
zend_string *lyo_refused_names(HashTable *refused);
/** Returns why a decode failed, other than for its bytes or an exception, as a new string. */
zend_string *lyo_decoding_reason(const lyo_decoding *d);
/** Returns what is wrong with bytes, and where, as a new string. missing: a compression or dictionary that is not here, or "". */
zend_string *lyo_error_reason(const lyo_error *error, const char *missing);

#endif
