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
 * Noted strings. A string of the preamble that names a declared property is needed for its bytes only, so no
 * zend_string is made for it. Its entry in the table is 2 * offset + 1: its token, known to be valid, begins
 * at this offset in the payload. Addresses are even.
 */

/** Adds a note of the string token at p. The string has two bytes or more. */
LYO_INLINE void lyo_string_table_note(lyo_decoder *d, lyo_string_table *table, const uint8_t *p)
{
    LYO_ASSERT(p >= d->data && p < d->end);
    lyo_string_table_add(table, (zend_string *)((uintptr_t)(p - d->data) << 1 | 1));
}

LYO_INLINE bool lyo_is_noted(const zend_string *entry)
{
    return ((uintptr_t)entry & 1) != 0;
}

/** Returns the bytes of a noted string, and their number in *len. */
LYO_INLINE const uint8_t *lyo_noted_bytes(const lyo_decoder *d, const zend_string *entry, size_t *len)
{
    LYO_ASSERT(lyo_is_noted(entry));
    return lyo_bytes_of_string(d->data + ((uintptr_t)entry >> 1), len);
}

/** Returns the bytes of a string or of a noted one, and their number in *len. */
LYO_INLINE const uint8_t *lyo_entry_bytes(const lyo_decoder *d, const zend_string *entry, size_t *len)
{
    if (UNEXPECTED(lyo_is_noted(entry))) {
        return lyo_noted_bytes(d, entry, len);
    }
    *len = ZSTR_LEN(entry);
    return (const uint8_t *)ZSTR_VAL(entry);
}

/*
 * Keys that PHP has already, in the code that is loaded: no string is made for them. They are looked for in the
 * bytes of the payload. While none is found, few are looked for, also in the next calls. The strings belong to
 * PHP, or to OPcache, which keeps them as long as this request runs. So nothing that outlives the call points
 * to them: the shape cache copies them.
 */

/** After so many keys in a row that were not found, only one of LYO_KNOWN_EACH is looked for. */
#define LYO_KNOWN_RUN 8
#define LYO_KNOWN_EACH 64
/** Longest key that is looked for. */
#define LYO_KNOWN_MOST 64

/** Counts a new key. Returns true if it is looked for, by lyo_known_or_new(). */
LYO_INLINE bool lyo_must_look_for_known(lyo_decoder *d)
{
    return --d->known_wait == 0;
}

/** Returns PHP's string of these bytes or, if it has none, a new one. */
zend_string *lyo_known_or_new(lyo_decoder *d, const char *bytes, size_t len);

/**
 * Returns a new string, which lives until the end. The 8 bytes before bytes + len must be readable.
 */
zend_string *lyo_keep_name(lyo_decoder *d, const uint8_t *bytes, size_t len);
/** Replaces a note by a new string, which lives until the end, and returns it. */
zend_string *lyo_make_noted(lyo_decoder *d, zend_string **entry);

/** Returns string i of a table, which is made if it is only noted. */
LYO_INLINE zend_string *lyo_string_of(lyo_decoder *d, lyo_string_table *table, uint32_t i)
{
    return UNEXPECTED(lyo_is_noted(table->strings[i])) ? lyo_make_noted(d, &table->strings[i])
                                                       : table->strings[i];
}

/**
 * Returns the last n (0 to 7) bytes before end as a word, with zeros behind them. The 8 bytes before end must
 * be readable.
 */
LYO_INLINE uint64_t lyo_load_tail(const uint8_t *end, size_t n)
{
    LYO_ASSERT(n < LYO_WORD);
    return lyo_load(end - LYO_WORD, LYO_WORD) >> (63 - 8 * n) >> 1;
}

/**
 * Returns a new string of the first len (2 to 15) bytes of two words, with its hash. The other bytes of the
 * words are zero. The string is written in whole words, so that reading it again soon in words needs no wait
 * for single-byte stores.
 */
