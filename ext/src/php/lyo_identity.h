/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's memory of objects and PHP references: where each was met first, and what it is called when met again
 * (spec sections 5.5 and 5.6). Keyed by address, so what is entered must stay alive: lyo_memory.h tells what holds it.
 */
#ifndef LYO_IDENTITY_H
#define LYO_IDENTITY_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#define LYO_IDENTITY_SLOTS 16

/** Ordinal of an object that could not be written and stands as null wherever it is met again. */
#define LYO_ORDINAL_NULL UINT32_MAX
/** Ordinal of an object that has none yet. */
#define LYO_NO_ORDINAL (UINT32_MAX - 1)
/** Ordinal of a PHP reference that was written before its turn. */
#define LYO_ORDINAL_EARLY (UINT32_MAX - 2)
/** Index of a node that is no PHP reference yet. */
#define LYO_NOT_REFERENCED UINT32_MAX

typedef struct lyo_node {
    zend_refcounted *address; /* object or PHP reference; NULL: free slot */
    size_t offset;            /* body offset of the token of its first slot */
    /* of an object; for an enum case the id of its definition; of a PHP reference: early or none */
    uint32_t ordinal;
    uint32_t reference; /* index in the reference table, or LYO_NOT_REFERENCED */
} lyo_node;

typedef struct lyo_identity {
    lyo_node *nodes; /* NULL until the first node */
    uint32_t mask;
    uint32_t count;
    uint32_t most; /* nodes that there may be before the next one needs a larger table */
    lyo_node embedded[LYO_IDENTITY_SLOTS];
} lyo_identity;

LYO_INLINE void lyo_identity_init(lyo_identity *identity)
{
    identity->nodes = NULL;
    identity->mask = 0;
    identity->count = identity->most = 0;
}

LYO_INLINE void lyo_identity_free(lyo_identity *identity)
{
    if (UNEXPECTED(identity->nodes && identity->nodes != identity->embedded)) {
        efree(identity->nodes);
    }
}

/** The node of an address, or the free one where it belongs. */
LYO_INLINE lyo_node *lyo_identity_probe(lyo_node *nodes, uint32_t mask, const zend_refcounted *address)
{
    /* addresses of small blocks are multiples of 8; multiplying spreads what is left over the high bits */
    uint32_t at = (uint32_t)(((uint64_t)(uintptr_t)address >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;

    while (nodes[at].address && nodes[at].address != address) {
        at = (at + 1) & mask;
    }
    return &nodes[at];
}

/** A new or larger table; the free node where an address belongs that is not there. */
lyo_node *lyo_identity_make_room(lyo_identity *identity, const zend_refcounted *address);

/**
 * The node of an address. *found tells whether it was there; a new one has its address set and the rest undefined.
 * The pointer is good until the next call.
 */
LYO_INLINE lyo_node *lyo_identity_put(lyo_identity *identity, zend_refcounted *address, bool *found)
{
    lyo_node *node = NULL;

    if (EXPECTED(identity->nodes)) {
        node = lyo_identity_probe(identity->nodes, identity->mask, address);
        if (node->address) {
            *found = true;
            return node;
        }
    }
    if (UNEXPECTED(identity->count == identity->most)) {
        node = lyo_identity_make_room(identity, address);
    }
    identity->count++;
    node->address = address;
    *found = false;
    return node;
}

/** True if the address has a node. */
bool lyo_identity_has(const lyo_identity *identity, const zend_refcounted *address);

/** The next node from *at on, in no order; moves *at behind it. Begin with 0, and ask for `count` nodes. */
LYO_INLINE const lyo_node *lyo_identity_next(const lyo_identity *identity, uint32_t *at)
{
    while (!identity->nodes[*at].address) {
        ++*at;
    }
    return &identity->nodes[(*at)++];
}

/** The node of an address that is known to be there. */
LYO_INLINE lyo_node *lyo_identity_get(lyo_identity *identity, const zend_refcounted *address)
{
    return lyo_identity_probe(identity->nodes, identity->mask, address);
}

#endif
