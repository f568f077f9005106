/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Envelopes around payloads: put on behind an encode, taken off before a decode. The engine knows nothing of them.
 */
#ifndef LYO_ENVELOPE_SEAL_H
#define LYO_ENVELOPE_SEAL_H

#include "module/lyo_envelope_options.h"
#include "wire/lyo_envelope.h"

/**
 * Puts an envelope around a payload, which is taken over, as the options say; without one it stays as it is. The compression is available.
 */
zend_string *lyo_seal(zend_string *payload, const lyo_envelope_options *options);

typedef struct lyo_unsealed {
    const uint8_t *payload; /* in the data, or in unpacked */
    size_t size;
    zend_string *unpacked; /* NULL: it was not compressed */
    lyo_error error;
    const char *missing; /* of LYO_ERR_UNAVAILABLE: the name of the compression */
} lyo_unsealed;

/**
 * Finds the payload in data, which may have an envelope. False: error is set. To be given to lyo_unsealed_free() in both cases.
 */
bool lyo_unseal(const uint8_t *data, size_t size, const lyo_envelope_options *options, lyo_unsealed *opened);
void lyo_unsealed_free(lyo_unsealed *opened);

#endif