LYO_INLINE zend_string *lyo_new_string_of_words(uint64_t first, uint64_t second, size_t len)
{
    zend_string *s;

    LYO_ASSERT(len >= 2 && len < 2 * LYO_WORD);
    if (len < LYO_WORD) {
        s = emalloc(LYO_STRING_BYTES(0));
    } else {
        s = emalloc(LYO_STRING_BYTES(1));
        lyo_store((uint8_t *)ZSTR_VAL(s) + LYO_WORD, second, LYO_WORD);
    }
    lyo_store((uint8_t *)ZSTR_VAL(s), first, LYO_WORD);
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_H(s) = lyo_hash_words(first, second, len);
    ZSTR_LEN(s) = len;
    return s;
}

/**
 * Copies len bytes and a NUL to a new string, in words. Returns its hash. The 8 bytes before bytes + len must
 * be readable.
 */
LYO_INLINE zend_ulong lyo_copy_hashed(char *to, const uint8_t *bytes, size_t len)
{
    zend_ulong h = LYO_HASH_START;
    uint64_t word;

    for (; len >= LYO_WORD; to += LYO_WORD, bytes += LYO_WORD, len -= LYO_WORD) {
        word = lyo_load(bytes, LYO_WORD);
        lyo_store((uint8_t *)to, word, LYO_WORD);
        h = lyo_hash_step(h, word);
    }
    word = lyo_load_tail(bytes + len, len);
    lyo_store((uint8_t *)to, word, LYO_WORD);
    return lyo_hash_tail(h, word, len);
}

/**
 * Returns a new string of len (2 to 33) bytes, with its hash. The 8 bytes before bytes + len must be
 * readable.
 */
LYO_INLINE zend_string *lyo_new_name(const uint8_t *bytes, size_t len)
{
    zend_string *s;

    LYO_ASSERT(len >= 2 && len <= 33);
    if (len < LYO_WORD) {
        return lyo_new_string_of_words(lyo_load_tail(bytes + len, len), 0, len);
    }
    if (len < 2 * LYO_WORD) {
        return lyo_new_string_of_words(lyo_load(bytes, LYO_WORD), lyo_load_tail(bytes + len, len - LYO_WORD),
                                       len);
    }
    s = len < 3 * LYO_WORD ? emalloc(LYO_STRING_BYTES(2)) : emalloc(LYO_STRING_BYTES(4));
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_LEN(s) = len;
    ZSTR_H(s) = lyo_copy_hashed(ZSTR_VAL(s), bytes, len);
    return s;
}

/** The same for any length. */
LYO_INLINE zend_string *lyo_new_long_name(const uint8_t *bytes, size_t len)
{
    lyo_before_block(len);
    lyo_heed_limit();
    zend_string *s = zend_string_alloc(len, 0);

    ZSTR_H(s) = lyo_copy_hashed(ZSTR_VAL(s), bytes, len);
    return s;
}

/**
 * lyo_unite_long() for a new string of that length. A key that begins with NUL is left alone, because
 * lyo_quick_name() drops it, and the caller reads it again.
 */
LYO_INLINE zend_string *lyo_unite(lyo_decoder *d, zend_string *s, unsigned how)
{
    return (how & LYO_AS_KEY) && !ZSTR_VAL(s)[0] ? s : lyo_unite_long(&d->base, s);
}

/** Returns the table that string ids refer to. */
LYO_INLINE lyo_string_table *lyo_strings_of(lyo_decoder *d, const unsigned how)
{
    return (how & LYO_IN_PREAMBLE) ? &d->names : &d->strings;
}

/**
 * Makes the string of the PREFIXED token (of any form) at p, and gives it the next id. NULL: failure, which a
 * quick call does not record.
 */
const uint8_t *lyo_read_prefixed(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how);

/** Reads a STRING_SHORT token of the body that is too near the end for reads of whole words behind it. */
const uint8_t *lyo_read_last_string(lyo_decoder *d, const uint8_t *p, zval *out);

/** Reads a string token into *out, which then owns it. how: LYO_IN_PREAMBLE, LYO_AS_KEY, both or 0. */
const uint8_t *lyo_read_string(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how);

/**
 * Releases a string that is in no container. It lives until the end, because a back reference may name it.
 */
void lyo_drop_string(lyo_decoder *d, zend_string *s);

/** Sets d->next_reference to the next place of both tables. */
void lyo_advance_places(lyo_decoder *d);

#endif
