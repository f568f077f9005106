/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves: ints, floats, and strings in all their forms (spec sections 4 and 6.5).
 */
#include "lyo/lyo_writer_leaf.h"

#include "Zend/zend_alloc_sizes.h"

/* --- strings -------------------------------------------------------------------------------------------- */

/* Writes a back reference of up to 5 bytes. There is room. */
LYO_INLINE void put_backref(lyo_buffer *buffer, uint32_t id, uint32_t count)
{
    uint8_t *p = buffer->p;
    if (EXPECTED(count - id <= LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1)) {
        p[0] = (uint8_t)(LYO_TAG_BACKREF_NEAR - 1 + (count - id));
        buffer->p = p + 1;
    } else if (EXPECTED(id < 4096)) {
        p[0] = (uint8_t)(LYO_TAG_BACKREF_12 + (id >> 8));
        p[1] = (uint8_t)id;
        buffer->p = p + 2;
    } else {
        unsigned width = id < 65536 ? 2 : lyo_uint_size(id);
        p[0] = (uint8_t)(LYO_TAG_BACKREF - 2 + width);
        lyo_store_wide(p + 1, id);
        buffer->p = p + 1 + width;
    }
}

/* Returns the length of the common prefix of two strings of at least 8 bytes: at most 255. */
LYO_INLINE uint32_t common_prefix(const zend_string *x, const zend_string *y)
{
    const char *a = ZSTR_VAL(x), *b = ZSTR_VAL(y);
    size_t most = ZSTR_LEN(x) < ZSTR_LEN(y) ? ZSTR_LEN(x) : ZSTR_LEN(y), n = 0;

    most = most < LYO_LIMIT_PREFIX_MOST ? most : LYO_LIMIT_PREFIX_MOST;
    for (; n + 8 <= most; n += 8) {
        uint64_t difference = lyo_load8(a + n) ^ lyo_load8(b + n);
        if (difference) {
            return (uint32_t)n + lyo_first_byte(difference);
        }
    }
    /* the last 8 bytes overlap bytes that are known to be equal */
    uint64_t difference = lyo_load8(a + most - 8) ^ lyo_load8(b + most - 8);
    return (uint32_t)most - 8 + (difference ? lyo_first_byte(difference) : 8);
}

/* copy_end() copies at most this many bytes without a call. */
#define COPY_MOST 33

/*
 * Copies the last n bytes of a string; without a call up to COPY_MOST. May overwrite up to 8 bytes behind
 * them.
 */
LYO_INLINE void copy_end(uint8_t *p, const zend_string *s, size_t n)
{
    const char *from = ZSTR_VAL(s) + ZSTR_LEN(s) - n;
#if !LYO_BIG_ENDIAN && SIZEOF_SIZE_T >= 8
    if (n <= 8) {
        lyo_store_wide(p, lyo_string_tail(s) >> ((64 - 8 * n) & 63));
        return;
    }
    if (n <= 16) {
        memcpy(p, from, 8);
        memcpy(p + n - 8, from + n - 8, 8);
        return;
    }
    if (EXPECTED(n <= COPY_MOST)) {
        memcpy(p, from, 16);
        p[16] = (uint8_t)from[16];
        memcpy(p + n - 16, from + n - 16, 16);
        return;
    }
#endif
    memcpy(p, from, n);
}

/*
 * A string of at least this many bytes may make the body move to the result string before it is written, so
 * that it is copied only once.
 */
#define LONG_STRING 700
/* The body moves early only if it then fills whole pages: surplus pages can be released without a copy. */
#define WHOLE_PAGES (ZEND_MM_MAX_SMALL_SIZE + 1)

/* Reserves n bytes of a string, which may be many, and `more` others. */
LYO_INLINE void reserve_long(lyo_buffer *buffer, size_t n, size_t more)
{
    if (n >= LONG_STRING && !buffer->string && lyo_buffer_size(buffer) + n >= WHOLE_PAGES) {
        lyo_buffer_grow(buffer, n + more);
    }
    lyo_buffer_reserve(buffer, n + more);
}

