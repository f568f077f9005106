/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_isolation.h"

/*
 * The state of a suspended fiber. Allocated persistently, because a switch of fibers must not fail by
 * memory_limit.
 */
typedef struct waiting {
    uint32_t calls;
    uint32_t levels;
    uint32_t depth;
    lyo_serializer_state state; /* valid if depth is not 0 */
} waiting;

/*
 * What a fiber has that was started inside Serializable::unserialize(). It may outlive the call that set the
 * policy, so it has a copy.
 */
typedef struct inheritance {
    php_unserialize_data_t data; /* that calls of unserialize() in this fiber share */
    HashTable *policy;
} inheritance;

static void free_entry(zval *zv)
{
    pefree(Z_PTR_P(zv), 1);
}

static zend_ulong key_of_fiber(const zend_fiber_context *fiber)
{
    return (zend_ulong)(uintptr_t)fiber >> 3;
}

/* Sets an entry of a table of fibers, which is made for the first one. */
static void enter_fiber(HashTable **table, const zend_fiber_context *fiber, const void *entry, size_t size)
{
    if (!*table) {
        *table = pemalloc(sizeof **table, 1);
        zend_hash_init(*table, 8, NULL, free_entry, 1);
    }
    zend_hash_index_update_mem(*table, key_of_fiber(fiber), (void *)entry, size);
}

/* Saves the state of a fiber that is suspended within a call, and restores the common state. */
static void set_aside(lyo_isolation *isolation, const zend_fiber_context *fiber)
{
    waiting entry = {.calls = isolation->calls, .levels = isolation->levels, .depth = isolation->depth};

    if (entry.depth) {
        lyo_serializer_get(&entry.state);
        lyo_serializer_set(&isolation->common);
    }
    isolation->calls = isolation->levels = isolation->depth = 0;
    if (fiber->status == ZEND_FIBER_STATUS_DEAD) { /* a fatal error ended its calls */
        return;
    }
    enter_fiber(&isolation->waiting, fiber, &entry, sizeof entry);
}

/* Restores the state of a fiber that was suspended within a call. */
static void take_back(lyo_isolation *isolation, const waiting *entry)
{
    isolation->calls = entry->calls;
    isolation->levels = entry->levels;
    isolation->depth = entry->depth;
    if (entry->depth) {
        lyo_serializer_get(&isolation->common);
        lyo_serializer_set(&entry->state);
    }
}

/*
 * Returns the policy that a fiber inherits which starts now, or NULL: only calls of unserialize() that share
 * the data of this call have it.
 */
static HashTable *policy_to_inherit(const lyo_isolation *isolation)
{
    return isolation->depth && !BG(serialize_lock) && BG(unserialize).level
               ? php_var_unserialize_get_allowed_classes(BG(unserialize).data)
               : NULL;
}

/* Makes a state of PHP's serializer with the policy and depth of the running one. */
static lyo_serializer_state inherit(lyo_isolation *isolation, HashTable *policy, const zend_fiber_context *to)
{
    lyo_serializer_state outer, state;
    inheritance entry = {.policy = zend_array_dup(policy)};
    zend_long max_depth = php_var_unserialize_get_max_depth(BG(unserialize).data);

    lyo_serializer_get(&outer);
    lyo_serializer_set(&(lyo_serializer_state){.lock = 0});
    entry.data = php_var_unserialize_init();
    php_var_unserialize_set_allowed_classes(entry.data, entry.policy);
    php_var_unserialize_set_max_depth(entry.data, max_depth);
    lyo_serializer_get(&state);
    lyo_serializer_set(&outer);
    enter_fiber(&isolation->inherited, to, &entry, sizeof entry);
    return state;
}

/* Ends what inherit() has made. Here the hooks run that unserialize() has delayed. */
static void end_inheritance(lyo_isolation *isolation, const inheritance *entry)
{
    lyo_serializer_state outer;

    if (CG(unclean_shutdown)) { /* a fatal error: no code runs any more, and PHP frees the memory */
        return;
    }
    lyo_isolate(isolation, false, &outer);
    BG(unserialize).data = entry->data;
    BG(unserialize).level = 1;
    php_var_unserialize_destroy(entry->data);
    lyo_rejoin(isolation, &outer);
    zend_array_destroy(entry->policy);
}

void lyo_isolation_switch(lyo_isolation *isolation, const zend_fiber_context *from,
                          const zend_fiber_context *to)
{
    HashTable *policy = to->status == ZEND_FIBER_STATUS_INIT ? policy_to_inherit(isolation) : NULL;
    waiting heir = {.depth = policy ? 1 : 0};

    if (UNEXPECTED(policy)) { /* first, because a lack of memory may end the request here */
        heir.state = inherit(isolation, policy, to);
    }
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
    if (UNEXPECTED(policy)) {
        take_back(isolation, &heir);
    }
}

void lyo_isolation_forget(lyo_isolation *isolation, const zend_fiber_context *fiber)
{
    if (isolation->waiting) {
        zend_hash_index_del(isolation->waiting, key_of_fiber(fiber));
    }
    const inheritance *found =
        isolation->inherited ? zend_hash_index_find_ptr(isolation->inherited, key_of_fiber(fiber)) : NULL;
    if (found) {
        const inheritance entry = *found; /* copied: a hook may start another such fiber */
        zend_hash_index_del(isolation->inherited, key_of_fiber(fiber));
        end_inheritance(isolation, &entry);
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

static void free_table(HashTable *table)
{
    if (table) {
        zend_hash_destroy(table);
        pefree(table, 1);
    }
}

void lyo_isolation_reset(lyo_isolation *isolation)
{
    free_table(isolation->waiting);
    free_table(isolation->inherited);
    memset(isolation, 0, sizeof *isolation);
}
