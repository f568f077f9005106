/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves: ints, floats, and strings in all their forms (spec sections 4 and 6.5).
 */
#include "lyo/lyo_writer.h"

#include "Zend/zend_alloc_sizes.h"

/* --- strings ---------------------------------------------------------------------------------------------------------- */

/* Bytes of a back reference, or of a name of the preamble, with what is stored behind it. */
#define BACKREF_MOST 5

/* There is room. */
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

/* Bytes that two strings of at least 8 bytes have in common: at most 255. */
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
    /* the last 8 bytes, of which those in front are known to be the same */
    uint64_t difference = lyo_load8(a + most - 8) ^ lyo_load8(b + most - 8);
    return (uint32_t)most - 8 + (difference ? lyo_first_byte(difference) : 8);
}

/* Most bytes that are copied without a call. */
#define COPY_MOST 33

/* Copies the last n bytes of a string, without a call if they are few. Up to 8 bytes behind them may be overwritten. */
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

/* A string of so many bytes makes a payload move to the string that will be the result, so that it is copied once, */
#define LONG_STRING 700
/* if that is made of whole pages: what it has too much is given back without a copy then. */
#define WHOLE_PAGES (ZEND_MM_MAX_SMALL_SIZE + 1)

/* Makes room for n bytes of a string, which may be many, and a few more. */
LYO_INLINE void reserve_long(lyo_buffer *buffer, size_t n, size_t more)
{
    if (n >= LONG_STRING && !buffer->string && lyo_buffer_size(buffer) + n >= WHOLE_PAGES) {
        lyo_buffer_grow(buffer, n + more);
    }
    lyo_buffer_reserve(buffer, n + more);
}

/* Writes a string in full whose length is not in its tag. */
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

/* Writes a string in full. reserved: there is room for a short one. */
LYO_INLINE void put_in_full(lyo_buffer *buffer, const zend_string *s, bool reserved)
{
    size_t len = ZSTR_LEN(s);

    if (UNEXPECTED(len > 33)) {
        put_long_string(buffer, s);
        return;
    }
    if (!reserved) {
        lyo_buffer_reserve(buffer, 34);
    }
    uint8_t *p = buffer->p;
    p[0] = (uint8_t)(LYO_TAG_STRING_SHORT + len - 2);
    copy_end(p + 1, s, len);
    buffer->p = p + 1 + len;
}

/* True if prefix and rest have a byte together. */
LYO_INLINE bool is_packed(uint32_t prefix, size_t rest)
{
    return (prefix < LYO_LIMIT_PREFIX_LEAST + 16) & (rest < 16);
}

#define NEAR_MOST (LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1u)

/* Writes a string by the one that is distance back, and has that prefix. There is room. */
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

/* The same with room to be made, or many bytes behind the prefix. */
static LYO_NOINLINE void put_long_prefixed(lyo_buffer *buffer, uint32_t distance, uint32_t prefix,
                                           const zend_string *s)
{
    size_t rest = ZSTR_LEN(s) - prefix;

    reserve_long(buffer, rest, 3 + LYO_VARLEN_MAX);
    write_prefixed(buffer, distance, prefix, rest, s);
}

/* Writes a string by the one that is distance back, and has the same head: fewer bytes than in full. */
static LYO_NOINLINE void put_prefixed(lyo_buffer *buffer, const zend_string *earlier, uint32_t distance,
                                      const zend_string *s)
{
    uint32_t prefix = common_prefix(earlier, s);
    size_t rest = ZSTR_LEN(s) - prefix;

    if (UNEXPECTED(rest > COPY_MOST || buffer->end - buffer->p < COPY_MOST + 3 + LYO_VARLEN_MAX)) {
        put_long_prefixed(buffer, distance, prefix, s);
    } else {
        write_prefixed(buffer, distance, prefix, rest, s);
    }
}

/* Writes a string that is new, and has just been given the last id. reserved: there is room for a short one. */
LYO_INLINE void put_new_string(lyo_buffer *buffer, lyo_string_ids *ids, unsigned list, zend_string *s,
                               bool reserved)
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
    put_in_full(buffer, s, reserved);
}

