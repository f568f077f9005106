/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves: ints, floats, and strings in all their forms (spec sections 4 and 6.5).
 */
#include "engine/lyo_writer.h"

#include "Zend/zend_alloc_sizes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* --- strings ---------------------------------------------------------------------------------------------------------- */

LYO_INLINE void put_backref(lyo_buffer *buffer, uint32_t id, uint32_t count)
{
    lyo_buffer_reserve(buffer, 5);
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

#ifdef __SSE2__
/* Which of the next 16 bytes are the same, a bit for each. */
LYO_INLINE uint64_t same_bytes(const char *a, const char *b)
{
    __m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));
}
#endif

/* Bytes that two strings of at least 8 bytes have in common: at most 255. */
LYO_INLINE uint32_t common_prefix(const zend_string *x, const zend_string *y)
{
    const char *a = ZSTR_VAL(x), *b = ZSTR_VAL(y);
    size_t most = ZSTR_LEN(x) < ZSTR_LEN(y) ? ZSTR_LEN(x) : ZSTR_LEN(y), n = 0;

    most = most < LYO_LIMIT_PREFIX_MOST ? most : LYO_LIMIT_PREFIX_MOST;
#ifdef __SSE2__
    if (EXPECTED(most >= 16)) {
        /* the first 64 bytes, or all if they are fewer, some of them twice: where they begin to differ is what nobody can foresee */
        size_t last = most - 16, second = last < 16 ? last : 16, third = last < 32 ? last : 32,
               fourth = last < 48 ? last : 48;
        uint64_t same = same_bytes(a, b) | same_bytes(a + second, b + second) << second |
                        same_bytes(a + third, b + third) << third |
                        same_bytes(a + fourth, b + fourth) << fourth;
        if (EXPECTED(~same)) {
            return (uint32_t)__builtin_ctzll(~same);
        }
        n = 64;
    }
#endif
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

/* Copies a string of 2 to 33 bytes. Up to 14 bytes behind it may be overwritten. */
LYO_INLINE void copy_short(uint8_t *p, const zend_string *s, size_t n)
{
#if !LYO_BIG_ENDIAN && SIZEOF_SIZE_T >= 8
    if (n <= 16) {
        /* PHP's strings take multiples of 8 bytes, 32 at least: both words are inside, and which one is second takes no jump */
        const char *from = ZSTR_VAL(s);
        memcpy(p, from, 8);
        memcpy(p + 8, from + ((n - 1) & 8), 8);
        return;
    }
#endif
    copy_end(p, s, n);
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
    copy_short(p + 1, s, len);
    buffer->p = p + 1 + len;
}

/* True if prefix and rest have a byte together. */
LYO_INLINE bool is_packed(uint32_t prefix, size_t rest)
{
    return (prefix < LYO_LIMIT_PREFIX_LEAST + 16) & (rest < 16);
}

#define NEAR_MOST (LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1u)

/* Writes a string of which more is left than put_prefixed() copies, or for which room is to be made first. */
static LYO_NOINLINE void put_long_prefixed(lyo_buffer *buffer, uint32_t prefix, uint32_t distance,
                                           const zend_string *s)
{
    size_t rest = ZSTR_LEN(s) - prefix;
    bool packed = is_packed(prefix, rest);

    reserve_long(buffer, rest, 3 + LYO_VARLEN_MAX);
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
 * Writes a string by the one that is distance back, and has the same head: fewer bytes than in full. Which form it takes, and how much of it is left, nobody
 * can foresee: neither is a jump; whether the other one is near is.
 */
static LYO_NOINLINE void put_prefixed(lyo_buffer *buffer, const zend_string *earlier, uint32_t distance,
                                      const zend_string *s)
{
    uint32_t prefix = common_prefix(earlier, s);
#if !LYO_BIG_ENDIAN && SIZEOF_SIZE_T >= 8
    size_t rest = ZSTR_LEN(s) - prefix;
    if (EXPECTED(rest <= 32 && buffer->end - buffer->p >= 4 + 32)) {
        bool packed = is_packed(prefix, rest), near = distance <= NEAR_MOST;
        uint64_t parts = lyo_pick(packed, rest << 4 | (prefix - LYO_LIMIT_PREFIX_LEAST), prefix | rest << 8);
        uint64_t tag = lyo_pick(packed, LYO_TAG_PREFIXED_SHORT, LYO_TAG_PREFIXED);
        uint64_t near_tag =
            lyo_pick(packed, LYO_TAG_PREFIXED_SHORT_NEAR, LYO_TAG_PREFIXED_NEAR) + distance - 1;
        uint8_t *p = buffer->p;
        lyo_store(p, near ? near_tag | parts << 8 : tag | (uint64_t)distance << 8 | parts << 16, 4);
        p += 4 - near - packed;
        /* the last three words, and over them the first: of a rest below 8 bytes all are its last word, from which what stands in front is shifted out */
        const char *end = ZSTR_VAL(s) + ZSTR_LEN(s);
        size_t most = rest > 8 ? rest : 8, two = most < 16 ? most : 16, three = most < 24 ? most : 24;
        lyo_store(p + most - 8, lyo_load8(end - 8), 8);
        lyo_store(p + most - two, lyo_load8(end - two), 8);
        lyo_store(p + most - three, lyo_load8(end - three), 8);
        lyo_store(p, lyo_load8(end - most) >> (8 * (most - rest) & 63), 8);
        buffer->p = p + rest;
        return;
    }
#endif
    put_long_prefixed(buffer, prefix, distance, s);
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

void lyo_put_name(lyo_encoder *e, zend_string *s)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t hash, other;

    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        put_tiny_string(&e->preamble, s);
        return;
    }
    lyo_string_slot *slot = lyo_string_ids_find(ids, s, LYO_NAMES, &hash, &other);
    if (slot->entry > ids->base) {
        put_backref(&e->preamble, lyo_string_ids_id(ids, slot->entry), ids->count[LYO_NAMES]);
    } else {
        lyo_string_ids_add(ids, s, LYO_NAMES, slot, hash);
        put_new_string(&e->preamble, ids, LYO_NAMES, s, false);
    }
}

/* Writes a back reference to any string of the body. */
static LYO_NOINLINE void write_any_backref(lyo_encoder *e, uint32_t id)
{
    lyo_string_ids_found(&e->strings);
    put_backref(&e->body, id, e->strings.count[LYO_BODY]);
}

/* Writes a string of the preamble of an id below LYO_LIMIT_NAMES. */
LYO_INLINE void write_name(lyo_encoder *e, uint32_t id)
{
    lyo_string_ids_found(&e->strings);
    lyo_buffer_reserve(&e->body, 2);
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
        write_any_backref(e, lyo_string_ids_id(ids, slot->entry));
        return;
    }
    if (other > ids->base && (other = lyo_string_ids_id(ids, other)) < LYO_LIMIT_NAMES) {
        write_name(e, other);
        return;
    }
    lyo_string_ids_add(ids, s, LYO_BODY, slot, hash);
    put_new_string(&e->body, ids, LYO_BODY, s, false);
}

