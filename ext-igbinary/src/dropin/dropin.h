/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module igbinary: its settings, and the functions for encoding and decoding that the PHP functions, the
 * C interface and the handlers share.
 */
#ifndef LYO_DROPIN_H
#define LYO_DROPIN_H

#include "php_igbinary.h"

#include "lyo/lyo_process.h"
#include "module/lyo_request.h"
#include "php/lyo_options.h"

ZEND_BEGIN_MODULE_GLOBALS(igbinary)
    bool compact_strings;
    bool read_native; /* data of serialize() are read too */
    bool write_lyo;   /* lyo's bytes are written after a header of version 4 */
    /* This request has had the warning about a redis extension that cannot take them. */
    bool warned;
    const char *allowed_classes; /* names, separated by commas or spaces; NULL: all classes */
    zend_long max_depth;         /* 0: unserialize_max_depth applies */
    /* The isolation of lyo.so if that is loaded, else of request; NULL: not looked up yet. */
    lyo_isolation *isolation;
    lyo_request request;
    lyo_process process; /* used for lyo's format only */
ZEND_END_MODULE_GLOBALS(igbinary)

ZEND_EXTERN_MODULE_GLOBALS(igbinary)
#define IGBINARY_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(igbinary, v)

/** First bytes of what write_format=lyo writes. */
#define LYO_DROPIN_CARRIER "\0\0\0\4"

/** Returns the decode options from the settings. Release them with lyo_release_classes(). */
lyo_decode_options lyo_dropin_options(void);

/** Encodes as the settings say. Returns NULL if a warning was raised or an exception is pending. */
zend_string *lyo_dropin_encode(zval *value);

/**
 * Decodes any format that the settings allow. options NULL means those of the settings. Returns false if a
 * warning was raised or an exception is pending; *result is undefined then.
 */
bool lyo_dropin_decode(const char *data, size_t size, const lyo_decode_options *options, zval *result);

/** The PHP functions. */
ZEND_FUNCTION(igbinary_serialize);
ZEND_FUNCTION(igbinary_unserialize);

/** Registers the handlers for sessions and APCu. Must be called in MINIT. */
void lyo_dropin_register_handlers(void);

#endif
