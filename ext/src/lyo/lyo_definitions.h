/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The definitions that a value has so far (spec section 3.2): their ids, keys and bytes.
 * lyo_writer_definitions.h finds and makes them.
 *
 * The shapes among them, and key lists that were met and are not defined, are in one table (lyo_shapes.h).
 * While the definitions of a value are a known prefix of preambles (lyo_prefixes.h), no bytes are written. The
 * first definition with which no known prefix goes on ends that: the bytes of the definitions so far are
 * copied into the preamble.
 */
#ifndef LYO_DEFINITIONS_H
#define LYO_DEFINITIONS_H

#include "lyo/lyo_shapes.h"
#include "lyo/lyo_prefixes.h"

typedef struct lyo_definitions {
    uint32_t count;
    uint32_t undefined; /* shapes that were only met */
    bool is_prefix;     /* the definitions are `prefix`, and the preamble does not have them */
    lyo_prefix *prefix; /* the longest known prefix of the definitions; NULL: none */
    /*
     * `prefix` when the body moved to a string; NULL: the body has not moved, or was no known
     * prefix then
     */
    lyo_prefix *moved_at;
    uint32_t mark_count;
    uint32_t mark_capacity;
    lyo_mark *marks; /* the new definitions; NULL: none */
    lyo_shapes shapes;
} lyo_definitions;

#endif
