/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_limit, where PHP reports it late (LYO_MEMORY_IS_OUT()). There, memory beyond the limit is given, the
 * error comes when the running function returns, and the process ends at twice the limit. So whatever takes
 * memory in proportion to the data looks at the limit on its way: at the beginning of each container, after
 * each LYO_BETWEEN_LOOKS small values, and around large blocks. The call then ends as a lack of memory ends it
 * in other versions of PHP: by the error, and a bailout.
 */
#ifndef LYO_LIMIT_H
#define LYO_LIMIT_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** Small values that may be made between two looks at the limit. */
#define LYO_BETWEEN_LOOKS 1024
/** A block of so many bytes is tried before it is taken. */
#define LYO_LARGE_BLOCK (256 * 1024)

/** Ends the request by the error about memory_limit. */
ZEND_COLD ZEND_NORETURN void lyo_end_by_limit(void);
/** Ends the request if a block of this size would exceed memory_limit. */
void lyo_try_block(size_t size);
/** erealloc() of n * size bytes that ends the request at the limit, in every PHP. memory: NULL for a new block. */
void *lyo_reallocate(void *memory, size_t n, size_t size);

/** Ends the request if memory_limit is exceeded. */
LYO_INLINE void lyo_heed_limit(void)
{
    if (LYO_MEMORY_IS_OUT()) {
        lyo_end_by_limit();
    }
}

/** Call it before a block is taken whose size the data determine. */
LYO_INLINE void lyo_before_block(size_t size)
{
    if (UNEXPECTED(size >= LYO_LARGE_BLOCK)) {
        lyo_try_block(size);
    }
}

#endif
