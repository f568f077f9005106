/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether bytes are one value in igbinary's format, without making it: the rules that hold whatever classes there are. It is the one that knows
 * what is wrong with bad bytes; the reader only stops at them.
 */
#ifndef LYO_IGBINARY_WALK_H
#define LYO_IGBINARY_WALK_H

#include "wire/lyo_igbinary_bytes.h"

/** What was being read when the bytes went wrong: igbinary names the function in its warnings. */
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
    LYO_IGB_END,           /* the data end */
    LYO_IGB_UNKNOWN_TYPE,  /* a: the tag */
    LYO_IGB_UNKNOWN_KEY,   /* a: the tag */
    LYO_IGB_UNKNOWN_BODY,  /* a: the tag, of an object's inside */
    LYO_IGB_UNKNOWN_CASE,  /* a: the tag, where the name of a case is due */
    LYO_IGB_STRING_NUMBER, /* no string has that number */
    LYO_IGB_REF_NUMBER,    /* a: the id, b: ids given so far */
    LYO_IGB_COUNT,         /* a: bytes left, b: entries claimed */
    LYO_IGB_TRAILING,      /* bytes behind the value */
    LYO_IGB_DEPTH,         /* a: levels allowed */
    LYO_IGB_MEMORY         /* no memory to walk that deep */
} lyo_igbinary_error_code;

typedef struct lyo_igbinary_error {
    lyo_igbinary_error_code code;
    lyo_igbinary_part part;
    size_t position; /* behind the last byte that was looked at */
    uint64_t a, b;
} lyo_igbinary_error;

/** True if the first bytes are a header of version 1 or 2 with something behind it. */
bool lyo_igbinary_has_header(const uint8_t *data, size_t size);

/**
 * Walks all bytes. max_depth: levels of arrays and objects, 0: any. reallocate, release: as in lyo_walk_options. False: *error
 * tells.
 */
bool lyo_igbinary_walk(const uint8_t *data, size_t size, uint32_t max_depth,
                       void *(*reallocate)(void *, size_t), void (*release)(void *),
                       lyo_igbinary_error *error);

#endif
