/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_table.h"

#include "Zend/zend_constants.h"

uint8_t lyo_table_sizes[HT_MIN_SIZE / 2 + 1] = {8, 8, 8, 8, 8};

void lyo_table_startup(void)
{
    const zval *version = zend_get_constant_str(ZEND_STRL("PHP_VERSION_ID"));

    if (version && LYO_HAS_SMALL_TABLES(Z_LVAL_P(version))) {
        memcpy(lyo_table_sizes, (const uint8_t[]){1, 1, 2, 4, 4}, sizeof lyo_table_sizes);
    }
}
