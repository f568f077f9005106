/* SPDX-License-Identifier: BSD-3-Clause
 *
 * String tokens and keys, for the body and the preamble alike. Inline: a string is the commonest token.
 */
#ifndef LYO_READER_STRING_H
#define LYO_READER_STRING_H

#include "lyo/lyo_reader.h"
#include "php/lyo_string.h"
#include "wire/lyo_token.h"

/** Slow path of lyo_string_table_add(): grows the table. */
void lyo_string_table_grow(lyo_string_table *table);

LYO_INLINE void lyo_string_table_free(lyo_string_table *table)
{
    if (UNEXPECTED(table->capacity != LYO_EMBEDDED_STRINGS)) {
        efree(table->strings);
    }
}

LYO_INLINE void lyo_string_table_add(lyo_string_table *table, zend_string *s)
{
    if (UNEXPECTED(table->count == table->capacity)) {
        lyo_string_table_grow(table);
    }
    table->strings[table->count++] = s;
}

/*
 * Notes. A string of the preamble that names a protected or private property is needed for its bytes only, so
 * no zend_string is made for it. Its entry in the table is the mangled name of the property, with the lowest
 * bit of the address set. Addresses are multiples of 8.
 */

/** Returns the entry for a string that names a property: the name itself, or a note of the mangled name. */
LYO_INLINE zend_string *lyo_note_of_property(zend_string *name)
{
    return ZSTR_VAL(name)[0] == '\0' ? (zend_string *)((uintptr_t)name | 1) : name;
}

LYO_INLINE bool lyo_is_noted(const zend_string *entry)
{
    return ((uintptr_t)entry & 1) != 0;
}

/** Returns the bytes of an entry, and their number in *length. */
LYO_INLINE const char *lyo_bytes_of_entry(const zend_string *entry, size_t *length)
{
    const char *bytes = ZSTR_VAL(entry);
    size_t scope = 0;

    if (UNEXPECTED(lyo_is_noted(entry))) {
        entry = (const zend_string *)((uintptr_t)entry & ~(uintptr_t)1);
        scope = strlen(ZSTR_VAL(entry) + 1) + 2;
        bytes = ZSTR_VAL(entry) + scope;
    }
    *length = ZSTR_LEN(entry) - scope;
    return bytes;
}

/** Replaces a note by a new string, which lives until the end, and returns it. */
zend_string *lyo_make_noted(lyo_decoder *d, zend_string **entry);

/** Returns string i of a table, which is made if it is only noted. */
LYO_INLINE zend_string *lyo_string_of(lyo_decoder *d, lyo_string_table *table, uint32_t i)
{
    return UNEXPECTED(lyo_is_noted(table->strings[i])) ? lyo_make_noted(d, &table->strings[i])
                                                       : table->strings[i];
}

/** A string made from a token, and the byte behind the token. Small enough to be returned in registers. */
typedef struct lyo_joined {
    zend_string *string; /* NULL: failure, and next is NULL, too */
    const uint8_t *next;
} lyo_joined;

/**
 * Makes the string of the PREFIXED token (of any form) at p, and gives it the next id. The caller owns it.
 * Records errors.
 */
lyo_joined lyo_join(lyo_decoder *d, const uint8_t *p, lyo_string_table *table);

/** The same, but does nothing unless the token is known to be valid. */
lyo_joined lyo_quick_join_short(lyo_decoder *d, const uint8_t *p, lyo_string_table *table);
lyo_joined lyo_quick_join_long(lyo_decoder *d, const uint8_t *p, lyo_string_table *table);

/** Reads a STRING_SHORT token that is too near the end for reads of whole words behind it. */
const uint8_t *lyo_read_last_string(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how);

/** Reads a string token. how: LYO_IN_PREAMBLE, LYO_AS_KEY, both or 0. The caller owns a reference to *s. */
const uint8_t *lyo_read_string_as(lyo_decoder *d, const uint8_t *p, unsigned how, zend_string **s);

/**
 * Releases a string that is in no container. It lives until the end, because a back reference may name it.
 */
void lyo_drop_string(lyo_decoder *d, zend_string *s);

/** Moves d->next_reference to the next entry of the reference table. */
void lyo_advance_references(lyo_decoder *d);

#endif
