/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sessions: the handlers' common part. Which format data are in, reading those of PHP's own handlers, and what becomes of data that no
 * handler can read.
 */
#ifndef LYO_SESSION_H
#define LYO_SESSION_H

#include "lyo_compat.h"

#if defined(HAVE_PHP_SESSION) && !defined(COMPILE_DL_SESSION)
#define LYO_HAS_SESSIONS 1
#else
#define LYO_HAS_SESSIONS 0
#endif

#if LYO_HAS_SESSIONS
#include "ext/session/php_session.h"

typedef enum lyo_session_format {
    LYO_SESSION_UNKNOWN,
    LYO_SESSION_EMPTY,
    LYO_SESSION_LYO,
    LYO_SESSION_IGBINARY,      /* versions 1 and 2 */
    LYO_SESSION_IGBINARY_LYO,  /* lyo's bytes behind igbinary's header, version 4 */
    LYO_SESSION_PHP,
    LYO_SESSION_PHP_BINARY,
    LYO_SESSION_PHP_SERIALIZE
} lyo_session_format;

/** What the data look like; that they can be read is not said. */
lyo_session_format lyo_session_detect(const char *data, size_t size);

/** Reads data of one of PHP's own formats with PHP's own handler. */
zend_result lyo_session_decode_php(lyo_session_format format, const char *data, size_t size);

/** The array that is to be written; NULL if there is none. */
zval *lyo_session_array(void);

/**
 * Makes a decoded value $_SESSION: an array as it is, of an object its properties. Takes it over. Anything else is refused: false, and
 * the value is released.
 */
bool lyo_session_put(zval *value);

/**
 * Data that can't be read: a warning, and the session starts empty. They are remembered in *broken, so that a session which stays
 * empty writes them back as they were (lyo_session_unread). Inside session_decode() it is a failure, as of PHP's own handlers.
 */
zend_result lyo_session_refuse(const char *data, size_t size, zend_string **broken);

/** What could not be read and has to be kept, with a reference of its own; NULL: none, the session has got content since. */
zend_string *lyo_session_unread(const zend_string *broken, const zval *session);
#endif

#endif
