/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_identity.h"

#include "php/lyo_room.h"

void lyo_identity_init(lyo_identity *identity)
{
    identity->nodes = NULL;
    identity->mask = 0;
    identity->count = identity->most = 0;
}

static void open_table(lyo_identity *identity)
{
    identity->nodes = identity->embedded;
    identity->mask = LYO_IDENTITY_SLOTS - 1;
    memset(identity->embedded, 0, sizeof identity->embedded);
}

void lyo_identity_free(lyo_identity *identity)
{
    if (identity->nodes && identity->nodes != identity->embedded) {
        efree(identity->nodes);
    }
}

static void grow_nodes(lyo_identity *identity)
{
    uint32_t slots = lyo_room_times(identity->mask + 1, identity->nodes == identity->embedded ? 4 : 2);
    lyo_node *fresh = ecalloc(slots, sizeof *fresh);

    for (uint32_t i = 0; i <= identity->mask; i++) {
        if (identity->nodes[i].address) {
            *lyo_identity_probe(fresh, slots - 1, identity->nodes[i].address) = identity->nodes[i];
        }
    }
    if (identity->nodes != identity->embedded) {
        efree(identity->nodes);
    }
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

bool lyo_identity_has(const lyo_identity *identity, const zend_refcounted *address)
{
    return identity->nodes && lyo_identity_probe(identity->nodes, identity->mask, address)->address != NULL;
}
