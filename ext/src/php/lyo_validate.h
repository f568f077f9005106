/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Invariants of values that a reader has made, for LYO_ASSERT() only: no build without LYO_CHECKS calls these
 * functions.
 */
#ifndef LYO_VALIDATE_H
#define LYO_VALIDATE_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/**
 * True if PHP may see the value. Strings are NUL-terminated and have no wrong hash. A lookup of each key of a
 * table finds its entry, the number of entries is right, and the next free key is behind all int keys. Slots
 * hold values. The check goes one level deep: it covers the elements of a container, but not what is in them.
 */
bool lyo_is_sound(const zval *value);

/** The same for a table. */
bool lyo_is_sound_table(HashTable *ht);

#endif
