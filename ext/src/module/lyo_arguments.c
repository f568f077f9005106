/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_arguments.h"

bool lyo_refuse_option(const char *name, const char *must_be)
{
    zend_value_error("%s(): Option \"%s\" must be %s", get_active_function_name(), name, must_be);
    return false;
}

/* Throws that the value of an option has the wrong type. */
static bool refuse_type(const char *name, const char *expected, const zval *value)
{
    zend_type_error("%s(): Option \"%s\" must be of type %s, %s given", get_active_function_name(), name,
                    expected, zend_zval_type_name(value));
    return false;
}

bool lyo_take_options(HashTable *array, const lyo_option *known, void *into)
{
    zend_string *name;
    zval *value;

    ZEND_HASH_FOREACH_STR_KEY_VAL (array, name, value) {
        const lyo_option *option = known;
        ZVAL_DEREF(value);
        while (option->name && !(name && zend_string_equals_cstr(name, option->name, strlen(option->name)))) {
            option++;
        }
        if (!option->name) {
            zend_value_error("%s(): Unknown option \"%s\"", get_active_function_name(),
                             name ? ZSTR_VAL(name) : "");
            return false;
        }
        if (!(option->may_be & UINT32_C(1) << Z_TYPE_P(value))) {
            return refuse_type(option->name, option->type, value);
        }
        if (!option->take(option->name, value, (char *)into + option->offset)) {
            return false;
        }
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

bool lyo_take_count(const char *name, zval *value, void *place)
{
    *(zend_long *)place = Z_LVAL_P(value);
    return Z_LVAL_P(value) >= 0 || lyo_refuse_option(name, "greater than or equal to 0");
}

bool lyo_take_depth(const char *name, zval *value, void *place)
{
    *(uint32_t *)place = lyo_bearable_depth(Z_LVAL_P(value));
    return Z_LVAL_P(value) >= 0 || lyo_refuse_option(name, "greater than or equal to 0");
}

bool lyo_take_classes(const char *name, zval *value, void *place)
{
    HashTable **set = place;
    zval *entry;

    if (*set) {
        zend_array_release(*set);
    }
    *set = Z_TYPE_P(value) == IS_TRUE ? NULL : zend_new_array(8);
    if (Z_TYPE_P(value) != IS_ARRAY) {
        return true;
    }
    ZEND_HASH_FOREACH_VAL (Z_ARRVAL_P(value), entry) {
        ZVAL_DEREF(entry);
        if (Z_TYPE_P(entry) != IS_STRING) {
            return refuse_type(name, "array of class names", entry);
        }
        lyo_allow_class(*set, Z_STRVAL_P(entry), Z_STRLEN_P(entry));
    }
    ZEND_HASH_FOREACH_END();
    return true;
}
