/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checks whether bytes are one value in igbinary's format, without creating it. It checks the rules that do
 * not depend on classes. Only the walk finds out what is wrong with invalid bytes; the reader just stops at
 * them.
 */
#ifndef LYO_IGBINARY_WALK_H
#define LYO_IGBINARY_WALK_H

#include "wire/lyo_igbinary_bytes.h"

/**
 * What was being read when an error was found: the end of the name of the function that igbinary names in its
 * warnings.
 */
#define LYO_IGB_PART_VALUE "_zval"
#define LYO_IGB_PART_LONG "_long"
#define LYO_IGB_PART_DOUBLE "_double"
#define LYO_IGB_PART_STRING "_string"
#define LYO_IGB_PART_CHARARRAY "_chararray"
#define LYO_IGB_PART_ARRAY "_array"
#define LYO_IGB_PART_OBJECT "_object"
#define LYO_IGB_PART_PAYLOAD "_object_ser"
#define LYO_IGB_PART_REF "_ref"
#define LYO_IGB_PART_PROPERTIES "_object_properties"
#define LYO_IGB_PART_ENUM_CASE "_object_enum_case"

typedef enum lyo_igbinary_error_code {
    LYO_IGB_OK,
    LYO_IGB_SHORT_HEADER,  /* a: bytes */
    LYO_IGB_WRONG_VERSION, /* a: the version */
    LYO_IGB_END,           /* the data are truncated */
    LYO_IGB_UNKNOWN_TYPE,  /* a: the tag */
    LYO_IGB_UNKNOWN_KEY,   /* a: the tag */
    LYO_IGB_UNKNOWN_BODY,  /* a: the tag after the class of an object */
    LYO_IGB_UNKNOWN_CASE,  /* a: the tag where the name of an enum case must be */
    LYO_IGB_STRING_NUMBER, /* no string has that number */
    LYO_IGB_REF_NUMBER,    /* a: the id, b: ids given so far */
    LYO_IGB_COUNT,         /* a: bytes left, b: entries claimed */
    LYO_IGB_TRAILING,      /* bytes after the value */
    LYO_IGB_DEPTH,         /* a: levels allowed */
    LYO_IGB_ELEMENTS,      /* a: elements allowed */
    LYO_IGB_MEMORY,        /* no memory for so many levels */
    LYO_IGB_STACK          /* of the reader: the C stack cannot bear so many levels */
} lyo_igbinary_error_code;

typedef struct lyo_igbinary_error {
    lyo_igbinary_error_code code;
    const char *part;
    size_t position; /* after the last byte that was read */
    size_t token;    /* first byte of what cannot be accepted */
    uint64_t a, b;
} lyo_igbinary_error;

/**
 * Walks all bytes. max_depth is the greatest number of nested arrays and objects, max_elements that of the
 * entries of all of them; 0 means no limit of entries. reallocate and release are used as in lyo_walk_options, but never NULL. Returns false with *error set if
 * the bytes are invalid.
 */
bool lyo_igbinary_walk(const uint8_t *data, size_t size, uint32_t max_depth, uint64_t max_elements,
                       void *(*reallocate)(void *, size_t), void (*release)(void *),
                       lyo_igbinary_error *error);

#endif
