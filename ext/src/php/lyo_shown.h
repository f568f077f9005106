/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of the data in messages, which are shown on terminals and written to logs: a control character, or one
 * that changes the direction of text, becomes an escape sequence, and a NUL does not end the message.
 */
#ifndef LYO_SHOWN_H
#define LYO_SHOWN_H

#include "php/lyo_decoding.h"

/** Returns the name as messages show it, as a new reference. */
zend_string *lyo_shown_name(zend_string *name);
/** The same as a C string, which lives as long as d. */
const char *lyo_shown(lyo_decoding *d, zend_string *name);

#endif
