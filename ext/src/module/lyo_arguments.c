/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_arguments.h"

bool lyo_refuse_type(const char *function, const char *option, const char *expected, const zval *value)
{
    zend_type_error("%s(): Option \"%s\" must be of type %s, %s given", function, option, expected,
                    zend_zval_type_name(value));
    return false;
}

bool lyo_take_count(const char *function, const char *option, const zval *value, zend_long *count)
{
    if (Z_TYPE_P(value) != IS_LONG) {
        return lyo_refuse_type(function, option, "int", value);
    }
    if (Z_LVAL_P(value) < 0) {
        zend_value_error("%s(): Option \"%s\" must be greater than or equal to 0", function, option);
        return false;
    }
    *count = Z_LVAL_P(value);
    return true;
}

bool lyo_take_depth(const char *function, const zval *value, uint32_t *depth)
{
    zend_long count;

    if (!lyo_take_count(function, "max_depth", value, &count)) {
        return false;
    }
    *depth = lyo_bearable_depth(count);
    return true;
}

bool lyo_refuse_option(const char *function, const zend_string *name)
{
    zend_value_error("%s(): Unknown option \"%s\"", function, name ? ZSTR_VAL(name) : "");
    return false;
}

bool lyo_take_classes(const char *function, zval *value, HashTable **set)
{
    zval *entry, null;

    if (Z_TYPE_P(value) == IS_TRUE) {
        return true;
    }
    if (Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_FALSE) {
        return lyo_refuse_type(function, "allowed_classes", "array|bool", value);
    }
    *set = zend_new_array(Z_TYPE_P(value) == IS_ARRAY ? zend_hash_num_elements(Z_ARRVAL_P(value)) : 0);
    if (Z_TYPE_P(value) == IS_FALSE) {
        return true;
    }
    ZVAL_NULL(&null);
    ZEND_HASH_FOREACH_VAL (Z_ARRVAL_P(value), entry) {
        ZVAL_DEREF(entry);
        if (Z_TYPE_P(entry) != IS_STRING) {
            return lyo_refuse_type(function, "allowed_classes", "array of class names", entry);
        }
        zend_string *lower = zend_string_tolower(Z_STR_P(entry));
        zend_hash_add(*set, lower, &null);
        zend_string_release(lower);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}
