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
    uint32_t
        ordinal; /* of an object; for an enum case the id of its definition; of a PHP reference: early or none */
    uint32_t reference; /* index in the reference table, or LYO_NOT_REFERENCED */
} lyo_node;

typedef struct lyo_identity {
    lyo_node *nodes; /* NULL until the first node */
    uint32_t mask;
    uint32_t count;
    lyo_node embedded[LYO_IDENTITY_SLOTS];
} lyo_identity;

void lyo_identity_init(lyo_identity *identity);
void lyo_identity_free(lyo_identity *identity);

/**
 * The node of an address. *found tells whether it was there; a new one has its address set and the rest undefined.
 * The pointer is good until the next call.
 */
lyo_node *lyo_identity_put(lyo_identity *identity, zend_refcounted *address, bool *found);

/** True if the address has a node. */
bool lyo_identity_has(const lyo_identity *identity, const zend_refcounted *address);

/** The next node from *at on, in no order, or NULL; moves *at behind it. Begin with 0. */
lyo_node *lyo_identity_next(const lyo_identity *identity, uint32_t *at);

/** The node of an address that is known to be there. */
lyo_node *lyo_identity_get(lyo_identity *identity, zend_refcounted *address);

#endif
