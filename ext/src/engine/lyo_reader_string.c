/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_reader_string.h"

#include "wire/lyo_prefix.h"

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
    lyo_keep(d, &zv);
    return *entry;
}

static const uint8_t *read_backref(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                   zend_string **s)
{
    unsigned width = *p <= LYO_TAG_BACKREF_12_LAST ? 1 : *p - LYO_TAG_BACKREF + 2u;
    uint64_t id;

    if (UNEXPECTED((size_t)(d->end - p) <= width)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (EXPECTED(width == 1)) {
        id = (uint64_t)(*p - LYO_TAG_BACKREF_12) << 8 | p[1];
    } else {
        id = lyo_load(p + 1, width);
        if (UNEXPECTED(id < 4096 || lyo_uint_size(id) != width)) {
            return lyo_reader_fail(d, LYO_ERR_OVERLONG, p);
        }
    }
    if (UNEXPECTED(id >= table->count - base)) {
        return lyo_reader_fail(d, LYO_ERR_STRING_ID, p);
    }
    if (UNEXPECTED(table->count - base - id <= LYO_NEAREST)) {
        return lyo_reader_fail(d, LYO_ERR_OVERLONG, p);
    }
    *s = lyo_string_of(d, table, base + (uint32_t)id);
    zend_string_addref(*s);
    return p + 1 + width;
}

static const uint8_t *read_near(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                zend_string **s)
{
    uint32_t distance = *p - LYO_TAG_BACKREF_NEAR + 1u;

    if (UNEXPECTED(distance > table->count - base)) {
        return lyo_reader_fail(d, LYO_ERR_STRING_ID, p);
    }
    *s = lyo_string_of(d, table, table->count - distance);
    zend_string_addref(*s);
    return p + 1;
}

static const uint8_t *read_name(lyo_decoder *d, const uint8_t *p, zend_string **s)
{
    if (UNEXPECTED(d->end - p < 2)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    uint32_t id = (*p - (uint32_t)LYO_TAG_NAME) << 8 | p[1];
    if (UNEXPECTED(id >= d->names.count)) {
        return lyo_reader_fail(d, LYO_ERR_STRING_ID, p);
    }
    *s = zend_string_copy(lyo_string_of(d, &d->names, id));
    return p + 2;
}

zend_string *lyo_join_prefixed(lyo_decoder *d, const uint8_t **p, lyo_string_table *table, uint32_t base,
                               lyo_error_code *code)
{
    lyo_prefix_token token;
    const uint8_t *earlier;
    size_t length;

    *code = lyo_get_prefixed(*p, d->end, &token);
    if (UNEXPECTED(*code != LYO_OK)) {
        *code = *code == LYO_ERR_TRUNCATED ? d->end_code : *code;
        return NULL;
    }
    if (UNEXPECTED(token.distance > table->count - base)) {
        *code = LYO_ERR_STRING_ID;
        return NULL;
    }
    zend_string *entry = table->strings[table->count - token.distance];
    if (UNEXPECTED(lyo_is_noted(entry))) {
        earlier = lyo_noted_bytes(d, entry, &length);
    } else {
        earlier = (const uint8_t *)ZSTR_VAL(entry);
        length = ZSTR_LEN(entry);
    }
    if (UNEXPECTED(token.prefix > length)) {
        *code = LYO_ERR_SIZE;
        return NULL;
    }
    if (UNEXPECTED(token.rest > (uint64_t)(d->end - token.bytes))) {
        *code = d->end_code;
        return NULL;
    }
    zend_string *joined = zend_string_alloc(token.prefix + (size_t)token.rest, 0);
    memcpy(ZSTR_VAL(joined), earlier, token.prefix);
    memcpy(ZSTR_VAL(joined) + token.prefix, token.bytes, (size_t)token.rest);
    ZSTR_VAL(joined)[ZSTR_LEN(joined)] = '\0';
    lyo_string_table_add(table, joined);
    *p = token.bytes + token.rest;
    return joined;
}

/* Joins the first `prefix` (4 or more) bytes of an earlier string and the `size` bytes at rest, 15 in all at most. Eight bytes that end with these can be read. */
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

/* The same for any size. Each word is hashed on its way. */
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

/* join() where the earlier string is none yet. */
static LYO_NOINLINE lyo_joined join_noted(lyo_decoder *d, lyo_string_table *table, const zend_string *earlier,
                                          size_t prefix, const uint8_t *rest, size_t size, bool hashed)
{
    size_t length;
    const uint8_t *from = lyo_noted_bytes(d, earlier, &length);

    if (UNEXPECTED(prefix > length)) {
        return (lyo_joined){NULL, NULL};
    }
    zend_string *s = zend_string_alloc(prefix + size, 0);
    memcpy(ZSTR_VAL(s), from, prefix);
    if (EXPECTED(size < 16)) {
        copy_few(ZSTR_VAL(s) + prefix, rest, size);
    } else {
        memcpy(ZSTR_VAL(s) + prefix, rest, size);
    }
    ZSTR_VAL(s)[prefix + size] = '\0';
    if (hashed) {
        ZSTR_H(s) = lyo_hash(s);
    }
    lyo_string_table_add(table, s);
    return (lyo_joined){s, rest + size};
}

/* Joins the first bytes of an earlier string of the table, which is there, and what stands at rest. Nothing is done if it is not that long. */
LYO_INLINE lyo_joined join(lyo_decoder *d, lyo_string_table *table, uint32_t distance, size_t prefix,
                           const uint8_t *rest, size_t size, bool hashed)
{
    const zend_string *earlier = table->strings[table->count - distance];
    zend_string *s;

    if (UNEXPECTED(lyo_is_noted(earlier))) {
        return join_noted(d, table, earlier, prefix, rest, size, hashed);
    }
    if (UNEXPECTED(prefix > ZSTR_LEN(earlier))) {
        return (lyo_joined){NULL, NULL};
    }
    if (hashed) {
        s = join_hashed(earlier, prefix, rest, size);
        lyo_string_table_add(table, s);
        return (lyo_joined){s, rest + size};
    }
    /* its size is hard to foresee: a jump to a constant one costs more than it saves */
    s = zend_string_alloc(prefix + size, 0);
    size_t done = 0;
    do { /* by words, as both have room up to the next multiple of 8 behind their NUL */
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
    lyo_string_table_add(table, s);
    return (lyo_joined){s, rest + size};
}

/* PREFIXED and PREFIXED_NEAR. */
LYO_INLINE lyo_joined quick_prefixed_long(lyo_decoder *d, const uint8_t *p, lyo_string_table *table,
                                          uint32_t base, bool hashed)
{
    const lyo_joined none = {NULL, NULL};
    const uint8_t *bytes = p;
    lyo_error_code code;
    uint32_t distance;

    if (UNEXPECTED(d->end - bytes < 4)) {
        return none;
    }
    if (EXPECTED(*bytes != LYO_TAG_PREFIXED)) {
        distance = *bytes - LYO_TAG_PREFIXED_NEAR + 1u;
    } else {
        distance = *++bytes;
        if (UNEXPECTED(distance <= LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1)) {
            return none;
        }
    }
    size_t prefix = bytes[1], size = bytes[2];
    bytes += 3;
    if (UNEXPECTED(size >= LYO_VARLEN_DIRECT)) {
        unsigned width = (unsigned)size - (LYO_VARLEN_DIRECT - 1);
        size = width <= 2 && d->end - bytes >= 2 ? (size_t)lyo_load(bytes, width) : 0;
        bytes += width;
        if (UNEXPECTED(size < (width == 1 ? LYO_VARLEN_DIRECT : 256u))) {
            zend_string *s = lyo_join_prefixed(d, &p, table, base, &code);
            if (hashed && s) {
                ZSTR_H(s) = lyo_hash(s);
            }
            return (lyo_joined){s, p};
        }
    }
    if (UNEXPECTED(prefix < LYO_LIMIT_PREFIX_LEAST) ||
        UNEXPECTED(prefix < LYO_LIMIT_PREFIX_LEAST + 16 && size < 16) ||
        UNEXPECTED(distance > table->count - base) || UNEXPECTED(size > (size_t)(d->end - bytes))) {
        return none;
    }
    return join(d, table, distance, prefix, bytes, size, hashed);
}

LYO_INLINE lyo_joined quick_prefixed_short(lyo_decoder *d, const uint8_t *p, lyo_string_table *table,
                                           uint32_t base, bool hashed)
{
    const lyo_joined none = {NULL, NULL};
    uint32_t distance;

    if (UNEXPECTED(d->end - p < 3)) {
        return none;
    }
    if (EXPECTED(*p <= LYO_TAG_PREFIXED_SHORT_NEAR_LAST)) {
        distance = *p - LYO_TAG_PREFIXED_SHORT_NEAR + 1u;
    } else {
        distance = *++p;
        if (UNEXPECTED(distance <= LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1)) {
            return none;
        }
    }
    size_t prefix = LYO_LIMIT_PREFIX_LEAST + (p[1] & 15u), size = p[1] >> 4;
    p += 2;
    if (UNEXPECTED(distance > table->count - base) || UNEXPECTED(size > (size_t)(d->end - p))) {
        return none;
    }
    return join(d, table, distance, prefix, p, size, hashed);
}

lyo_joined lyo_quick_prefixed_long(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base)
{
    return quick_prefixed_long(d, p, table, base, false);
}

lyo_joined lyo_quick_prefixed_short(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base)
{
    return quick_prefixed_short(d, p, table, base, false);
}

lyo_joined lyo_quick_prefixed_key(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base)
{
    return *p >= LYO_TAG_PREFIXED_SHORT_NEAR ? quick_prefixed_short(d, p, table, base, true)
                                             : quick_prefixed_long(d, p, table, base, true);
}

const uint8_t *lyo_quick_last_string(lyo_decoder *d, const uint8_t *p, zval *out)
{
    size_t len = *p - LYO_TAG_STRING_SHORT + 2u;

    if (UNEXPECTED((size_t)(d->end - p) <= len)) {
        return NULL;
    }
    zend_string *s = zend_string_init((const char *)p + 1, len, 0);
    lyo_string_table_add(&d->strings, s);
    ZVAL_NEW_STR(out, s);
    return p + 1 + len;
}

static const uint8_t *read_prefixed(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                    zend_string **s)
{
    const uint8_t *next = p;
    lyo_error_code code;

    *s = lyo_join_prefixed(d, &next, table, base, &code);
    return EXPECTED(*s) ? next : lyo_reader_fail(d, code, p);
}

static const uint8_t *read_long_string(lyo_decoder *d, const uint8_t *p, lyo_string_table *table,
                                       zend_string **s)
{
    unsigned width = *p - LYO_TAG_STRING + 1u;

    if (UNEXPECTED((size_t)(d->end - p) <= width)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    uint64_t len = lyo_load(p + 1, width);
    if (UNEXPECTED(len < 34 || lyo_uint_size(len) != width)) {
        return lyo_reader_fail(d, LYO_ERR_OVERLONG, p);
    }
    if (UNEXPECTED(len > (uint64_t)(d->end - p) - 1 - width)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    *s = zend_string_init((const char *)p + 1 + width, (size_t)len, 0);
    lyo_string_table_add(table, *s);
    return p + 1 + width + len;
}

const uint8_t *lyo_read_other_string(lyo_decoder *d, const uint8_t *p, lyo_string_table *table, uint32_t base,
                                     lyo_error_code wrong, zend_string **s)
{
    uint8_t tag = *p;

    if (tag >= LYO_TAG_BACKREF_NEAR) {
        return read_near(d, p, table, base, s);
    }
    if (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) {
        return read_prefixed(d, p, table, base, s);
    }
    if (tag >= LYO_TAG_NAME && tag <= LYO_TAG_NAME_LAST && table == &d->strings) {
        return read_name(d, p, s);
    }
    if ((tag >= LYO_TAG_BACKREF_12 && tag <= LYO_TAG_BACKREF_12_LAST) ||
        (tag >= LYO_TAG_BACKREF && tag <= LYO_TAG_BACKREF_LAST)) {
        return read_backref(d, p, table, base, s);
    }
    if (tag >= LYO_TAG_STRING && tag <= LYO_TAG_STRING_LAST) {
        return read_long_string(d, p, table, s);
    }
    if (tag == LYO_TAG_STRING_EMPTY) {
        *s = ZSTR_EMPTY_ALLOC();
        return p + 1;
    }
    if (tag == LYO_TAG_STRING_CHAR) {
        if (UNEXPECTED(d->end - p < 2)) {
            return lyo_reader_fail(d, d->end_code, p);
        }
        *s = ZSTR_CHAR(p[1]);
        return p + 2;
    }
    return lyo_reader_fail(d, wrong, p);
}

void lyo_drop_string(lyo_decoder *d, zend_string *s)
{
    zval zv;

    if (ZSTR_IS_INTERNED(s)) {
        return;
    }
    if (GC_REFCOUNT(s) > 1) { /* others hold it as long as the decode lasts */
        GC_DELREF(s);
        return;
    }
    ZVAL_STR(&zv, s);
    lyo_keep(d, &zv);
}
