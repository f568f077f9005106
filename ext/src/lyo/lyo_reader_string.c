/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_reader_sink.h"

void lyo_string_table_grow(lyo_string_table *table)
{
    uint32_t capacity = lyo_room_times(table->capacity, 4);

    if (table->capacity == LYO_EMBEDDED_STRINGS) {
        capacity = table->enough > capacity ? table->enough : capacity;
        zend_string **embedded = table->strings;
        table->strings = safe_emalloc(capacity, sizeof *table->strings, 0);
        memcpy(table->strings, embedded, table->count * sizeof *table->strings);
    } else {
        table->strings = safe_erealloc(table->strings, capacity, sizeof *table->strings, 0);
    }
    table->capacity = capacity;
}

const uint8_t *lyo_noted_property(const zend_string *mangled, size_t *len)
{
    size_t scope = ZSTR_VAL(mangled)[0] == '\0' ? strlen(ZSTR_VAL(mangled) + 1) + 2 : 0;

    *len = ZSTR_LEN(mangled) - scope;
    return (const uint8_t *)ZSTR_VAL(mangled) + scope;
}

zend_string *lyo_make_noted(lyo_decoder *d, zend_string **entry)
{
    size_t len;
    const uint8_t *bytes = lyo_noted_bytes(d, *entry, &len);
    zval zv;

    *entry = lyo_new_long_name(bytes, len);
    ZVAL_STR(&zv, *entry);
    lyo_keep(&d->base, &zv);
    return *entry;
}

/*
 * Joins the first `prefix` (4 or more) bytes of an earlier string and the `size` bytes at rest: at most 15
 * bytes in total. The 8 bytes before rest + size must be readable.
 */
LYO_INLINE zend_string *join_words(const zend_string *earlier, size_t prefix, const uint8_t *rest,
                                   size_t size)
{
    const uint8_t *from = (const uint8_t *)ZSTR_VAL(earlier);
    uint64_t first = lyo_load(from, LYO_WORD), second;

    if (prefix < LYO_WORD) {
        uint64_t more = 0, begin;
        if (EXPECTED(size < LYO_WORD)) {
            begin = lyo_load_tail(rest + size, size);
        } else {
            begin = lyo_load(rest, LYO_WORD);
            more = lyo_load_tail(rest + size, size - LYO_WORD);
        }
        size_t shift = 8 * prefix;
        first = (first & ((UINT64_C(1) << shift) - 1)) | begin << shift;
        second = begin >> (64 - shift) | more << shift;
    } else {
        size_t shift = 8 * prefix - 64;
        second = (lyo_load(from + LYO_WORD, LYO_WORD) & ((UINT64_C(1) << shift) - 1)) |
                 lyo_load_tail(rest + size, size) << shift;
    }
    return lyo_new_string_of_words(first, second, prefix + size);
}

