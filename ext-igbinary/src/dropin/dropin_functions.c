/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PHP functions.
 */
#include "dropin/dropin.h"

#include "module/lyo_arguments.h"
#include "module/lyo_php.h"

static const lyo_option known[] = {
    {"allowed_classes", "array|bool", MAY_BE_ARRAY | MAY_BE_BOOL, lyo_take_classes,
     offsetof(lyo_decode_options, allowed_classes)},
    {"max_depth", "int", MAY_BE_LONG, lyo_take_depth, offsetof(lyo_decode_options, max_depth)},
    {NULL, NULL, 0, NULL, 0},
};

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
    if (lyo_take_options(array, known, &options) &&
        lyo_dropin_decode(ZSTR_VAL(data), ZSTR_LEN(data), &options, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    }
    lyo_release_classes(&options);
}
