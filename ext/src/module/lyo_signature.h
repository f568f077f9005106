/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Computes signatures (spec section 3.1) with the SHA-256 of the hash extension, which every PHP has.
 */
#ifndef LYO_SIGNATURE_H
#define LYO_SIGNATURE_H

#include "lyo_compat.h"
#include "wire/lyo_tags.h"

/** Least length of a key in bytes. */
#define LYO_LEAST_KEY 16

/** Writes the signature of the data to code. context NULL means "". */
void lyo_sign(const zend_string *key, const zend_string *context, const uint8_t *data, size_t size,
              uint8_t code[LYO_LIMIT_CODE]);
/** True if code is the signature of the data. Takes the same time for every code. */
bool lyo_is_signed(const zend_string *key, const zend_string *context, const uint8_t *data, size_t size,
                   const uint8_t *code);

#endif
