/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C API for other extensions. Copy this header or include it as "ext/lyo/php_lyo_api.h". You link
 * nothing: the table of functions is found at run time, whatever the order in which the modules are loaded.
 * Look it up when you need it, for example in a request, but not in MINIT: your module may start first.
 *
 *     const lyo_api *lyo = lyo_api_find(LYO_API_VERSION);
 *     if (lyo && lyo->is_encoded(buffer, size)) {
 *         lyo->decode(buffer, size, NULL, return_value);
 *     }
 */
#ifndef PHP_LYO_API_H
#define PHP_LYO_API_H

#include "php.h"

/** Raised when a function is added at the end of the table. Existing functions never change. */
#define LYO_API_VERSION 1

/*
 * Options begin with their size. Set it to sizeof of the struct in the header that you compile with.
 * Initialize all bytes, for example by an initializer or memset(); members that are zero mean the defaults.
 * So a caller and the extension may have different versions:
 *
 * - An older caller has shorter options. All members that it has count; the others have their defaults.
 * - A newer caller has longer options. They are accepted if all bytes after the members of this version are
 *   zero. Else the caller asks for something that this version cannot do, and the call fails with a
 *   ValueError.
 * - A size is invalid if it is smaller than the members up to the first one after size, ends within a member
 *   or exceeds 4,096 bytes. The call fails with a ValueError then.
 *
 * To add a member, put it after the sizeof of the old struct, not into the padding at its end, which older
 * callers may not have initialized. Add a line for it in lyo_api.c.
 */

/** Checksum: AS_SET means what lyo.checksum says; the others override it. */
#define LYO_API_CHECKSUM_AS_SET 0
#define LYO_API_CHECKSUM_ON 1
#define LYO_API_CHECKSUM_OFF 2

/** Compression: AS_SET means what lyo.compress says; the others override it. */
#define LYO_API_COMPRESS_AS_SET 0
#define LYO_API_COMPRESS_ZLIB 1
#define LYO_API_COMPRESS_ZSTD 2
#define LYO_API_COMPRESS_OFF 3

/** Options of encode. */
typedef struct lyo_api_encode_options {
    size_t size;
    uint32_t max_depth; /* levels; 0: lyo.max_depth applies */
    /* the envelope: docs/envelope.md */

    /* Key strings by name; the first one signs. NULL: no signature. Borrowed. */
    HashTable *keys;
    zend_string *context; /* what the signature is bound to; NULL: ""; borrowed */
    uint32_t checksum;    /* one of LYO_API_CHECKSUM_... */
    uint32_t compress;    /* one of LYO_API_COMPRESS_... */
    /* Strings with dictionaries of zstd; the first one compresses. NULL: lyo.dictionaries. Borrowed. */
    HashTable *dictionaries;
} lyo_api_encode_options;

/** Options of decode. */
typedef struct lyo_api_decode_options {
    size_t size;
    uint32_t max_depth;         /* levels; 0: lyo.max_depth applies */
    uint64_t max_elements;      /* entries of arrays and states; 0: lyo.max_elements applies */
    HashTable *allowed_classes; /* lower-case names as keys; NULL: lyo.allowed_classes applies; borrowed */
    bool missing_class_throws;  /* false: refused and missing classes become __PHP_Incomplete_Class */
    /* the envelope: docs/envelope.md */

    /* Key strings by name: a signature is required. NULL: it is not. Borrowed. */
    HashTable *keys;
    zend_string *context; /* what the signature is bound to; NULL: ""; borrowed */
    /* Until this time, in seconds since 1970, unsigned data are decoded too. */
    int64_t unsigned_until;
    /* Greatest unpacked size of compressed data in bytes; 0: lyo.max_unpacked applies. */
    uint64_t max_unpacked;
    /* Strings with dictionaries of zstd that the data may need. NULL: lyo.dictionaries. Borrowed. */
    HashTable *dictionaries;
} lyo_api_decode_options;

typedef struct lyo_api {
    size_t size;      /* size of this table in bytes; tells which functions it has */
    uint32_t version; /* LYO_API_VERSION of the module */

    /**
     * Encodes value (borrowed). Returns a new string that the caller owns, or NULL with an exception set.
     * options may be NULL.
     */
    zend_string *(*encode)(zval *value, const lyo_api_encode_options *options);

    /**
     * Decodes size bytes at data into *result, which the caller then owns. The bytes are borrowed and never
     * written to. They need no NUL after them and no alignment, and may be in shared memory if nobody writes
     * to it meanwhile. Returns false with an exception set if that fails; *result is undefined then. options
     * may be NULL. An array may be immutable (lyo.keep_values): SEPARATE_ARRAY() before you write to it.
     */
    bool (*decode)(const char *data, size_t size, const lyo_api_decode_options *options, zval *result);

    /**
     * True if the bytes are one well-formed payload. Walks all of them. Runs no code, creates no value and
     * sets no exception. It may allocate PHP memory, so call it only within a request; exceeding memory_limit
     * is a fatal error as usual.
     */
    bool (*is_encoded)(const char *data, size_t size);
} lyo_api;

/**
 * Type of lyo_api_table, the only symbol that the module exports. Returns the table, or NULL if the module
 * does not know the version.
 */
typedef const lyo_api *(*lyo_api_get)(uint32_t version);

/**
 * Returns the table if the lyo extension is loaded and knows this version, else NULL. Valid until the module
 * is shut down.
 */
static inline const lyo_api *lyo_api_find(uint32_t version)
{
    zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, "lyo", sizeof "lyo" - 1);

    if (!module) {
        return NULL;
    }
    /* a module that is built into the PHP binary has no handle: the symbol is looked up in the program */
    lyo_api_get get = (lyo_api_get)DL_FETCH_SYMBOL(module->handle, "lyo_api_table");
    return get ? get(version) : NULL;
}

#endif
