/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the PHP functions, the C API and the handlers share: options, and the one place that turns failures
 * into exceptions.
 */
#ifndef LYO_HOST_H
#define LYO_HOST_H

#include "module/lyo_envelope_seal.h"
#include "module/lyo_php.h"
#include "lyo/lyo_reader.h"
#include "lyo/lyo_writer.h"

/** The base of all exceptions, which MINIT sets. */
extern zend_class_entry *lyo_exception_ce;

/** The options of lyo_serialize(). */
typedef struct lyo_write_options {
    lyo_encode_options engine;
    lyo_envelope_options envelope;
} lyo_write_options;

/** Formats that lyo_unserialize() reads. */
#define LYO_READS_LYO 1
#define LYO_READS_IGBINARY 2
#define LYO_READS_NATIVE 4
#define LYO_READS_ALL (LYO_READS_LYO | LYO_READS_IGBINARY | LYO_READS_NATIVE)
/** In lyo.unserialize_reads: also lyo in an envelope. */
#define LYO_READS_ENVELOPES 8

/** The options of lyo_unserialize(). */
typedef struct lyo_read_options {
    lyo_decode_options engine;
    lyo_envelope_options envelope;
    uint8_t formats; /* LYO_READS_...; 0: the option was not given, so lyo, and nothing around it */
} lyo_read_options;

/** Returns the options from the ini settings. */
lyo_encode_options lyo_default_encode_options(void);
lyo_decode_options lyo_default_decode_options(void);
/** Returns the envelope options from the ini settings. Release them with lyo_envelope_options_free(). */
lyo_envelope_options lyo_default_envelope_options(void);

/** Take options of an array over those that are there. They return false if they have thrown. */
bool lyo_take_write_options(HashTable *array, lyo_write_options *options);
bool lyo_take_read_options(HashTable *array, lyo_read_options *options);

/** Encodes a value. options NULL: those of the ini settings. Throws and returns NULL if that fails. */
zend_string *lyo_encode_or_throw(zval *value, const lyo_write_options *options);
/** Decodes into *result. options NULL: those of the ini settings. Throws and returns false if that fails. */
bool lyo_decode_or_throw(const char *data, size_t size, const lyo_read_options *options, zval *result);
/** The same, without counting the call for lyo.cost. */
bool lyo_decode_uncounted(const char *data, size_t size, const lyo_read_options *options, zval *result);
/** lyo_unseal(), counted if there is an envelope. */
bool lyo_unpack(const uint8_t *data, size_t size, const lyo_envelope_options *envelope, lyo_unsealed *opened);
/** As lyo_decode_or_throw(), with the formats of the options. data: followed by a NUL. */
bool lyo_decode_formats_or_throw(const char *data, size_t size, const lyo_read_options *options,
                                 zval *result);
/** Returns the format whose first bytes the data have, in any version: LYO_READS_..., or 0. */
uint8_t lyo_format_of(const uint8_t *data, size_t size);
/** Returns the bytes of the header behind which igbinary.so writes lyo (igbinary.write_format), or 0. */
size_t lyo_carrier_size(const uint8_t *data, size_t size);
/** Reads the text of serialize() with PHP's reader, and the policy of the options. */
bool lyo_decode_text_or_throw(const char *data, size_t size, const lyo_decode_options *options, zval *result);

/*
 * --- exceptions ------------------------------------------------------------------------------------------
 */

/** Throws Lyo\Exception\<name>Exception. format: that of printf(). Returns NULL if PHP throws another one. */
zend_object *lyo_throw_at(const char *exception_name, size_t offset, const char *format, ...);
/** Throws what is wrong with bytes. missing: a compression or dictionary that is not here, or "". */
void lyo_throw_error(const lyo_error *error, const char *missing);
/** Throws why a decode failed, other than for its bytes. value: offset of the value. */
void lyo_throw_failure(const lyo_decoding *d, size_t value);
/** Throws that a compression or a dictionary is not here. */
void lyo_throw_unavailable(const char *what);
/** Counts a call. Throws and returns false if there are too many nested calls inside hooks of this fiber. */
bool lyo_begin_or_throw(void);

/** True if the bytes are one payload, with or without an envelope, that is valid with the default options. */
bool lyo_is_encoded(const char *data, size_t size);

/**
 * Lets unserialize() also read the formats of lyo.unserialize_reads, if there are any. Must be called in MINIT,
 * and lyo_restore_unserialize() in MSHUTDOWN.
 */
void lyo_extend_unserialize(void);
void lyo_restore_unserialize(void);

/** Registers lyo as a serializer of sessions and of APCu. Must be called in MINIT. */
void lyo_register_handlers(void);

#endif
