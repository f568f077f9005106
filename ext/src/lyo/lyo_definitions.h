/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The definitions that a value has so far (spec section 3.2): their ids, keys and bytes.
 * lyo_writer_definitions.h finds and makes them.
 *
 * The shapes among them, and key lists that were met and are not defined, are in one table (lyo_shapes.h).
 * While all definitions of a value follow a known path of the tree (lyo_trails.h), they are "on the trail":
 * no bytes are written. The first definition without a known successor leaves the trail: the bytes of the
 * definitions so far are copied into the preamble.
 */
#ifndef LYO_DEFINITIONS_H
#define LYO_DEFINITIONS_H

#include "lyo/lyo_shapes.h"
#include "lyo/lyo_trails.h"

typedef struct lyo_definitions {
    uint32_t count;
    uint32_t undefined; /* shapes that were only met */
    bool on_trail;      /* the preamble does not have the definitions: they are those up to `trail` */
    lyo_trail *trail;   /* the last definition or, off the trail, the last known one; NULL: none */
    /*
     * `trail` when the body moved to a string; NULL: the body has not moved, there was none, or off the trail
     */
    lyo_trail *moved_at;
    uint32_t mark_count;
    uint32_t mark_capacity;
    lyo_mark *marks; /* the new definitions; NULL: none */
    lyo_shapes shapes;
} lyo_definitions;

#endif