/* Writes in full a string whose tag does not hold its length. */
static LYO_NOINLINE void put_long_string(lyo_buffer *buffer, const zend_string *s)
{
    size_t len = ZSTR_LEN(s);
    unsigned width = lyo_uint_size(len);

    reserve_long(buffer, len, 9);
    uint8_t *p = buffer->p;
    p[0] = (uint8_t)(LYO_TAG_STRING + width - 1);
    lyo_store_wide(p + 1, len);
    memcpy(p + 1 + width, ZSTR_VAL(s), len);
    buffer->p = p + 1 + width + len;
}

/* Writes a string of two bytes or more in full. There is room for a short one. */
LYO_INLINE void put_in_full(lyo_buffer *buffer, const zend_string *s)
{
    size_t len = ZSTR_LEN(s);

    if (UNEXPECTED(len > 33)) {
        put_long_string(buffer, s);
        return;
    }
    uint8_t *p = buffer->p;
    p[0] = (uint8_t)(LYO_TAG_STRING_SHORT + len - 2);
    copy_end(p + 1, s, len);
    buffer->p = p + 1 + len;
}

/* Returns true if the lengths of prefix and rest fit into one byte. */
LYO_INLINE bool is_packed(uint32_t prefix, size_t rest)
{
    return (prefix < LYO_LIMIT_PREFIX_LEAST + 16) & (rest < 16);
}

#define NEAR_MOST (LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1u)

/* Writes a string as a prefix of the string `distance` ids back, and the rest. There is room. */
LYO_INLINE void write_prefixed(lyo_buffer *buffer, uint32_t distance, uint32_t prefix, size_t rest,
                               const zend_string *s)
{
    bool packed = is_packed(prefix, rest);
    uint8_t *p = buffer->p;

    if (distance <= NEAR_MOST) {
        *p++ = (uint8_t)((packed ? LYO_TAG_PREFIXED_SHORT_NEAR : LYO_TAG_PREFIXED_NEAR) + distance - 1);
    } else {
        *p++ = packed ? LYO_TAG_PREFIXED_SHORT : LYO_TAG_PREFIXED;
        *p++ = (uint8_t)distance;
    }
    if (packed) {
        *p++ = (uint8_t)(rest << 4 | (prefix - LYO_LIMIT_PREFIX_LEAST));
    } else {
        *p++ = (uint8_t)prefix;
        p = lyo_put_varlen(p, rest);
    }
    copy_end(p, s, rest);
    buffer->p = p + rest;
}

/*
 * Writes a string that shares its head with the string `distance` ids back. This takes fewer bytes than
 * writing it in full.
 */
static LYO_NOINLINE void put_prefixed(lyo_buffer *buffer, const zend_string *earlier, uint32_t distance,
                                      const zend_string *s)
{
    uint32_t prefix = common_prefix(earlier, s);
    size_t rest = ZSTR_LEN(s) - prefix;

    reserve_long(buffer, rest, 3 + LYO_VARLEN_MAX);
    write_prefixed(buffer, distance, prefix, rest, s);
}

/* Writes a new string, which has just been given the last id. There is room for a short string. */
LYO_INLINE void put_new_string(lyo_buffer *buffer, lyo_string_ids *ids, unsigned list, zend_string *s)
{
    if (ZSTR_LEN(s) >= LYO_LIMIT_PREFIX_STRING) {
        lyo_string_last *last = &ids->last[list];
        const zend_string *earlier = last->string;
        uint64_t head = lyo_string_head(s), earlier_head = last->head;
        uint32_t id = ids->count[list] - 1, distance = id - last->id;
        lyo_string_last_set(last, head, s, id);
        if (UNEXPECTED(earlier_head == head) && distance <= LYO_LIMIT_PREFIX_MOST) {
            put_prefixed(buffer, earlier, distance, s);
            return;
        }
    }
    put_in_full(buffer, s);
}

/* Writes a string of less than two bytes. There is room. */
static void put_tiny_string(lyo_buffer *buffer, const zend_string *s)
{
    if (ZSTR_LEN(s) == 0) {
        *buffer->p++ = LYO_TAG_STRING_EMPTY;
        return;
    }
    buffer->p[0] = LYO_TAG_STRING_CHAR;
    buffer->p[1] = (uint8_t)ZSTR_VAL(s)[0];
    buffer->p += 2;
}

