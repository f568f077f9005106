/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a Zstandard frame (RFC 8878) tells without being unpacked. Envelopes store it without its magic
 * number.
 */
#ifndef LYO_ZSTD_FRAME_H
#define LYO_ZSTD_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What every frame begins with, and what libzstd writes and wants. */
#define LYO_ZSTD_MAGIC "\x28\xB5\x2F\xFD"
#define LYO_ZSTD_MAGIC_SIZE 4

/**
 * True if the bytes, with the magic number before them, are exactly one frame that claims this unpacked size
 * and has enough blocks for it. So a few bytes cannot make the caller allocate much memory: each block takes
 * at least 3 bytes and holds at most 128 KiB.
 */
bool lyo_zstd_frame_holds(const uint8_t *data, size_t size, uint64_t unpacked_size);

#endif
