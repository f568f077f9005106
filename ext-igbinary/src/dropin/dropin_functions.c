/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PHP functions.
 */
#include "dropin/dropin.h"

#include "module/lyo_arguments.h"
#include "module/lyo_php.h"

static const lyo_option known[] = {LYO_OPTION_CLASSES(lyo_decode_options, ),
                                   LYO_OPTION_DEPTH(lyo_decode_options, ),
                                   {NULL, NULL, 0, NULL, 0}};

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
    if (lyo_take_options("igbinary_unserialize", array, known, &options) &&
        lyo_dropin_decode(ZSTR_VAL(data), ZSTR_LEN(data), &options, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    }
    lyo_release_classes(&options);
}
