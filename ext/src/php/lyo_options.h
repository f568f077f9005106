/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a caller may ask of one encode or decode, and what the engine asks of its host.
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
    size_t trails_limit;             /* most bytes that they may come to hold */
    struct lyo_class_notes *notes;   /* of the running request; NULL: none; borrowed */
    uint32_t without;                /* LYO_ROWS, if that is not used */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_encode_options;

typedef enum lyo_missing_class {
    LYO_MISSING_INCOMPLETE, /* build __PHP_Incomplete_Class */
    LYO_MISSING_THROW       /* refuse, naming the classes */
} lyo_missing_class;

typedef struct lyo_decode_options {
    const HashTable *allowed_classes; /* lower-case names as keys; NULL: all; borrowed */
    uint32_t max_depth;               /* levels; 0: only the C stack limits */
    uint64_t max_elements;            /* 0: no limit */
    lyo_missing_class missing_class;
    struct lyo_shape_cache *shape_cache; /* NULL: none; borrowed */
    size_t shape_cache_limit;            /* most bytes that it may come to hold */
    uint32_t without;                    /* of LYO_LEAVES and LYO_KEYS: what is not used */
    lyo_diagnose diagnose;               /* never NULL */
    struct lyo_isolation *isolation;     /* never NULL; borrowed */
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
