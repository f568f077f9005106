/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The code of a signature (spec section 3.1), made with the SHA-256 of PHP's extension hash, which every PHP has.
 */
#ifndef LYO_SIGNATURE_H
#define LYO_SIGNATURE_H

#include "lyo_compat.h"
#include "wire/lyo_tags.h"

/** Fewest bytes of a key. */
#define LYO_LEAST_KEY 16

/** Writes the code of the data in that context (NULL: ""). */
void lyo_sign(const zend_string *key, const zend_string *context, const uint8_t *data, size_t size,
              uint8_t code[LYO_LIMIT_CODE]);
/** True if that is their code. Takes as long for every code. */
bool lyo_is_signed(const zend_string *key, const zend_string *context, const uint8_t *data, size_t size,
                   const uint8_t *code);

#endif
