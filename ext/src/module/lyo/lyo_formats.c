/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Data of several formats: which one it is, by the first bytes, and its reader.
 */
#include "igbinary/lyo_igbinary_reader.h"
#include "module/lyo/lyo_host.h"
#include "module/lyo/lyo_unwrap.h"
#include "php_lyo.h"

static const char *name_of_format(uint8_t format)
{
    return format == LYO_READS_LYO ? "lyo" : format == LYO_READS_IGBINARY ? "igbinary" : "native";
}

static void throw_not_accepted(const char *format)
{
    lyo_throw_at("UnknownFormat", 0, "Data of the format %s, which is not accepted here", format);
}

/* --- which format --------------------------------------------------------------------------------------- */

size_t lyo_carrier_size(const uint8_t *data, size_t size)
{
    const bool carries = size > LYO_IGB_HEADER_SIZE && !memcmp(data, "\0\0\0\4", LYO_IGB_HEADER_SIZE) &&
                         data[LYO_IGB_HEADER_SIZE] == LYO_MAGIC;

    return carries ? LYO_IGB_HEADER_SIZE : 0;
}

/* True for a letter of serialize() and a colon, or N; for null. */
static bool begins_like_text(const uint8_t *data, size_t size)
{
    return size >= 2 &&
           (data[0] == 'N' ? data[1] == ';' : data[1] == ':' && data[0] && strchr("bidsSaOCE", data[0]));
}

uint8_t lyo_format_of(const uint8_t *data, size_t size)
{
    if (size && data[0] == LYO_MAGIC) {
        return LYO_READS_LYO;
    }
    if (size >= LYO_IGB_HEADER_SIZE && !memcmp(data, "\0\0\0", 3)) { /* of any version */
        return lyo_carrier_size(data, size) ? LYO_READS_LYO : LYO_READS_IGBINARY;
    }
    return begins_like_text(data, size) ? LYO_READS_NATIVE : 0;
}

/* --- igbinary ------------------------------------------------------------------------------------------- */

static void throw_igbinary(lyo_igbinary_decoder *d)
{
    static const lyo_error_code codes[] = {
        [LYO_IGB_SHORT_HEADER] = LYO_ERR_TRUNCATED,
        [LYO_IGB_WRONG_VERSION] = LYO_ERR_VERSION,
        [LYO_IGB_END] = LYO_ERR_TRUNCATED,
        [LYO_IGB_UNKNOWN_TYPE] = LYO_ERR_TAG,
        [LYO_IGB_UNKNOWN_KEY] = LYO_ERR_KEY,
        [LYO_IGB_UNKNOWN_BODY] = LYO_ERR_TAG,
        [LYO_IGB_UNKNOWN_CASE] = LYO_ERR_TAG,
        [LYO_IGB_STRING_NUMBER] = LYO_ERR_STRING_ID,
        [LYO_IGB_REF_NUMBER] = LYO_ERR_REFERENCE_ID,
        [LYO_IGB_COUNT] = LYO_ERR_TRUNCATED,
        [LYO_IGB_TRAILING] = LYO_ERR_TRAILING,
        [LYO_IGB_DEPTH] = LYO_ERR_DEPTH,
        [LYO_IGB_ELEMENTS] = LYO_ERR_ELEMENTS,
        [LYO_IGB_MEMORY] = LYO_OK,
        [LYO_IGB_STACK] = LYO_ERR_DEPTH,
    };

    if (d->base.failure == LYO_FAILED_BYTES && d->error.code == LYO_IGB_SHORT_HEADER &&
        lyo_load_be(d->data, LYO_IGB_HEADER_SIZE) - 1 >= 2) {
        lyo_throw_error(&(lyo_error){LYO_ERR_VERSION, 0}, "");
    } else if (d->base.failure == LYO_FAILED_BYTES) {
        lyo_throw_error(&(lyo_error){codes[d->error.code], d->error.token}, "");
    } else {
        if (d->base.refused &&
            d->base.failure == LYO_FAILED_MISMATCH) { /* an enum case cannot be incomplete */
            d->base.failure = LYO_FAILED_CLASSES;
        }
        lyo_throw_failure(&d->base, LYO_IGB_HEADER_SIZE);
    }
}

