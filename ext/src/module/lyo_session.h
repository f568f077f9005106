/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sessions: the common part of the handlers. It detects the format of data, reads and writes the formats of
 * PHP's own handlers, and keeps data that no handler can read.
 */
#ifndef LYO_SESSION_H
#define LYO_SESSION_H

#include "lyo/lyo_mechanisms.h"
#include "module/lyo_envelope_options.h"

#if defined(HAVE_PHP_SESSION) && !defined(COMPILE_DL_SESSION)
#define LYO_HAS_SESSIONS 1
#else
#define LYO_HAS_SESSIONS 0
#endif

/** A session that could not be read. All members are NULL if there is none. */
typedef struct lyo_unread_session {
    zend_string *bytes;
    zend_string *id;
    /*
     * The empty array that $_SESSION got, with a reference. Writing to $_SESSION separates it, so $_SESSION
     * is another array then.
     */
    HashTable *session;
} lyo_unread_session;

/** Releases what it holds. */
void lyo_session_forget(lyo_unread_session *unread);

#if LYO_HAS_SESSIONS
#include "ext/session/php_session.h"

typedef enum lyo_session_format {
    LYO_SESSION_UNKNOWN,
    LYO_SESSION_LYO,
    LYO_SESSION_IGBINARY,     /* versions 1 and 2 */
    LYO_SESSION_IGBINARY_LYO, /* lyo's bytes after igbinary's header, version 4 */
    LYO_SESSION_PHP,
    LYO_SESSION_PHP_BINARY,
    LYO_SESSION_PHP_SERIALIZE
} lyo_session_format;

/** Returns the format with this name in lyo.session_write, or LYO_SESSION_UNKNOWN if there is none. */
lyo_session_format lyo_session_format_named(const zend_string *name);

/** How a session is read. */
typedef struct lyo_session_reading {
    const lyo_decode_options *options;
    const lyo_decode_mechanisms *mechanisms;
    const lyo_envelope_options *envelope;
    bool native; /* the formats of PHP's own handlers are read too, by these handlers */
} lyo_session_reading;

/**
 * Sets the entries in the data in $_SESSION, whichever of the formats the data are in. Other entries of
 * $_SESSION stay; only "php_serialize" replaces the whole array.
 *
 * If a hook throws after the data were accepted, the entries are set, and the exception is pending.
 *
 * If the data cannot be read, there is one warning, and the session starts empty. The data are kept in
 * *unread, so that an unchanged session writes them back unchanged (lyo_session_unread()). An exception that
 * kept the data from being read takes the place of the warning. Inside session_decode() bad data are a
 * failure as with PHP's own handlers: PHP then destroys the session. With an exception pending, the session
 * stays as it is.
 */
zend_result lyo_session_decode(const char *data, size_t size, const lyo_session_reading *reading,
                               lyo_unread_session *unread);

/** Returns the session array, or NULL if there is none. */
zval *lyo_session_array(void);

/**
 * Writes the session in a format other than lyo's. There must be a session array. PHP's handlers write their
 * own formats. They leave out keys that their format cannot hold, with a warning for each.
 *
 * The caller owns *bytes. It is NULL if there is nothing to write or an exception is pending. Returns false
 * after a warning if the format cannot hold this session. The caller then writes it in lyo's format.
 */
bool lyo_session_encode(lyo_session_format format, struct lyo_isolation *isolation, zend_string **bytes);

/**
 * Returns the data that could not be read as a new string, to be written back. Returns NULL if there are
 * none, if the program has written to $_SESSION since, or if the session has another id: after a logout,
 * nothing must be kept that somebody else could read.
 */
zend_string *lyo_session_unread(const lyo_unread_session *unread, const zval *session);
#endif

#endif
