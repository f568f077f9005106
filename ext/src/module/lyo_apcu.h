/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Registration with APCu, which tells where in a constant: no header of its own is needed when this is built, and APCu may be absent.
 */
#ifndef LYO_APCU_H
#define LYO_APCU_H

#include "lyo_compat.h"

/** 1: done. *buffer is an emalloc()ed block that APCu frees. */
typedef int (*lyo_apcu_serialize)(unsigned char **buffer, size_t *size, const zval *value, void *config);
/** 1: done, *value is set. The bytes lie in shared memory and must not be written to. */
typedef int (*lyo_apcu_unserialize)(zval *value, unsigned char *bytes, size_t size, void *config);

/** Offers a serializer for apc.serializer. False: this APCu is not there or knows of no such thing. To be called in MINIT, behind APCu's. */
bool lyo_apcu_register(const char *name, lyo_apcu_serialize serialize, lyo_apcu_unserialize unserialize);

/** Hands a string out as a block of its bytes; *buffer is to be efree()d. Takes the string over. */
void lyo_apcu_give(zend_string *string, unsigned char **buffer, size_t *size);

#endif
