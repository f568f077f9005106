/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The options of lyo_serialize() and lyo_unserialize().
 */
#ifndef LYO_CALL_OPTIONS_H
#define LYO_CALL_OPTIONS_H

#include "lyo/lyo_mechanisms.h"
#include "module/lyo_envelope_options.h"

typedef struct lyo_write_options {
    lyo_encode_options engine;
    lyo_envelope_options envelope;
} lyo_write_options;

typedef struct lyo_read_options {
    lyo_decode_options engine;
    lyo_envelope_options envelope;
} lyo_read_options;

/** Take options of an array over those that are there. They return false if they have thrown. */
bool lyo_take_write_options(HashTable *array, lyo_write_options *options);
bool lyo_take_read_options(HashTable *array, lyo_read_options *options);

#endif
