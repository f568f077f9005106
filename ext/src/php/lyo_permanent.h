/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strings that no request frees, for keys that many values share: like the ones that opcache makes, they are in no table of interned
 * strings. Each is made once: the same names stand in many places.
 */
#ifndef LYO_PERMANENT_H
#define LYO_PERMANENT_H

#include "php/lyo_entries.h"
#include "wire/lyo_bytes.h"

typedef struct lyo_permanent {
    size_t used;       /* bytes */
    HashTable strings; /* by content */
} lyo_permanent;

void lyo_permanent_init(lyo_permanent *permanent);
/** Frees all. Only when no value of any request is left. */
void lyo_permanent_free(lyo_permanent *permanent);

/** The string of these bytes. */
zend_string *lyo_permanent_string(lyo_permanent *permanent, const zend_string *s);

/** What a string takes that is not there yet. */
LYO_INLINE size_t lyo_permanent_size(const zend_string *s)
{
    return _ZSTR_STRUCT_SIZE(ZSTR_LEN(s)) + sizeof(lyo_entry) + sizeof(uint32_t);
}

#endif
