/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo_zstd_frame.h"

#include "lyo_bytes.h"

#define MOST_OF_A_BLOCK (128 * 1024)

enum block_type { BLOCK_RAW, BLOCK_REPEATED, BLOCK_COMPRESSED, BLOCK_RESERVED };

/*
 * Reads the header, up to the first block. Returns NULL if it is invalid or does not give the size of the
 * content.
 */
static const uint8_t *read_header(const uint8_t *p, const uint8_t *end, uint64_t *content, bool *has_checksum)
{
    static const uint8_t dictionary_sizes[] = {0, 1, 2, 4};
    static const uint8_t content_sizes[] = {0, 2, 4, 8};

    if (p == end || (*p & 0x08)) {
        return NULL;
    }
    const uint8_t descriptor = *p;
    const bool single = descriptor & 0x20;
    const unsigned bytes = descriptor >> 6 ? content_sizes[descriptor >> 6] : single;
    const size_t before = 1u + !single + dictionary_sizes[descriptor & 3];

    if (!bytes || (size_t)(end - p) < before + bytes) {
        return NULL;
    }
    *has_checksum = descriptor & 0x04;
    *content = lyo_load(p + before, bytes) + (bytes == 2 ? 256 : 0);
    return p + before + bytes;
}

bool lyo_zstd_frame_holds(const uint8_t *data, size_t size, uint64_t unpacked_size)
{
    const uint8_t *end = data + size;
    uint64_t content, most = 0;
    bool has_checksum, last = false;
    const uint8_t *p = read_header(data, end, &content, &has_checksum);

    if (!p || content != unpacked_size) {
        return false;
    }
    while (!last) {
        if (end - p < 3) {
            return false;
        }
        const uint32_t block = (uint32_t)lyo_load(p, 3), block_size = block >> 3;
        const unsigned type = block >> 1 & 3;
        const size_t stored = type == BLOCK_REPEATED ? 1 : block_size;
        last = block & 1;
        p += 3;
        /* libzstd accepts larger ones of a repeated byte, which are not of the format: 4 bytes would hold 2 MB */
        if (type == BLOCK_RESERVED || block_size > MOST_OF_A_BLOCK || (size_t)(end - p) < stored) {
            return false;
        }
        most += type == BLOCK_COMPRESSED ? MOST_OF_A_BLOCK : block_size;
        p += stored;
    }
    return (size_t)(end - p) == (has_checksum ? 4u : 0u) && most >= unpacked_size;
}
