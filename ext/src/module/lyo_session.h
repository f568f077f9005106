/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sessions: the handlers' common part. Which format data are in, reading and writing those of PHP's own handlers, and what becomes of
 * data that no handler can read.
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

/** A session that could not be read; all NULL: none. */
typedef struct lyo_unread_session {
    zend_string *bytes;
    zend_string *id;
    /* the empty array that $_SESSION got, with a reference: whoever writes into it gets another one */
    HashTable *session;
} lyo_unread_session;

/** Gives up what it holds. */
void lyo_session_forget(lyo_unread_session *unread);

#if LYO_HAS_SESSIONS
#include "ext/session/php_session.h"

typedef enum lyo_session_format {
    LYO_SESSION_UNKNOWN,
    LYO_SESSION_EMPTY,
    LYO_SESSION_LYO,
    LYO_SESSION_IGBINARY,     /* versions 1 and 2 */
    LYO_SESSION_IGBINARY_LYO, /* lyo's bytes behind igbinary's header, version 4 */
    LYO_SESSION_PHP,
    LYO_SESSION_PHP_BINARY,
    LYO_SESSION_PHP_SERIALIZE
} lyo_session_format;

/** The format with this name in lyo.session_write; LYO_SESSION_UNKNOWN if there is none. */
lyo_session_format lyo_session_format_named(const zend_string *name);

/** What the data look like; that they can be read is not said. */
lyo_session_format lyo_session_detect(const char *data, size_t size);

/** How a session is read. */
typedef struct lyo_session_reading {
    const lyo_decode_options *options;
    const lyo_decode_mechanisms *mechanisms;
    const lyo_envelope_options *envelope;
    bool native; /* data of PHP's own handlers are read too, with these handlers */
} lyo_session_reading;

/**
 * Sets in $_SESSION what the data hold, whichever of the formats they are in.
 * Entries of $_SESSION that the data do not name stay; "php_serialize" alone puts a new array in its place.
 *
 * Data that can't be read: one warning, and the session starts empty. They are remembered in *unread, so that a session which stays as it is
 * writes them back as they were (lyo_session_unread). Inside session_decode(), and with an exception pending, it is a failure, as of PHP's
 * own handlers: then PHP destroys the session.
 */
zend_result lyo_session_decode(const char *data, size_t size, const lyo_session_reading *reading,
                               lyo_unread_session *unread);

/** The array that is to be written; NULL if there is none. */
zval *lyo_session_array(void);

/**
 * Writes the session in a format other than lyo's. There must be a session array. The formats of PHP's handlers are written by these handlers;
 * they leave out keys that their format can't hold, with a warning each.
 *
 * *bytes: owned by the caller; NULL if there is nothing to write, or an exception is pending. False: the format can't hold this session, a warning
 * has said so, and the caller writes it in lyo's format.
 */
bool lyo_session_encode(lyo_session_format format, struct lyo_isolation *isolation, zend_string **bytes);

/**
 * What could not be read and has to be kept, as a new string. NULL: there is none, or the program has written to $_SESSION since, or
 * the session has another id: a logout must not keep what somebody else can read.
 */
zend_string *lyo_session_unread(const lyo_unread_session *unread, const zval *session);
#endif

#endif
