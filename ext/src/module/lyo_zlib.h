/* SPDX-License-Identifier: BSD-3-Clause
 *
 * zlib with PHP's memory, which counts against memory_limit.
 */
#ifndef LYO_ZLIB_H
#define LYO_ZLIB_H

#ifdef LYO_HAS_ZLIB
#include <zlib.h>

/** For the fields zalloc and zfree of a z_stream. */
void *lyo_zlib_take(void *unused, unsigned count, unsigned size);
void lyo_zlib_give_back(void *unused, void *memory);
#endif

#endif
