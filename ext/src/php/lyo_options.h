/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Options of a decode, for all formats; the callback to the host; and the ways in which a call can fail.
 */
#ifndef LYO_OPTIONS_H
#define LYO_OPTIONS_H

#include "lyo_compat.h"
#include "wire/lyo_tags.h"

/**
 * Raises a PHP diagnostic; the engine itself never does. level: E_WARNING, E_NOTICE or E_DEPRECATED. named:
 * the message begins with the name of the running function, where serialize() and unserialize() do so.
 */
typedef void (*lyo_diagnose)(int level, bool named, const char *message);

/** Options that are the same for all formats. */
typedef struct lyo_decode_options {
    const HashTable *allowed_classes; /* lower-case names as keys; NULL: all; borrowed */
    uint32_t max_depth;               /* levels; 0: limited by the C stack only */
    uint32_t taken;                   /* levels of these that the call around this one has taken */
    uint64_t max_elements;            /* 0: no limit */
    /* refuse an input with a class that is missing or not allowed; else it becomes __PHP_Incomplete_Class */
    bool missing_throws;
    /* if a hook throws, the value is returned all the same, with the exception pending */
    bool keeps_value;
    lyo_diagnose diagnose;           /* never NULL */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_decode_options;

/** How a call failed. */
typedef enum lyo_failure {
    LYO_FAILED_NOT,
    LYO_FAILED_BYTES,              /* bad input, or a limit is exceeded: error has code and offset */
    LYO_FAILED_EXCEPTION,          /* user code or PHP has thrown: EG(exception) is set */
    LYO_FAILED_NOT_SERIALIZABLE,   /* class_name: the class refuses to be encoded */
    LYO_FAILED_NOT_UNSERIALIZABLE, /* reason: name of the class, which refuses to be decoded */
    LYO_FAILED_NO_ARRAY,           /* class_name: __serialize() did not return an array */
    LYO_FAILED_CLASSES,            /* refused: names of classes that are refused or missing */
    LYO_FAILED_LOADS,              /* more than LYO_MOST_LOADS classes would be loaded or looked for */
    LYO_FAILED_ERROR,              /* reason: message of an Error that unserialize() throws, too */
    LYO_FAILED_MISMATCH            /* reason: the running class cannot hold the state */
} lyo_failure;

#endif
