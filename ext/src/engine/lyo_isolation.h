/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What serialize() and unserialize() inside the methods of Serializable share with one another, and must not share with whatever
 * runs outside: their numbering of values, and the lock that says that they share none. A payload that was numbered on its own
 * is read on its own.
 */
#ifndef LYO_ISOLATION_H
#define LYO_ISOLATION_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#include "ext/standard/basic_functions.h"
#include "ext/standard/php_var.h"

typedef struct lyo_isolation {
    unsigned lock;
    struct php_serialize_data *serialize_data;
    unsigned serialize_level;
    struct php_unserialize_data *unserialize_data;
    unsigned unserialize_level;
} lyo_isolation;

/** Sets the state of the running PHP aside, as if nothing were being serialized. */
LYO_INLINE lyo_isolation lyo_isolate(void)
{
    lyo_isolation outer = {BG(serialize_lock), BG(serialize).data, BG(serialize).level, BG(unserialize).data,
                           BG(unserialize).level};

    BG(serialize_lock) = 0;
    BG(serialize).data = NULL;
    BG(serialize).level = 0;
    BG(unserialize).data = NULL;
    BG(unserialize).level = 0;
    return outer;
}

/** Puts it back. */
LYO_INLINE void lyo_rejoin(const lyo_isolation *outer)
{
    BG(serialize_lock) = outer->lock;
    BG(serialize).data = outer->serialize_data;
    BG(serialize).level = outer->serialize_level;
    BG(unserialize).data = outer->unserialize_data;
    BG(unserialize).level = outer->unserialize_level;
}

#endif
