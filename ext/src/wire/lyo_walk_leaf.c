/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves of the walk (spec sections 4.1 and 4.2): ints, floats, strings and back references.
 */
#include "lyo_prefix.h"
#include "lyo_walk_state.h"

/** Payload of the one NaN. */
#define LYO_NAN_BITS 0x7FF8000000000000u

bool lyo_walk_is_string(const lyo_walker *w, uint8_t tag)
{
    return (tag >= LYO_TAG_STRING_SHORT && tag <= LYO_TAG_STRING_SHORT_LAST) || tag >= LYO_TAG_BACKREF_NEAR ||
           (tag >= LYO_TAG_BACKREF_12 && tag <= LYO_TAG_BACKREF_12_LAST) || tag == LYO_TAG_STRING_EMPTY ||
           tag == LYO_TAG_STRING_CHAR || (tag >= LYO_TAG_STRING && tag <= LYO_TAG_STRING_LAST) ||
           (tag >= LYO_TAG_BACKREF && tag <= LYO_TAG_BACKREF_LAST) ||
           (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) ||
           (w->body && tag >= LYO_TAG_NAME && tag <= LYO_TAG_NAME_LAST);
}

/** The string that is `distance` back, if there is one. */
static const lyo_walk_span *lyo_walk_earlier(const lyo_walker *w, uint64_t distance)
{
    if (distance == 0 || distance > w->strings.count - w->string_base) {
        return NULL;
    }
    return &LYO_WALK_ITEM(lyo_walk_span, w->strings, w->strings.count - distance);
}

