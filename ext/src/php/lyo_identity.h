/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's hash table of objects and PHP references: where each was first written, and its number for
 * back references (spec sections 5.5 and 5.6). The key is the address, so each object and reference must stay
 * alive; see lyo_memory.h for what holds it. Collisions use linear probing.
 */
#ifndef LYO_IDENTITY_H
#define LYO_IDENTITY_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#define LYO_IDENTITY_SLOTS 16

/** Ordinal of an object that could not be written: it is written as null wherever it occurs again. */
#define LYO_ORDINAL_NULL UINT32_MAX
/** The object has no ordinal yet. */
#define LYO_NO_ORDINAL (UINT32_MAX - 1)
/** The node has no index in the reference table yet. */
#define LYO_NOT_REFERENCED UINT32_MAX

typedef struct lyo_node {
    zend_refcounted *address; /* object or PHP reference; NULL: free slot */
    size_t offset;            /* offset in the body of the token of its first slot */
    /* of an object; of an enum case the id of its definition; of a PHP reference none */
    uint32_t ordinal;
    uint32_t reference; /* index in the reference table, or LYO_NOT_REFERENCED */
} lyo_node;

typedef struct lyo_identity {
    lyo_node *nodes; /* NULL until the first node */
    uint32_t mask;
    uint32_t count;
    uint32_t most; /* count at which the next new node needs a larger table */
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

/** Returns the node of an address, or the free node where it belongs. */
LYO_INLINE lyo_node *lyo_identity_probe(lyo_node *nodes, uint32_t mask, const zend_refcounted *address)
{
    /*
     * addresses of small blocks are multiples of 8; the multiplication spreads the other bits to the high
     * half
     */
    uint32_t at = (uint32_t)(((uint64_t)(uintptr_t)address >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;

    while (nodes[at].address && nodes[at].address != address) {
        at = (at + 1) & mask;
    }
    return &nodes[at];
}

/** Makes a new or larger table. Returns the free node for an address, which must be new. */
lyo_node *lyo_identity_make_room(lyo_identity *identity, const zend_refcounted *address);

/**
 * Returns the node of an address, which is added if it is new. *found: it was there. A new node has only its
 * address set. The pointer is valid until the next call.
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
    LYO_ASSERT(node && !node->address && identity->count < identity->most);
    identity->count++;
    node->address = address;
    *found = false;
    return node;
}

/** Returns the node of an address, or NULL. */
lyo_node *lyo_identity_find(const lyo_identity *identity, const zend_refcounted *address);

/** Iterates over the nodes in no particular order. Start with *at = 0, and call it exactly `count` times. */
LYO_INLINE const lyo_node *lyo_identity_next(const lyo_identity *identity, uint32_t *at)
{
    while (!identity->nodes[*at].address) {
        LYO_ASSERT(*at < identity->mask);
        ++*at;
    }
    return &identity->nodes[(*at)++];
}

#endif
