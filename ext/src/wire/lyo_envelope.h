/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The layout of an envelope around a payload (spec section 3.1). An envelope is read in three steps:
 * lyo_envelope_begin(), verification of its code, lyo_envelope_rest(). So only its first entry is read before
 * the code is verified.
 */
#ifndef LYO_ENVELOPE_H
#define LYO_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lyo_error.h"

/**
 * Greatest size of what a writer puts before the content: head, size, a signature with the longest key id,
 * and a compression with a dictionary.
 */
#define LYO_ENVELOPE_MOST 80
/** Bytes of a dictionary's name. */
#define LYO_DICTIONARY_NAME 4

typedef struct lyo_envelope {
    const uint8_t *data;
    size_t size;
    size_t first_offset;   /* offset of the first entry */
    bool is_signed;        /* true: it has a signature; false: a checksum */
    const uint8_t *key_id; /* key id of the signature; NULL: not signed */
    size_t key_id_size;
    const uint8_t *code; /* the checksum or signature, which ends the envelope */
    size_t code_size;
    /* The other entries: */
    uint8_t compression;       /* LYO_PACKED_..., 0: none */
    uint64_t unpacked_size;    /* size of the unpacked content, as the entry claims */
    const uint8_t *dictionary; /* its name; NULL: none */
    size_t compression_offset; /* offset of the compression entry */
    const uint8_t *content;    /* ends where code begins */
    const uint8_t *next_entry; /* where lyo_envelope_rest() continues */
} lyo_envelope;

/** True if the data begin an envelope, and are neither a bare payload nor something else. */
static inline bool lyo_is_envelope(const uint8_t *data, size_t size)
{
    return size >= 2 && data[0] == LYO_MAGIC && data[1] >> 4 == LYO_VERSION &&
           (data[1] & LYO_FLAG_EXTENDED) != 0;
}

/**
 * Reads the head, size and first entry of data for which lyo_is_envelope() is true. Returns false with *error
 * set if they are invalid.
 */
bool lyo_envelope_begin(const uint8_t *data, size_t size, lyo_envelope *envelope, lyo_error *error);

/** True if the code of the envelope, which must be a checksum, is the checksum of the bytes before it. */
bool lyo_envelope_has_checksum(const lyo_envelope *envelope);

/**
 * Reads the other entries. Content that is not compressed must not be an envelope again. Returns false with
 * *error set if they are invalid.
 */
bool lyo_envelope_rest(lyo_envelope *envelope, lyo_error *error);

/** True if the content is not an envelope again. Else returns false with *error set. */
bool lyo_envelope_holds_payload(const uint8_t *content, size_t size, lyo_error *error);

/**
 * Writes everything before the content: the first entry and the compression that *envelope describes. Returns
 * the number of bytes, at most LYO_ENVELOPE_MOST.
 */
size_t lyo_envelope_write(const lyo_envelope *envelope, uint8_t *to);

#endif
