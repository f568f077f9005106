/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_apcu.h"

#include "Zend/zend_constants.h"

/*
 * The constant that holds the address of APCu's registration function. Its name ends with the version of the
 * interface.
 */
#define REGISTRAR "\0apc_register_serializer-0"

typedef int (*registrar)(const char *name, lyo_apcu_serialize serialize, lyo_apcu_unserialize unserialize,
                         void *config);

void lyo_apcu_register(const char *name, lyo_apcu_serialize serialize, lyo_apcu_unserialize unserialize)
{
    const zend_constant *constant = zend_hash_str_find_ptr(EG(zend_constants), ZEND_STRL(REGISTRAR));

    if (constant && Z_TYPE(constant->value) == IS_LONG && Z_LVAL(constant->value)) {
        registrar call = (registrar)(uintptr_t)Z_LVAL(constant->value);
        call(name, serialize, unserialize, NULL);
    }
}

void lyo_apcu_give(zend_string *string, unsigned char **buffer, size_t *size)
{
    *size = ZSTR_LEN(string);
    if (ZSTR_IS_INTERNED(string) || GC_REFCOUNT(string) > 1) {
        *buffer = emalloc(*size + 1);
        memcpy(*buffer, ZSTR_VAL(string), *size + 1);
        zend_string_release(string);
        return;
    }
    /*
     * Moves the bytes to the front of the string's own block, which needs no second block and no copy into
     * it.
     */
    memmove(string, ZSTR_VAL(string), *size + 1);
    *buffer = (unsigned char *)string;
}
