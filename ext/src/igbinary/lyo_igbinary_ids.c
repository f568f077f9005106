/* SPDX-License-Identifier: BSD-3-Clause */
#include "igbinary/lyo_igbinary_ids.h"

void lyo_igbinary_ids_init(lyo_igbinary_ids *ids)
{
    memset(ids, 0, offsetof(lyo_igbinary_ids, entries));
    ids->met = ids->embedded;
    ids->met_capacity = LYO_IGB_MET;
    lyo_identity_init(&ids->entries);
}

static void release_met(zend_refcounted *address)
{
    if (GC_FLAGS(address) & GC_IMMUTABLE) {
        return;
    }
    if (GC_DELREF(address) == 0) {
        rc_dtor_func(address);
    } else {
        gc_check_possible_root(address);
    }
}

void lyo_igbinary_ids_free(lyo_igbinary_ids *ids)
{
    if (ids->owning) {
        /*
         * destructors of objects that only hooks created run in the order in which the objects were met, as
         * after serialize()
         */
        for (uint32_t i = 0; i < ids->met_count; i++) {
            release_met(ids->met[i]);
        }
    }
    lyo_identity_free(&ids->entries);
    lyo_room_free(ids->met, ids->embedded);
}

uint32_t lyo_igbinary_ids_meet(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    bool found;
    lyo_node *node = lyo_identity_put(&ids->entries, address, &found);

    if (found) {
        return node->ordinal;
    }
    node->ordinal = ids->count;
    lyo_igbinary_ids_pass(ids, address);
    if (ids->owning) {
        GC_TRY_ADDREF(address);
    }
    return LYO_IGB_NO_ID;
}

void lyo_igbinary_ids_annul(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    lyo_identity_find(&ids->entries, address)->ordinal = LYO_IGB_ID_NULL;
    ids->count--;
}

void lyo_igbinary_ids_renew(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    lyo_identity_find(&ids->entries, address)->ordinal = ids->count++;
}

void lyo_igbinary_ids_complete(lyo_igbinary_ids *ids)
{
    for (uint32_t i = ids->root != NULL; !ids->complete && i < ids->met_count; i++) {
        bool found;
        lyo_node *node = lyo_identity_put(&ids->entries, ids->met[i], &found);
        if (!found) {
            node->ordinal = i;
        }
    }
    ids->complete = true;
}

void lyo_igbinary_ids_own(lyo_igbinary_ids *ids)
{
    if (ids->owning) {
        return;
    }
    lyo_igbinary_ids_complete(ids);
    ids->owning = true;
    for (uint32_t i = 0; i < ids->met_count; i++) {
        GC_TRY_ADDREF(ids->met[i]);
    }
}

bool lyo_igbinary_ids_are_sound(const lyo_igbinary_ids *ids)
{
    uint32_t root = ids->root != NULL, at = 0;

    for (uint32_t i = 0; i < ids->entries.count; i++) {
        const lyo_node *node = lyo_identity_next(&ids->entries, &at);
        if (!lyo_identity_find(&ids->entries, node->address) ||
            (node->ordinal != LYO_IGB_ID_NULL && node->ordinal >= ids->met_count)) {
            return false;
        }
    }
    return ids->count <= ids->met_count && (!ids->owning || ids->complete) &&
           (!ids->complete || ids->entries.count + root == ids->met_count);
}
