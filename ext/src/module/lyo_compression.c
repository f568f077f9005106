/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_compression.h"

#include "module/lyo_zlib.h"
#include "module/lyo_zstd.h"
#include "php/lyo_limit.h"
#include "wire/lyo_zstd_frame.h"

/* --- zlib ----------------------------------------------------------------------------------------------- */

#ifdef LYO_HAS_ZLIB
/* Raw deflate without header and checksum; the envelope has a checksum of its own. */
#define NO_HEADER (-MAX_WBITS)
/* The memLevel of gzdeflate(), so that the library in PHP writes the same bytes. */
#define MEMORY 9
/* zlib counts bytes in 32 bits, but PHP strings can be larger. */
#define MOST_AT_ONCE ((size_t)1 << 30)

void *lyo_zlib_take(void *unused, unsigned count, unsigned size)
{
    return safe_emalloc(count, size, 0);
}

void lyo_zlib_give_back(void *unused, void *memory)
{
    efree(memory);
}

static unsigned at_once(size_t left)
{
    return (unsigned)(left < MOST_AT_ONCE ? left : MOST_AT_ONCE);
}

static size_t deflate_all(const lyo_packing *how, const uint8_t *data, size_t size, uint8_t *to, size_t room)
{
    z_stream z = {
        .zalloc = lyo_zlib_take, .zfree = lyo_zlib_give_back, .next_in = (Bytef *)data, .next_out = to};
    size_t left = size;
    int status;

    if (deflateInit2(&z, how->level, Z_DEFLATED, NO_HEADER, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        return 0;
    }
    do {
        unsigned in = at_once(left), out = at_once(room - (size_t)(z.next_out - to));
        z.avail_in = in;
        z.avail_out = out;
        status = deflate(&z, left > in ? Z_NO_FLUSH : Z_FINISH);
        left -= in - z.avail_in;
    } while (status == Z_OK && (size_t)(z.next_out - to) < room);
    size_t result = status == Z_STREAM_END ? (size_t)(z.next_out - to) : 0;
    deflateEnd(&z);
    return result;
}

static bool inflate_all(const lyo_packing *how, const uint8_t *data, size_t size, uint8_t *to,
                        size_t unpacked_size)
{
    z_stream z = {
        .zalloc = lyo_zlib_take, .zfree = lyo_zlib_give_back, .next_in = (Bytef *)data, .next_out = to};
    const uint8_t *end = data + size, *last = to + unpacked_size;
    int status;

    if (inflateInit2(&z, NO_HEADER) != Z_OK) {
        return false;
    }
    do {
        z.avail_in = at_once((size_t)(end - z.next_in));
        z.avail_out = at_once((size_t)(last - z.next_out));
        status = inflate(&z, Z_NO_FLUSH);
    } while (status == Z_OK);
    bool good = status == Z_STREAM_END && z.next_in == end && z.next_out == last;
    inflateEnd(&z);
    return good;
}
#define WITH_ZLIB zlibVersion, deflate_all, inflate_all
#else
#define WITH_ZLIB NULL, NULL, NULL
#endif

/* --- zstd ----------------------------------------------------------------------------------------------- */

#ifdef LYO_HAS_ZSTD
/* Level 1 needs 0.6 MB, level 22 80 MB for large values. */
#define MOST_KEPT (2 << 20)

static void *take_wide(void *unused, size_t size)
{
    lyo_before_block(size);
    return emalloc(size);
}

static void give_back_wide(void *unused, void *memory)
{
    if (memory) {
        efree(memory);
    }
}

const ZSTD_customMem lyo_zstd_memory = {take_wide, give_back_wide, NULL};

/*
 * Making this memory takes longer than to compress or to unpack a value of 1 kB. It is not kept while a call
 * uses it: a call that memory_limit ends leaves it half done, and PHP frees it then.
 */
static ZSTD_CCtx *take_packer(lyo_zstd_kept *zstd)
{
    ZSTD_CCtx *kept = zstd ? zstd->packer : NULL;

    if (!kept) {
        return ZSTD_createCCtx_advanced(lyo_zstd_memory);
    }
    zstd->packer = NULL;
    ZSTD_CCtx_reset(kept, ZSTD_reset_session_and_parameters);
    return kept;
}

static void give_back_packer(lyo_zstd_kept *zstd, ZSTD_CCtx *packer)
{
    if (zstd && !zstd->off && !zstd->packer && ZSTD_sizeof_CCtx(packer) <= MOST_KEPT) {
        zstd->packer = packer;
    } else {
        ZSTD_freeCCtx(packer);
    }
}

static size_t zstd_compress(const lyo_packing *how, const uint8_t *data, size_t size, uint8_t *to,
                            size_t room)
{
    ZSTD_CCtx *packer = take_packer(how->zstd);

    if (how->dictionary) {
        ZSTD_CCtx_setParameter(packer, ZSTD_c_dictIDFlag, 0); /* the envelope names the dictionary */
        ZSTD_CCtx_refCDict(packer, how->dictionary->packing);
    } else {
        ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, how->level);
    }
    size_t result = ZSTD_compress2(packer, to - LYO_ZSTD_MAGIC_SIZE, LYO_ZSTD_MAGIC_SIZE + room, data, size);
    give_back_packer(how->zstd, packer);
    return ZSTD_isError(result) ? 0 : result - LYO_ZSTD_MAGIC_SIZE;
}

