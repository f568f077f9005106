/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module igbinary: its settings, and the one way from a value to bytes and back that functions, C interface and handlers share.
 */
#ifndef LYO_DROPIN_H
#define LYO_DROPIN_H

#include "php_igbinary.h"

#include "module/lyo_request.h"
#include "php/lyo_options.h"

ZEND_BEGIN_MODULE_GLOBALS(igbinary)
    bool compact_strings;
    bool read_native;            /* data of serialize() are read too */
    bool write_lyo;              /* lyo's bytes are written, behind a header of version 4 */
    bool warned;                 /* in this request: about a redis that can't take them */
    const char *allowed_classes; /* names, separated by commas or spaces; NULL: all classes */
    zend_long max_depth;         /* 0: as unserialize_max_depth */
    lyo_isolation *isolation;    /* of lyo.so where it is loaded, else of request; NULL: not looked for yet */
    lyo_request request;
ZEND_END_MODULE_GLOBALS(igbinary)

ZEND_EXTERN_MODULE_GLOBALS(igbinary)
#define IGBINARY_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(igbinary, v)

/** First bytes of what write_format=lyo makes. */
#define LYO_DROPIN_CARRIER "\0\0\0\4"

/** What the settings allow to decode. Release it with lyo_release_classes(). */
lyo_decode_options lyo_dropin_options(void);

/** Encodes as the settings say. NULL: a warning was raised, or an exception is pending. */
zend_string *lyo_dropin_encode(zval *value);

/** Decodes whatever the settings allow to read. options: NULL for those of the settings. False: a warning was raised, or an exception is pending; *result is undefined. */
bool lyo_dropin_decode(const char *data, size_t size, const lyo_decode_options *options, zval *result);

/** Registers the handlers for sessions and APCu; to be called in MINIT. */
void lyo_dropin_register_handlers(void);

#endif
