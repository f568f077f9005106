/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory grows with what was unpacked, not with what is claimed.
 */
#include "module/lyo/lyo_unwrap.h"

#include "module/lyo_compression.h"
#include "module/lyo_zlib.h"
#include "module/lyo_zstd.h"
#include "php/lyo_limit.h"
#include "wire/lyo_zstd_frame.h"

/* Room for the first unpacked bytes, for each compressed byte, and in any case. */
#define FIRST_ROOM_TIMES 4
#define LEAST_ROOM 256

static zend_string *fail_unwrapping(lyo_error *error, lyo_error_code code)
{
    *error = (lyo_error){code, 0};
    return NULL;
}

/* --- marks ---------------------------------------------------------------------------------------------- */

/* A zlib header: deflate, a window of at most 32 KiB, check bits, no dictionary. */
static bool is_zlib(const uint8_t *data, size_t size)
{
    return size >= 2 && (data[0] & 0x0f) == 8 && data[0] <= 0x78 && !(data[1] & 0x20) &&
           (data[0] << 8 | data[1]) % 31 == 0;
}

lyo_wrap lyo_wrap_of(const uint8_t *data, size_t size)
{
    if (size >= 3 && !memcmp(data, "\x1f\x8b\x08", 3)) {
        return LYO_WRAP_GZIP;
    }
    if (size >= LYO_ZSTD_MAGIC_SIZE && !memcmp(data, LYO_ZSTD_MAGIC, LYO_ZSTD_MAGIC_SIZE)) {
        return LYO_WRAP_ZSTD;
    }
    return is_zlib(data, size) ? LYO_WRAP_ZLIB : LYO_WRAP_NONE;
}

const char *lyo_wrap_name(lyo_wrap wrap)
{
    static const char *const names[] = {[LYO_WRAP_NONE] = "none",
                                        [LYO_WRAP_ZLIB] = "zlib",
                                        [LYO_WRAP_GZIP] = "gzip",
                                        [LYO_WRAP_ZSTD] = "zstd"};

    return names[wrap];
}

#if defined(LYO_HAS_ZLIB) || defined(LYO_HAS_ZSTD)
/* --- room that grows ------------------------------------------------------------------------------------ */

typedef struct growing {
    zend_string *string;
    size_t used, room;
    size_t most; /* bytes of the room, at most: one more than may be used */
} growing;

static growing begin_growing(size_t packed, size_t most)
{
    growing out = {.most = most && most < SIZE_MAX / 4 ? most + 1 : SIZE_MAX / 4};
    size_t room = packed < out.most / FIRST_ROOM_TIMES ? packed * FIRST_ROOM_TIMES : out.most;

    room = room > LEAST_ROOM ? room : LEAST_ROOM;
    out.room = room < out.most ? room : out.most;
    lyo_before_block(out.room);
    out.string = zend_string_alloc(out.room, 0);
    return out;
}

/* Makes room for more. Returns false if there is as much as there may be. */
static bool grow_string(growing *out)
{
    if (out->room >= out->most) {
        return false;
    }
    out->room = out->room < out->most / 2 ? out->room * 2 : out->most;
    lyo_before_block(out->room);
    out->string = zend_string_realloc(out->string, out->room, 0);
    return true;
}

static zend_string *end_growing(growing *out, lyo_error_code code, lyo_error *error)
{
    if (code == LYO_OK && out->used >= out->most) {
        code = LYO_ERR_UNPACKED;
    }
    if (code != LYO_OK) {
        zend_string_efree(out->string);
        return fail_unwrapping(error, code);
    }
    out->string = zend_string_truncate(out->string, out->used, 0);
    ZSTR_VAL(out->string)[out->used] = '\0';
    return out->string;
}
#endif

/* --- zlib ----------------------------------------------------------------------------------------------- */

#ifdef LYO_HAS_ZLIB
/* Also finds out which header there is. */
#define WITH_HEADER (MAX_WBITS + 32)
#define MOST_AT_A_TIME ((size_t)1 << 30)

static unsigned at_a_time(size_t left)
{
    return (unsigned)(left < MOST_AT_A_TIME ? left : MOST_AT_A_TIME);
}

static lyo_error_code inflate_growing(z_stream *z, const uint8_t *end, growing *out)
{
    int status;

    do {
        if (out->used == out->room && !grow_string(out)) {
            return LYO_ERR_UNPACKED;
        }
        z->next_out = (uint8_t *)ZSTR_VAL(out->string) + out->used;
        z->avail_out = at_a_time(out->room - out->used);
        z->avail_in = at_a_time((size_t)(end - z->next_in));
        status = inflate(z, Z_NO_FLUSH);
        out->used = (size_t)(z->next_out - (uint8_t *)ZSTR_VAL(out->string));
    } while (status == Z_OK);
    return status == Z_STREAM_END ? LYO_OK : LYO_ERR_COMPRESSION;
}