LYO_INLINE lyo_buffer *buffer_of(lyo_encoder *e, unsigned list)
{
    return list == LYO_BODY ? &e->body : &e->preamble;
}

/*
 * Writes a reference to what was found (lyo_string_ids_can_serve()). The first match in a probe chain decides
 * between a back reference and a name. Invariant: a body entry precedes the preamble entry of the same
 * string, and a string that the preamble has (and that can be named) gets no body entry any more. There is
 * room.
 */
static LYO_NOINLINE void write_found(lyo_encoder *e, uint32_t found, unsigned list)
{
    uint32_t id = found >> 1;

    if (list == LYO_BODY) {
        lyo_string_ids_found(&e->strings);
    }
    if ((found & 1) == list) {
        put_backref(buffer_of(e, list), id, e->strings.count[list]);
        return;
    }
    e->body.p[0] = (uint8_t)(LYO_TAG_NAME + (id >> 8));
    e->body.p[1] = (uint8_t)id;
    e->body.p += 2;
}

/* Makes room for a string, and writes it. */
static LYO_NOINLINE void write_with_room(lyo_encoder *e, zend_string *s, unsigned list)
{
    lyo_buffer *buffer = buffer_of(e, list);

    lyo_buffer_reserve(buffer, COPY_MOST + 1);
    if (ZSTR_LEN(s) < 2) {
        put_tiny_string(buffer, s);
    } else if (list == LYO_BODY) {
        lyo_write_string(e, s);
    } else {
        lyo_put_name(e, s);
    }
}

/*
 * Looks up and writes any string of 2 bytes or more. hash: its fingerprint. There is room for a short string.
 */
static LYO_NOINLINE void write_any_string(lyo_encoder *e, zend_string *s, unsigned list, uint32_t hash)
{
    lyo_string_ids *ids = &e->strings;
    lyo_string_slot *slot = lyo_string_ids_find(ids, s, list, &hash);

    if (slot->entry > ids->base) {
        write_found(e, lyo_string_ids_found_at(ids, slot), list);
        return;
    }
    lyo_string_ids_add(ids, s, list, slot, hash);
    put_new_string(buffer_of(e, list), ids, list, s);
}

/* Returns true if a string has 2 bytes or more, and there is room for it if it is short. */
LYO_INLINE bool is_quick(const lyo_buffer *buffer, const zend_string *s)
{
    return EXPECTED(ZSTR_LEN(s) >= 2 && buffer->end - buffer->p > COPY_MOST);
}

/* Writes a string of the body that is not looked up. */
static LYO_NOINLINE void write_unlooked(lyo_encoder *e, zend_string *s)
{
    if (!is_quick(&e->body, s)) {
        write_with_room(e, s, LYO_BODY);
        return;
    }
    e->strings.count[LYO_BODY]++; /* it only gets an id */
    put_new_string(&e->body, &e->strings, LYO_BODY, s);
}

/* Longest string that is compared without a call. */
#define CALL_FREE 16

/*
 * The commonest cases, with tail calls only: a string of 2 bytes or more whose first slot holds it or is
 * free, and the buffer has room. All others are looked up anew in the general function. Saving registers
 * across a call would take half as long as this whole function. list: a constant.
 */
LYO_INLINE void write_string(lyo_encoder *e, zend_string *s, const unsigned list)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t hash = lyo_string_fingerprint(s);
    lyo_string_slot *slot = &ids->slots[hash & ids->mask];
    uint32_t found = lyo_string_ids_found_at(ids, slot);

    if (UNEXPECTED(!is_quick(buffer_of(e, list), s))) {
        write_with_room(e, s, list);
    } else if (UNEXPECTED(ids->full_hash || ids->left == 1)) {
        write_any_string(e, s, list, hash);
    } else if (slot->entry <= ids->base) {
        lyo_string_ids_add(ids, s, list, slot, hash);
        put_new_string(buffer_of(e, list), ids, list, s);
    } else if (slot->hash == hash && lyo_string_ids_can_serve(found, list) &&
               (slot->string == s || (ZSTR_LEN(s) <= CALL_FREE && lyo_same_string(slot->string, s)))) {
        write_found(e, found, list);
    } else {
        write_any_string(e, s, list, hash);
    }
}

