/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Compression that a cache or a framework has put around data of any format. The size of what is in it is not
 * known before.
 */
#ifndef LYO_UNWRAP_H
#define LYO_UNWRAP_H

#include "lyo_compat.h"
#include "wire/lyo_error.h"

typedef enum lyo_wrap { LYO_WRAP_NONE, LYO_WRAP_ZLIB, LYO_WRAP_GZIP, LYO_WRAP_ZSTD } lyo_wrap;

/** Returns what the data begin like. */
lyo_wrap lyo_wrap_of(const uint8_t *data, size_t size);
/** Returns its name, as in messages. Static storage. */
const char *lyo_wrap_name(lyo_wrap wrap);

/**
 * Returns the data in a wrap, as a new string. most: greatest size, in bytes; 0: no limit. Returns NULL with *error
 * set if that fails: LYO_ERR_UNPACKED, LYO_ERR_COMPRESSION, or LYO_ERR_UNAVAILABLE if this build lacks the
 * compression. Bytes behind a zlib or gzip stream are ignored, as gzuncompress() does.
 */
zend_string *lyo_unwrap_data(lyo_wrap wrap, const uint8_t *data, size_t size, size_t most, lyo_error *error);

#endif
