/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_identity.h"

#include "php/lyo_room.h"

static void open_table(lyo_identity *identity)
{
    identity->nodes = identity->embedded;
    identity->mask = LYO_IDENTITY_SLOTS - 1;
    /* four at a time: faster than the "rep stos" that memset() would become for this size */
    for (lyo_node *node = identity->embedded; node < identity->embedded + LYO_IDENTITY_SLOTS; node += 4) {
        node[0].address = node[1].address = node[2].address = node[3].address = NULL;
    }
}

static void grow_nodes(lyo_identity *identity)
{
    uint32_t slots = lyo_room_times(identity->mask + 1, identity->nodes == identity->embedded ? 4 : 2);
    lyo_before_block((size_t)slots * sizeof(lyo_node));
    lyo_node *fresh = ecalloc(slots, sizeof *fresh);

    for (uint32_t i = 0; i <= identity->mask; i++) {
        if (identity->nodes[i].address) {
            *lyo_identity_probe(fresh, slots - 1, identity->nodes[i].address) = identity->nodes[i];
        }
    }
    lyo_room_free(identity->nodes, identity->embedded);
    identity->nodes = fresh;
    identity->mask = slots - 1;
}

lyo_node *lyo_identity_make_room(lyo_identity *identity, const zend_refcounted *address)
{
    if (!identity->nodes) {
        open_table(identity);
    } else {
        grow_nodes(identity);
    }
    identity->most = (identity->mask >> 1) + 1;
    return lyo_identity_probe(identity->nodes, identity->mask, address);
}

lyo_node *lyo_identity_find(const lyo_identity *identity, const zend_refcounted *address)
{
    lyo_node *node = identity->nodes ? lyo_identity_probe(identity->nodes, identity->mask, address) : NULL;
    return node && node->address ? node : NULL;
}
