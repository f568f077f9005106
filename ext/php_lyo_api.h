/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What other extensions call. Copy this header or include it as "ext/lyo/php_lyo_api.h"; nothing is linked: the table of
 * functions is found at run time, in whatever order the modules are loaded. Find it when you need it (a request is a good
 * time), not in MINIT: your module may start first.
 *
 *     const lyo_api *lyo = lyo_api_find(LYO_API_VERSION);
 *     if (lyo && lyo->is_encoded(buffer, size)) {
 *         lyo->decode(buffer, size, NULL, return_value);
 *     }
 */
#ifndef PHP_LYO_API_H
#define PHP_LYO_API_H

#include "php.h"

/** Raised when a function is added (at the end); what is there never changes. */
#define LYO_API_VERSION 1

/** Options of encode. size must be sizeof(lyo_api_encode_options); zero members mean the ini settings' defaults. */
typedef struct lyo_api_encode_options {
    size_t size;
    uint32_t max_depth; /* levels */
} lyo_api_encode_options;

/** Options of decode. size must be sizeof(lyo_api_decode_options); zero members mean defaults. */
typedef struct lyo_api_decode_options {
    size_t size;
    uint32_t max_depth;         /* levels */
    uint64_t max_elements;      /* entries of arrays and states */
    HashTable *allowed_classes; /* lower-case names as keys; NULL: all classes; borrowed */
    bool missing_class_throws;  /* false: refused and missing classes become __PHP_Incomplete_Class */
} lyo_api_decode_options;

typedef struct lyo_api {
    size_t size;      /* of this table, in bytes: tells how many functions it has */
    uint32_t version; /* LYO_API_VERSION of the module */

    /**
     * Encodes value (borrowed). Returns a new string that the caller owns, or NULL with an exception set.
     * options may be NULL.
     */
    zend_string *(*encode)(zval *value, const lyo_api_encode_options *options);

    /**
     * Decodes size bytes at data into *result, which the caller owns then. The bytes are borrowed, never written to, need no NUL behind them and no
     * alignment, and may lie in shared memory as long as nobody else writes there. False: an exception is set and *result is
     * undefined. options may be NULL.
     */
    bool (*decode)(const char *data, size_t size, const lyo_api_decode_options *options, zval *result);

    /** True if the bytes are one well-formed payload. Walks all of them; runs no code, makes no value, sets no exception. */
    bool (*is_encoded)(const char *data, size_t size);
} lyo_api;

/** Type of the one symbol that the module exports, lyo_api_table: the table, or NULL if it does not know the version. */
typedef const lyo_api *(*lyo_api_get)(uint32_t version);

/**
 * The table, if the lyo extension is loaded and knows this version of it; else NULL. Valid until the module is shut down.
 */
static inline const lyo_api *lyo_api_find(uint32_t version)
{
    zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, "lyo", sizeof "lyo" - 1);

    if (!module) {
        return NULL;
    }
    /* a module that is part of the PHP binary has no handle: then the symbol is the program's */
    lyo_api_get get = (lyo_api_get)DL_FETCH_SYMBOL(module->handle, "lyo_api_table");
    return get ? get(version) : NULL;
}

#endif
