/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_reader_sink.h"

void lyo_string_table_grow(lyo_string_table *table)
{
    const bool embedded = table->capacity == LYO_EMBEDDED_STRINGS;
    uint32_t capacity = lyo_room_times(table->capacity, 4);

    capacity = embedded && table->enough > capacity ? table->enough : capacity;
    table->strings = lyo_room_grow(table->strings, embedded ? table->strings : NULL, table->count, capacity,
                                   sizeof *table->strings);
    table->capacity = capacity;
}

zend_string *lyo_make_noted(lyo_decoder *d, zend_string **entry)
{
    size_t length;
    const char *bytes = lyo_bytes_of_entry(*entry, &length);
    zval zv;

    *entry = zend_string_init(bytes, length, 0);
    ZVAL_STR(&zv, *entry);
    lyo_keep(&d->base, &zv);
    return *entry;
}

/* Copies n (0 to 15) bytes without a call. */
LYO_INLINE void copy_few(char *to, const uint8_t *from, size_t n)
{
    if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else if (n >= 2) {
        memcpy(to, from, 2);
        memcpy(to + n - 2, from + n - 2, 2);
    } else if (n) {
        *to = (char)*from;
    }
}

/* Joins the first `prefix` bytes of an earlier string, or of a note, and `size` bytes at rest. */
LYO_INLINE zend_string *join_string(const char *from, bool noted, size_t prefix, const uint8_t *rest,
                                    size_t size)
{
    /* sizes are hard to predict: a branch to an allocation of constant size costs more than it saves */
    zend_string *s = zend_string_alloc(prefix + size, 0);
    size_t done = 0;

    if (UNEXPECTED(noted)) {
        memcpy(ZSTR_VAL(s), from, prefix);
    } else {
        do { /* in words: both strings are padded to a multiple of 8 behind their NUL */
            memcpy(ZSTR_VAL(s) + done, from + done, LYO_WORD);
            done += LYO_WORD;
        } while (done < prefix);
    }
    if (size < 16) {
        copy_few(ZSTR_VAL(s) + prefix, rest, size);
    } else {
        memcpy(ZSTR_VAL(s) + prefix, rest, size);
    }
    ZSTR_VAL(s)[prefix + size] = '\0';
    return s;
}

LYO_INLINE lyo_joined join(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, const bool packed,
                           const unsigned how)
{
    lyo_prefix_token token;
    lyo_error_code code = lyo_get_prefixed(p, d->end, packed, table->count, &token, how);
    const zend_string *earlier = NULL;
    const char *from = NULL;
    size_t length = 0;

    if (EXPECTED(code == LYO_OK)) {
        earlier = table->strings[table->count - token.distance];
        from = lyo_bytes_of_entry(earlier, &length);
        code = UNEXPECTED(token.prefix > length)                           ? LYO_ERR_SIZE
               : UNEXPECTED(token.rest > (uint64_t)(d->end - token.bytes)) ? LYO_ERR_TRUNCATED
                                                                           : LYO_OK;
    }
    if (UNEXPECTED(code != LYO_OK)) {
        if (!(how & LYO_QUICK)) {
            lyo_reader_fail(d, code == LYO_ERR_TRUNCATED ? d->end_code : code, p);
        }
        return (lyo_joined){NULL, NULL};
    }
    zend_string *s = join_string(from, lyo_is_noted(earlier), token.prefix, token.bytes, (size_t)token.rest);
    lyo_string_table_add(table, s);
    return (lyo_joined){s, token.bytes + token.rest};
}

lyo_joined lyo_quick_join_long(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return join(d, p, table, false, LYO_QUICK);
}

lyo_joined lyo_quick_join_short(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return join(d, p, table, true, LYO_QUICK);
}

lyo_joined lyo_join(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return join(d, p, table, lyo_is_prefixed_short(*p), 0);
}

LYO_NOINLINE const uint8_t *lyo_read_last_string(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how)
{
    return lyo_short_string_token(d, p, *p, out, how & LYO_IN_PREAMBLE);
}

LYO_NOINLINE const uint8_t *lyo_read_string_as(lyo_decoder *d, const uint8_t *p, unsigned how,
                                               zend_string **s)
{
    zval string;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    p = lyo_string_token(d, p, &string, how & (LYO_IN_PREAMBLE | LYO_AS_KEY));
    if (EXPECTED(p)) {
        *s = Z_STR(string);
    }
    return p;
}

void lyo_drop_string(lyo_decoder *d, zend_string *s)
{
    zval zv;

    if (ZSTR_IS_INTERNED(s)) {
        return;
    }
    if (GC_REFCOUNT(s) > 1) { /* its other owners live until the end */
        GC_DELREF(s);
        return;
    }
    ZVAL_STR(&zv, s);
    lyo_keep(&d->base, &zv);
}
