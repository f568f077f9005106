/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The definitions that a value has so far (spec section 3.2): their ids, keys and bytes. lyo_writer_definitions.h finds and makes them.
 *
 * Two stores answer, and who asks does not learn which. While all definitions of a value are ones that followed one another before, they are on the
 * trail (lyo_trails.h): a path of definitions that others have made, and no bytes are written. With the first one that is new the trail is left: those
 * so far are copied into the preamble and entered in the table of shapes (lyo_shapes.h), which also has the keys that were met and are not defined.
 */
#ifndef LYO_DEFINITIONS_H
#define LYO_DEFINITIONS_H

#include "lyo/lyo_shapes.h"
#include "lyo/lyo_trails.h"

#define LYO_MAP_GUESSES 16
/** Definitions of a path on the C stack. */
#define LYO_EMBEDDED_PATH 32
#define LYO_PATH_SIGNS 256

/** A definition on the trail. */
typedef struct lyo_step {
    lyo_trail *trail;
    uint32_t
        older; /* the step before it in the same bucket of signs (sign % LYO_PATH_SIGNS), or LYO_NOT_DEFINED */
} lyo_step;

/** Definitions of one class that are not shapes. */
typedef struct lyo_class_ids {
    uint32_t open;   /* id of the open class, or LYO_NOT_DEFINED */
    uint32_t custom; /* id of the custom class, or LYO_NOT_DEFINED */
    bool known;      /* a class shape or open class is defined */
} lyo_class_ids;

typedef struct lyo_definitions {
    uint32_t count;
    bool
        on_trail; /* all are known, and stand neither in the preamble nor in the table of shapes, but in path */
    lyo_trail *trail;    /* the last one, or the last one that was known; NULL: none */
    lyo_trail *moved_at; /* the last one when the body moved to a string; NULL: none, or not on the trail */
    lyo_step *path;      /* by id, while on the trail */
    uint32_t path_capacity;
    uint32_t mark_count;
    uint32_t mark_capacity;
    lyo_mark *marks;  /* of those that are not known; NULL: none */
    lyo_key *scratch; /* keys that are being looked for; not kept across values */
    uint32_t scratch_size;
    HashTable *classes;                  /* class name => lyo_class_ids in ZVAL_PTR; NULL until needed */
    uint64_t signs[LYO_PATH_SIGNS / 64]; /* a bit for each bucket of signs that has a step */
    /* index + 1 of the last shape of so many keys and this first one; 0: none */
    uint32_t guesses[LYO_MAP_GUESSES];
    lyo_shapes shapes;
    lyo_step embedded_path[LYO_EMBEDDED_PATH];
    uint32_t newest[LYO_PATH_SIGNS]; /* the last step of each bucket whose bit is set */
} lyo_definitions;

#endif
