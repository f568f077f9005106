/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts envelopes around payloads after an encode, and removes them before a decode. The engine does not know
 * about envelopes.
 */
#ifndef LYO_ENVELOPE_SEAL_H
#define LYO_ENVELOPE_SEAL_H

#include "module/lyo_envelope_options.h"
#include "wire/lyo_envelope.h"

/**
 * Puts an envelope around a payload if the options ask for one; else returns it unchanged. Takes over the
 * payload. A compression that is asked for must be available.
 */
zend_string *lyo_seal(zend_string *payload, const lyo_envelope_options *options);

/** Returns the dictionary that compresses, or NULL if there is none. */
lyo_dictionary *lyo_seal_dictionary(const lyo_envelope_options *options);

/** Greatest size of the text that names a compression or dictionary. */
#define LYO_MISSING 48

/** Writes "the dictionary" and its name, in hexadecimal. */
void lyo_describe_dictionary(const uint8_t name[LYO_DICTIONARY_NAME], char text[LYO_MISSING]);

typedef struct lyo_unsealed {
    const uint8_t *payload; /* points into the data or into unpacked */
    size_t size;
    zend_string *unpacked; /* NULL: it was not compressed */
    bool with_dictionary;
    lyo_error error;
    char missing[LYO_MISSING]; /* with LYO_ERR_UNAVAILABLE: the compression or dictionary */
} lyo_unsealed;

/**
 * Finds the payload in data, which may have an envelope. Returns false with opened->error set if the data are
 * refused. Call lyo_unsealed_free() in both cases.
 */
bool lyo_unseal(const uint8_t *data, size_t size, const lyo_envelope_options *options, lyo_unsealed *opened);
static inline void lyo_unsealed_free(lyo_unsealed *opened)
{
    if (UNEXPECTED(opened->unpacked)) {
        zend_string_efree(opened->unpacked);
    }
}

#endif
