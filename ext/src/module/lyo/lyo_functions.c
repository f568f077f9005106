/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PHP functions: arguments and option arrays.
 */
#include "module/lyo_envelope_options.h"
#include "module/lyo_arguments.h"
#include "module/lyo_php.h"
#include "module/lyo/lyo_host.h"
#include "zend_smart_str.h"

/* Bytes of a dictionary that is trained: unless told otherwise, at least, at most. */
#define LYO_TRAINED 16384
#define LYO_LEAST_TRAINED 256
#define LYO_MOST_TRAINED (16 << 20)

/* --- options -------------------------------------------------------------------------------------------- */

static bool take_missing_class(const char *function, const zval *value, lyo_missing_class *missing_class)
{
    if (Z_TYPE_P(value) != IS_STRING) {
        return lyo_refuse_type(function, "missing_class", "string", value);
    }
    if (zend_string_equals_literal(Z_STR_P(value), "throw")) {
        *missing_class = LYO_MISSING_THROW;
    } else if (zend_string_equals_literal(Z_STR_P(value), "incomplete")) {
        *missing_class = LYO_MISSING_INCOMPLETE;
    } else {
        zend_value_error("%s(): Option \"missing_class\" must be either \"incomplete\" or \"throw\"",
                         function);
        return false;
    }
    return true;
}

static bool take_encode_option(zend_string *name, zval *value, lyo_encode_options *options,
                               lyo_envelope_options *envelope)
{
    static const char function[] = "lyo_serialize";

    if (name && zend_string_equals_literal(name, "max_depth")) {
        return lyo_take_depth(function, value, &options->max_depth);
    }
    lyo_option_result result =
        name ? lyo_take_envelope_option(function, true, name, value, envelope) : LYO_OPTION_UNKNOWN;
    return result == LYO_OPTION_UNKNOWN ? lyo_refuse_option(function, name) : result == LYO_OPTION_TAKEN;
}

static bool take_encode_options(HashTable *array, lyo_encode_options *options, lyo_envelope_options *envelope)
{
    zend_string *name;
    zval *value;

    ZEND_HASH_FOREACH_STR_KEY_VAL (array, name, value) {
        ZVAL_DEREF(value);
        if (!take_encode_option(name, value, options, envelope)) {
            return false;
        }
    }
    ZEND_HASH_FOREACH_END();
    return lyo_check_envelope_options("lyo_serialize", envelope);
}

/* Takes allowed_classes. The option replaces the list of the setting, even if it has the wrong type. */
static bool take_classes(const char *function, zval *value, lyo_decode_options *options)
{
    HashTable *set = NULL;
    bool taken = lyo_take_classes(function, value, &set);

    lyo_release_classes(options);
    options->allowed_classes = set;
    return taken;
}

static bool take_decode_option(zend_string *name, zval *value, lyo_decode_options *options,
                               lyo_envelope_options *envelope)
{
    static const char function[] = "lyo_unserialize";
    zend_long count;

    if (name && zend_string_equals_literal(name, "allowed_classes")) {
        return take_classes(function, value, options);
    }
    if (name && zend_string_equals_literal(name, "max_depth")) {
        return lyo_take_depth(function, value, &options->max_depth);
    }
    if (name && zend_string_equals_literal(name, "max_elements")) {
        if (!lyo_take_count(function, "max_elements", value, &count)) {
            return false;
        }
        options->max_elements = (uint64_t)count;
        return true;
    }
    if (name && zend_string_equals_literal(name, "missing_class")) {
        return take_missing_class(function, value, &options->missing_class);
    }
    lyo_option_result result =
        name ? lyo_take_envelope_option(function, false, name, value, envelope) : LYO_OPTION_UNKNOWN;
    return result == LYO_OPTION_UNKNOWN ? lyo_refuse_option(function, name) : result == LYO_OPTION_TAKEN;
}

