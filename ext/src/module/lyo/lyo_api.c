/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C API of php_lyo_api.h. A caller may have been compiled with an older or newer version of the header.
 * Its option structs are then shorter or longer than ours.
 */
#include "php_lyo_api.h"

#include "Zend/zend_exceptions.h"
#include "module/lyo/lyo_host.h"

/* Greatest size of options in bytes. A greater size means that the caller's memory is not initialized. */
#define MOST_OPTIONS 4096

/* Where a member begins and ends. */
typedef struct member {
    size_t begin;
    size_t end;
} member;

/* Versions of clang-format differ here. */
/* clang-format off */
#define MEMBER(type, name) {offsetof(type, name), offsetof(type, name) + sizeof(((const type *)NULL)->name)}
/* clang-format on */

/* All members after size, in order. */
static const member encode_members[] = {
    MEMBER(lyo_api_encode_options, max_depth), MEMBER(lyo_api_encode_options, keys),
    MEMBER(lyo_api_encode_options, context),   MEMBER(lyo_api_encode_options, checksum),
    MEMBER(lyo_api_encode_options, compress),  MEMBER(lyo_api_encode_options, dictionaries),
};
static const member decode_members[] = {
    MEMBER(lyo_api_decode_options, max_depth),
    MEMBER(lyo_api_decode_options, max_elements),
    MEMBER(lyo_api_decode_options, allowed_classes),
    MEMBER(lyo_api_decode_options, missing_class_throws),
    MEMBER(lyo_api_decode_options, keys),
    MEMBER(lyo_api_decode_options, context),
    MEMBER(lyo_api_decode_options, unsigned_until),
    MEMBER(lyo_api_decode_options, max_unpacked),
    MEMBER(lyo_api_decode_options, dictionaries),
};

static bool refuse_options(const char *why)
{
    zend_throw_error(zend_ce_value_error, "Options of lyo's C API: %s", why);
    return false;
}

/*
 * Copies options of a caller to ours, which are zero: a member that the caller's header lacks has its
 * default. Refuses options that would be misread. A caller that asks for a limit or for certain classes must
 * never get a value that was decoded without them.
 */
static bool copy_options(void *own, size_t ours, const void *given, size_t size, const member *members,
                         size_t count)
{
    const char *bytes = given;

    if (size < members[0].end || size > MOST_OPTIONS) {
        return refuse_options("size must be that of the struct");
    }
    for (size_t i = 0; i < count; i++) {
        if (size > members[i].begin && size < members[i].end) {
            return refuse_options("size ends within a member of the struct");
        }
    }
    for (size_t i = ours; i < size; i++) {
        if (bytes[i]) {
            return refuse_options("a member is set that is newer than the extension");
        }
    }
    memcpy(own, given, MIN(size, ours));
    return true;
}

/* Takes what both directions have. */
static bool take_both(HashTable *keys, zend_string *context, HashTable *dictionaries,
                      lyo_envelope_options *envelope)
{
    lyo_take_context(context, envelope);
    if (keys && !lyo_take_keys(keys, envelope)) {
        return refuse_options("keys must have at least 16 bytes each, and names of 1 to 32 bytes");
    }
    return !dictionaries || lyo_take_dictionaries(dictionaries, envelope) ||
           refuse_options("dictionaries must be strings of at least 8 bytes");
}

static bool take_encoding(const lyo_api_encode_options *given, lyo_write_options *options)
{
    lyo_envelope_options *envelope = &options->envelope;
    lyo_api_encode_options own = {0};

    if (!copy_options(&own, sizeof own, given, given->size, encode_members,
                      sizeof encode_members / sizeof *encode_members) ||
        !take_both(own.keys, own.context, own.dictionaries, envelope)) {
        return false;
    }
    if (own.checksum > LYO_API_CHECKSUM_OFF) {
        return refuse_options("checksum is not one of LYO_API_CHECKSUM_...");
    }
    if (own.compress > LYO_API_COMPRESS_OFF) {
        return refuse_options("compress is not one of LYO_API_COMPRESS_...");
    }
    if (own.max_depth) {
        options->engine.max_depth = lyo_bearable_depth(own.max_depth);
    }
    if (own.checksum) {
        envelope->checksum = own.checksum == LYO_API_CHECKSUM_ON;
    }
    if (own.compress) {
        envelope->compress = own.compress == LYO_API_COMPRESS_OFF ? 0 : (uint8_t)own.compress;
    }
    return true;
}

static zend_string *api_encode(zval *value, const lyo_api_encode_options *given)
{
    lyo_write_options options = {lyo_default_encode_options(), lyo_default_envelope_options()};
    zend_string *result = NULL;

    if (!given || take_encoding(given, &options)) {
        result = lyo_encode_or_throw(value, &options);
    }
    lyo_envelope_options_free(&options.envelope);
    return result;
}

static bool take_decoding(const lyo_api_decode_options *given, lyo_read_options *options)
{
    lyo_api_decode_options own = {0};

    if (!copy_options(&own, sizeof own, given, given->size, decode_members,
                      sizeof decode_members / sizeof *decode_members) ||
        !take_both(own.keys, own.context, own.dictionaries, &options->envelope)) {
        return false;
    }
    if (own.max_depth) {
        options->engine.max_depth = lyo_bearable_depth(own.max_depth);
    }
    if (own.max_elements) {
        options->engine.max_elements = own.max_elements;
    }
    if (own.allowed_classes) {
        options->engine.allowed_classes = own.allowed_classes;
    }
    if (own.max_unpacked) {
        options->envelope.max_unpacked = (zend_long)MIN(own.max_unpacked, (uint64_t)ZEND_LONG_MAX);
    }
    options->engine.missing_throws = own.missing_class_throws;
    options->envelope.unsigned_until = own.unsigned_until;
    return true;
}

static bool api_decode(const char *data, size_t size, const lyo_api_decode_options *given, zval *result)
{
    lyo_read_options options = {lyo_default_decode_options(), lyo_default_envelope_options(), 0};
    lyo_decode_options defaults = options.engine;
    bool decoded =
        (!given || take_decoding(given, &options)) && lyo_decode_or_throw(data, size, &options, result);

    lyo_envelope_options_free(&options.envelope);
    lyo_release_classes(&defaults);
    return decoded;
}

static const lyo_api table = {sizeof(lyo_api), LYO_API_VERSION, api_encode, api_decode, lyo_is_encoded};

ZEND_DLEXPORT const lyo_api *lyo_api_table(uint32_t version);
ZEND_DLEXPORT const lyo_api *lyo_api_table(uint32_t version)
{
    return version >= 1 && version <= LYO_API_VERSION ? &table : NULL;
}
