/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A hash of strings whose author must not be able to choose strings with the same hash.
 */
#ifndef LYO_HASH_BYTES_H
#define LYO_HASH_BYTES_H

#include "wire/lyo_bytes.h"

/**
 * Returns the exclusive or of both halves of a * b. A change of one factor cannot be undone by a change
 * of the other without knowing what they were mixed with.
 */
LYO_INLINE uint64_t lyo_fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), high = (a >> 32) * (b >> 32);
    uint64_t cross = (a >> 32) * (b & UINT32_MAX), other = (a & UINT32_MAX) * (b >> 32);
    uint64_t middle = (low >> 32) + (cross & UINT32_MAX) + (other & UINT32_MAX);
    return (low & UINT32_MAX) ^ middle << 32 ^ (high + (cross >> 32) + (other >> 32) + (middle >> 32));
#endif
}

/** Returns a hash of len bytes. seed is an address, which the author of the bytes does not know. */
uint32_t lyo_hash_bytes(const void *bytes, size_t len, const void *seed);

#endif