static LYO_NOINLINE void put_tiny_string(lyo_buffer *buffer, const zend_string *s)
{
    lyo_buffer_reserve(buffer, 2);
    if (ZSTR_LEN(s) == 0) {
        *buffer->p++ = LYO_TAG_STRING_EMPTY;
        return;
    }
    buffer->p[0] = LYO_TAG_STRING_CHAR;
    buffer->p[1] = (uint8_t)ZSTR_VAL(s)[0];
    buffer->p += 2;
}

/* Any string of the preamble. */
static LYO_NOINLINE void put_name(lyo_encoder *e, zend_string *s)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t hash, other;

    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        put_tiny_string(&e->preamble, s);
        return;
    }
    lyo_string_slot *slot = lyo_string_ids_find(ids, s, LYO_NAMES, &hash, &other);
    if (slot->entry > ids->base) {
        lyo_buffer_reserve(&e->preamble, BACKREF_MOST);
        put_backref(&e->preamble, lyo_string_ids_id(ids, slot->entry), ids->count[LYO_NAMES]);
    } else {
        lyo_string_ids_add(ids, s, LYO_NAMES, slot, hash);
        put_new_string(&e->preamble, ids, LYO_NAMES, s, false);
    }
}

/* Writes a string of the preamble of an id below LYO_LIMIT_NAMES. There is room. */
LYO_INLINE void write_name(lyo_encoder *e, uint32_t id)
{
    lyo_string_ids_found(&e->strings);
    e->body.p[0] = (uint8_t)(LYO_TAG_NAME + (id >> 8));
    e->body.p[1] = (uint8_t)id;
    e->body.p += 2;
}

/* Any string that is looked for. */
static LYO_NOINLINE void write_string(lyo_encoder *e, zend_string *s)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t hash, other;

    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        put_tiny_string(&e->body, s);
        return;
    }
    lyo_string_slot *slot = lyo_string_ids_find(ids, s, LYO_BODY, &hash, &other);
    if (slot->entry > ids->base) {
        lyo_string_ids_found(ids);
        lyo_buffer_reserve(&e->body, BACKREF_MOST);
        put_backref(&e->body, lyo_string_ids_id(ids, slot->entry), ids->count[LYO_BODY]);
        return;
    }
    if (other > ids->base && (other = lyo_string_ids_id(ids, other)) < LYO_LIMIT_NAMES) {
        lyo_buffer_reserve(&e->body, BACKREF_MOST);
        write_name(e, other);
        return;
    }
    lyo_string_ids_add(ids, s, LYO_BODY, slot, hash);
    put_new_string(&e->body, ids, LYO_BODY, s, false);
}

/* Longest string that is compared without a call. */
#define CALL_FREE 16
/* Longest string that lyo_write_string() itself writes: those that have one chain. */
#define QUICK_STRING LYO_SAMPLED_MOST

/* True if there is room for a short string in full, or for a back reference. */
LYO_INLINE bool has_quick_room(const lyo_buffer *buffer)
{
    return buffer->end - buffer->p > COPY_MOST;
}

static LYO_NOINLINE void make_room_unlooked(lyo_encoder *e, zend_string *s);

/* A string of two bytes or more that is not looked for. */
static LYO_NOINLINE void write_unlooked(lyo_encoder *e, zend_string *s)
{
    if (UNEXPECTED(!has_quick_room(&e->body))) {
        make_room_unlooked(e, s); /* apart, so that the others save no registers for it */
        return;
    }
    lyo_string_ids_skip(&e->strings);
    put_new_string(&e->body, &e->strings, LYO_BODY, s, true);
}

static LYO_NOINLINE void make_room_unlooked(lyo_encoder *e, zend_string *s)
{
    lyo_buffer_reserve(&e->body, COPY_MOST + 1);
    write_unlooked(e, s);
}

/*
 * Adds a string that is not in the table, at most QUICK_STRING bytes long, in the free slot where it belongs, and writes it. There is room for a short one in the
 * buffer. False, and nothing done, if the table has to grow for it.
 */
LYO_INLINE bool put_quick(lyo_buffer *buffer, lyo_string_ids *ids, unsigned list, zend_string *s,
                          lyo_string_slot *slot, uint32_t hash)
{
    if (UNEXPECTED(ids->left == 1)) {
        return false;
    }
    slot->hash = hash;
    slot->entry = lyo_string_ids_next(ids, list);
    slot->string = s;
    ids->count[list]++;
    ids->left--;
    put_new_string(buffer, ids, list, s, true);
    return true;
}

