/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The compression libraries that were available at build time. All memory they take counts against
 * memory_limit.
 */
#ifndef LYO_COMPRESSION_H
#define LYO_COMPRESSION_H

#include "lyo_compat.h"
#include "module/lyo_dictionary.h"
#include "wire/lyo_tags.h"

/** Means that no level was given and the default level is used. */
#define LYO_LEVEL_DEFAULT ZEND_LONG_MIN
/** Lowest and highest level of all algorithms. libzstd takes levels down to -131072, but hardly compresses at -100. */
#define LYO_LEAST_LEVEL (-100)
#define LYO_MOST_LEVEL 22

/** How data are compressed, or were. */
typedef struct lyo_packing {
    int level;                  /* for compression; within the limits of lyo_compression */
    lyo_dictionary *dictionary; /* of zstd, prepared for what is done; NULL: none */
    lyo_zstd_kept *zstd;        /* keeps libzstd's memory; NULL: it is not kept */
} lyo_packing;

/**
 * Bytes that the room for a result has besides it. Both libraries leave some unused (zlib 1, libzstd about
 * 10), and fail if there are none.
 */
#define LYO_BESIDE_PACKED 64

typedef struct lyo_compression {
    uint8_t algorithm; /* LYO_PACKED_... */
    const char *name;  /* as in options and settings */
    int least, most;   /* lowest and highest level */
    int level;         /* default level */

    /* The library's; all are NULL if it was not available at build time. */
    const char *(*version)(void);
    /**
     * Compresses data. Returns the size of the result, or 0 if it does not fit room. The 4 bytes before `to`
     * are overwritten: zstd writes its magic number there, which is not stored.
     */
    size_t (*compress)(const lyo_packing *how, const uint8_t *data, size_t size, uint8_t *to, size_t room);
    /** Unpacks all of the data. Returns false if the result is not exactly unpacked_size bytes. */
    bool (*unpack)(const lyo_packing *how, const uint8_t *data, size_t size, uint8_t *to,
                   size_t unpacked_size);
} lyo_compression;

/** Returns the algorithm with this number, which must be 1 or 2. */
const lyo_compression *lyo_compression_of(uint8_t algorithm);
/** Returns the algorithm with this name, or NULL if there is none. */
const lyo_compression *lyo_compression_named(const zend_string *name);

/** True if the data may unpack to unpacked_size bytes. To be checked before that much is allocated. */
bool lyo_may_unpack(uint8_t algorithm, const uint8_t *data, size_t size, uint64_t unpacked_size);

#endif
