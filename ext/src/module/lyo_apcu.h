/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Registration with APCu. APCu publishes its registration function in a constant, so none of its headers is
 * needed to build this, and APCu may be absent.
 */
#ifndef LYO_APCU_H
#define LYO_APCU_H

#include "lyo_compat.h"

/** Returns 1 on success. *buffer is an emalloc()ed block that APCu frees. */
typedef int (*lyo_apcu_serialize)(unsigned char **buffer, size_t *size, const zval *value, void *config);
/** Returns 1 on success with *value set. The bytes are in shared memory and must not be written to. */
typedef int (*lyo_apcu_unserialize)(zval *value, unsigned char *bytes, size_t size, void *config);

/**
 * Offers a serializer for apc.serializer. Does nothing if APCu is absent or has no serializers. Must be
 * called in MINIT, after APCu's MINIT.
 */
void lyo_apcu_register(const char *name, lyo_apcu_serialize serialize, lyo_apcu_unserialize unserialize);

/** Turns a string into a block of its bytes. Takes over the string. The caller must efree() *buffer. */
void lyo_apcu_give(zend_string *string, unsigned char **buffer, size_t *size);

#endif
