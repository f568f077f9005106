/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_envelope_options.h"

#include "module/lyo_arguments.h"
#include "module/lyo_signature.h"

int lyo_envelope_level(const lyo_envelope_options *options)
{
    const lyo_compression *compression = lyo_compression_of(options->compress);

    if (options->level == LYO_LEVEL_DEFAULT) {
        return compression->level;
    }
    return (int)MIN(MAX(options->level, compression->least), compression->most);
}

static void forget_key(lyo_envelope_options *options)
{
    if (options->key) {
        zend_string_release(options->key);
        zend_string_release(options->key_id);
        options->key = options->key_id = NULL;
    }
    options->keys = NULL;
}

static void forget_context(lyo_envelope_options *options)
{
    if (options->context) {
        zend_string_release(options->context);
        options->context = NULL;
    }
}

static void forget_dictionaries(lyo_envelope_options *options)
{
    if (options->dictionary) {
        zend_string_release(options->dictionary);
        options->dictionary = NULL;
    }
    options->dictionaries = NULL;
}

void lyo_envelope_options_free(lyo_envelope_options *options)
{
    forget_key(options);
    forget_dictionaries(options);
    forget_context(options);
}

bool lyo_take_keys(HashTable *keys, lyo_envelope_options *options)
{
    zend_ulong index;
    zend_string *id;
    zval *key;

    forget_key(options);
    ZEND_HASH_FOREACH_KEY_VAL (keys, index, id, key) {
        ZVAL_DEREF(key);
        if (Z_TYPE_P(key) != IS_STRING || Z_STRLEN_P(key) < LYO_LEAST_KEY ||
            (id && (!ZSTR_LEN(id) || ZSTR_LEN(id) > LYO_LIMIT_KEY_ID))) {
            forget_key(options);
            return false;
        }
        if (!options->key) {
            options->key = zend_string_copy(Z_STR_P(key));
            options->key_id = id ? zend_string_copy(id) : zend_long_to_str((zend_long)index);
        }
    }
    ZEND_HASH_FOREACH_END();
    options->keys = options->key ? keys : NULL;
    return options->key != NULL;
}

bool lyo_take_dictionaries(HashTable *list, lyo_envelope_options *options)
{
    zval *bytes;

    forget_dictionaries(options);
    ZEND_HASH_FOREACH_VAL (list, bytes) {
        ZVAL_DEREF(bytes);
        if (Z_TYPE_P(bytes) != IS_STRING || Z_STRLEN_P(bytes) < LYO_LEAST_DICTIONARY) {
            forget_dictionaries(options);
            return false;
        }
        if (!options->dictionary) {
            options->dictionary = zend_string_copy(Z_STR_P(bytes));
        }
    }
    ZEND_HASH_FOREACH_END();
    options->dictionaries = list;
    return true;
}

/* --- options of functions ------------------------------------------------------------------------------- */

static bool take_compress(const char *function, const zval *value, lyo_envelope_options *options)
{
    if (Z_TYPE_P(value) == IS_NULL) {
        options->compress = 0;
        return true;
    }
    if (Z_TYPE_P(value) != IS_STRING) {
        return lyo_refuse_type(function, "compress", "?string", value);
    }
    const lyo_compression *compression = lyo_compression_named(Z_STR_P(value));
    if (!compression) {
        zend_value_error("%s(): Option \"compress\" must be either \"zlib\" or \"zstd\"", function);
        return false;
    }
    options->compress = compression->algorithm;
    return true;
}

static bool take_ratio(const char *function, const zval *value, double *ratio)
{
    if (Z_TYPE_P(value) != IS_DOUBLE && Z_TYPE_P(value) != IS_LONG) {
        return lyo_refuse_type(function, "min_ratio", "int|float", value);
    }
    *ratio = zval_get_double((zval *)value);
    if (!(*ratio >= 1)) {
        zend_value_error("%s(): Option \"min_ratio\" must be greater than or equal to 1", function);
        return false;
    }
    return true;
}

static bool take_int(const char *function, const char *option, const char *type, const zval *value,
                     zend_long *number)
{
    if (Z_TYPE_P(value) != IS_LONG) {
        return lyo_refuse_type(function, option, type, value);
    }
    *number = Z_LVAL_P(value);
    return true;
}

