/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libzstd with PHP's memory, which counts against memory_limit.
 */
#ifndef LYO_ZSTD_H
#define LYO_ZSTD_H

#ifdef LYO_HAS_ZSTD
#define ZSTD_STATIC_LINKING_ONLY /* needed only for ZSTD_customMem */
#include <zdict.h>
#include <zstd.h>

extern const ZSTD_customMem lyo_zstd_memory;
#endif

#endif
