/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PHP functions.
 */
#include "module/lyo/lyo_host.h"
#include "php/lyo_limit.h"

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

/*
 * Joins the samples, and lists their sizes, for which there is room. Returns NULL and throws if one is no
 * string.
 */
static zend_string *join_samples(HashTable *samples, size_t *sizes)
{
    zval *sample;
    size_t size = 0, *next = sizes;

    ZEND_HASH_FOREACH_VAL (samples, sample) {
        ZVAL_DEREF(sample);
        if (Z_TYPE_P(sample) != IS_STRING) {
            zend_argument_type_error(1, "must be of type array<string>");
            return NULL;
        }
        size += *next++ = Z_STRLEN_P(sample);
    }
    ZEND_HASH_FOREACH_END();
    lyo_before_block(size);
    zend_string *joined = zend_string_alloc(size, 0);
    char *end = ZSTR_VAL(joined);
    ZEND_HASH_FOREACH_VAL (samples, sample) {
        ZVAL_DEREF(sample);
        memcpy(end, Z_STRVAL_P(sample), Z_STRLEN_P(sample));
        end += Z_STRLEN_P(sample);
    }
    ZEND_HASH_FOREACH_END();
    *end = '\0';
    return joined;
}

ZEND_FUNCTION(lyo_train_dictionary)
{
    HashTable *samples;
    zend_long size = LYO_TRAINED;
    zend_string *result = NULL;

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
    const uint32_t count = zend_hash_num_elements(samples);
    size_t *sizes = lyo_reallocate(NULL, count + 1, sizeof *sizes); /* one more, so that it is never empty */
    zend_string *joined = join_samples(samples, sizes);
    if (joined) {
        result = lyo_dictionary_train(joined, sizes, count, (size_t)size);
        zend_string_efree(joined);
    }
    efree(sizes);
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
