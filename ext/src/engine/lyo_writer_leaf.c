/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves: ints, floats, and strings in all their forms (spec sections 4 and 6.5).
 */
#include "engine/lyo_writer.h"

#include <math.h>

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

/* Bytes that two strings of at least 6 bytes have in common, the first four of which are known to be: at most 255. */
LYO_INLINE uint32_t common_prefix(const zend_string *x, const zend_string *y)
{
    const char *a = ZSTR_VAL(x), *b = ZSTR_VAL(y);
    size_t most = ZSTR_LEN(x) < ZSTR_LEN(y) ? ZSTR_LEN(x) : ZSTR_LEN(y), n = 0;

    if (most < 8) {
        uint64_t difference = lyo_load4(a + most - 4) ^ lyo_load4(b + most - 4);
        return (uint32_t)most - 4 + (difference ? lyo_first_byte(difference) : 4);
    }
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

/*
 * Writes a string by the one that is distance back, and has the same first four bytes; false, and nothing written, if that needs no fewer bytes than
 * `plain`, those of the string in full.
 */
static LYO_NOINLINE bool put_prefixed(lyo_buffer *buffer, const zend_string *earlier, uint32_t distance,
                                      const zend_string *s, size_t plain)
{
    uint32_t prefix = common_prefix(earlier, s);
    size_t rest = ZSTR_LEN(s) - prefix;
    bool near = distance <= LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1u;
    bool packed = prefix < LYO_LIMIT_PREFIX_LEAST + 16 && rest < 16;

    if ((near ? 1u : 2u) + (packed ? 1 : 1 + lyo_varlen_size(rest)) + rest >= plain) {
        return false;
    }
    lyo_buffer_reserve(buffer, rest + 3 + LYO_VARLEN_MAX);
    uint8_t *p = buffer->p;
    if (near) {
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
    memcpy(p, ZSTR_VAL(s) + prefix, rest);
    buffer->p = p + rest;
    return true;
}

/* Copies 2 to 33 bytes, without a call: overlapping pieces of constant size. */
LYO_INLINE void copy_short(uint8_t *p, const char *s, size_t len)
{
    if (len > 16) {
        memcpy(p, s, 16);
        p[16] = (uint8_t)s[16];
        memcpy(p + len - 16, s + len - 16, 16);
    } else if (len >= 8) {
        memcpy(p, s, 8);
        memcpy(p + len - 8, s + len - 8, 8);
    } else if (len >= 4) {
        memcpy(p, s, 4);
        memcpy(p + len - 4, s + len - 4, 4);
    } else {
        memcpy(p, s, 2);
        p[len - 1] = (uint8_t)s[len - 1];
    }
}

/* Writes a string that has just been looked for, and is new. */
LYO_INLINE void put_new_string(lyo_buffer *buffer, lyo_string_ids *ids, unsigned list, zend_string *s,
                               const lyo_string_place *place)
{
    size_t len = ZSTR_LEN(s);
    unsigned width = EXPECTED(len <= 33) ? 0 : lyo_uint_size(len);
    uint32_t distance =
        len >= LYO_LIMIT_PREFIX_STRING ? lyo_string_list_compare(&ids->lists[list], ZSTR_VAL(s)) : 0;

    lyo_string_ids_add(ids, s, list, place);
    if (UNEXPECTED(distance)) {
        const lyo_string_list *strings = &ids->lists[list];
        if (put_prefixed(buffer, strings->strings[strings->count - 1 - distance], distance, s,
                         len + 1 + width)) {
            return;
        }
    }
    lyo_buffer_reserve(buffer, len + 9);
    uint8_t *p = buffer->p;
    if (EXPECTED(!width)) {
        p[0] = (uint8_t)(LYO_TAG_STRING_SHORT + len - 2);
        copy_short(p + 1, ZSTR_VAL(s), len);
    } else {
        p[0] = (uint8_t)(LYO_TAG_STRING + width - 1);
        lyo_store_wide(p + 1, len);
        memcpy(p + 1 + width, ZSTR_VAL(s), len);
    }
    buffer->p = p + 1 + width + len;
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
    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        put_tiny_string(&e->preamble, s);
        return;
    }
    lyo_string_place place = lyo_string_ids_find(&e->strings, s, LYO_NAMES);
    if (place.id != LYO_NO_ID) {
        put_backref(&e->preamble, place.id, e->strings.lists[LYO_NAMES].count);
    } else {
        put_new_string(&e->preamble, &e->strings, LYO_NAMES, s, &place);
    }
}

void lyo_write_string(lyo_encoder *e, zend_string *s)
{
    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        put_tiny_string(&e->body, s);
        return;
    }
    lyo_string_place place = lyo_string_ids_find(&e->strings, s, LYO_BODY);
    if (place.id != LYO_NO_ID) {
        put_backref(&e->body, place.id, e->strings.lists[LYO_BODY].count);
    } else if (place.other < LYO_LIMIT_NAMES) {
        lyo_buffer_reserve(&e->body, 2);
        e->body.p[0] = (uint8_t)(LYO_TAG_NAME + (place.other >> 8));
        e->body.p[1] = (uint8_t)place.other;
        e->body.p += 2;
    } else {
        put_new_string(&e->body, &e->strings, LYO_BODY, s, &place);
    }
}

