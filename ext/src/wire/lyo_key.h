/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kinds of keys, and the rules that give each key exactly one form (spec section 4.3).
 */
#ifndef LYO_KEY_H
#define LYO_KEY_H

#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

typedef enum lyo_key_kind {
    LYO_KEY_INT,
    LYO_KEY_PLAIN,
    LYO_KEY_PROTECTED,
    LYO_KEY_PRIVATE,
    LYO_KEY_PRIVATE_OF
} lyo_key_kind;

/** True if a plain state key must not have these bytes: they are a mangled name that is short enough. */
LYO_INLINE bool lyo_is_mangled(const uint8_t *bytes, size_t size)
{
    return LYO_UNLIKELY(size > 2 && bytes[0] == 0) && size <= LYO_LIMIT_MANGLED && bytes[1] != 0 &&
           memchr(bytes + 2, 0, size - 2) != NULL;
}

/**
 * True if the mangled name of a scope ("*" or a class) and a name of these sizes, in bytes, is short enough for
 * a key that has them as two strings (spec section 4.3).
 */
LYO_INLINE bool lyo_mangled_fits(size_t scope, size_t name)
{
    return scope + name + 2 <= LYO_LIMIT_MANGLED;
}

/** True if a class of that name may own private properties. */
LYO_INLINE bool lyo_is_scope(const uint8_t *bytes, size_t size)
{
    return size > 0 && !(size == 1 && *bytes == '*') && memchr(bytes, 0, size) == NULL;
}

/** True if a string key is the decimal form of an int. Sets *number to it. */
LYO_INLINE bool lyo_is_int_key(const uint8_t *bytes, size_t size, int64_t *number)
{
    return LYO_UNLIKELY(size > 0 && bytes[0] <= '9') && lyo_numeric_string((const char *)bytes, size, number);
}

#endif
