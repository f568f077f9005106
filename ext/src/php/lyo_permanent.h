/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Permanent strings, which no request frees, for keys that many values share. Like those of opcache, they are
 * interned strings that are in none of PHP's tables. Each is made only once, because the same names occur in
 * many places.
 */
#ifndef LYO_PERMANENT_H
#define LYO_PERMANENT_H

#include "php/lyo_entries.h"
#include "wire/lyo_bytes.h"

typedef struct lyo_permanent {
    HashTable strings; /* by a seeded hash of their bytes, because data choose them */
} lyo_permanent;

lyo_permanent *lyo_permanent_new(void);
/** Frees all strings. Only when no value of any request is left. */
void lyo_permanent_free(lyo_permanent *permanent);

/** Returns the permanent string that equals s. If it is new, its size in bytes is added to *used. */
zend_string *lyo_permanent_string(lyo_permanent *permanent, const zend_string *s, size_t *used);

/** Returns the bytes that a new permanent string takes, including its entry in the table. */
LYO_INLINE size_t lyo_permanent_size(const zend_string *s)
{
    return _ZSTR_STRUCT_SIZE(ZSTR_LEN(s)) + sizeof(lyo_entry) + sizeof(uint32_t);
}

#endif
