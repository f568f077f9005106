/* SPDX-License-Identifier: BSD-3-Clause
 *
 * State that belongs to a fiber: the number of nested calls of encoder and decoder, and the state of PHP's
 * own serializer while one of our calls runs code of the application.
 *
 * PHP keeps the state of its serializer in globals. It consists of the numbering that serialize() and
 * unserialize() inside a method of Serializable share with the outer call, and of a lock: while it is set,
 * they share nothing. A hook that we call must not share the state of an outer serialize(), so it gets its
 * own. A fiber may be suspended in a hook while another fiber runs. So the state is exchanged at each switch
 * of fibers: no fiber sees the state of another fiber's hook, and suspended calls count only for their own
 * fiber.
 */
#ifndef LYO_ISOLATION_H
#define LYO_ISOLATION_H

#include "lyo_compat.h"
#include "php/lyo_options.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

#include "Zend/zend_fibers.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_var.h"

/** The state of PHP's serializer. */
typedef struct lyo_serializer_state {
    unsigned lock;
    /* copies of unnamed structs: level and context */
    char serialize[sizeof(((php_basic_globals *)NULL)->serialize)];
    char unserialize[sizeof(((php_basic_globals *)NULL)->unserialize)];
} lyo_serializer_state;

/** One for each process or thread. Starts as zero. */
typedef struct lyo_isolation {
    uint32_t calls; /* nested calls of the running fiber */
    /* levels of values that calls of the running fiber are in the middle of writing, while their hooks run */
    uint32_t levels;
    /* nested lyo_isolate() calls of the running fiber that lyo_rejoin() has not ended */
    uint32_t depth;
    lyo_serializer_state common; /* state of all fibers with depth 0; valid if depth is not 0 */
    /* address of a suspended fiber => its calls, depth and state; NULL: none yet */
    HashTable *waiting;
    /* address of a fiber => the class policy that it inherited when it started; NULL: none yet */
    HashTable *inherited;
} lyo_isolation;

/**
 * Most nested calls of encoder and decoder. A call and the hook that makes the next one take 6 to 9 kB of C
 * stack, so 128 of them fit the 2 MiB of a fiber. Without a limit a hook that encodes its own object would
 * crash PHP.
 */
#define LYO_MOST_CALLS 128

/**
 * Counts a call of encoder or decoder. Returns false, and does not count it, if this fiber has reached
 * LYO_MOST_CALLS.
 */
LYO_INLINE bool lyo_begin_call(lyo_isolation *isolation)
{
    if (UNEXPECTED(isolation->calls >= LYO_MOST_CALLS)) {
        return false;
    }
    isolation->calls++;
    return true;
}

/** Ends a call that lyo_begin_call() has counted. */
LYO_INLINE void lyo_end_call(lyo_isolation *isolation)
{
    LYO_ASSERT(isolation->calls > 0);
    isolation->calls--;
}

/** Levels for which a call and its hook count, by the C stack that they take. */
#define LYO_LEVELS_OF_A_CALL 24

/**
 * Returns how many of max_depth levels a call inside a hook may still have: all calls of a fiber share them,
 * or LYO_LIMIT_DEPTH if that is more.
 */
LYO_INLINE uint32_t lyo_levels_left(const lyo_isolation *isolation, uint32_t max_depth)
{
    const uint32_t most = max_depth > LYO_LIMIT_DEPTH ? max_depth : LYO_LIMIT_DEPTH;

    if (EXPECTED(isolation->levels == 0) || max_depth == UINT32_MAX) {
        return max_depth;
    }
    const uint32_t left = isolation->levels < most ? most - isolation->levels : 0;
    return left < max_depth ? left : max_depth;
}

/** Returns how many levels a call with these options may have. */
LYO_INLINE uint32_t lyo_levels_of_call(const lyo_decode_options *options)
{
    const uint32_t left =
        lyo_levels_left(options->isolation, options->max_depth ? options->max_depth : UINT32_MAX);

    return left == UINT32_MAX ? left : left - MIN(left, options->taken);
}

LYO_INLINE void lyo_serializer_get(lyo_serializer_state *state)
{
    state->lock = BG(serialize_lock);
    memcpy(state->serialize, &BG(serialize), sizeof state->serialize);
    memcpy(state->unserialize, &BG(unserialize), sizeof state->unserialize);
}

LYO_INLINE void lyo_serializer_set(const lyo_serializer_state *state)
{
    BG(serialize_lock) = state->lock;
    memcpy(&BG(serialize), state->serialize, sizeof state->serialize);
    memcpy(&BG(unserialize), state->unserialize, sizeof state->unserialize);
}

/**
 * Begins a call of application code with a fresh state of PHP's serializer. locked: each serialize() and
 * unserialize() in the code has its own numbering, as in the hooks of serialize(). Not locked: they share the
 * data that the caller makes with php_var_serialize_init() or php_var_unserialize_init(). Pass *outer to
 * lyo_rejoin().
 */
LYO_INLINE void lyo_isolate(lyo_isolation *isolation, bool locked, lyo_serializer_state *outer)
{
    lyo_serializer_get(isolation->depth++ == 0 ? &isolation->common : outer);
    lyo_serializer_set(&(lyo_serializer_state){.lock = locked});
}

/** Ends the call that lyo_isolate() began. It must be the same fiber. */
LYO_INLINE void lyo_rejoin(lyo_isolation *isolation, const lyo_serializer_state *outer)
{
    LYO_ASSERT(isolation->depth > 0);
    /* the common state is not in *outer, because other fibers may have changed it since */
    lyo_serializer_set(--isolation->depth == 0 ? &isolation->common : outer);
}

/**
 * Exported by lyo.so for the drop-in: returns the isolation of this thread, or NULL if its version or size
 * differs.
 */
typedef lyo_isolation *(*lyo_isolation_get)(uint32_t version, size_t size);
#define LYO_ISOLATION_SYMBOL "lyo_shared_isolation"
#define LYO_ISOLATION_VERSION 3

/**
 * Call it at each switch of fibers, after `from` has stopped and before `to` runs. A fiber that starts inside
 * Serializable::unserialize() inherits the class policy, because natively it would, too.
 */
void lyo_isolation_switch(lyo_isolation *isolation, const zend_fiber_context *from,
                          const zend_fiber_context *to);
/**
 * Call it when a fiber ends, because a new one may get the same address. Runs the hooks of the objects that
 * unserialize() has made in a fiber with an inherited policy.
 */
void lyo_isolation_forget(lyo_isolation *isolation, const zend_fiber_context *fiber);
/**
 * Returns the number of calls in progress in all fibers. *fibers: number of fibers that are suspended in one.
 */
uint32_t lyo_isolation_calls(const lyo_isolation *isolation, uint32_t *fibers);
/**
 * Call it at the end of a request: after a fatal error, the state of the calls that it ended is still there.
 */
void lyo_isolation_reset(lyo_isolation *isolation);

#endif
