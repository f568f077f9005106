/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold of values that a reader has made. For LYO_ASSERT() alone: only a build with LYO_CHECKS calls it.
 */
#ifndef LYO_VALIDATE_H
#define LYO_VALIDATE_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/**
 * True if the value is one that PHP may see: strings end with NUL and have no wrong hash, each key of a table is found at its entry and counted,
 * the next free key is behind all keys, slots hold values. What is in a container is looked at, but not what is in that.
 */
bool lyo_is_sound(const zval *value);

/** The same for a table. */
bool lyo_is_sound_table(HashTable *ht);

#endif