/* True if a string of the table can be named, found being twice its id and its list: those of the preamble only up to a limit. */
LYO_INLINE bool can_be_named(uint32_t found)
{
    return (found & 1) == LYO_BODY || found >> 1 < LYO_LIMIT_NAMES;
}

/*
 * Writes such a string as what it was found as. The first entry of a string in a chain is the right one: a string that the preamble has is not entered for
 * the body any more, and one of the body stands in front of the same one of the preamble.
 */
static LYO_NOINLINE void write_found(lyo_encoder *e, uint32_t found)
{
    if ((found & 1) == LYO_NAMES) {
        write_name(e, found >> 1);
    } else {
        lyo_string_ids_found(&e->strings);
        put_backref(&e->body, found >> 1, e->strings.count[LYO_BODY]);
    }
}

/* Another string has the place of this one. */
static LYO_NOINLINE void write_probed(lyo_encoder *e, zend_string *s, uint32_t hash)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t base = ids->base, at = hash & ids->mask;
    lyo_string_slot *slot;

    for (; (slot = &ids->slots[at])->entry > base; at = (at + 1) & ids->mask) {
        if (slot->hash == hash && lyo_same_string(slot->string, s)) {
            uint32_t found = slot->entry - base - 1;
            if (EXPECTED(can_be_named(found))) {
                write_found(e, found);
            } else { /* the body may have it, too */
                write_string(e, s);
            }
            return;
        }
        if (UNEXPECTED(((at - hash) & ids->mask) > LYO_PROBE_LIMIT / 2)) {
            write_string(e, s);
            return;
        }
    }
    if (UNEXPECTED(!put_quick(&e->body, ids, LYO_BODY, s, slot, hash))) {
        write_string(e, s);
    }
}

/*
 * The commonest cases in one line, without a call that is not the last thing: a string of 2 to 127 bytes that is in its place, or whose place is free;
 * there is room. All others are looked at anew. Saving registers for what follows a call takes as long as half of this.
 */
void lyo_write_string(lyo_encoder *e, zend_string *s)
{
    lyo_string_ids *ids = &e->strings;
    size_t len = ZSTR_LEN(s);

    if (!lyo_string_ids_looks(ids) && len >= 2) {
        write_unlooked(e, s);
        return;
    }
    if (UNEXPECTED(len - 2 > QUICK_STRING - 2 || ids->full_hash || !has_quick_room(&e->body))) {
        write_string(e, s);
        return;
    }
    uint32_t hash = lyo_string_fingerprint(s), found;
    lyo_string_slot *slot = &ids->slots[hash & ids->mask];
    if (slot->entry <= ids->base) {
        if (UNEXPECTED(!put_quick(&e->body, ids, LYO_BODY, s, slot, hash))) {
            write_string(e, s);
        }
        return;
    }
    found = slot->entry - ids->base - 1;
    if (slot->hash == hash && can_be_named(found) &&
        (slot->string == s || (len <= CALL_FREE && lyo_same_string(slot->string, s)))) {
        write_found(e, found);
        return;
    }
    write_probed(e, s, hash);
}

/* A name whose place is taken: by itself or by another string. */
static LYO_NOINLINE void put_probed_name(lyo_encoder *e, zend_string *s, uint32_t hash)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t base = ids->base, at = hash & ids->mask;
    lyo_string_slot *slot;

    for (; (slot = &ids->slots[at])->entry > base; at = (at + 1) & ids->mask) {
        uint32_t found = slot->entry - base - 1;
        if (slot->hash == hash && (found & 1) == LYO_NAMES && lyo_same_string(slot->string, s)) {
            put_backref(&e->preamble, found >> 1, ids->count[LYO_NAMES]);
            return;
        }
        if (UNEXPECTED(((at - hash) & ids->mask) > LYO_PROBE_LIMIT / 2)) {
            put_name(e, s);
            return;
        }
    }
    if (UNEXPECTED(!put_quick(&e->preamble, ids, LYO_NAMES, s, slot, hash))) {
        put_name(e, s);
    }
}