/* --- floats ----------------------------------------------------------------------------------------------------------- */

#define DECIMAL_BOUND                                                                                        \
    140737488355328.0 /* 2^47: a mantissa of up to 6 bytes, so that 9 bytes are always beaten */

/* Magnitude below which the product with 10^8 stays below the bound. */
#define EASY_BOUND 1407374.8

/* floor(v + 0.5) for a v that is well within 64 bits, without a call. */
LYO_INLINE int64_t round_half_up(double v)
{
    double shifted = v + 0.5;
    int64_t m = (int64_t)shifted;
    return m - (shifted < (double)m);
}

bool lyo_decimal_at(double v, unsigned scale, int64_t *mantissa)
{
    double product = v * lyo_powers_of_ten[scale];
    /* also false for NaN and infinities */
    if (!(fabs(product) < DECIMAL_BOUND)) {
        return false;
    }
    *mantissa = round_half_up(product);
    return fabs((double)*mantissa) < DECIMAL_BOUND && (double)*mantissa / lyo_powers_of_ten[scale] == v &&
           (v != 0 || !signbit(v));
}

/* Every scale in turn: for large numbers, where a larger scale may be out of bounds and a smaller one not. */
static LYO_NOINLINE bool try_scales(double v, int64_t *mantissa, unsigned *scale)
{
    for (unsigned s = 0; s <= LYO_LIMIT_DECIMAL_SCALE && fabs(v * lyo_powers_of_ten[s]) < DECIMAL_BOUND;
         s++) {
        if (lyo_decimal_at(v, s, mantissa)) {
            *scale = s;
            return true;
        }
    }
    return false;
}

/*
 * What is exact at a scale is exact at all larger ones, for m / 10^s and 10 m / 10^(s + 1) are the same number, rounded once. So the largest scale
 * decides, and the zeros at the end of its mantissa tell the smallest one. 9 scales in turn take 15 times as long for a number that has none.
 */
bool lyo_decimal_of(double v, int64_t *mantissa, unsigned *scale)
{
    if (UNEXPECTED(!(fabs(v) < EASY_BOUND))) {
        return try_scales(v, mantissa, scale);
    }
    int64_t m = round_half_up(v * 1e8);
    unsigned s = LYO_LIMIT_DECIMAL_SCALE;

    if ((double)m / 1e8 != v || (m == 0 && signbit(v))) {
        return false;
    }
    if (m % 10000 == 0) {
        m /= 10000;
        s -= 4;
    }
    for (; s > 0 && m % 10 == 0; s--) {
        m /= 10;
    }
    *mantissa = m;
    *scale = s;
    return true;
}

unsigned lyo_double_size(double v)
{
    int64_t mantissa;
    unsigned scale;
    return lyo_decimal_of(v, &mantissa, &scale) ? 2 + lyo_int_size(mantissa) : 9;
}

void lyo_write_double(lyo_encoder *e, double v)
{
    int64_t mantissa;
    unsigned scale;

    lyo_buffer_reserve(&e->body, 9);
    if (lyo_decimal_of(v, &mantissa, &scale)) {
        unsigned width = lyo_int_size(mantissa);
        e->body.p[0] = (uint8_t)(LYO_TAG_DECIMAL + width - 1);
        e->body.p[1] = (uint8_t)scale;
        lyo_store_wide(e->body.p + 2, (uint64_t)mantissa);
        e->body.p += 2 + width;
        return;
    }
    e->body.p[0] = LYO_TAG_DOUBLE;
    lyo_store(e->body.p + 1, isnan(v) ? UINT64_C(0x7FF8000000000000) : lyo_double_bits(v), 8);
    e->body.p += 9;
}

void lyo_write_leaf(lyo_encoder *e, const zval *v)
{
    switch (Z_TYPE_P(v)) {
    case IS_TRUE:
        lyo_buffer_byte(&e->body, LYO_TAG_TRUE);
        break;
    case IS_FALSE:
        lyo_buffer_byte(&e->body, LYO_TAG_FALSE);
        break;
    case IS_LONG:
        lyo_write_int(e, Z_LVAL_P(v));
        break;
    case IS_DOUBLE:
        lyo_write_double(e, Z_DVAL_P(v));
        break;
    case IS_STRING:
        lyo_write_string(e, Z_STR_P(v));
        break;
    case IS_RESOURCE: /* as serialize() */
        lyo_write_int(e, 0);
        break;
    default:
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
        break;
    }
}
