/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The structural walk: reads a payload from front to back and checks every rule of spec section 7, without
 * creating a value. It validates bytes before any class is loaded, it answers lyo_is_serialized(), and it is
 * the parser of lyo-dump and of the fuzzers. It has no recursion, keeps no state between calls and reads no
 * byte outside the payload. It allocates memory only when 16 kB on the C stack do not suffice.
 */
#ifndef LYO_WALK_H
#define LYO_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lyo_error.h"
#include "wire/lyo_key.h"

/** Bytes inside the payload; borrowed. */
typedef struct lyo_walk_span {
    const uint8_t *bytes;
    size_t size;
    uint32_t hash; /* of a string of more than LYO_WALK_BRIEF bytes; else 0 */
} lyo_walk_span;

typedef enum lyo_walk_leaf_type {
    LYO_LEAF_NULL,
    LYO_LEAF_FALSE,
    LYO_LEAF_TRUE,
    LYO_LEAF_INT,
    LYO_LEAF_FLOAT,
    LYO_LEAF_STRING,
    LYO_LEAF_ARRAY /* the empty array; the callback gets LYO_EVENT_LIST */
} lyo_walk_leaf_type;

typedef struct lyo_walk_leaf {
    lyo_walk_leaf_type type;
    int64_t integer;
    double real;
    lyo_walk_span string;
} lyo_walk_leaf;

typedef struct lyo_walk_key {
    lyo_key_kind kind;
    int64_t number;      /* INT */
    lyo_walk_span name;  /* all kinds but INT */
    lyo_walk_span owner; /* PRIVATE_OF: name of the class */
} lyo_walk_key;

typedef struct lyo_walk_definition {
    lyo_definition_kind kind;
    lyo_walk_span class_name; /* all kinds but MAP_SHAPE */
    lyo_walk_span case_name;  /* ENUM_CASE */
    uint64_t count;           /* number of keys of a shape */
} lyo_walk_definition;

/**
 * What was read. kind, offset, size and level of lyo_walk_event are always set; each kind says what else is.
 */
typedef enum lyo_walk_event_kind {
    LYO_EVENT_HEAD,       /* number: second byte */
    LYO_EVENT_PREAMBLE,   /* number: bytes of the preamble */
    LYO_EVENT_DEFINITION, /* tag: kind; number: id. Its names, count and keys follow */
    LYO_EVENT_CLASS,      /* leaf: name of the class */
    LYO_EVENT_CASE,       /* leaf: name of the case */
    LYO_EVENT_SHAPE,      /* number: keys that follow */
    LYO_EVENT_TABLE,      /* number: references */
    LYO_EVENT_ARRAYS,     /* number: arrays of the array table */
    LYO_EVENT_POSITION,   /* number: offset in the body */
    LYO_EVENT_KEY,        /* key: of a shape, or of the map or state */
    LYO_EVENT_LEAF,       /* leaf */
    LYO_EVENT_LIST,       /* number: values; ends with END */
    LYO_EVENT_MAP,        /* number: entries; ends with END */
    LYO_EVENT_RECORD,     /* number: values, definition; ends with END */
    /* number: values, definition, ordinal; ends with END. KEYs come only with an open class */
    LYO_EVENT_OBJECT,
    LYO_EVENT_CUSTOM,      /* definition, ordinal; LEAF follows */
    LYO_EVENT_CASE_VALUE,  /* definition: an enum case as value */
    LYO_EVENT_VECTOR,      /* number: cells; VECTOR_KIND and CELLs follow, ends with END */
    LYO_EVENT_VECTOR_KIND, /* tag: kind with bit 7; number: cells */
    LYO_EVENT_NULLS,       /* null bitmap; number: cells that are not null */
    /* first: base, first or count of words; second: scale, step or index bits */
    LYO_EVENT_PARAMETERS,
    LYO_EVENT_CELLS,         /* data of cells that are not tokens; number: cells in them */
    LYO_EVENT_WORD,          /* leaf: string of a dictionary */
    LYO_EVENT_CELL,          /* leaf, number: cell; size 0 if it has no token of its own */
    LYO_EVENT_ROWS,          /* number: rows, definition; ends with END */
    LYO_EVENT_BLOCK,         /* number: rows of the block */
    LYO_EVENT_COLUMN,        /* number: column; VECTOR_KIND and CELLs follow */
    LYO_EVENT_BLOCK_END,     /* all columns of the block were told */
    LYO_EVENT_RUNS,          /* number: values; RUNs follow, ends with END */
    LYO_EVENT_RUN,           /* number: length; its value follows */
    LYO_EVENT_USE_OBJECT,    /* ordinal */
    LYO_EVENT_USE_REFERENCE, /* number: index */
    LYO_EVENT_USE_ARRAY,     /* number: index */
    LYO_EVENT_END            /* of the innermost open container */
} lyo_walk_event_kind;

