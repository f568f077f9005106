/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checks whether bytes are one value in igbinary's format, without creating it. It checks the rules that do
 * not depend on classes. Only the walk finds out what is wrong with invalid bytes; the reader just stops at
 * them.
 */
#ifndef LYO_IGBINARY_WALK_H
#define LYO_IGBINARY_WALK_H

#include "wire/lyo_igbinary_bytes.h"

/** What was being read when an error was found. igbinary names the corresponding function in its warnings. */
typedef enum lyo_igbinary_part {
    LYO_IGB_PART_VALUE,
    LYO_IGB_PART_LONG,
    LYO_IGB_PART_DOUBLE,
    LYO_IGB_PART_STRING,
    LYO_IGB_PART_CHARARRAY,
    LYO_IGB_PART_ARRAY,
    LYO_IGB_PART_OBJECT,
    LYO_IGB_PART_PAYLOAD,
    LYO_IGB_PART_REF,
    LYO_IGB_PART_PROPERTIES,
    LYO_IGB_PART_ENUM_CASE
} lyo_igbinary_part;

typedef enum lyo_igbinary_error_code {
    LYO_IGB_OK,
    LYO_IGB_SHORT_HEADER,  /* a: bytes */
    LYO_IGB_WRONG_VERSION, /* a: the version */
    LYO_IGB_END,           /* the data end too early */
    LYO_IGB_UNKNOWN_TYPE,  /* a: the tag */
    LYO_IGB_UNKNOWN_KEY,   /* a: the tag */
    LYO_IGB_UNKNOWN_BODY,  /* a: the tag after the class of an object */
    LYO_IGB_UNKNOWN_CASE,  /* a: the tag where the name of an enum case must be */
    LYO_IGB_STRING_NUMBER, /* no string has that number */
    LYO_IGB_REF_NUMBER,    /* a: the id, b: ids given so far */
    LYO_IGB_COUNT,         /* a: bytes left, b: entries claimed */
    LYO_IGB_TRAILING,      /* bytes after the value */
    LYO_IGB_DEPTH,         /* a: levels allowed */
    LYO_IGB_MEMORY         /* no memory for so many levels */
} lyo_igbinary_error_code;

typedef struct lyo_igbinary_error {
    lyo_igbinary_error_code code;
    lyo_igbinary_part part;
    size_t position; /* after the last byte that was read */
    uint64_t a, b;
} lyo_igbinary_error;

/** True if the data begin with a header of version 1 or 2 and at least one more byte follows. */
bool lyo_igbinary_has_header(const uint8_t *data, size_t size);

/**
 * Walks all bytes. max_depth is the greatest number of nested arrays and objects; 0 means no limit.
 * reallocate and release are used as in lyo_walk_options. Returns false with *error set if the bytes are
 * invalid.
 */
bool lyo_igbinary_walk(const uint8_t *data, size_t size, uint32_t max_depth,
                       void *(*reallocate)(void *, size_t), void (*release)(void *),
                       lyo_igbinary_error *error);

#endif
