/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Mechanisms that make calls faster. The host owns them and lends them to one call.
 */
#ifndef LYO_MECHANISMS_H
#define LYO_MECHANISMS_H

#include "php/lyo_options.h"

/**
 * Mechanisms that only affect speed, not bytes, values or errors. The host may turn off each one
 * (lyo.disable).
 */
typedef enum lyo_mechanism {
    LYO_PREFIXES = 1, /* writer: cache of written preambles (lyo_prefixes.h) */
    LYO_SHAPES = 2,   /* reader: cache of read preambles (lyo_shape_cache.h) */
    LYO_STRINGS = 4,  /* writer: a table of strings that many calls share (lyo_strings.h) */
    LYO_CLASSES = 8,  /* writer: what it knows of classes, kept from call to call (lyo_class_infos.h) */
    LYO_LEAVES = 16,  /* reader: fast path for the commonest leaves (lyo_reader_sink.h) */
    LYO_KEYS = 32,    /* reader: keys of classes compared with their property slots (lyo_reader_shape.c) */
    LYO_ROWS = 64,    /* writer: rows checked block by block, while they are written (lyo_writer_rows.c) */
    LYO_ZSTD = 128,   /* envelope: what libzstd has prepared, kept from call to call (lyo_dictionary.h) */
    /* writer: arrays that share a table are known to be equal (lyo_writer_equal.c) */
    LYO_ARRAYS = 256,
    LYO_INTERNED = 512, /* reader: strings that PHP has already are used (lyo_reader_string.h) */
    LYO_VALUES = 1024   /* values that were decoded before (lyo_values.h) */
} lyo_mechanism;

typedef struct lyo_encode_options {
    uint32_t max_depth;    /* levels; 0: only the C stack limits */
    lyo_diagnose diagnose; /* never NULL */
    /*
     * for the table of strings and the payload; must not be in use; NULL: the call allocates its own;
     * borrowed
     */
    struct lyo_string_memory *strings;
    struct lyo_prefixes *prefixes;   /* cache of written preambles; NULL: none; borrowed */
    struct lyo_class_infos *classes; /* of the running request; NULL: none; borrowed */
    uint32_t without;                /* which of LYO_ROWS and LYO_ARRAYS are turned off */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_encode_options;

/** When a key is looked for among PHP's strings, from call to call. Zero at first. */
typedef struct lyo_known_keys {
    uint32_t wait;   /* so many new keys are not looked for */
    uint32_t misses; /* since the last one that was found */
} lyo_known_keys;

/** The mechanisms that one decode may use. */
typedef struct lyo_decode_mechanisms {
    struct lyo_shape_cache *shape_cache; /* cache of read preambles; NULL: none; borrowed */
    lyo_known_keys *known;               /* NULL: no key is looked for (LYO_INTERNED); borrowed */
    uint32_t without;                    /* which of LYO_LEAVES and LYO_KEYS are turned off */
} lyo_decode_mechanisms;

/** For a decode that uses nothing from earlier calls. */
extern const lyo_decode_mechanisms lyo_no_mechanisms;

#endif