/* A string of two bytes or more that is not looked for. */
static LYO_NOINLINE void write_unlooked(lyo_encoder *e, zend_string *s)
{
    lyo_string_ids_skip(&e->strings);
    put_new_string(&e->body, &e->strings, LYO_BODY, s, false);
}

/* Longest string that lyo_write_string() itself writes: those that have one chain. */
#define QUICK_STRING LYO_SAMPLED_MOST

#ifdef __SSE2__
/* True if both are the same 2 bytes or more. Of up to 32 bytes all are compared, so that only the answer is a jump. */
LYO_INLINE bool same_quick(const zend_string *a, const zend_string *b, size_t len)
{
    if (UNEXPECTED(ZSTR_LEN(a) != len)) {
        return false;
    }
    /* the last 16 bytes, some of which stand in front of a shorter string and do not count, and the first */
    ptrdiff_t last = (ptrdiff_t)len - 16, first = last < 0 ? last : 0;
    unsigned counts = 0xFFFF0000u >> (len < 16 ? len : 16);
    unsigned same = (unsigned)(same_bytes(ZSTR_VAL(a) + last, ZSTR_VAL(b) + last) &
                               same_bytes(ZSTR_VAL(a) + first, ZSTR_VAL(b) + first));
    for (ptrdiff_t i = 16; UNEXPECTED(i < last); i += 16) {
        same &= (unsigned)same_bytes(ZSTR_VAL(a) + i, ZSTR_VAL(b) + i);
    }
    return !(~same & counts & 0xFFFF);
}
#else
/* True if both are the same 2 bytes or more. */
LYO_INLINE bool same_quick(const zend_string *a, const zend_string *b, size_t len)
{
    if (ZSTR_LEN(a) != len || lyo_string_tail(a) != lyo_string_tail(b)) {
        return false;
    }
    for (size_t i = 8; i < len; i += 8) {
        if (lyo_load8(ZSTR_VAL(a) + i - 8) != lyo_load8(ZSTR_VAL(b) + i - 8)) {
            return false;
        }
    }
    return true;
}
#endif