/* The same for any size. Each word is hashed while it is copied. */
LYO_INLINE zend_string *join_hashed(const zend_string *earlier, size_t prefix, const uint8_t *rest,
                                    size_t size)
{
    if (prefix + size < 2 * LYO_WORD) {
        return join_words(earlier, prefix, rest, size);
    }
    size_t len = prefix + size, shift = 8 * (prefix % LYO_WORD);
    zend_string *s = zend_string_alloc(len, 0);
    uint8_t *to = (uint8_t *)ZSTR_VAL(s);
    const uint8_t *from = (const uint8_t *)ZSTR_VAL(earlier), *end = from + prefix / LYO_WORD * LYO_WORD;
    zend_ulong h = LYO_HASH_START;
    uint64_t word;

    for (; from < end; to += LYO_WORD, from += LYO_WORD) {
        word = lyo_load(from, LYO_WORD);
        lyo_store(to, word, LYO_WORD);
        h = lyo_hash_step(h, word);
    }
    uint64_t carry = lyo_load(from, LYO_WORD) & ((UINT64_C(1) << shift) - 1);
    for (; size >= LYO_WORD; to += LYO_WORD, rest += LYO_WORD, size -= LYO_WORD) {
        word = lyo_load(rest, LYO_WORD);
        carry |= word << shift;
        lyo_store(to, carry, LYO_WORD);
        h = lyo_hash_step(h, carry);
        carry = word >> 1 >> (63 - shift);
    }
    word = lyo_load_tail(rest + size, size);
    carry |= word << shift;
    if (shift / 8 + size >= LYO_WORD) {
        lyo_store(to, carry, LYO_WORD);
        h = lyo_hash_step(h, carry);
        carry = word >> 1 >> (63 - shift);
        to += LYO_WORD;
    }
    lyo_store(to, carry, LYO_WORD);
    ZSTR_H(s) = lyo_hash_tail(h, carry, len % LYO_WORD);
    return s;
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

/* Joins the first bytes of a noted string and the bytes behind the token. */
static LYO_NOINLINE zend_string *join_noted(const uint8_t *from, const lyo_prefix_token *token, bool hashed)
{
    size_t prefix = token->prefix, size = (size_t)token->rest;
    zend_string *s = zend_string_alloc(prefix + size, 0);

    memcpy(ZSTR_VAL(s), from, prefix);
    if (EXPECTED(size < 16)) {
        copy_few(ZSTR_VAL(s) + prefix, token->bytes, size);
    } else {
        memcpy(ZSTR_VAL(s) + prefix, token->bytes, size);
    }
    ZSTR_VAL(s)[prefix + size] = '\0';
    if (hashed) {
        ZSTR_H(s) = lyo_hash(s);
    }
    return s;
}

/* The same for an earlier zend_string. */
LYO_INLINE zend_string *join_string(const zend_string *earlier, size_t prefix, const uint8_t *rest,
                                    size_t size)
{
    /* sizes are hard to predict: a branch to an allocation of constant size costs more than it saves */
    zend_string *s = zend_string_alloc(prefix + size, 0);
    size_t done = 0;

    do { /* in words: both strings are padded to a multiple of 8 behind their NUL */
        memcpy(ZSTR_VAL(s) + done, ZSTR_VAL(earlier) + done, LYO_WORD);
        done += LYO_WORD;
    } while (done < prefix);
    if (size < 16) {
        copy_few(ZSTR_VAL(s) + prefix, rest, size);
    } else if (size <= 32) {
        memcpy(ZSTR_VAL(s) + prefix, rest, 16);
        memcpy(ZSTR_VAL(s) + prefix + size - 16, rest + size - 16, 16);
    } else {
        memcpy(ZSTR_VAL(s) + prefix, rest, size);
    }
    ZSTR_VAL(s)[prefix + size] = '\0';
    return s;
}

LYO_INLINE lyo_joined join(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, const bool packed,
                           const bool hashed, const unsigned how)
{
    lyo_prefix_token token;
    lyo_error_code code = lyo_get_prefixed(p, d->end, packed, table->count, &token, how);
    const uint8_t *from = NULL;
    const zend_string *earlier = NULL;
    zend_string *s;
    size_t length = 0;

    if (EXPECTED(code == LYO_OK)) {
        earlier = table->strings[table->count - token.distance];
        if (UNEXPECTED(lyo_is_noted(earlier))) {
            from = lyo_noted_bytes(d, earlier, &length);
        } else {
            length = ZSTR_LEN(earlier);
        }
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
    if (UNEXPECTED(from)) {
        s = join_noted(from, &token, hashed);
    } else if (hashed) {
        s = join_hashed(earlier, token.prefix, token.bytes, (size_t)token.rest);
    } else {
        s = join_string(earlier, token.prefix, token.bytes, (size_t)token.rest);
    }
    lyo_string_table_add(table, s);
    return (lyo_joined){s, token.bytes + token.rest};
}

lyo_joined lyo_quick_join_long(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return join(d, p, table, false, false, LYO_QUICK);
}

lyo_joined lyo_quick_join_short(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return join(d, p, table, true, false, LYO_QUICK);
}

lyo_joined lyo_quick_join_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return lyo_is_prefixed_short(*p) ? join(d, p, table, true, true, LYO_QUICK)
                                     : join(d, p, table, false, true, LYO_QUICK);
}

lyo_joined lyo_join(lyo_decoder *d, const uint8_t *p, lyo_string_table *table)
{
    return join(d, p, table, lyo_is_prefixed_short(*p), false, 0);
}

LYO_NOINLINE const uint8_t *lyo_read_last_string(lyo_decoder *d, const uint8_t *p, zval *out)
{
    return lyo_short_string_token(d, p, *p, out, 0);
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
