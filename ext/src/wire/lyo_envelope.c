/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo_envelope.h"

#include <string.h>

#include "lyo_bytes.h"
#include "lyo_checksum.h"

/* The second byte of every envelope. */
#define HEAD (LYO_VERSION << 4 | LYO_FLAG_EXTENDED)

/* An entry of the header. */
typedef struct envelope_entry {
    const uint8_t *at; /* its id */
    const uint8_t *data;
    size_t size; /* size of data */
} envelope_entry;

static bool fail_envelope(const lyo_envelope *e, lyo_error_code code, const uint8_t *at, lyo_error *error)
{
    *error = (lyo_error){code, (size_t)(at - e->data)};
    return false;
}

/* Reads a varlen at *p. It belongs to the token that begins at `token`. */
static bool read_varlen(const lyo_envelope *e, const uint8_t **p, const uint8_t *end, const uint8_t *token,
                        lyo_error_code short_code, uint64_t *value, lyo_error *error)
{
    lyo_error_code code = lyo_get_varlen(p, end, value);

    if (code == LYO_OK) {
        return true;
    }
    return fail_envelope(e, code == LYO_ERR_TRUNCATED ? short_code : code, token, error);
}

/* Reads the entry at e->next_entry, which is before the content. */
static bool read_entry(lyo_envelope *e, envelope_entry *entry, lyo_error *error)
{
    const uint8_t *p = e->next_entry + 1;
    uint64_t size;

    entry->at = e->next_entry;
    if (!read_varlen(e, &p, e->content, entry->at, LYO_ERR_SIZE, &size, error)) {
        return false;
    }
    if (size > (uint64_t)(e->content - p)) {
        return fail_envelope(e, LYO_ERR_SIZE, entry->at, error);
    }
    entry->data = p;
    entry->size = (size_t)size;
    e->next_entry = p + size;
    return true;
}

/* --- reading -------------------------------------------------------------------------------------------- */

/* Reads the size of the header. Sets where the entries and the content begin. */
static bool read_size(lyo_envelope *e, lyo_error *error)
{
    const uint8_t *p = e->data + 2, *end = e->data + e->size;
    uint64_t size;

    if (e->data[1] != HEAD) {
        return fail_envelope(e, LYO_ERR_RESERVED, e->data + 1, error);
    }
    if (!read_varlen(e, &p, end, e->data + 2, LYO_ERR_TRUNCATED, &size, error)) {
        return false;
    }
    if (size > (uint64_t)(end - p)) {
        return fail_envelope(e, LYO_ERR_TRUNCATED, e->data + 2, error);
    }
    if (size == 0) {
        return fail_envelope(e, LYO_ERR_ENVELOPE, e->data + 2, error);
    }
    e->next_entry = p;
    e->content = p + size;
    return true;
}

static bool take_signature_entry(lyo_envelope *e, const envelope_entry *entry, lyo_error *error)
{
    if (entry->size < 2 || entry->size > 1 + LYO_LIMIT_KEY_ID) {
        return fail_envelope(e, LYO_ERR_SIZE, entry->at, error);
    }
    if (entry->data[0] != LYO_SIGNED_HMAC_SHA_256_128) {
        return fail_envelope(e, LYO_ERR_ENTRY, entry->at, error);
    }
    e->is_signed = true;
    e->key_id = entry->data + 1;
    e->key_id_size = entry->size - 1;
    e->code_size = LYO_LIMIT_CODE;
    return true;
}

static bool take_checksum_entry(lyo_envelope *e, const envelope_entry *entry, lyo_error *error)
{
    if (entry->size != 0) {
        return fail_envelope(e, LYO_ERR_SIZE, entry->at, error);
    }
    e->code_size = LYO_LIMIT_CHECKSUM;
    return true;
}

bool lyo_envelope_begin(const uint8_t *data, size_t size, lyo_envelope *e, lyo_error *error)
{
    envelope_entry first;

    memset(e, 0, sizeof *e);
    e->data = data;
    e->size = size;
    if (!read_size(e, error)) {
        return false;
    }
    const uint8_t id = *e->next_entry;
    e->first_offset = (size_t)(e->next_entry - data);
    if (id != LYO_ENTRY_CHECKSUM && id != LYO_ENTRY_SIGNATURE) {
        return fail_envelope(e, LYO_ERR_ENVELOPE, e->next_entry, error);
    }
    if (!read_entry(e, &first, error) ||
        !(id == LYO_ENTRY_SIGNATURE ? take_signature_entry(e, &first, error)
                                    : take_checksum_entry(e, &first, error))) {
        return false;
    }
    if ((size_t)(data + size - e->content) < e->code_size) {
        return fail_envelope(e, LYO_ERR_TRUNCATED, e->content, error);
    }
    e->code = data + size - e->code_size;
    return true;
}