/*
 * Copies the frame behind its magic number. libzstd has a parameter for frames without it, but it is
 * experimental: its number may be another one in the next version.
 */
static uint8_t *whole_frame(const uint8_t *data, size_t size)
{
    lyo_before_block(size);
    uint8_t *frame = safe_emalloc(1, size, LYO_ZSTD_MAGIC_SIZE);

    memcpy(frame, LYO_ZSTD_MAGIC, LYO_ZSTD_MAGIC_SIZE);
    memcpy(frame + LYO_ZSTD_MAGIC_SIZE, data, size);
    return frame;
}

static bool zstd_unpack(const lyo_packing *how, const uint8_t *data, size_t size, uint8_t *to,
                        size_t unpacked_size)
{
    uint8_t *frame = whole_frame(data, size);
    ZSTD_DCtx **kept = how->zstd && !how->zstd->off ? &how->zstd->unpacker[how->dictionary != NULL] : NULL;
    ZSTD_DCtx *unpacker = kept ? *kept : NULL;

    if (unpacker) {
        *kept = NULL;
    } else {
        unpacker = ZSTD_createDCtx_advanced(lyo_zstd_memory);
    }
    if (how->dictionary) {
        /*
         * Else libzstd would read the frame with its other decoder, which accepts other damaged data, if the
         * frame before had another dictionary: of 300,000 damaged frames 47 were judged by what was read
         * before them.
         */
        ZSTD_decompressBegin_usingDDict(unpacker, how->dictionary->unpacking);
    }
    size_t result = ZSTD_decompress_usingDDict(unpacker, to, unpacked_size, frame, LYO_ZSTD_MAGIC_SIZE + size,
                                               how->dictionary ? how->dictionary->unpacking : NULL);

    efree(frame);
    if (kept && !*kept) {
        *kept = unpacker;
    } else {
        ZSTD_freeDCtx(unpacker);
    }
    return result == unpacked_size;
}
#define WITH_ZSTD ZSTD_versionString, zstd_compress, zstd_unpack
#else
#define WITH_ZSTD NULL, NULL, NULL
#endif

/* --- both ----------------------------------------------------------------------------------------------- */

static const lyo_compression known[] = {
    {LYO_PACKED_ZLIB, "zlib", -1, 9, 1, WITH_ZLIB},
    {LYO_PACKED_ZSTD, "zstd", LYO_LEAST_LEVEL, LYO_MOST_LEVEL, 1, WITH_ZSTD},
};

const lyo_compression *lyo_compression_of(uint8_t algorithm)
{
    return &known[algorithm - LYO_PACKED_ZLIB];
}

const lyo_compression *lyo_compression_named(const zend_string *name)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (zend_string_equals_cstr(name, known[i].name, strlen(known[i].name))) {
            return &known[i];
        }
    }
    return NULL;
}

bool lyo_may_unpack(uint8_t algorithm, const uint8_t *data, size_t size, uint64_t unpacked_size)
{
    return algorithm == LYO_PACKED_ZSTD ? lyo_zstd_frame_holds(data, size, unpacked_size)
                                        : unpacked_size / LYO_LIMIT_DEFLATED <= size;
}
