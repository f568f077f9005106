/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_envelope_seal.h"

#include <time.h>

#include "module/lyo_signature.h"
#include "php/lyo_limit.h"
#include "wire/lyo_bytes.h"
#include "wire/lyo_checksum.h"

/* --- seal ----------------------------------------------------------------------------------------------- */

/* Describes the first entry according to the options. */
static lyo_envelope first_entry(const lyo_envelope_options *options)
{
    lyo_envelope envelope = {.code_size = LYO_LIMIT_CHECKSUM};

    if (options->key) {
        envelope.is_signed = true;
        envelope.key_id = (const uint8_t *)ZSTR_VAL(options->key_id);
        envelope.key_id_size = ZSTR_LEN(options->key_id);
        envelope.code_size = LYO_LIMIT_CODE;
    }
    return envelope;
}

/* Writes the checksum or signature after all other bytes, and ends the string there. */
static zend_string *finish_envelope(zend_string *string, size_t size, const lyo_envelope *envelope,
                                    const lyo_envelope_options *options)
{
    uint8_t *data = (uint8_t *)ZSTR_VAL(string);

    if (envelope->is_signed) {
        lyo_sign(options->key, options->context, data, size, data + size);
    } else {
        lyo_store(data + size, lyo_checksum(data, size), LYO_LIMIT_CHECKSUM);
    }
    ZSTR_LEN(string) = size + envelope->code_size;
    data[ZSTR_LEN(string)] = '\0';
    return string;
}

lyo_dictionary *lyo_seal_dictionary(const lyo_envelope_options *options)
{
    return options->compress == LYO_PACKED_ZSTD && options->dictionary && options->zstd
               ? lyo_dictionary_of(options->zstd, options->dictionary, false)
               : NULL;
}

/* Returns NULL if compression does not save enough. */
static zend_string *seal_packed(const zend_string *payload, const lyo_envelope_options *options)
{
    lyo_envelope envelope = first_entry(options);
    uint8_t header[LYO_ENVELOPE_MOST];
    const size_t size = ZSTR_LEN(payload);
    /* a much larger result would not save enough, so there is no room for it */
    const size_t room = (size_t)((double)size / options->min_ratio) + LYO_BESIDE_PACKED;

    lyo_packing how = {lyo_envelope_level(options), lyo_seal_dictionary(options), options->zstd};

    envelope.compression = options->compress;
    envelope.unpacked_size = size;
    if (how.dictionary && lyo_dictionary_packs(how.dictionary, how.level)) {
        envelope.dictionary = how.dictionary->name;
    } else {
        how.dictionary = NULL;
    }
    const size_t front = lyo_envelope_write(&envelope, header);
    lyo_before_block(room);
    zend_string *result = zend_string_safe_alloc(1, room, front + envelope.code_size, 0);
    size_t packed = lyo_compression_of(options->compress)
                        ->compress(&how, (const uint8_t *)ZSTR_VAL(payload), size,
                                   (uint8_t *)ZSTR_VAL(result) + front, room);
    if (!packed || (double)packed * options->min_ratio > (double)size) {
        zend_string_efree(result);
        return NULL;
    }
    result = zend_string_truncate(result, front + packed + envelope.code_size, 0);
    memcpy(ZSTR_VAL(result), header, front);
    return finish_envelope(result, front + packed, &envelope, options);
}

static zend_string *seal_plain(zend_string *payload, const lyo_envelope_options *options)
{
    lyo_envelope envelope = first_entry(options);
    uint8_t header[LYO_ENVELOPE_MOST];
    const size_t front = lyo_envelope_write(&envelope, header), size = ZSTR_LEN(payload);
    zend_string *result;

    if (ZSTR_IS_INTERNED(payload) || GC_REFCOUNT(payload) > 1) {
        lyo_before_block(size);
        result = zend_string_safe_alloc(1, size, front + envelope.code_size, 0);
        memcpy(ZSTR_VAL(result) + front, ZSTR_VAL(payload), size);
        zend_string_release(payload);
    } else { /* in the same block, which mostly has enough unused bytes at its end */
        result = zend_string_safe_realloc(payload, 1, size, front + envelope.code_size, 0);
        memmove(ZSTR_VAL(result) + front, ZSTR_VAL(result), size);
        zend_string_forget_hash_val(result);
    }
    memcpy(ZSTR_VAL(result), header, front);
    return finish_envelope(result, front + size, &envelope, options);
}

zend_string *lyo_seal(zend_string *payload, const lyo_envelope_options *options)
{
    if (options->compress && ZSTR_LEN(payload) >= (size_t)options->min_size) {
        zend_string *packed = seal_packed(payload, options);
        lyo_zstd_end_call(options->zstd);
        if (packed) {
            zend_string_release(payload);
            return packed;
        }
    }
    return options->checksum || options->key ? seal_plain(payload, options) : payload;
}

/* --- unseal --------------------------------------------------------------------------------------------- */

static bool fail_opening(lyo_unsealed *opened, lyo_error_code code, size_t offset)
{
    opened->error = (lyo_error){code, offset};
    return false;
}

static const zend_string *key_named(const HashTable *keys, const uint8_t *id, size_t size)
{
    const zval *key = keys ? zend_symtable_str_find((HashTable *)keys, (const char *)id, size) : NULL;

    if (key) {
        ZVAL_DEREF(key);
    }
    return key && Z_TYPE_P(key) == IS_STRING ? Z_STR_P(key) : NULL;
}

