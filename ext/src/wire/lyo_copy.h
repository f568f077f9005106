/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Copies of long strings and payloads. From some 2 kB on the C library takes "rep movsb", which on AMD's Zen 3 and 4 goes byte by byte when the target's place
 * in its page is 1 to 15 bytes behind the source's, and at half speed up to 31: 8 kB take 2,230 ns then, not 76. What PHP allocates of that size begins where a
 * page does, and what stands in front of a string in a payload are a few bytes: it is the commonest case. On Intel's processors it is the fastest copy there, too: 16 kB take 115 ns,
 * in pieces 215.
 */
#ifndef LYO_COPY_H
#define LYO_COPY_H

#include "wire/lyo_bytes.h"

/** Bytes that are copied in one go where it is slow: the C library takes no "rep movsb" for them. */
#define LYO_COPY_PIECE 512

/** Copies n bytes, which do not overlap, to a place in its page up to 31 bytes behind theirs. */
void lyo_copy_close(void *to, const void *from, size_t n);

/** Copies n bytes, which may be many, and do not overlap. */
LYO_INLINE void lyo_copy(void *to, const void *from, size_t n)
{
    if (LYO_UNLIKELY(n > LYO_COPY_PIECE && (((uintptr_t)to - (uintptr_t)from - 1) & 4095) < 31)) {
        lyo_copy_close(to, from, n);
        return;
    }
    memcpy(to, from, n);
}

#endif
