/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What makes calls faster and shows nowhere else. The host owns it and lends it to one call.
 */
#ifndef LYO_MECHANISMS_H
#define LYO_MECHANISMS_H

#include "php/lyo_options.h"

/** What makes calls faster and shows nowhere else: not in bytes, values or errors. The host may leave each out (lyo.disable). */
typedef enum lyo_mechanism {
    LYO_TRAILS = 1,  /* writer: preambles that were written before (lyo_trails.h) */
    LYO_SHAPES = 2,  /* reader: preambles that were read before (lyo_shape_cache.h) */
    LYO_STRINGS = 4, /* writer: a table of strings that is not made for each call (lyo_strings.h) */
    LYO_NOTES = 8,   /* writer: what is known of classes from call to call (lyo_class_notes.h) */
    LYO_LEAVES = 16, /* reader: the short way for the commonest leaves (lyo_reader_sink.h) */
    LYO_KEYS = 32,   /* reader: keys of classes compared with their slots (lyo_reader_shape.c) */
    LYO_ROWS = 64    /* writer: rows looked at block by block, while they are written (lyo_writer_rows.c) */
} lyo_mechanism;

typedef struct lyo_encode_options {
    uint32_t max_depth;    /* levels; 0: only the C stack limits */
    lyo_diagnose diagnose; /* never NULL */
    /* for the table of strings and the payload, in no other use; NULL: they have their own; borrowed */
    struct lyo_string_memory *strings;
    struct lyo_trails *trails;       /* preambles that were written before; NULL: none; borrowed */
    struct lyo_class_notes *notes;   /* of the running request; NULL: none; borrowed */
    uint32_t without;                /* LYO_ROWS, if that is not used */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_encode_options;

/** What one decode may use besides its options. */
typedef struct lyo_decode_mechanisms {
    struct lyo_shape_cache *shape_cache; /* preambles that were read before; NULL: none; borrowed */
    uint32_t without;                    /* of LYO_LEAVES and LYO_KEYS: what is not used */
} lyo_decode_mechanisms;

/** No memory of earlier calls. */
extern const lyo_decode_mechanisms lyo_no_mechanisms;

#endif
