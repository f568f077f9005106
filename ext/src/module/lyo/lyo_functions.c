/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PHP functions.
 */
#include "module/lyo/lyo_host.h"
#include "zend_smart_str.h"

/* Bytes of a dictionary that is trained: unless told otherwise, at least, at most. */
#define LYO_TRAINED 16384
#define LYO_LEAST_TRAINED 256
#define LYO_MOST_TRAINED (16 << 20)

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
        result = lyo_encode_or_throw(value, NULL);
    } else {
        lyo_write_options options = {lyo_default_encode_options(), lyo_default_envelope_options()};
        if (lyo_take_write_options(array, &options)) {
            result = lyo_encode_or_throw(value, &options);
        }
        lyo_envelope_options_free(&options.envelope);
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
        if (lyo_decode_or_throw(ZSTR_VAL(data), ZSTR_LEN(data), NULL, &result)) {
            ZVAL_COPY_VALUE(return_value, &result);
        }
        return;
    }
    lyo_read_options options = {lyo_default_decode_options(), lyo_default_envelope_options(), 0};
    if (lyo_take_read_options(array, &options) &&
        (options.formats ? lyo_decode_formats_or_throw : lyo_decode_or_throw)(ZSTR_VAL(data), ZSTR_LEN(data),
                                                                              &options, &result)) {
        ZVAL_COPY_VALUE(return_value, &result);
    }
    lyo_envelope_options_free(&options.envelope);
    lyo_release_classes(&options.engine);
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
    if (!lyo_compression_of(LYO_PACKED_ZSTD)->version) {
        lyo_throw_unavailable("zstd");
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

/* Returns a private property of the exception, which a class declares. */
static void return_property(zend_class_entry *ce, zval *exception, const char *name, zval *return_value)
{
    zval rv;

    RETURN_COPY_DEREF(zend_read_property(ce, Z_OBJ_P(exception), name, strlen(name), 1, &rv));
}

ZEND_METHOD(Lyo_Exception_LyoException, getOffset)
{
    ZEND_PARSE_PARAMETERS_NONE();
    return_property(lyo_exception_ce, ZEND_THIS, "offset", return_value);
}

ZEND_METHOD(Lyo_Exception_ClassNotAllowedException, getClasses)
{
    ZEND_PARSE_PARAMETERS_NONE();
    return_property(Z_OBJCE_P(ZEND_THIS), ZEND_THIS, "classes", return_value);
}
