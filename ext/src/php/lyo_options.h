/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a caller may ask of one decode, whatever the format; what the engine asks of its host; and how a call fails.
 */
#ifndef LYO_OPTIONS_H
#define LYO_OPTIONS_H

#include "lyo_compat.h"
#include "wire/lyo_tags.h"

/**
 * Raises a diagnostic of the running PHP; the engine itself never does. level is E_WARNING, E_NOTICE or E_DEPRECATED. named: the
 * message begins with the name of the running function, as far as serialize() and unserialize() do so.
 */
typedef void (*lyo_diagnose)(int level, bool named, const char *message);

typedef enum lyo_missing_class {
    LYO_MISSING_INCOMPLETE, /* build __PHP_Incomplete_Class */
    LYO_MISSING_THROW       /* refuse, naming the classes */
} lyo_missing_class;

/** The same for every format. */
typedef struct lyo_decode_options {
    const HashTable *allowed_classes; /* lower-case names as keys; NULL: all; borrowed */
    uint32_t max_depth;               /* levels; 0: only the C stack limits */
    uint64_t max_elements;            /* 0: no limit */
    lyo_missing_class missing_class;
    lyo_diagnose diagnose;           /* never NULL */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_decode_options;

/** How a call failed. */
typedef enum lyo_failure {
    LYO_FAILED_NOT,
    LYO_FAILED_BYTES,              /* error holds code and offset: bad input, or a limit */
    LYO_FAILED_EXCEPTION,          /* user code or the engine has thrown: EG(exception) is set */
    LYO_FAILED_NOT_SERIALIZABLE,   /* class_name: the class refuses to be encoded */
    LYO_FAILED_NOT_UNSERIALIZABLE, /* class_name: the class refuses to be decoded */
    LYO_FAILED_NO_ARRAY,           /* class_name: __serialize() returned no array */
    LYO_FAILED_CLASSES,            /* classes: names that are refused or missing */
    LYO_FAILED_ERROR,              /* reason: an Error that unserialize() throws as well */
    LYO_FAILED_MISMATCH            /* reason: the class of today cannot hold the state */
} lyo_failure;

#endif
