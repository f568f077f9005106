/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strings that no request frees, for keys that many values share. They are interned strings that stand in no table of PHP's, as those
 * of opcache. Each is made once, for the same names stand in many places.
 */
#ifndef LYO_PERMANENT_H
#define LYO_PERMANENT_H

#include "php/lyo_entries.h"
#include "wire/lyo_bytes.h"

typedef struct lyo_permanent {
    HashTable strings; /* by content */
} lyo_permanent;

lyo_permanent *lyo_permanent_new(void);
/** Frees all. Only when no value of any request is left. */
void lyo_permanent_free(lyo_permanent *permanent);

/** The string of these bytes. If it is new, its size in bytes is added to *used. */
zend_string *lyo_permanent_string(lyo_permanent *permanent, const zend_string *s, size_t *used);

/** Bytes of a string that is not there yet. */
LYO_INLINE size_t lyo_permanent_size(const zend_string *s)
{
    return _ZSTR_STRUCT_SIZE(ZSTR_LEN(s)) + sizeof(lyo_entry) + sizeof(uint32_t);
}

#endif
