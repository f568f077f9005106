/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_limit.h"

#include "Zend/zend_exceptions.h"

void lyo_end_by_limit(void)
{
    LYO_REPORT_LACK_OF_MEMORY();
    zend_clear_exception(); /* one that only unwinds, and with which shutdown functions would not run */
    zend_bailout();
}

void lyo_try_block(size_t size)
{
    void *block = LYO_REALLOCATE(NULL, size);

    if (!block) {
        lyo_end_by_limit();
    }
    efree(block);
}

void *lyo_reallocate(void *memory, size_t n, size_t size)
{
    void *block = LYO_REALLOCATE(memory, zend_safe_address_guarded(n, size, 0));

    if (UNEXPECTED(!block)) {
        lyo_end_by_limit();
    }
    lyo_heed_limit();
    return block;
}