static const uint8_t *lyo_walk_backref(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    unsigned n = *p <= LYO_TAG_BACKREF_12_LAST ? 1 : *p - LYO_TAG_BACKREF + 2u;
    if (!lyo_walk_has(w, p, 1 + n)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    uint64_t id = n == 1 ? (uint64_t)(*p - LYO_TAG_BACKREF_12) << 8 | p[1] : lyo_walk_load(w, p + 1, n);
    if (n > 1 && (id < 4096 || lyo_uint_size(id) != n)) {
        return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
    }
    uint64_t count = w->strings.count - w->string_base;
    if (id >= count) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    if (count - id <= LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1) {
        return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
    }
    *string = LYO_WALK_ITEM(lyo_walk_span, w->strings, w->string_base + id);
    return p + 1 + n;
}

static const uint8_t *lyo_walk_near(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    const lyo_walk_span *earlier = lyo_walk_earlier(w, *p - LYO_TAG_BACKREF_NEAR + 1u);
    if (!earlier) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    *string = *earlier;
    return p + 1;
}

static const uint8_t *lyo_walk_name(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    if (!lyo_walk_has(w, p, 2)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    size_t id = (size_t)(*p - LYO_TAG_NAME) << 8 | p[1];
    if (id >= w->names.count) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    *string = LYO_WALK_ITEM(lyo_walk_span, w->names, id);
    return p + 2;
}

/** Reads PREFIXED and its kin. The string is put together, for keys are compared and others may begin as it does. */
static const uint8_t *lyo_walk_prefixed(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    lyo_prefix_token token;
    lyo_error_code code = lyo_get_prefixed(p, w->end, &token);
    if (code != LYO_OK) {
        return lyo_walk_fail(w, code == LYO_ERR_TRUNCATED ? w->short_code : code, p);
    }
    const lyo_walk_span *earlier = lyo_walk_earlier(w, token.distance);
    if (!earlier) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    if (token.prefix > earlier->size) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, p);
    }
    if (!lyo_walk_has(w, token.bytes, token.rest)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    size_t size = token.prefix + (size_t)token.rest;
    uint8_t *joined = lyo_walk_take(w, size);
    if (!joined) {
        return NULL;
    }
    memcpy(joined, earlier->bytes, token.prefix);
    memcpy(joined + token.prefix, token.bytes, (size_t)token.rest);
    *string = (lyo_walk_span){joined, size};
    return lyo_walk_add_string(w, *string) ? token.bytes + token.rest : NULL;
}

/** Reads STRING, the form with a length of its own. */
static const uint8_t *lyo_walk_long_string(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    unsigned n = *p - LYO_TAG_STRING + 1u;
    if (!lyo_walk_has(w, p, 1 + n)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    uint64_t size = lyo_walk_load(w, p + 1, n);
    if (n == 1 ? size <= LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT + 2u : lyo_uint_size(size) != n) {
        return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
    }
    if (!lyo_walk_has(w, p + 1 + n, size)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    *string = (lyo_walk_span){p + 1 + n, (size_t)size};
    return lyo_walk_add_string(w, *string) ? p + 1 + n + size : NULL;
}

const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    if (p == w->end) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    uint8_t tag = *p;
    if (!lyo_walk_is_string(w, tag)) {
        return lyo_walk_fail(w, LYO_ERR_TAG, p);
    }
    if (tag <= LYO_TAG_STRING_SHORT_LAST) {
        unsigned size = tag - LYO_TAG_STRING_SHORT + 2u;
        if (!lyo_walk_has(w, p, 1 + size)) {
            return lyo_walk_fail(w, w->short_code, p);
        }
        *string = (lyo_walk_span){p + 1, size};
        return lyo_walk_add_string(w, *string) ? p + 1 + size : NULL;
    }
    if (tag == LYO_TAG_STRING_EMPTY || tag == LYO_TAG_STRING_CHAR) {
        unsigned size = tag == LYO_TAG_STRING_CHAR;
        if (!lyo_walk_has(w, p, 1 + size)) {
            return lyo_walk_fail(w, w->short_code, p);
        }
        *string = (lyo_walk_span){p + 1, size};
        return p + 1 + size;
    }
    if (tag >= LYO_TAG_STRING && tag <= LYO_TAG_STRING_LAST) {
        return lyo_walk_long_string(w, p, string);
    }
    if (tag >= LYO_TAG_BACKREF_NEAR) {
        return lyo_walk_near(w, p, string);
    }
    if (tag >= LYO_TAG_PREFIXED) {
        return lyo_walk_prefixed(w, p, string);
    }
    return tag >= LYO_TAG_NAME ? lyo_walk_name(w, p, string) : lyo_walk_backref(w, p, string);
}

const uint8_t *lyo_walk_int(lyo_walker *w, const uint8_t *p, int64_t *value)
{
    if (*p <= LYO_TAG_INT_SMALL_LAST) {
        *value = (int64_t)*p - LYO_TAG_INT_SMALL - 1;
        return p + 1;
    }
    unsigned n = *p - LYO_TAG_INT + 1u;
    if (!lyo_walk_has(w, p, 1 + n)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    *value = lyo_walk_load_signed(w, p + 1, n);
    if (n == 1 ? *value >= -1 && *value < LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL
               : lyo_int_size(*value) != n) {
        return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
    }
    return p + 1 + n;
}

double lyo_walk_decimal(int64_t m, unsigned scale)
{
    double power = 1;
    while (scale-- > 0) {
        power *= 10; /* exact up to 10^22 */
    }
    return (double)m / power;
}

static const uint8_t *lyo_walk_float(lyo_walker *w, const uint8_t *p, double *value)
{
    if (*p == LYO_TAG_DOUBLE) {
        if (!lyo_walk_has(w, p, 9)) {
            return lyo_walk_fail(w, w->short_code, p);
        }
        uint64_t bits = lyo_load(p + 1, 8);
        if ((bits & INT64_MAX) > LYO_NAN_BITS - 0x8000000000000u) {
            bits = LYO_NAN_BITS;
        }
        memcpy(value, &bits, 8);
        return p + 9;
    }
    unsigned n = *p - LYO_TAG_DECIMAL + 1u;
    if (!lyo_walk_has(w, p, 2 + n)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    int64_t m = lyo_walk_load_signed(w, p + 2, n);
    if (p[1] > LYO_LIMIT_READ_SCALE || lyo_int_size(m) != n) {
        return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
    }
    *value = lyo_walk_decimal(m, p[1]);
    return p + 2 + n;
}

const uint8_t *lyo_walk_leaf_token(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf)
{
    if (p == w->end) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    uint8_t tag = *p;
    if ((tag >= LYO_TAG_INT_SMALL && tag <= LYO_TAG_INT_SMALL_LAST) ||
        (tag >= LYO_TAG_INT && tag <= LYO_TAG_INT_LAST)) {
        leaf->type = LYO_LEAF_INT;
        return lyo_walk_int(w, p, &leaf->integer);
    }
    if (lyo_walk_is_string(w, tag)) {
        leaf->type = LYO_LEAF_STRING;
        return lyo_walk_string(w, p, &leaf->string);
    }
    if (tag >= LYO_TAG_DECIMAL && tag <= LYO_TAG_DOUBLE) {
        leaf->type = LYO_LEAF_FLOAT;
        return lyo_walk_float(w, p, &leaf->real);
    }
    if (tag >= LYO_TAG_NULL && tag <= LYO_TAG_TRUE) {
        leaf->type = (lyo_walk_leaf_type)(LYO_LEAF_NULL + (tag - LYO_TAG_NULL));
        return p + 1;
    }
    return lyo_walk_fail(w, LYO_ERR_TAG, p);
}