/** No reference and no array begins. */
#define LYO_WALK_NO_PLACE UINT64_MAX

typedef struct lyo_walk_event {
    lyo_walk_event_kind kind;
    uint8_t tag;
    uint32_t level; /* number of containers around it */
    size_t offset;  /* offset of its first byte in the payload */
    size_t size;    /* its own bytes, without those of its contents */
    uint64_t number;
    int64_t first;
    int64_t second;
    uint64_t ordinal;   /* of the object */
    uint64_t reference; /* the reference whose first slot begins here, or LYO_WALK_NO_PLACE */
    uint64_t array;     /* the array of the array table that begins here, or LYO_WALK_NO_PLACE */
    uint64_t id;        /* of the definition */
    lyo_walk_leaf leaf;
    lyo_walk_key key;
    const lyo_walk_definition *definition;
} lyo_walk_event;

/** Receives the events of a walk. Strings in them are valid until the end of the walk. */
typedef void (*lyo_walk_callback)(void *context, const lyo_walk_event *event);

typedef struct lyo_walk_options {
    uint32_t max_depth;    /* 0: no limit */
    uint64_t max_elements; /* 0: no limit */
    /*
     * Works like realloc(); memory is NULL. May be a function that does not return when memory runs out.
     * Then the memory that this walk has taken is never released by the walk.
     */
    void *(*reallocate)(void *memory, size_t size);
    void (*release)(void *memory);
} lyo_walk_options;

/**
 * Returns true if the size bytes at data are one valid payload. Else *error says what is wrong first, and
 * where. The error code is LYO_OK only if memory ran out. The bytes are never written to and need no
 * alignment. If callback is NULL, there are no events. The time is linear in size, except for n log n in the
 * places of both tables.
 */
bool lyo_walk(const uint8_t *data, size_t size, const lyo_walk_options *options, lyo_walk_callback callback,
              void *context, lyo_error *error);

/**
 * A walk that can be stopped and continued, with another callback or none: to find a value and read from
 * there.
 */
typedef struct lyo_walker lyo_walker;

typedef enum lyo_walk_result {
    LYO_WALK_WRONG,   /* *error says what, and where */
    LYO_WALK_STOPPED, /* by lyo_walk_stop() */
    LYO_WALK_GOOD     /* all bytes are valid, up to the last */
} lyo_walk_result;

/**
 * Creates a walk of these bytes. data, options and error are borrowed until lyo_walk_end(). Returns NULL if
 * there is no memory.
 */
lyo_walker *lyo_walk_begin(const uint8_t *data, size_t size, const lyo_walk_options *options,
                           lyo_error *error);
/** Starts the walk, or continues it where it stopped. */
lyo_walk_result lyo_walk_go(lyo_walker *w, lyo_walk_callback callback, void *context);
/**
 * For the callback: stops the walk behind the leaf, or the beginning of the container, that is being read. A
 * walk that has read everything by then ends instead.
 */
void lyo_walk_stop(lyo_walker *w);
/** Returns the offset of what comes next. The walk must have stopped. */
size_t lyo_walk_offset(const lyo_walker *w);
void lyo_walk_end(lyo_walker *w);

#endif
