/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The compression libraries that were there when this was built. Whatever they need besides the result counts against memory_limit.
 */
#ifndef LYO_COMPRESSION_H
#define LYO_COMPRESSION_H

#include "lyo_compat.h"
#include "wire/lyo_tags.h"

/** Stands for the level that is used when none is given. */
#define LYO_LEVEL_DEFAULT ZEND_LONG_MIN
/** Levels of all algorithms together. */
#define LYO_LEAST_LEVEL (-1)
#define LYO_MOST_LEVEL 22

typedef struct lyo_compression {
    uint8_t algorithm; /* LYO_PACKED_... */
    const char *name;  /* as in options and settings */
    int least, most;   /* levels */
    int level;         /* default */
} lyo_compression;

/** The algorithm of that number (known: 1 and 2). */
const lyo_compression *lyo_compression_of(uint8_t algorithm);
/** The algorithm of that name; NULL: there is none. */
const lyo_compression *lyo_compression_named(const zend_string *name);
/** The version of its library; NULL: it was not there. */
const char *lyo_compression_library(uint8_t algorithm);

/** Compresses; returns the number of bytes, or 0 if they are more than there is room for. Level as lyo_compression says. */
size_t lyo_compress(uint8_t algorithm, int level, const uint8_t *data, size_t size, uint8_t *to, size_t room);

/** True if so few bytes may unpack to so many. To be asked before memory is taken for these. */
bool lyo_may_unpack(uint8_t algorithm, const uint8_t *data, size_t size, uint64_t unpacked_size);
/** Unpacks all of the data to exactly that many bytes; false if they are not that. */
bool lyo_unpack(uint8_t algorithm, const uint8_t *data, size_t size, uint8_t *to, size_t unpacked_size);

#endif
