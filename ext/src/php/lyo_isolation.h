/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What belongs to the fiber that runs: how many calls are inside one another, and the state of PHP's own serializer while one of our calls runs code of the
 * application.
 *
 * PHP keeps that state in globals: the numbering that serialize() and unserialize() inside a method of Serializable share with the call around them, and a
 * lock that says that they share none. A hook of ours is no part of what serialize() does outside: it gets a state of its own. A fiber may be
 * suspended in the hook and another one go on outside, so the state is exchanged at each switch: no other fiber ever sees the one of a hook, and the calls that
 * wait in a hook count for their own fiber only.
 */
#ifndef LYO_ISOLATION_H
#define LYO_ISOLATION_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#include "Zend/zend_fibers.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_var.h"

/** The state of PHP's serializer. */
typedef struct lyo_serializer_state {
    unsigned lock;
    /* level and context: structs without a name */
    char serialize[sizeof(((php_basic_globals *)NULL)->serialize)];
    char unserialize[sizeof(((php_basic_globals *)NULL)->unserialize)];
} lyo_serializer_state;

/** Of a process or thread; all zero at first. */
typedef struct lyo_isolation {
    uint32_t calls;              /* of the running fiber, inside one another */
    uint32_t depth;              /* of these, calls of the application that have not returned */
    lyo_serializer_state common; /* of all fibers that are in no such call; valid with depth */
    HashTable *waiting;          /* address of a suspended fiber => its fields of the above; NULL: none yet */
} lyo_isolation;

/**
 * Most calls of encoder and decoder inside one another. A call and the hook that makes the next one take 6 to 9 kB of C stack: 128 of them
 * fit the 2 MiB of a fiber. Without a limit a hook that encodes its own object would end PHP.
 */
#define LYO_MOST_CALLS 128

/** Counts a call of encoder or decoder. False, and not counted: it would be one too many in this fiber. */
LYO_INLINE bool lyo_begin_call(lyo_isolation *isolation)
{
    if (UNEXPECTED(isolation->calls >= LYO_MOST_CALLS)) {
        return false;
    }
    isolation->calls++;
    return true;
}

/** The call has come back. */
LYO_INLINE void lyo_end_call(lyo_isolation *isolation)
{
    isolation->calls--;
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
 * Begins a call of the application: nothing is being serialized, as far as PHP's serializer knows. locked: each serialize() and unserialize() inside it is a call of
 * its own, as in the hooks of serialize(); else they share what the caller makes by php_var_serialize_init(). *outer is for lyo_rejoin().
 */
LYO_INLINE void lyo_isolate(lyo_isolation *isolation, bool locked, lyo_serializer_state *outer)
{
    lyo_serializer_get(isolation->depth++ == 0 ? &isolation->common : outer);
    lyo_serializer_set(&(lyo_serializer_state){.lock = locked});
}

/** Ends it, in the same fiber. */
LYO_INLINE void lyo_rejoin(lyo_isolation *isolation, const lyo_serializer_state *outer)
{
    /* what is common may have changed since: other fibers have run */
    lyo_serializer_set(--isolation->depth == 0 ? &isolation->common : outer);
}

/** What lyo.so exports, for the drop-in: its isolation, of this thread; NULL if it has another version or size of it. */
typedef lyo_isolation *(*lyo_isolation_get)(uint32_t version, size_t size);
#define LYO_ISOLATION_SYMBOL "lyo_shared_isolation"
#define LYO_ISOLATION_VERSION 2

/** To be called at each switch of fibers, when `from` does not run any more and `to` does not yet. */
void lyo_isolation_switch(lyo_isolation *isolation, const zend_fiber_context *from,
                          const zend_fiber_context *to);
/** To be called when a fiber ends: another one may get its address. */
void lyo_isolation_forget(lyo_isolation *isolation, const zend_fiber_context *fiber);
/** Calls in progress, of all fibers; *fibers: those that are suspended in one. */
uint32_t lyo_isolation_calls(const lyo_isolation *isolation, uint32_t *fibers);
/** To be called at the end of a request: a fatal error leaves behind what its calls had. */
void lyo_isolation_reset(lyo_isolation *isolation);

#endif
