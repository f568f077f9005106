/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_envelope_options.h"

#include "module/lyo_signature.h"

int lyo_envelope_level(const lyo_envelope_options *options)
{
    const lyo_compression *compression = lyo_compression_of(options->compress);

    if (options->level == LYO_LEVEL_DEFAULT) {
        return options->compress == LYO_PACKED_ZSTD && options->dictionary ? LYO_LEVEL_DICTIONARY
                                                                           : compression->level;
    }
    /* A level that zlib does not have asks for speed. Its lowest level is -1, but that means 6. */
    return options->level < compression->least ? compression->level
                                               : (int)MIN(options->level, compression->most);
}

/* Releases a string that is not needed any more, and takes another one. */
static void replace_string(zend_string **place, zend_string *by)
{
    if (*place) {
        zend_string_release(*place);
    }
    *place = by;
}

void lyo_take_context(zend_string *context, lyo_envelope_options *options)
{
    replace_string(&options->context, context ? zend_string_copy(context) : NULL);
}

void lyo_forget_keys(lyo_envelope_options *options)
{
    replace_string(&options->key, NULL);
    replace_string(&options->key_id, NULL);
    options->keys = NULL;
}

static void forget_dictionaries(lyo_envelope_options *options)
{
    replace_string(&options->dictionary, NULL);
    options->dictionaries = NULL;
}

void lyo_envelope_options_free(lyo_envelope_options *options)
{
    lyo_forget_keys(options);
    forget_dictionaries(options);
    lyo_take_context(NULL, options);
}

bool lyo_take_keys(HashTable *keys, lyo_envelope_options *options)
{
    zend_ulong index;
    zend_string *id;
    zval *key;

    lyo_forget_keys(options);
    ZEND_HASH_FOREACH_KEY_VAL (keys, index, id, key) {
        ZVAL_DEREF(key);
        if (Z_TYPE_P(key) != IS_STRING || Z_STRLEN_P(key) < LYO_LEAST_KEY ||
            (id && (!ZSTR_LEN(id) || ZSTR_LEN(id) > LYO_LIMIT_KEY_ID))) {
            lyo_forget_keys(options);
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