static bool decode_igbinary_or_throw(const uint8_t *data, size_t size, const lyo_decode_options *options,
                                     zval *result)
{
    lyo_igbinary_decoder d;

    if (!lyo_begin_or_throw()) {
        return false;
    }
    const bool decoded = lyo_igbinary_decode(&d, data, size, options, result);
    if (!decoded) {
        throw_igbinary(&d);
    }
    lyo_igbinary_decoder_free(&d);
    lyo_end_call(options->isolation);
    return decoded;
}

/* --- any format ----------------------------------------------------------------------------------------- */

/* Reads data that have no compression around them. */
static bool decode_format(const char *data, size_t size, const lyo_read_options *options, zval *result)
{
    const uint8_t *bytes = (const uint8_t *)data;
    const uint8_t format = lyo_format_of(bytes, size);
    const size_t carrier = lyo_carrier_size(bytes, size);

    if (!format) {
        const lyo_wrap wrap = lyo_wrap_of(bytes, size);
        if (wrap == LYO_WRAP_NONE) {
            lyo_throw_at("UnknownFormat", 0, "Data of an unknown format");
        } else { /* in another wrap */
            throw_not_accepted(lyo_wrap_name(wrap));
        }
        return false;
    }
    if (!(format & options->formats)) {
        throw_not_accepted(name_of_format(format));
        return false;
    }
    switch (format) {
    case LYO_READS_LYO:
        return lyo_decode_uncounted(data + carrier, size - carrier, options, result);
    case LYO_READS_IGBINARY:
        return decode_igbinary_or_throw(bytes, size, &options->engine, result);
    default:
        return lyo_decode_text_or_throw(data, size, &options->engine, result);
    }
}

static bool decode_wrapped(lyo_wrap wrap, const char *data, size_t size, const lyo_read_options *options,
                           zval *result)
{
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));
    lyo_error error;
    zend_string *unpacked =
        lyo_unwrap_data(wrap, (const uint8_t *)data, size, (size_t)options->envelope.max_unpacked, &error);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_UNPACK, start, unpacked ? ZSTR_LEN(unpacked) : 0);
    if (!unpacked) {
        lyo_throw_error(&error, error.code != LYO_ERR_UNAVAILABLE ? ""
                                : wrap == LYO_WRAP_GZIP           ? "zlib"
                                                                  : lyo_wrap_name(wrap));
        return false;
    }
    const bool decoded = decode_format(ZSTR_VAL(unpacked), ZSTR_LEN(unpacked), options, result);
    zend_string_release(unpacked);
    return decoded;
}

/* True if the options let data in, that have neither a checksum nor a signature. Throws if they do not. */
static bool may_be_bare(const uint8_t *data, size_t size, const lyo_envelope_options *envelope)
{
    lyo_unsealed opened;

    if (EXPECTED(!envelope->keys && !envelope->required) || lyo_unseal(data, size, envelope, &opened)) {
        return true;
    }
    lyo_throw_error(&opened.error, "");
    return false;
}

static bool decode_formats(const char *data, size_t size, const lyo_read_options *options, zval *result)
{
    const uint8_t *bytes = (const uint8_t *)data;
    const uint8_t format = lyo_format_of(bytes, size);

    /* nothing is unpacked before it is known that nobody asks for a signature */
    if (format != LYO_READS_LYO && !may_be_bare(bytes, size, &options->envelope)) {
        return false;
    }
    const lyo_wrap wrap = format ? LYO_WRAP_NONE : lyo_wrap_of(bytes, size);
    return wrap == LYO_WRAP_NONE ? decode_format(data, size, options, result)
                                 : decode_wrapped(wrap, data, size, options, result);
}

bool lyo_decode_formats_or_throw(const char *data, size_t size, const lyo_read_options *options, zval *result)
{
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));
    const bool decoded = decode_formats(data, size, options, result);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_DECODE, start, size);
    return decoded;
}
