/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The layout of an envelope (spec section 3.1): what may stand around a payload. An envelope is read in three steps, so that nothing
 * but its first entry is looked at before its code has been verified: lyo_envelope_begin(), the verification, lyo_envelope_rest().
 */
#ifndef LYO_ENVELOPE_H
#define LYO_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lyo_error.h"

/** Most bytes before the content that a writer makes: head, size, signature with the longest name, compression with a dictionary. */
#define LYO_ENVELOPE_MOST 80
/** Bytes that name a dictionary. */
#define LYO_DICTIONARY_NAME 8

typedef struct lyo_envelope {
    const uint8_t *data;
    size_t size;
    size_t first_offset;   /* of the first entry */
    bool is_signed;        /* a signature; else a checksum */
    const uint8_t *key_id; /* of the signature */
    size_t key_id_size;
    const uint8_t *code; /* the checksum or the code of the signature: the end of the envelope */
    size_t code_size;
    /* the other entries */
    uint8_t compression;       /* LYO_PACKED_..., 0: none */
    uint64_t unpacked_size;    /* of the content, as the entry says */
    const uint8_t *dictionary; /* its name; NULL: none */
    size_t compression_offset; /* of its entry */
    const uint8_t *content;    /* ends where the code begins */
    const uint8_t *next_entry; /* where lyo_envelope_rest() goes on */
} lyo_envelope;

/** True if the data are an envelope, and not a payload alone, or data of another kind. */
static inline bool lyo_is_envelope(const uint8_t *data, size_t size)
{
    return size >= 2 && data[0] == LYO_MAGIC && data[1] >> 4 == LYO_VERSION &&
           (data[1] & LYO_FLAG_EXTENDED) != 0;
}

/** Reads head, size and first entry of what lyo_is_envelope(). False: *error is set. */
bool lyo_envelope_begin(const uint8_t *data, size_t size, lyo_envelope *envelope, lyo_error *error);

/** True if the code, which is a checksum, is that of the bytes before it. */
bool lyo_envelope_has_checksum(const lyo_envelope *envelope);

/** Reads the other entries, and sees that the content is no envelope, if it is not compressed. False: *error is set. */
bool lyo_envelope_rest(lyo_envelope *envelope, lyo_error *error);

/** False, and *error is set: the content of an envelope is an envelope again. */
bool lyo_envelope_holds_payload(const uint8_t *content, size_t size, lyo_error *error);

/**
 * Writes all that stands before the content, from what the envelope says of its first entry and of the compression. Returns the number
 * of bytes, at most LYO_ENVELOPE_MOST.
 */
size_t lyo_envelope_write(const lyo_envelope *envelope, uint8_t *to);

#endif
