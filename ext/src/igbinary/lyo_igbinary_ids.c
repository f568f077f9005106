/* SPDX-License-Identifier: BSD-3-Clause */
#include "igbinary/lyo_igbinary_ids.h"

#include "php/lyo_room.h"

/*
 * Addresses of small blocks are multiples of 8. The multiplication spreads the remaining bits over the high
 * half.
 */
static uint32_t hash_address(const zend_refcounted *address)
{
    return (uint32_t)(((uint64_t)(uintptr_t)address >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

void lyo_igbinary_ids_init(lyo_igbinary_ids *ids)
{
    memset(ids, 0, offsetof(lyo_igbinary_ids, embedded));
}

static void hold(zend_refcounted *address)
{
    if (!(GC_FLAGS(address) & GC_IMMUTABLE)) {
        GC_ADDREF(address);
    }
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
        if (ids->root) {
            release_met(ids->root);
        }
    }
    if (ids->slots && ids->slots != ids->embedded) {
        efree(ids->slots);
    }
    if (ids->met) {
        efree(ids->met);
    }
}

static lyo_igbinary_id *probe_addresses(lyo_igbinary_id *slots, uint32_t mask, const zend_refcounted *address)
{
    uint32_t at = hash_address(address) & mask;

    while (slots[at].address && slots[at].address != address) {
        at = (at + 1) & mask;
    }
    return &slots[at];
}

static void resize(lyo_igbinary_ids *ids, uint32_t size)
{
    lyo_igbinary_id *fresh = ecalloc(size, sizeof *fresh);

    for (uint32_t i = 0; i <= ids->mask; i++) {
        if (ids->slots[i].address) {
            *probe_addresses(fresh, size - 1, ids->slots[i].address) = ids->slots[i];
        }
    }
    if (ids->slots != ids->embedded) {
        efree(ids->slots);
    }
    ids->slots = fresh;
    ids->mask = size - 1;
}

/* Returns the slot of an address. If the slot is free, there is room to enter the address in it. */
static lyo_igbinary_id *slot_of(lyo_igbinary_ids *ids, const zend_refcounted *address)
{
    if (UNEXPECTED(!ids->slots)) {
        memset(ids->embedded, 0, sizeof ids->embedded);
        ids->slots = ids->embedded;
        ids->mask = LYO_IGB_ID_SLOTS - 1;
    } else if (UNEXPECTED(ids->entries > ids->mask >> 1)) {
        resize(ids, (ids->mask + 1) * 4);
    }
    return probe_addresses(ids->slots, ids->mask, address);
}

static void enter_address(lyo_igbinary_ids *ids, lyo_igbinary_id *slot, zend_refcounted *address, uint32_t id)
{
    slot->address = address;
    slot->id = id;
    ids->entries++;
}

uint32_t lyo_igbinary_ids_meet(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    lyo_igbinary_id *slot = slot_of(ids, address);

    if (slot->address) {
        return slot->id;
    }
    enter_address(ids, slot, address, ids->count);
    lyo_igbinary_ids_pass(ids, address);
    if (ids->owning) {
        hold(address);
    }
    return LYO_IGB_NO_ID;
}

LYO_NOINLINE void lyo_igbinary_ids_grow(lyo_igbinary_ids *ids)
{
    ids->met_capacity = ids->met_capacity ? lyo_room_times(ids->met_capacity, 4) : 64;
    ids->met = safe_erealloc(ids->met, ids->met_capacity, sizeof *ids->met, 0);
}

void lyo_igbinary_ids_root(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    ids->root = address;
    ids->count++;
}

void lyo_igbinary_ids_annul(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    slot_of(ids, address)->id = LYO_IGB_ID_NULL;
    ids->count--;
}

void lyo_igbinary_ids_complete(lyo_igbinary_ids *ids)
{
    if (ids->complete) {
        return;
    }
    ids->complete = true;
    for (uint32_t i = 0; i < ids->met_count; i++) {
        lyo_igbinary_id *slot = slot_of(ids, ids->met[i]);
        if (!slot->address) {
            enter_address(ids, slot, ids->met[i], i + (ids->root != NULL));
        }
    }
}

void lyo_igbinary_ids_own(lyo_igbinary_ids *ids)
{
    if (ids->owning) {
        return;
    }
    lyo_igbinary_ids_complete(ids);
    ids->owning = true;
    for (uint32_t i = 0; i < ids->met_count; i++) {
        hold(ids->met[i]);
    }
    if (ids->root) {
        hold(ids->root);
    }
}

bool lyo_igbinary_ids_are_sound(const lyo_igbinary_ids *ids)
{
    uint32_t entries = 0, root = ids->root != NULL;

    for (uint32_t i = 0; ids->slots && i <= ids->mask; i++) {
        const lyo_igbinary_id *slot = &ids->slots[i];
        if (!slot->address) {
            continue;
        }
        if (probe_addresses(ids->slots, ids->mask, slot->address) != slot ||
            (slot->id != LYO_IGB_ID_NULL && slot->id >= ids->met_count + root)) {
            return false;
        }
        entries++;
    }
    return entries == ids->entries && ids->count <= ids->met_count + root &&
           (!ids->owning || ids->complete) && (!ids->complete || entries == ids->met_count);
}