/* The key must not be changed or freed meanwhile, so no user code may run. */
static bool verify_code(const lyo_envelope *envelope, const lyo_envelope_options *options,
                        lyo_unsealed *opened)
{
    const size_t offset = envelope->first_offset;

    if (!envelope->is_signed) {
        return lyo_envelope_has_checksum(envelope) || fail_opening(opened, LYO_ERR_CHECKSUM, offset);
    }
    const zend_string *key = key_named(options->keys, envelope->key_id, envelope->key_id_size);
    if (!key) {
        return fail_opening(opened, LYO_ERR_SIGNATURE_KEY, offset);
    }
    return lyo_is_signed(key, options->context, envelope->data, (size_t)(envelope->code - envelope->data),
                         envelope->code) ||
           fail_opening(opened, LYO_ERR_SIGNATURE, offset);
}

void lyo_describe_dictionary(const uint8_t name[LYO_DICTIONARY_NAME], char text[LYO_MISSING])
{
    int n = snprintf(text, LYO_MISSING, "the dictionary ");

    for (int i = 0; i < LYO_DICTIONARY_NAME; i++) {
        n += snprintf(text + n, LYO_MISSING - (size_t)n, "%02x", name[i]);
    }
}

/* Like keys, dictionaries must not be freed meanwhile, so no user code may run. */
static bool find_dictionary(const lyo_envelope *envelope, const lyo_envelope_options *options,
                            lyo_packing *how)
{
    if (options->dictionaries && options->zstd) {
        how->dictionary = lyo_dictionary_named(options->zstd, options->dictionaries, envelope->dictionary);
    }
    return how->dictionary && lyo_dictionary_unpacks(how->dictionary);
}

static bool unpack_content(const lyo_envelope *envelope, const lyo_envelope_options *options,
                           lyo_unsealed *opened)
{
    const size_t packed = (size_t)(envelope->code - envelope->content);
    const size_t content_offset = (size_t)(envelope->content - envelope->data);
    const uint64_t size = envelope->unpacked_size;
    const lyo_compression *compression = lyo_compression_of(envelope->compression);
    lyo_packing how = {.zstd = options->zstd};

    /* no memory can hold more than 2^62 bytes, even without a limit */
    if (size > (uint64_t)ZEND_LONG_MAX / 2 ||
        (options->max_unpacked && size > (uint64_t)options->max_unpacked)) {
        return fail_opening(opened, LYO_ERR_UNPACKED, envelope->compression_offset);
    }
    if (!compression->version) {
        snprintf(opened->missing, sizeof opened->missing, "%s", compression->name);
        return fail_opening(opened, LYO_ERR_UNAVAILABLE, envelope->compression_offset);
    }
    if (envelope->dictionary && !find_dictionary(envelope, options, &how)) {
        lyo_describe_dictionary(envelope->dictionary, opened->missing);
        return fail_opening(opened, LYO_ERR_UNAVAILABLE, envelope->compression_offset);
    }
    opened->with_dictionary = how.dictionary != NULL;
    if (!lyo_may_unpack(envelope->compression, envelope->content, packed, size)) {
        return fail_opening(opened, LYO_ERR_COMPRESSION, content_offset);
    }
    lyo_before_block((size_t)size);
    opened->unpacked = zend_string_alloc((size_t)size, 0);
    opened->payload = (const uint8_t *)ZSTR_VAL(opened->unpacked);
    opened->size = (size_t)size;
    if (!compression->unpack(&how, envelope->content, packed, (uint8_t *)ZSTR_VAL(opened->unpacked),
                             (size_t)size)) {
        return fail_opening(opened, LYO_ERR_COMPRESSION, content_offset);
    }
    ZSTR_VAL(opened->unpacked)[size] = '\0';
    return lyo_envelope_holds_payload(opened->payload, opened->size, &opened->error);
}

bool lyo_unseal(const uint8_t *data, size_t size, const lyo_envelope_options *options, lyo_unsealed *opened)
{
    lyo_envelope envelope;
    const bool unsigned_allowed =
        !options->keys || (options->unsigned_until && time(NULL) < (time_t)options->unsigned_until);

    *opened = (lyo_unsealed){.payload = data, .size = size};
    if (!lyo_is_envelope(data, size)) {
        if (!unsigned_allowed) {
            return fail_opening(opened, LYO_ERR_UNSIGNED, 0);
        }
        return !options->required || fail_opening(opened, LYO_ERR_UNPROTECTED, 0);
    }
    if (!lyo_envelope_begin(data, size, &envelope, &opened->error)) {
        return false;
    }
    if (!envelope.is_signed && !unsigned_allowed) {
        return fail_opening(opened, LYO_ERR_UNSIGNED, 0);
    }
    if (!verify_code(&envelope, options, opened) || !lyo_envelope_rest(&envelope, &opened->error)) {
        return false;
    }
    if (envelope.compression) {
        const bool unpacked = unpack_content(&envelope, options, opened);
        lyo_zstd_end_call(options->zstd);
        return unpacked;
    }
    opened->payload = envelope.content;
    opened->size = (size_t)(envelope.code - envelope.content);
    return true;
}
