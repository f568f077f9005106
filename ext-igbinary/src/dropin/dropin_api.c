/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The three C symbols that other extensions link to.
 */
#include "module/lyo_apcu.h"
#include "dropin/dropin.h"

IGBINARY_API int igbinary_serialize(uint8_t **ret, size_t *ret_len, zval *z)
{
    return igbinary_serialize_ex(ret, ret_len, z, NULL);
}

IGBINARY_API int igbinary_serialize_ex(uint8_t **ret, size_t *ret_len, zval *z,
                                       struct igbinary_memory_manager *memory_manager)
{
    zend_string *bytes = lyo_dropin_encode(z);
    uint8_t *block;

    if (UNEXPECTED(!bytes)) {
        return 1;
    }
    if (!memory_manager) {
        lyo_apcu_give(bytes, ret, ret_len);
        return 0;
    }
    block = memory_manager->alloc(ZSTR_LEN(bytes) + 1, memory_manager->context);
    if (block) {
        memcpy(block, ZSTR_VAL(bytes), ZSTR_LEN(bytes) + 1);
        *ret = block;
        *ret_len = ZSTR_LEN(bytes);
    }
    zend_string_release(bytes);
    return block ? 0 : 1;
}

IGBINARY_API int igbinary_unserialize(const uint8_t *buf, size_t buf_len, zval *z)
{
    if (UNEXPECTED(!lyo_dropin_decode((const char *)buf, buf_len, NULL, z))) {
        ZVAL_NULL(z);
        return 1;
    }
    return 0;
}