static zend_string *unwrap_zlib(const uint8_t *data, size_t size, size_t most, lyo_error *error)
{
    z_stream z = {.zalloc = lyo_zlib_take, .zfree = lyo_zlib_give_back, .next_in = (Bytef *)data};

    if (inflateInit2(&z, WITH_HEADER) != Z_OK) {
        return fail_unwrapping(error, LYO_ERR_COMPRESSION);
    }
    growing out = begin_growing(size, most);
    const lyo_error_code code = inflate_growing(&z, data + size, &out);
    inflateEnd(&z);
    return end_growing(&out, code, error);
}
#endif

/* --- zstd ----------------------------------------------------------------------------------------------- */

#ifdef LYO_HAS_ZSTD
/* RFC 8878 recommends that every decoder supports windows of 8 MiB. A few bytes may ask for a window. */
#define MOST_OF_A_WINDOW 23

/* A frame that says its size. */
static zend_string *unwrap_frame(const uint8_t *data, size_t size, uint64_t unpacked, size_t most,
                                 lyo_error *error)
{
    const lyo_packing how = {0};

    if (unpacked > (uint64_t)ZEND_LONG_MAX / 2 || (most && unpacked > most)) {
        return fail_unwrapping(error, LYO_ERR_UNPACKED);
    }
    data += LYO_ZSTD_MAGIC_SIZE;
    size -= LYO_ZSTD_MAGIC_SIZE;
    if (!lyo_may_unpack(LYO_PACKED_ZSTD, data, size, unpacked)) {
        return fail_unwrapping(error, LYO_ERR_COMPRESSION);
    }
    lyo_before_block((size_t)unpacked);
    zend_string *result = zend_string_alloc((size_t)unpacked, 0);
    if (!lyo_compression_of(LYO_PACKED_ZSTD)
             ->unpack(&how, data, size, (uint8_t *)ZSTR_VAL(result), (size_t)unpacked)) {
        zend_string_efree(result);
        return fail_unwrapping(error, LYO_ERR_COMPRESSION);
    }
    ZSTR_VAL(result)[unpacked] = '\0';
    return result;
}

static lyo_error_code unpack_growing(ZSTD_DCtx *unpacker, ZSTD_inBuffer *in, growing *out)
{
    size_t status;

    do {
        if (out->used == out->room && !grow_string(out)) {
            return LYO_ERR_UNPACKED;
        }
        ZSTD_outBuffer to = {ZSTR_VAL(out->string), out->room, out->used};
        status = ZSTD_decompressStream(unpacker, &to, in);
        /* without input, and with room left, there will not be more */
        const bool stuck = in->pos == in->size && to.pos < to.size;
        out->used = to.pos;
        if (ZSTD_isError(status) || (status && stuck)) {
            return LYO_ERR_COMPRESSION;
        }
    } while (status);
    return in->pos == in->size ? LYO_OK : LYO_ERR_COMPRESSION;
}

/* A frame that was written as a stream, and does not say its size. */
static zend_string *unwrap_stream(const uint8_t *data, size_t size, size_t most, lyo_error *error)
{
    ZSTD_DCtx *unpacker = ZSTD_createDCtx_advanced(lyo_zstd_memory);
    ZSTD_inBuffer in = {data, size, 0};
    growing out = begin_growing(size, most);

    ZSTD_DCtx_setParameter(unpacker, ZSTD_d_windowLogMax, MOST_OF_A_WINDOW);
    const lyo_error_code code = unpack_growing(unpacker, &in, &out);
    ZSTD_freeDCtx(unpacker);
    return end_growing(&out, code, error);
}

static zend_string *unwrap_zstd(const uint8_t *data, size_t size, size_t most, lyo_error *error)
{
    const unsigned long long unpacked = ZSTD_getFrameContentSize(data, size);

    if (unpacked == ZSTD_CONTENTSIZE_ERROR) {
        return fail_unwrapping(error, LYO_ERR_COMPRESSION);
    }
    return unpacked == ZSTD_CONTENTSIZE_UNKNOWN ? unwrap_stream(data, size, most, error)
                                                : unwrap_frame(data, size, unpacked, most, error);
}
#endif

zend_string *lyo_unwrap_data(lyo_wrap wrap, const uint8_t *data, size_t size, size_t most, lyo_error *error)
{
#ifdef LYO_HAS_ZLIB
    if (wrap == LYO_WRAP_ZLIB || wrap == LYO_WRAP_GZIP) {
        return unwrap_zlib(data, size, most, error);
    }
#endif
#ifdef LYO_HAS_ZSTD
    if (wrap == LYO_WRAP_ZSTD) {
        return unwrap_zstd(data, size, most, error);
    }
#endif
    return fail_unwrapping(error, LYO_ERR_UNAVAILABLE);
}
