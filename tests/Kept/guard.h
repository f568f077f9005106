/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Blocks of kept values, for tests (-DLYO_KEEP_GUARD -include guard.h). Each is a mapping of its own. It can only
 * be read once it is filled, and not at all from the end of a request that has not used it to the next use. A
 * freed one is never mapped again. So whoever writes to a kept value, or uses it too late, ends with SIGSEGV.
 *
 * LYO_KEEP_FAULT in the environment names a mistake, which the tests must find: "permanent" (strings are
 * permanent), "early" (blocks are taken away at the end of the request that has used them), "foreign" (permanent
 * strings of others are not copied), or "owned" (arrays seem to have one owner).
 */
#ifndef LYO_GUARD_H
#define LYO_GUARD_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static inline void *lyo_guard_take(size_t size)
{
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return block == MAP_FAILED ? NULL : block;
}

static inline void lyo_guard_set(void *block, size_t size, int protection)
{
    if (mprotect(block, size, protection) != 0) {
        abort();
    }
}

static inline void lyo_guard_give(void *block, size_t size)
{
    lyo_guard_set(block, size, PROT_NONE);
    madvise(block, size, MADV_DONTNEED);
}

static inline bool lyo_guard_has_fault(const char *name)
{
    const char *fault = getenv("LYO_KEEP_FAULT");

    return fault && strcmp(fault, name) == 0;
}

#define LYO_BLOCK_TAKE(size) lyo_guard_take(size)
#define LYO_BLOCK_GIVE(block, size) lyo_guard_give(block, size)
#define LYO_BLOCK_OPEN(block, size) lyo_guard_set(block, size, PROT_READ)
#define LYO_BLOCK_REST(block, size) lyo_guard_set(block, size, PROT_NONE)
#define LYO_BLOCK_FAULT(name) lyo_guard_has_fault(name)

#endif