bool lyo_envelope_has_checksum(const lyo_envelope *e)
{
    return lyo_checksum(e->data, (size_t)(e->code - e->data)) == lyo_load(e->code, LYO_LIMIT_CHECKSUM);
}

static bool take_compression_entry(lyo_envelope *e, const envelope_entry *entry, lyo_error *error)
{
    const uint8_t *p = entry->data, *end = p + entry->size;

    if (entry->size == 0) {
        return fail_envelope(e, LYO_ERR_SIZE, entry->at, error);
    }
    e->compression = *p++;
    if (e->compression != LYO_PACKED_ZLIB && e->compression != LYO_PACKED_ZSTD) {
        return fail_envelope(e, LYO_ERR_ENTRY, entry->at, error);
    }
    if (!read_varlen(e, &p, end, entry->at, LYO_ERR_SIZE, &e->unpacked_size, error)) {
        return false;
    }
    if (p < end) { /* only zstd has dictionaries */
        if (e->compression != LYO_PACKED_ZSTD || end - p != LYO_DICTIONARY_NAME) {
            return fail_envelope(e, LYO_ERR_SIZE, entry->at, error);
        }
        e->dictionary = p;
    }
    e->compression_offset = (size_t)(entry->at - e->data);
    return true;
}

bool lyo_envelope_holds_payload(const uint8_t *content, size_t size, lyo_error *error)
{
    if (lyo_is_envelope(content, size)) {
        *error = (lyo_error){LYO_ERR_ENVELOPE, 1};
        return false;
    }
    return true;
}

bool lyo_envelope_rest(lyo_envelope *e, lyo_error *error)
{
    /* the first entry was a signature or a checksum */
    unsigned before = LYO_ENTRY_SIGNATURE & ~LYO_ENTRY_CRITICAL;

    while (e->next_entry < e->content) {
        const uint8_t id = *e->next_entry;
        const unsigned number = id & ~(unsigned)LYO_ENTRY_CRITICAL;
        envelope_entry entry;
        if (number <= before) {
            return fail_envelope(e, LYO_ERR_ENVELOPE, e->next_entry, error);
        }
        if (id != LYO_ENTRY_COMPRESSION && (id & LYO_ENTRY_CRITICAL)) {
            return fail_envelope(e, LYO_ERR_ENTRY, e->next_entry, error);
        }
        if (!read_entry(e, &entry, error) ||
            (id == LYO_ENTRY_COMPRESSION && !take_compression_entry(e, &entry, error))) {
            return false;
        }
        before = number;
    }
    return e->compression || lyo_envelope_holds_payload(e->content, (size_t)(e->code - e->content), error);
}

/* --- writing -------------------------------------------------------------------------------------------- */

size_t lyo_envelope_write(const lyo_envelope *e, uint8_t *to)
{
    uint8_t *p = to + 3; /* after the head and the size, which is below 248 and so takes one byte */

    if (e->is_signed) {
        *p++ = LYO_ENTRY_SIGNATURE;
        *p++ = (uint8_t)(1 + e->key_id_size);
        *p++ = LYO_SIGNED_HMAC_SHA_256_128;
        memcpy(p, e->key_id, e->key_id_size);
        p += e->key_id_size;
    } else {
        *p++ = LYO_ENTRY_CHECKSUM;
        *p++ = 0;
    }
    if (e->compression) {
        *p++ = LYO_ENTRY_COMPRESSION;
        *p++ = (uint8_t)(1 + lyo_varlen_size(e->unpacked_size) + (e->dictionary ? LYO_DICTIONARY_NAME : 0));
        *p++ = e->compression;
        p = lyo_put_varlen(p, e->unpacked_size);
        if (e->dictionary) {
            memcpy(p, e->dictionary, LYO_DICTIONARY_NAME);
            p += LYO_DICTIONARY_NAME;
        }
    }
    to[0] = LYO_MAGIC;
    to[1] = HEAD;
    to[2] = (uint8_t)(p - to - 3);
    return (size_t)(p - to);
}
