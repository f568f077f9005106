/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C API of php_lyo_api.h. Options of an older caller are shorter: what they lack has its default.
 */
#include "php_lyo_api.h"

#include "glue/lyo_host.h"

static zend_string *encode(zval *value, const lyo_api_encode_options *given)
{
    lyo_encode_options options = lyo_default_encode_options();

    if (given && given->size >= sizeof *given && given->max_depth) {
        options.max_depth = lyo_bearable_depth(given->max_depth);
    }
    return lyo_encode_or_throw(value, &options);
}

static bool decode(const char *data, size_t size, const lyo_api_decode_options *given, zval *result)
{
    lyo_decode_options options = lyo_default_decode_options();

    if (given && given->size >= sizeof *given) {
        if (given->max_depth) {
            options.max_depth = lyo_bearable_depth(given->max_depth);
        }
        if (given->max_elements) {
            options.max_elements = given->max_elements;
        }
        options.allowed_classes = given->allowed_classes;
        options.missing_class = given->missing_class_throws ? LYO_MISSING_THROW : LYO_MISSING_INCOMPLETE;
    }
    return lyo_decode_or_throw(data, size, &options, result);
}

static const lyo_api table = {sizeof(lyo_api), LYO_API_VERSION, encode, decode, lyo_is_encoded};

ZEND_DLEXPORT const lyo_api *lyo_api_table(uint32_t version);
ZEND_DLEXPORT const lyo_api *lyo_api_table(uint32_t version)
{
    return version >= 1 && version <= LYO_API_VERSION ? &table : NULL;
}
