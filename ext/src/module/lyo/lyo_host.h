/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the PHP functions and the C API share: defaults from ini settings, and the one place that turns
 * failures into exceptions.
 */
#ifndef LYO_HOST_H
#define LYO_HOST_H

#include "module/lyo_envelope_seal.h"
#include "module/lyo_php.h"
#include "lyo/lyo_reader.h"
#include "lyo/lyo_writer.h"

/** Exception classes, which MINIT sets. */
extern zend_class_entry *lyo_exception_ce;
extern zend_class_entry *lyo_truncated_ce, *lyo_corrupt_ce, *lyo_unsupported_version_ce, *lyo_limit_ce;
extern zend_class_entry *lyo_class_not_allowed_ce, *lyo_class_mismatch_ce, *lyo_signature_ce,
    *lyo_unavailable_ce;

/** Returns the options from the ini settings. */
lyo_encode_options lyo_default_encode_options(void);
lyo_decode_options lyo_default_decode_options(void);
/** Returns the envelope options from the ini settings. Release them with lyo_envelope_options_free(). */
lyo_envelope_options lyo_default_envelope_options(void);

/** Encodes a value. Throws and returns NULL if that fails. */
zend_string *lyo_encode_or_throw(zval *value, const lyo_encode_options *options,
                                 const lyo_envelope_options *envelope);
/** As lyo_encode_or_throw(), with the default options. */
zend_string *lyo_encode_by_default(zval *value);
/** Decodes into *result. Throws and returns false if that fails. */
bool lyo_decode_or_throw(const char *data, size_t size, const lyo_decode_options *options,
                         const lyo_envelope_options *envelope, zval *result);
/** As lyo_decode_or_throw(), with the default options. */
bool lyo_decode_by_default(const char *data, size_t size, zval *result);
/** Throws that a compression or a dictionary is not here. */
void lyo_throw_unavailable(const char *what, size_t offset);

/** True if the bytes are one payload, with or without an envelope, that is valid with the default options. */
bool lyo_is_encoded(const char *data, size_t size);

#endif