void lyo_write_string(lyo_encoder *e, zend_string *s)
{
    if (!lyo_string_ids_must_look(&e->strings)) {
        write_unlooked(e, s);
    } else {
        write_string(e, s, LYO_BODY);
    }
}

void lyo_put_name(lyo_encoder *e, zend_string *s)
{
    write_string(e, s, LYO_NAMES);
}

/* --- floats --------------------------------------------------------------------------------------------- */

/* Writes a float. hint: see lyo_decimal_of(). */
LYO_INLINE void put_double(lyo_buffer *buffer, double v, unsigned *hint)
{
    int64_t mantissa;
    unsigned scale;

    lyo_buffer_reserve(buffer, 9);
    uint8_t *p = buffer->p;
    if (lyo_decimal_of(v, hint, &mantissa, &scale)) {
        unsigned width = lyo_int_size(mantissa);
        p[0] = (uint8_t)(LYO_TAG_DECIMAL + width - 1);
        p[1] = (uint8_t)scale;
        lyo_store_wide(p + 2, (uint64_t)mantissa);
        buffer->p = p + 2 + width;
        return;
    }
    p[0] = LYO_TAG_DOUBLE;
    lyo_store(p + 1, isnan(v) ? UINT64_C(0x7FF8000000000000) : lyo_double_bits(v), 8);
    buffer->p = p + 9;
}

void lyo_write_double(lyo_encoder *e, double v)
{
    put_double(&e->body, v, &e->scale_hint);
}

/* Writes a resource as the int 0, as in serialize(), and a missing value as null. */
static void put_rest(lyo_buffer *buffer, const zval *v)
{
    lyo_buffer_byte(buffer, Z_TYPE_P(v) == IS_RESOURCE ? LYO_TAG_INT_SMALL + 1 : LYO_TAG_NULL);
}

void lyo_write_leaf(lyo_encoder *e, const zval *v)
{
    if (!lyo_write_quick(e, v)) {
        put_rest(&e->body, v);
    }
}

/* --- values that are nothing else ----------------------------------------------------------------------- */

/*
 * Bytes of a payload of one leaf, with the slack of a buffer, besides those of a string longer than 33 bytes.
 */
#define ALONE_ROOM (LYO_HEAD_SIZE + 34 + LYO_BUFFER_SLACK)

zend_string *lyo_encode_alone(const zval *v)
{
    uint8_t room[ALONE_ROOM];
    size_t length = Z_TYPE_P(v) == IS_STRING ? Z_STRLEN_P(v) : 0;
    unsigned hint = 0;
    lyo_buffer buffer;

    lyo_buffer_init(&buffer, room, ALONE_ROOM);
    if (length > 33) { /* it is written into the result */
        zend_string *result = zend_string_safe_alloc(1, length, ALONE_ROOM, 0);
        lyo_buffer_init(&buffer, (uint8_t *)ZSTR_VAL(result), length + ALONE_ROOM);
        buffer.string = result;
    }
    *buffer.p++ = LYO_MAGIC;
    *buffer.p++ = LYO_VERSION << 4;
    if (length >= 2) {
        put_in_full(&buffer, Z_STR_P(v));
    } else if (Z_TYPE_P(v) == IS_STRING) {
        put_tiny_string(&buffer, Z_STR_P(v));
    } else if (Z_TYPE_P(v) == IS_DOUBLE) {
        put_double(&buffer, Z_DVAL_P(v), &hint);
    } else if (Z_TYPE_P(v) == IS_ARRAY) {
        lyo_buffer_byte(&buffer, LYO_TAG_ARRAY_EMPTY);
    } else if (!lyo_put_scalar(&buffer, v)) {
        put_rest(&buffer, v);
    }
    if (!buffer.string) {
        return zend_string_init((const char *)room, lyo_buffer_size(&buffer), 0);
    }
    ZSTR_LEN(buffer.string) = lyo_buffer_size(&buffer);
    *buffer.p = '\0';
    return buffer.string;
}
