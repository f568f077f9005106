/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What can be told of a frame of Zstandard (RFC 8878) without unpacking it.
 */
#ifndef LYO_ZSTD_FRAME_H
#define LYO_ZSTD_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * True if the bytes are exactly one frame that says it holds so many bytes, and has blocks enough for them. So a few bytes can't claim
 * much memory: each block is at least 3 bytes long and holds at most 128 KiB.
 */
bool lyo_zstd_frame_holds(const uint8_t *data, size_t size, uint64_t unpacked_size);

#endif
