/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The definitions that a value has so far (spec section 3.2): their ids, keys and bytes.
 * lyo_writer_definitions.h finds and makes them.
 *
 * There are two stores, and callers do not see which one answers. While all definitions of a value follow a
 * known path of the tree (lyo_trails.h), they are "on the trail": no bytes are written, and `path` holds the
 * nodes. The first definition without a known successor leaves the trail: the definitions so far are copied
 * into the preamble and entered in the table of shapes (lyo_shapes.h). That table also holds key lists that
 * were met and are not defined.
 */
#ifndef LYO_DEFINITIONS_H
#define LYO_DEFINITIONS_H

#include "lyo/lyo_shapes.h"
#include "lyo/lyo_trails.h"

#define LYO_MAP_GUESSES 16
/** Steps of the path that fit on the C stack. */
#define LYO_EMBEDDED_PATH 32
#define LYO_PATH_SIGNS 256

/** A definition on the trail. */
typedef struct lyo_step {
    lyo_trail *trail;
    /* id of the previous step in the same bucket of signs (sign % LYO_PATH_SIGNS), or LYO_NOT_DEFINED */
    uint32_t older;
} lyo_step;

/** The ids of one class's definitions other than shapes. */
typedef struct lyo_class_ids {
    uint32_t open;   /* id of the open class, or LYO_NOT_DEFINED */
    uint32_t custom; /* id of the custom class, or LYO_NOT_DEFINED */
    bool known;      /* a class shape or open class is defined */
} lyo_class_ids;

typedef struct lyo_definitions {
    uint32_t count;
    bool on_trail; /* all definitions are in `path`; the preamble and the table of shapes do not have them */
    lyo_trail *trail; /* the last definition or, off the trail, the last known one; NULL: none */
    /*
     * `trail` when the body moved to a string; NULL: the body has not moved, there was none, or off the trail
     */
    lyo_trail *moved_at;
    lyo_step *path; /* by id, while on the trail */
    uint32_t path_capacity;
    uint32_t mark_count;
    uint32_t mark_capacity;
    lyo_mark *marks;  /* the new definitions; NULL: none */
    lyo_key *scratch; /* room for keys during a lookup; not kept across values */
    uint32_t scratch_size;
    HashTable *classes;                  /* class name => lyo_class_ids in ZVAL_PTR; NULL until needed */
    uint64_t signs[LYO_PATH_SIGNS / 64]; /* a bit for each bucket of signs: set if it has a step */
    /* index + 1 of the last shape whose count and first key fall into this entry; 0: none */
    uint32_t guesses[LYO_MAP_GUESSES];
    lyo_shapes shapes;
    lyo_step embedded_path[LYO_EMBEDDED_PATH];
    uint32_t newest[LYO_PATH_SIGNS]; /* id of the last step of each bucket whose bit is set */
} lyo_definitions;

#endif
