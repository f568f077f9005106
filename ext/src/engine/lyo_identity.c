/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_identity.h"

/* Addresses of small blocks are multiples of 8; multiplying spreads what is left over the high bits. */
static uint32_t hash_address(const zend_refcounted *address)
{
    return (uint32_t)(((uint64_t)(uintptr_t)address >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

void lyo_identity_init(lyo_identity *identity)
{
    identity->nodes = NULL;
    identity->mask = 0;
    identity->count = 0;
}

static LYO_NOINLINE void open_table(lyo_identity *identity)
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

static lyo_node *probe(lyo_node *nodes, uint32_t mask, const zend_refcounted *address)
{
    uint32_t at = hash_address(address) & mask;
    while (nodes[at].address && nodes[at].address != address) {
        at = (at + 1) & mask;
    }
    return &nodes[at];
}

static void grow(lyo_identity *identity)
{
    uint32_t slots = (identity->mask + 1) * (identity->nodes == identity->embedded ? 4 : 2);
    lyo_node *fresh = ecalloc(slots, sizeof *fresh);

    for (uint32_t i = 0; i <= identity->mask; i++) {
        if (identity->nodes[i].address) {
            *probe(fresh, slots - 1, identity->nodes[i].address) = identity->nodes[i];
        }
    }
    if (identity->nodes != identity->embedded) {
        efree(identity->nodes);
    }
    identity->nodes = fresh;
    identity->mask = slots - 1;
}

lyo_node *lyo_identity_put(lyo_identity *identity, zend_refcounted *address, bool *found)
{
    if (UNEXPECTED(!identity->nodes)) {
        open_table(identity);
    }
    lyo_node *node = probe(identity->nodes, identity->mask, address);

    *found = node->address != NULL;
    if (*found) {
        return node;
    }
    if (UNEXPECTED(identity->count > identity->mask >> 1)) {
        grow(identity);
        node = probe(identity->nodes, identity->mask, address);
    }
    node->address = address;
    identity->count++;
    return node;
}

lyo_node *lyo_identity_get(lyo_identity *identity, zend_refcounted *address)
{
    return probe(identity->nodes, identity->mask, address);
}

bool lyo_identity_has(const lyo_identity *identity, const zend_refcounted *address)
{
    return identity->nodes && probe(identity->nodes, identity->mask, address)->address != NULL;
}

lyo_node *lyo_identity_next(const lyo_identity *identity, uint32_t *at)
{
    while (identity->nodes && *at <= identity->mask) {
        lyo_node *node = &identity->nodes[(*at)++];
        if (node->address) {
            return node;
        }
    }
    return NULL;
}
