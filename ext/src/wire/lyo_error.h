/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors in bytes (spec section 7.1). The codes and texts are generated into lyo_tags.h.
 */
#ifndef LYO_ERROR_H
#define LYO_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "lyo_tags.h"

/** The first error of a walk or decode. The code is LYO_OK while there is none. */
typedef struct lyo_error {
    lyo_error_code code;
    size_t offset; /* bytes from the start of the payload */
} lyo_error;

/** Returns the name of an error code as in the spec, for example "DUPLICATE_KEY". Static storage. */
const char *lyo_error_name(lyo_error_code code);

/** Returns the meaning of an error code: a clause in lower case without a full stop. Static storage. */
const char *lyo_error_message(lyo_error_code code);

/** A format other than Lyo's, and the function or class that reads it. */
typedef struct lyo_foreign {
    const char *begins; /* first bytes */
    size_t size;        /* of these */
    const char *format, *reader;
} lyo_foreign;

/** Returns what data that are not Lyo's seem to be, by their first bytes; NULL if nobody knows. Static storage. */
const lyo_foreign *lyo_foreign_of(const uint8_t *data, size_t size);

#endif
