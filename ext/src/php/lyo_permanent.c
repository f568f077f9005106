/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_permanent.h"

#include "php/lyo_string.h"

static void free_string(zval *string)
{
    pefree(Z_STR_P(string), 1);
}

lyo_permanent *lyo_permanent_new(void)
{
    lyo_permanent *permanent = pemalloc(sizeof *permanent, 1);

    zend_hash_init(&permanent->strings, 0, NULL, free_string, 1);
    return permanent;
}

void lyo_permanent_free(lyo_permanent *permanent)
{
    zend_hash_destroy(&permanent->strings);
    pefree(permanent, 1);
}

zend_string *lyo_permanent_string(lyo_permanent *permanent, const zend_string *s, size_t *used)
{
    if (ZSTR_LEN(s) < 2) { /* PHP has them already */
        return ZSTR_LEN(s) ? ZSTR_CHAR((uint8_t)ZSTR_VAL(s)[0]) : ZSTR_EMPTY_ALLOC();
    }
    /* strings with the same hash are under the ints behind it */
    zend_ulong key = lyo_string_hash_all(s, permanent);
    for (zval *known; (known = zend_hash_index_find(&permanent->strings, key)); key++) {
        if (lyo_same_string(Z_STR_P(known), s)) {
            return Z_STR_P(known);
        }
    }
    zend_string *string = zend_string_init(ZSTR_VAL(s), ZSTR_LEN(s), 1);
    zval zv;
    zend_string_hash_val(string);
    GC_ADD_FLAGS(string, IS_STR_INTERNED | IS_STR_PERMANENT);
    ZVAL_INTERNED_STR(&zv, string);
    zend_hash_index_add_new(&permanent->strings, key, &zv);
    *used += lyo_permanent_size(s);
    return string;
}