/* Writes a string that is not in the table, at most QUICK_STRING bytes long, and enters it in the free slot where it belongs. There is room in the body. */
LYO_INLINE void write_new(lyo_encoder *e, zend_string *s, lyo_string_slot *slot, uint32_t hash)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t left = ids->left, count = ids->count[LYO_BODY], entry = lyo_string_ids_next(ids, LYO_BODY);

    if (UNEXPECTED(left == 1)) {
        write_string(e, s);
        return;
    }
    slot->hash = hash;
    slot->entry = entry;
    slot->string = s;
    ids->count[LYO_BODY] = count + 1;
    ids->left = left - 1;
    put_new_string(&e->body, ids, LYO_BODY, s, true);
}

/* True if two bytes at most tell a string of the table, found being twice its id and its list: of an id below 4096 in the body, or below a quarter of that in the preamble. */
LYO_INLINE bool is_near(uint32_t found)
{
    _Static_assert(LYO_LIMIT_NAMES == 4096 / 4 && LYO_BODY == 0 && LYO_NAMES == 1, "is_near()");
    return found < 2 * 4096u >> 2 * (found & 1);
}

/*
 * Writes such a string. Whether it is of the body, and how far back, nobody can foresee: neither is a jump. There is room in the body. It is what it is found as, for the
 * first one in a chain is the right one: a string that the preamble has is not entered for the body any more, and one of the body stands in front of the same one of the preamble.
 */
LYO_INLINE void write_found(lyo_encoder *e, uint32_t found)
{
    uint32_t id = found >> 1, named = (found & 1) == LYO_NAMES, back = e->strings.count[LYO_BODY] - id;
    uint32_t tag = LYO_TAG_BACKREF_12 + named * (LYO_TAG_NAME - LYO_TAG_BACKREF_12);
    bool near = (back <= LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1) & !named;
    uint8_t *p = e->body.p;

    lyo_string_ids_found(&e->strings);
    lyo_store(p, lyo_pick(near, LYO_TAG_BACKREF_NEAR - 1 + back, (tag + (id >> 8)) | (id & 255) << 8), 2);
    e->body.p = p + 2 - near;
}

/* Another string has the place of this one. */
static LYO_NOINLINE void write_probed(lyo_encoder *e, zend_string *s, uint32_t hash)
{
    lyo_string_ids *ids = &e->strings;
    uint32_t base = ids->base, at = hash & ids->mask;
    lyo_string_slot *slot;

    for (; (slot = &ids->slots[at])->entry > base; at = (at + 1) & ids->mask) {
        if (slot->hash == hash && same_quick(slot->string, s, ZSTR_LEN(s))) {
            uint32_t found = slot->entry - base - 1;
            if (EXPECTED(is_near(found))) {
                write_found(e, found);
            } else if ((found & 1) == LYO_BODY) {
                write_any_backref(e, found >> 1);
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
    write_new(e, s, slot, hash);
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
    if (UNEXPECTED(len - 2 > QUICK_STRING - 2 || ids->full_hash ||
                   e->body.end - e->body.p < QUICK_STRING + 2)) {
        write_string(e, s);
        return;
    }
    uint32_t hash = lyo_string_fingerprint(s), found;
    lyo_string_slot *slot = &ids->slots[hash & ids->mask];
    if (slot->entry <= ids->base) {
        write_new(e, s, slot, hash);
        return;
    }
    found = slot->entry - ids->base - 1;
    if (slot->hash == hash && is_near(found) && same_quick(slot->string, s, len)) {
        write_found(e, found);
        return;
    }
    write_probed(e, s, hash);
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
