/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_reader_sink.h"

void lyo_string_table_grow(lyo_string_table *table)
{
    const uint32_t capacity = lyo_room_times(table->capacity, 4);
    const void *embedded = table->capacity == LYO_EMBEDDED_STRINGS ? table->strings : NULL;

    table->strings = lyo_room_grow(table->strings, embedded, table->count, capacity, sizeof *table->strings);
    table->capacity = capacity;
}

zend_string *lyo_keep_name(lyo_decoder *d, const uint8_t *bytes, size_t len)
{
    zval zv;

    ZVAL_STR(&zv, lyo_new_long_name(bytes, len));
    lyo_keep(&d->base, &zv);
    return Z_STR(zv);
}

zend_string *lyo_make_noted(lyo_decoder *d, zend_string **entry)
{
    size_t len;
    const uint8_t *bytes = lyo_noted_bytes(d, *entry, &len);

    return *entry = lyo_keep_name(d, bytes, len);
}

/* Copies n (0 to 15) bytes without a call. */
LYO_INLINE void copy_few(char *to, const uint8_t *from, size_t n)
{
    LYO_ASSERT(n < 16);
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

/*
 * Joins the first bytes of an earlier string and the bytes behind the token. padded: the earlier string is a
 * zend_string, which can be read in words up to a multiple of 8 behind its NUL.
 */
LYO_INLINE zend_string *join(const uint8_t *from, const bool padded, const lyo_prefix_token *token)
{
    const size_t prefix = token->prefix, size = (size_t)token->rest;
    /* sizes are hard to predict: a branch to an allocation of constant size costs more than it saves */
    lyo_before_block(size);
    zend_string *s = zend_string_alloc(prefix + size, 0);
    char *to = ZSTR_VAL(s) + prefix;

    if (padded) {
        for (size_t done = 0; done < prefix; done += LYO_WORD) {
            memcpy(ZSTR_VAL(s) + done, from + done, LYO_WORD);
        }
    } else {
        memcpy(ZSTR_VAL(s), from, prefix);
    }
    if (size < 16) {
        copy_few(to, token->bytes, size);
    } else {
        memcpy(to, token->bytes, size);
    }
    to[size] = '\0';
    return s;
}

/* Replaces a new key by the same string of PHP, if it is looked for and there is one. */
LYO_INLINE void use_known(lyo_decoder *d, zval *key)
{
    zend_string *made = Z_STR_P(key);

    lyo_heed_limit(); /* for each key, because nothing counts those of a preamble */
    if (ZSTR_LEN(made) <= LYO_KNOWN_MOST && lyo_must_look_for_known(d)) {
        ZVAL_STR(key, lyo_known_or_new(d, ZSTR_VAL(made), ZSTR_LEN(made)));
        efree(made);
    }
}

LYO_NOINLINE const uint8_t *lyo_read_prefixed(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how)
{
    lyo_string_table *table = lyo_strings_of(d, how);
    lyo_prefix_token token;
    lyo_error_code code = lyo_get_prefixed(p, d->end, table->count, &token);

    if (EXPECTED(code == LYO_OK)) {
        size_t length;
        const zend_string *earlier = table->strings[table->count - token.distance];
        const uint8_t *from = lyo_entry_bytes(d, earlier, &length);
        if (EXPECTED(token.prefix <= length) && EXPECTED(token.rest <= (uint64_t)(d->end - token.bytes))) {
            zend_string *s =
                EXPECTED(!lyo_is_noted(earlier)) ? join(from, true, &token) : join(from, false, &token);
            if (UNEXPECTED(ZSTR_LEN(s) >= LYO_LONG_STRING)) {
                s = lyo_unite(d, s, how);
            }
            ZVAL_NEW_STR(out, s);
            if (how & LYO_AS_KEY) {
                use_known(d, out);
            }
            lyo_string_table_add(table, Z_STR_P(out));
            return token.bytes + token.rest;
        }
        code = token.prefix > length ? LYO_ERR_SIZE : LYO_ERR_TRUNCATED;
    }
    if (!(how & LYO_QUICK)) {
        lyo_reader_fail(d, code == LYO_ERR_TRUNCATED ? d->end_code : code, p);
    }
    return NULL;
}

LYO_NOINLINE zend_string *lyo_known_or_new(lyo_decoder *d, const char *bytes, size_t len)
{
    lyo_known_keys *known = d->mechanisms->known;

    if (!known) { /* LYO_INTERNED is off, and the count has come around */
        return zend_string_init(bytes, len, 0);
    }
    zend_string *s = zend_string_init_existing_interned(bytes, len, 0);
    if (ZSTR_IS_INTERNED(s)) {
        known->misses = known->wait = 0;
    } else if (++known->misses >= LYO_KNOWN_RUN) {
        known->misses = LYO_KNOWN_RUN;
        known->wait = LYO_KNOWN_EACH - 1;
    }
    d->known_wait = known->wait + 1;
    return s;
}

LYO_NOINLINE const uint8_t *lyo_read_last_string(lyo_decoder *d, const uint8_t *p, zval *out)
{
    return lyo_short_string_token(d, p, *p, out, 0);
}

LYO_NOINLINE const uint8_t *lyo_read_string(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how)
{
    return EXPECTED(p < d->end) ? lyo_string_token(d, p, out, how & (LYO_IN_PREAMBLE | LYO_AS_KEY))
                                : lyo_reader_fail(d, d->end_code, p);
}

void lyo_drop_string(lyo_decoder *d, zend_string *s)
{
    zval zv;

    if (ZSTR_IS_INTERNED(s) || GC_REFCOUNT(s) > 1) { /* its other owners live until the end */
        zend_string_release(s);
        return;
    }
    ZVAL_STR(&zv, s);
    lyo_keep(&d->base, &zv);
}
