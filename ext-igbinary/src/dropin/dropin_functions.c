/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PHP functions.
 */
#include "dropin/dropin.h"

#include "module/lyo_arguments.h"
#include "module/lyo_php.h"

ZEND_FUNCTION(igbinary_serialize);
ZEND_FUNCTION(igbinary_unserialize);

static bool take_options(HashTable *array, lyo_decode_options *options)
{
    static const char function[] = "igbinary_unserialize";
    zend_string *name;
    zval *value;

    ZEND_HASH_FOREACH_STR_KEY_VAL (array, name, value) {
        ZVAL_DEREF(value);
        if (name && zend_string_equals_literal(name, "allowed_classes")) {
            HashTable *set = NULL;
            bool taken = lyo_take_classes(function, value, &set);
            lyo_release_classes(options);
            options->allowed_classes = set;
            if (!taken) {
                return false;
            }
        } else if (name && zend_string_equals_literal(name, "max_depth")) {
            if (!lyo_take_depth(function, value, &options->max_depth)) {
                return false;
            }
        } else {
            return lyo_refuse_option(function, name);
        }
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

ZEND_FUNCTION(igbinary_serialize)
{
    zval *value;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();

    zend_string *result = lyo_dropin_encode(value);
    if (EXPECTED(result)) {
        RETURN_STR(result);
    }
}

ZEND_FUNCTION(igbinary_unserialize)
{
    zend_string *data;
    HashTable *array = NULL;
    zval result;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(data)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(array)
    ZEND_PARSE_PARAMETERS_END();

    if (UNEXPECTED(!ZSTR_LEN(data))) {
        RETURN_FALSE;
    }
    if (EXPECTED(!array)) {
        if (lyo_dropin_decode(ZSTR_VAL(data), ZSTR_LEN(data), NULL, &result)) {
            ZVAL_COPY_VALUE(return_value, &result);
        }
        return;
    }
    lyo_decode_options options = lyo_dropin_options();
    if (take_options(array, &options) &&
        lyo_dropin_decode(ZSTR_VAL(data), ZSTR_LEN(data), &options, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    }
    lyo_release_classes(&options);
}
