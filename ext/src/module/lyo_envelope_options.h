/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a caller may ask of an envelope when writing and reading.
 */
#ifndef LYO_ENVELOPE_OPTIONS_H
#define LYO_ENVELOPE_OPTIONS_H

#include "module/lyo_compression.h"
#include "module/lyo_dictionary.h"
#include "lyo_compat.h"

typedef struct lyo_envelope_options {
    /* for writing */
    bool checksum;
    uint8_t compress;    /* LYO_PACKED_...; 0: no compression */
    zend_long level;     /* LYO_LEVEL_DEFAULT: default level of the algorithm */
    zend_long min_size;  /* smallest payload that is compressed, in bytes */
    double min_ratio;    /* how many times smaller compression must make it; at least 1 */
    zend_string *key_id; /* id of the key that signs; NULL: no signature; owned */
    zend_string *key;    /* owned */
    /* The dictionary of zstd that compresses; NULL: none; owned. */
    zend_string *dictionary;
    /* for reading */
    bool required;          /* data with neither a checksum nor a signature are refused */
    zend_long max_unpacked; /* greatest unpacked size in bytes; 0: no limit */
    /* Keys by id: a signature is required. NULL: it is not. Borrowed; used only before user code runs. */
    const HashTable *keys;
    /* Until this time, in seconds since 1970, unsigned data are read too. */
    zend_long unsigned_until;
    /* Strings with dictionaries of zstd. NULL: none. Borrowed; used only before user code runs. */
    const HashTable *dictionaries;
    /* for both */
    lyo_zstd_kept *zstd;  /* where dictionaries are prepared; NULL: dictionaries are not here */
    zend_string *context; /* NULL: ""; owned */
} lyo_envelope_options;

/** True if a payload may need an envelope. */
static inline bool lyo_wants_envelope(const lyo_envelope_options *options)
{
    return options->checksum || options->compress || options->key;
}

/** Returns the compression level to use. */
int lyo_envelope_level(const lyo_envelope_options *options);

/** Releases what the options own. */
void lyo_envelope_options_free(lyo_envelope_options *options);

/**
 * Takes dictionaries of zstd; the first one compresses. Returns false if one is not a string of at least
 * LYO_LEAST_DICTIONARY bytes.
 */
bool lyo_take_dictionaries(HashTable *list, lyo_envelope_options *options);

/** Takes signature keys by id; the first one signs. Returns false if there are none or one is not usable. */
bool lyo_take_keys(HashTable *keys, lyo_envelope_options *options);
/** Forgets them: there is no signature. */
void lyo_forget_keys(lyo_envelope_options *options);

/** Takes what the signature is bound to; NULL: "". Borrowed. */
void lyo_take_context(zend_string *context, lyo_envelope_options *options);

#endif
