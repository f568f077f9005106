/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_isolation.h"

/*
 * The state of a suspended fiber. Allocated persistently, because a switch of fibers must not fail by
 * memory_limit.
 */
typedef struct waiting {
    uint32_t calls;
    uint32_t depth;
    lyo_serializer_state state; /* valid if depth is not 0 */
} waiting;

static void free_waiting(zval *zv)
{
    pefree(Z_PTR_P(zv), 1);
}

static zend_ulong key_of_fiber(const zend_fiber_context *fiber)
{
    return (zend_ulong)(uintptr_t)fiber >> 3;
}

/* Saves the state of a fiber that is suspended within a call, and restores the common state. */
static void set_aside(lyo_isolation *isolation, const zend_fiber_context *fiber)
{
    waiting entry = {.calls = isolation->calls, .depth = isolation->depth};

    if (entry.depth) {
        lyo_serializer_get(&entry.state);
        lyo_serializer_set(&isolation->common);
    }
    isolation->calls = isolation->depth = 0;
    if (fiber->status == ZEND_FIBER_STATUS_DEAD) { /* a fatal error ended its calls */
        return;
    }
    if (!isolation->waiting) {
        isolation->waiting = pemalloc(sizeof *isolation->waiting, 1);
        zend_hash_init(isolation->waiting, 8, NULL, free_waiting, 1);
    }
    zend_hash_index_update_mem(isolation->waiting, key_of_fiber(fiber), &entry, sizeof entry);
}

/* Restores the state of a fiber that was suspended within a call. */
static void take_back(lyo_isolation *isolation, const waiting *entry)
{
    isolation->calls = entry->calls;
    isolation->depth = entry->depth;
    if (entry->depth) {
        lyo_serializer_get(&isolation->common);
        lyo_serializer_set(&entry->state);
    }
}

void lyo_isolation_switch(lyo_isolation *isolation, const zend_fiber_context *from,
                          const zend_fiber_context *to)
{
    if (isolation->calls || isolation->depth) {
        set_aside(isolation, from);
    }
    if (isolation->waiting) {
        const waiting *entry = zend_hash_index_find_ptr(isolation->waiting, key_of_fiber(to));
        if (entry) {
            take_back(isolation, entry);
            zend_hash_index_del(isolation->waiting, key_of_fiber(to));
        }
    }
}

void lyo_isolation_forget(lyo_isolation *isolation, const zend_fiber_context *fiber)
{
    if (isolation->waiting) {
        zend_hash_index_del(isolation->waiting, key_of_fiber(fiber));
    }
}

uint32_t lyo_isolation_calls(const lyo_isolation *isolation, uint32_t *fibers)
{
    uint32_t calls = isolation->calls;
    const waiting *entry;

    *fibers = 0;
    if (isolation->waiting) {
        *fibers = zend_hash_num_elements(isolation->waiting);
        ZEND_HASH_FOREACH_PTR (isolation->waiting, entry) {
            calls += entry->calls;
        }
        ZEND_HASH_FOREACH_END();
    }
    return calls;
}

void lyo_isolation_reset(lyo_isolation *isolation)
{
    if (isolation->waiting) {
        zend_hash_destroy(isolation->waiting);
        pefree(isolation->waiting, 1);
    }
    memset(isolation, 0, sizeof *isolation);
}