static bool take_decode_options(HashTable *array, lyo_decode_options *options, lyo_envelope_options *envelope)
{
    zend_string *name;
    zval *value;

    ZEND_HASH_FOREACH_STR_KEY_VAL (array, name, value) {
        ZVAL_DEREF(value);
        if (!take_decode_option(name, value, options, envelope)) {
            return false;
        }
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

/* --- functions ------------------------------------------------------------------------------------------ */

ZEND_FUNCTION(lyo_serialize)
{
    zval *value;
    HashTable *array = NULL;
    zend_string *result = NULL;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_ZVAL(value)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(array)
    ZEND_PARSE_PARAMETERS_END();

    if (EXPECTED(!array)) {
        result = lyo_encode_by_default(value);
    } else {
        lyo_encode_options options = lyo_default_encode_options();
        lyo_envelope_options envelope = lyo_default_envelope_options();
        if (take_encode_options(array, &options, &envelope)) {
            result = lyo_encode_or_throw(value, &options, &envelope);
        }
        lyo_envelope_options_free(&envelope);
    }
    if (!result) {
        RETURN_THROWS();
    }
    RETURN_STR(result);
}

ZEND_FUNCTION(lyo_unserialize)
{
    zend_string *data;
    HashTable *array = NULL;
    zval result;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_STR(data)
        Z_PARAM_OPTIONAL
        Z_PARAM_ARRAY_HT(array)
    ZEND_PARSE_PARAMETERS_END();

    if (EXPECTED(!array)) {
        if (lyo_decode_by_default(ZSTR_VAL(data), ZSTR_LEN(data), &result)) {
            ZVAL_COPY_VALUE(return_value, &result);
        }
        return;
    }
    lyo_decode_options options = lyo_default_decode_options();
    lyo_envelope_options envelope = lyo_default_envelope_options();
    if (take_decode_options(array, &options, &envelope) &&
        lyo_decode_or_throw(ZSTR_VAL(data), ZSTR_LEN(data), &options, &envelope, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    }
    lyo_envelope_options_free(&envelope);
    lyo_release_classes(&options);
}

ZEND_FUNCTION(lyo_train_dictionary)
{
    HashTable *samples;
    zend_long size = LYO_TRAINED;
    zval *sample;
    smart_str joined = {0};
    uint32_t count = 0;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_ARRAY_HT(samples)
        Z_PARAM_OPTIONAL
        Z_PARAM_LONG(size)
    ZEND_PARSE_PARAMETERS_END();

    if (size < LYO_LEAST_TRAINED || size > LYO_MOST_TRAINED) {
        zend_argument_value_error(2, "must be between %d and %d", LYO_LEAST_TRAINED, LYO_MOST_TRAINED);
        RETURN_THROWS();
    }
    if (!lyo_compression_library(LYO_PACKED_ZSTD)) {
        lyo_throw_unavailable("zstd", 0);
        RETURN_THROWS();
    }
    size_t *sizes = safe_emalloc(zend_hash_num_elements(samples), sizeof *sizes, sizeof *sizes);
    ZEND_HASH_FOREACH_VAL (samples, sample) {
        ZVAL_DEREF(sample);
        if (Z_TYPE_P(sample) != IS_STRING) {
            zend_argument_type_error(1, "must be of type array<string>");
            break;
        }
        smart_str_append(&joined, Z_STR_P(sample));
        sizes[count++] = Z_STRLEN_P(sample);
    }
    ZEND_HASH_FOREACH_END();
    smart_str_0(&joined);
    zend_string *result =
        joined.s && !EG(exception) ? lyo_dictionary_train(joined.s, sizes, count, (size_t)size) : NULL;
    efree(sizes);
    smart_str_free(&joined);
    if (!result) {
        if (!EG(exception)) {
            zend_argument_value_error(1,
                                      "must have more or larger samples: no dictionary can be made of them");
        }
        RETURN_THROWS();
    }
    RETURN_STR(result);
}

ZEND_FUNCTION(lyo_is_serialized)
{
    zend_string *data;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();

    RETURN_BOOL(lyo_is_encoded(ZSTR_VAL(data), ZSTR_LEN(data)));
}

/* --- exceptions ----------------------------------------------------------------------------------------- */

ZEND_METHOD(Lyo_Exception_LyoException, getOffset)
{
    zval rv;
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_COPY_DEREF(
        zend_read_property(lyo_exception_ce, Z_OBJ_P(ZEND_THIS), "offset", sizeof "offset" - 1, 1, &rv));
}

ZEND_METHOD(Lyo_Exception_ClassNotAllowedException, getClasses)
{
    zval rv;
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_COPY_DEREF(zend_read_property(lyo_class_not_allowed_ce, Z_OBJ_P(ZEND_THIS), "classes",
                                         sizeof "classes" - 1, 1, &rv));
}
