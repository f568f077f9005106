/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves: ints, floats, and strings in all their forms (spec sections 4 and 6.5).
 */
#include "engine/lyo_writer.h"

#include <math.h>

void lyo_put_int(lyo_buffer *buffer, zend_long v)
{
    if (v >= -1 && v <= 62) {
        lyo_buffer_byte(buffer, (uint8_t)(v + 2));
    } else {
        lyo_buffer_sized(buffer, LYO_TAG_INT, (uint64_t)v, lyo_int_size(v));
    }
}

void lyo_write_int(lyo_encoder *e, zend_long v)
{
    lyo_put_int(&e->body, v);
}

static void put_backref(lyo_buffer *buffer, uint32_t id, uint32_t count)
{
    if (EXPECTED(count - id <= LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1)) {
        lyo_buffer_byte(buffer, (uint8_t)(LYO_TAG_BACKREF_NEAR - 1 + (count - id)));
    } else if (EXPECTED(id < 4096)) {
        lyo_buffer_reserve(buffer, 2);
        buffer->p[0] = (uint8_t)(LYO_TAG_BACKREF_12 + (id >> 8));
        buffer->p[1] = (uint8_t)id;
        buffer->p += 2;
    } else {
        unsigned width = id < 65536 ? 2 : lyo_uint_size(id);
        lyo_buffer_sized(buffer, LYO_TAG_BACKREF - 1, id, width);
    }
}

/* Writes a string by an earlier one; false, and nothing written, if that is no shorter than plain bytes of so many in all. */
static bool put_prefixed(lyo_buffer *buffer, lyo_prefix prefix, const char *s, size_t len, size_t plain)
{
    size_t rest = len - prefix.size;
    bool near = prefix.distance <= LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1u;
    bool packed = prefix.size < LYO_LIMIT_PREFIX_LEAST + 16 && rest < 16;

    if ((near ? 1u : 2u) + (packed ? 1 : 1 + lyo_varlen_size(rest)) + rest >= plain) {
        return false;
    }
    lyo_buffer_reserve(buffer, rest + 3 + LYO_VARLEN_MAX);
    uint8_t *p = buffer->p;
    if (near) {
        *p++ =
            (uint8_t)((packed ? LYO_TAG_PREFIXED_SHORT_NEAR : LYO_TAG_PREFIXED_NEAR) + prefix.distance - 1);
    } else {
        *p++ = packed ? LYO_TAG_PREFIXED_SHORT : LYO_TAG_PREFIXED;
        *p++ = (uint8_t)prefix.distance;
    }
    if (packed) {
        *p++ = (uint8_t)(rest << 4 | (prefix.size - LYO_LIMIT_PREFIX_LEAST));
    } else {
        *p++ = (uint8_t)prefix.size;
        p = lyo_put_varlen(p, rest);
    }
    memcpy(p, s + prefix.size, rest);
    buffer->p = p + rest;
    return true;
}

/* Writes a string that gets an id of its own. */
static void put_new_string(lyo_buffer *buffer, lyo_string_ids *ids, zend_string *s, uint32_t hash)
{
    size_t len = ZSTR_LEN(s);
    lyo_prefix prefix = {0, 0};

    if (len >= LYO_LIMIT_PREFIX_STRING) {
        prefix = lyo_string_ids_compare(ids, s);
    }
    lyo_string_ids_add(ids, s, hash);
    if (prefix.size &&
        put_prefixed(buffer, prefix, ZSTR_VAL(s), len, len <= 33 ? len + 1 : len + 1 + lyo_uint_size(len))) {
        return;
    }
    lyo_buffer_reserve(buffer, len + 9);
    if (EXPECTED(len <= 33)) {
        *buffer->p++ = (uint8_t)(LYO_TAG_STRING_SHORT + len - 2);
    } else {
        unsigned width = lyo_uint_size(len);
        buffer->p[0] = (uint8_t)(LYO_TAG_STRING + width - 1);
        lyo_store(buffer->p + 1, len, width);
        buffer->p += 1 + width;
    }
    memcpy(buffer->p, ZSTR_VAL(s), len);
    buffer->p += len;
}

static void put_tiny_string(lyo_buffer *buffer, const zend_string *s)
{
    if (ZSTR_LEN(s) == 0) {
        lyo_buffer_byte(buffer, LYO_TAG_STRING_EMPTY);
        return;
    }
    lyo_buffer_reserve(buffer, 2);
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
    uint32_t hash = lyo_string_ids_hash(&e->names, s);
    uint32_t id = lyo_string_ids_find(&e->names, s, hash);
    if (id != LYO_NO_ID) {
        put_backref(&e->preamble, id, e->names.count);
    } else {
        put_new_string(&e->preamble, &e->names, s, hash);
    }
}

/* True if the preamble has the string where a value can name it: then that is written. */
static bool write_name(lyo_encoder *e, const zend_string *s, uint32_t hash)
{
    if (UNEXPECTED(e->names.full_hash != e->strings.full_hash || e->names.full_hash)) {
        hash = lyo_string_ids_hash(&e->names, s);
    }
    uint32_t id = lyo_string_ids_find(&e->names, s, hash);
    if (id >= LYO_LIMIT_NAMES) {
        return false;
    }
    lyo_buffer_reserve(&e->body, 2);
    e->body.p[0] = (uint8_t)(LYO_TAG_NAME + (id >> 8));
    e->body.p[1] = (uint8_t)id;
    e->body.p += 2;
    return true;
}

void lyo_write_string(lyo_encoder *e, zend_string *s)
{
    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        put_tiny_string(&e->body, s);
        return;
    }
    uint32_t hash = lyo_string_ids_hash(&e->strings, s);
    uint32_t id = lyo_string_ids_find(&e->strings, s, hash);
    if (id != LYO_NO_ID) {
        put_backref(&e->body, id, e->strings.count);
    } else if (!e->names.count || !write_name(e, s, hash)) {
        put_new_string(&e->body, &e->strings, s, hash);
    }
}

#define DECIMAL_BOUND                                                                                        \
    140737488355328.0 /* 2^47: a mantissa of up to 6 bytes, so that 9 bytes are always beaten */

bool lyo_decimal_at(double v, unsigned scale, int64_t *mantissa)
{
    double product = v * lyo_powers_of_ten[scale];
    /* also false for NaN and infinities */
    if (!(fabs(product) < DECIMAL_BOUND)) {
        return false;
    }
    double m = floor(product + 0.5);
    *mantissa = (int64_t)m;
    return fabs(m) < DECIMAL_BOUND && m / lyo_powers_of_ten[scale] == v && (v != 0 || !signbit(v));
}

bool lyo_decimal_of(double v, int64_t *mantissa, unsigned *scale)
{
    for (unsigned s = 0; s <= LYO_LIMIT_DECIMAL_SCALE; s++) {
        if (!(fabs(v * lyo_powers_of_ten[s]) < DECIMAL_BOUND)) {
            return false;
        }
        if (lyo_decimal_at(v, s, mantissa)) {
            *scale = s;
            return true;
        }
    }
    return false;
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
        lyo_store(e->body.p + 2, (uint64_t)mantissa, width);
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