/* As lyo_write_string(): the commonest case in one line, here a new name. */
void lyo_put_name(lyo_encoder *e, zend_string *s)
{
    lyo_string_ids *ids = &e->strings;

    if (UNEXPECTED(ZSTR_LEN(s) - 2 > QUICK_STRING - 2 || ids->full_hash || !has_quick_room(&e->preamble))) {
        put_name(e, s);
        return;
    }
    uint32_t hash = lyo_string_fingerprint(s);
    lyo_string_slot *slot = &ids->slots[hash & ids->mask];
    if (UNEXPECTED(slot->entry > ids->base)) {
        put_probed_name(e, s, hash);
    } else if (UNEXPECTED(!put_quick(&e->preamble, ids, LYO_NAMES, s, slot, hash))) {
        put_name(e, s);
    }
}

/* --- floats ----------------------------------------------------------------------------------------------------------- */

/* hint: as lyo_decimal_of(). */
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

/* Writes a leaf that is neither a string nor a float. */
LYO_INLINE void put_scalar(lyo_buffer *buffer, const zval *v)
{
    switch (Z_TYPE_P(v)) {
    case IS_TRUE:
        lyo_buffer_byte(buffer, LYO_TAG_TRUE);
        break;
    case IS_FALSE:
        lyo_buffer_byte(buffer, LYO_TAG_FALSE);
        break;
    case IS_LONG:
        lyo_put_int(buffer, Z_LVAL_P(v));
        break;
    case IS_RESOURCE: /* as serialize() */
        lyo_put_int(buffer, 0);
        break;
    default:
        lyo_buffer_byte(buffer, LYO_TAG_NULL);
        break;
    }
}

void lyo_write_leaf(lyo_encoder *e, const zval *v)
{
    if (Z_TYPE_P(v) == IS_STRING) {
        lyo_write_string(e, Z_STR_P(v));
    } else if (Z_TYPE_P(v) == IS_DOUBLE) {
        lyo_write_double(e, Z_DVAL_P(v));
    } else {
        put_scalar(&e->body, v);
    }
}

/* --- values that are nothing else ---------------------------------------------------------------------------------------- */

/* Longest string that is copied from the C stack: longer ones have no length in their tag, and are written where they stay. */
#define SHORT_ALONE 33

static zend_string *encode_long_string(const zend_string *s)
{
    size_t len = ZSTR_LEN(s);
    unsigned width = lyo_uint_size(len);
    zend_string *result = zend_string_safe_alloc(1, len, LYO_HEAD_SIZE + 1 + width, 0);
    uint8_t *p = (uint8_t *)ZSTR_VAL(result);

    p[0] = LYO_MAGIC;
    p[1] = LYO_VERSION << 4;
    p[2] = (uint8_t)(LYO_TAG_STRING + width - 1);
    lyo_store_wide(p + 3, len);
    memcpy(p + 3 + width, ZSTR_VAL(s), len + 1); /* with the zero behind it */
    return result;
}

zend_string *lyo_encode_alone(const zval *v)
{
    uint8_t room[LYO_HEAD_SIZE + 1 + SHORT_ALONE + LYO_BUFFER_SLACK] = {LYO_MAGIC, LYO_VERSION << 4};
    lyo_buffer buffer;

    if (Z_TYPE_P(v) == IS_STRING && Z_STRLEN_P(v) > SHORT_ALONE) {
        return encode_long_string(Z_STR_P(v));
    }
    lyo_buffer_init(&buffer, room, sizeof room);
    buffer.p += LYO_HEAD_SIZE;
    if (Z_TYPE_P(v) == IS_ARRAY) {
        lyo_buffer_byte(&buffer, LYO_TAG_ARRAY_EMPTY);
    } else if (Z_TYPE_P(v) == IS_DOUBLE) {
        unsigned hint = 0;
        put_double(&buffer, Z_DVAL_P(v), &hint);
    } else if (Z_TYPE_P(v) != IS_STRING) {
        put_scalar(&buffer, v);
    } else if (Z_STRLEN_P(v) < 2) {
        put_tiny_string(&buffer, Z_STR_P(v));
    } else {
        put_in_full(&buffer, Z_STR_P(v), false);
    }
    return zend_string_init((const char *)room, lyo_buffer_size(&buffer), 0);
}
