/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a caller may ask of an envelope, in both directions, and the options of PHP functions that say so.
 */
#ifndef LYO_ENVELOPE_OPTIONS_H
#define LYO_ENVELOPE_OPTIONS_H

#include "module/lyo_compression.h"
#include "lyo_compat.h"

typedef struct lyo_envelope_options {
    /* writing */
    bool checksum;
    uint8_t compress; /* LYO_PACKED_..., 0: nothing is compressed */
    zend_long level;  /* LYO_LEVEL_DEFAULT: that of the algorithm */
    bool level_given; /* by an option, and not by a setting, which may have been made for another algorithm */
    zend_long min_size;  /* bytes of a payload that is compressed, at least */
    double min_ratio;    /* how many times smaller it has to become, at least 1 */
    zend_string *key_id; /* what is signed with; NULL: nothing is signed; owned */
    zend_string *key;    /* owned */
    /* reading */
    bool required;          /* what has neither a checksum nor a signature is refused */
    zend_long max_unpacked; /* bytes; 0: no limit */
    const HashTable *
        keys; /* by their ids: a signature is required; NULL: it is not; borrowed, used before user code runs */
    zend_long unsigned_until; /* seconds since 1970: what is not signed is read until then */
    /* both */
    zend_string *context; /* NULL: ""; owned */
} lyo_envelope_options;

#define LYO_MIN_SIZE 512
#define LYO_MIN_RATIO 1.1

/** What is asked when nothing is said. */
#define LYO_ENVELOPE_DEFAULTS                                                                                \
    {                                                                                                        \
        .level = LYO_LEVEL_DEFAULT, .min_size = LYO_MIN_SIZE, .min_ratio = LYO_MIN_RATIO,                    \
        .max_unpacked = LYO_LIMIT_UNPACKED                                                                   \
    }

/** True if a payload may get an envelope. */
static inline bool lyo_wants_envelope(const lyo_envelope_options *options)
{
    return options->checksum || options->compress || options->key;
}

/** The level that is used. */
int lyo_envelope_level(const lyo_envelope_options *options);

/** Gives up what the options own. */
void lyo_envelope_options_free(lyo_envelope_options *options);

/** Takes keys by their ids, the first of which signs. False: they are none, or one of them is not usable. */
bool lyo_take_keys(HashTable *keys, lyo_envelope_options *options);

typedef enum lyo_option_result {
    LYO_OPTION_TAKEN,
    LYO_OPTION_REFUSED, /* an Error is thrown */
    LYO_OPTION_UNKNOWN
} lyo_option_result;

/** Takes an option of a function that writes, or reads. */
lyo_option_result lyo_take_envelope_option(const char *function, bool writes, const zend_string *name,
                                           zval *value, lyo_envelope_options *options);
/** Checks what can only be checked when all options are known; false: an Error is thrown. */
bool lyo_check_envelope_options(const char *function, const lyo_envelope_options *options);

#endif