static bool take_sign(const char *function, const zval *value, lyo_envelope_options *options)
{
    if (Z_TYPE_P(value) == IS_NULL) {
        forget_key(options);
        return true;
    }
    if (Z_TYPE_P(value) != IS_ARRAY) {
        return lyo_refuse_type(function, "sign", "?array", value);
    }
    if (!lyo_take_keys(Z_ARRVAL_P(value), options)) {
        zend_value_error(
            "%s(): Option \"sign\" must be an array of keys of at least %d bytes by names of 1 to "
            "%d bytes",
            function, LYO_LEAST_KEY, LYO_LIMIT_KEY_ID);
        return false;
    }
    return true;
}

static bool take_dictionaries(const char *function, const zval *value, lyo_envelope_options *options)
{
    if (Z_TYPE_P(value) != IS_ARRAY) {
        return lyo_refuse_type(function, "dictionaries", "array", value);
    }
    if (!lyo_take_dictionaries(Z_ARRVAL_P(value), options)) {
        zend_value_error("%s(): Option \"dictionaries\" must be an array of strings of at least %d bytes",
                         function, LYO_LEAST_DICTIONARY);
        return false;
    }
    return true;
}

static bool take_context(const char *function, const zval *value, lyo_envelope_options *options)
{
    if (Z_TYPE_P(value) != IS_STRING) {
        return lyo_refuse_type(function, "context", "string", value);
    }
    forget_context(options);
    options->context = zend_string_copy(Z_STR_P(value));
    return true;
}

static bool take_unsigned_until(const char *function, const zval *value, lyo_envelope_options *options)
{
    if (Z_TYPE_P(value) == IS_NULL) {
        options->unsigned_until = 0;
        return true;
    }
    return take_int(function, "unsigned_until", "?int", value, &options->unsigned_until);
}

static bool take_checksum(const char *function, const zval *value, bool *checksum)
{
    if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
        return lyo_refuse_type(function, "checksum", "bool", value);
    }
    *checksum = Z_TYPE_P(value) == IS_TRUE;
    return true;
}

static lyo_option_result result_of(bool taken)
{
    return taken ? LYO_OPTION_TAKEN : LYO_OPTION_REFUSED;
}

static lyo_option_result take_writing(const char *function, const zend_string *name, zval *value,
                                      lyo_envelope_options *options)
{
    if (zend_string_equals_literal(name, "checksum")) {
        return result_of(take_checksum(function, value, &options->checksum));
    }
    if (zend_string_equals_literal(name, "compress")) {
        return result_of(take_compress(function, value, options));
    }
    if (zend_string_equals_literal(name, "level")) {
        options->level_given = true;
        return result_of(take_int(function, "level", "int", value, &options->level));
    }
    if (zend_string_equals_literal(name, "min_size")) {
        return result_of(lyo_take_count(function, "min_size", value, &options->min_size));
    }
    if (zend_string_equals_literal(name, "min_ratio")) {
        return result_of(take_ratio(function, value, &options->min_ratio));
    }
    return LYO_OPTION_UNKNOWN;
}

lyo_option_result lyo_take_envelope_option(const char *function, bool writes, const zend_string *name,
                                           zval *value, lyo_envelope_options *options)
{
    if (zend_string_equals_literal(name, "sign")) {
        return result_of(take_sign(function, value, options));
    }
    if (zend_string_equals_literal(name, "context")) {
        return result_of(take_context(function, value, options));
    }
    if (zend_string_equals_literal(name, "dictionaries")) {
        return result_of(take_dictionaries(function, value, options));
    }
    if (writes) {
        return take_writing(function, name, value, options);
    }
    if (zend_string_equals_literal(name, "checksum")) {
        return result_of(take_checksum(function, value, &options->required));
    }
    if (zend_string_equals_literal(name, "unsigned_until")) {
        return result_of(take_unsigned_until(function, value, options));
    }
    if (zend_string_equals_literal(name, "max_unpacked")) {
        return result_of(lyo_take_count(function, "max_unpacked", value, &options->max_unpacked));
    }
    return LYO_OPTION_UNKNOWN;
}

bool lyo_check_envelope_options(const char *function, const lyo_envelope_options *options)
{
    if (!options->compress || !options->level_given) {
        return true;
    }
    const lyo_compression *compression = lyo_compression_of(options->compress);
    if (options->level < compression->least || options->level > compression->most) {
        zend_value_error("%s(): Option \"level\" must be between %d and %d for \"%s\"", function,
                         compression->least, compression->most, compression->name);
        return false;
    }
    return true;
}
