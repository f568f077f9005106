/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves of the walk (spec sections 4.1 and 4.2): ints, floats, strings and back references.
 */
#include "lyo_walk_state.h"

/** Payload of the one NaN. */
#define LYO_NAN_BITS 0x7FF8000000000000u

bool lyo_walk_is_string(uint8_t tag)
{
    return (tag >= LYO_TAG_STRING_SHORT && tag <= LYO_TAG_STRING_SHORT_LAST) ||
           (tag >= LYO_TAG_BACKREF_12 && tag <= LYO_TAG_BACKREF_12_LAST) || tag == LYO_TAG_STRING_EMPTY ||
           tag == LYO_TAG_STRING_CHAR || (tag >= LYO_TAG_STRING && tag <= LYO_TAG_STRING_LAST) ||
           (tag >= LYO_TAG_BACKREF && tag <= LYO_TAG_BACKREF_LAST);
}

/** The string written out by the good token at p. */
static lyo_walk_span lyo_walk_span_of(const uint8_t *p)
{
    if (*p <= LYO_TAG_STRING_SHORT_LAST) {
        return (lyo_walk_span){p + 1, *p - LYO_TAG_STRING_SHORT + 2u};
    }
    unsigned n = *p - LYO_TAG_STRING + 1u;
    return (lyo_walk_span){p + 1 + n, (size_t)lyo_load(p + 1, n)};
}

lyo_walk_span lyo_walk_string_at(const lyo_walker *w, const uint8_t *p)
{
    if (*p == LYO_TAG_STRING_EMPTY || *p == LYO_TAG_STRING_CHAR) {
        return (lyo_walk_span){p + 1, *p == LYO_TAG_STRING_CHAR};
    }
    uint64_t id;
    if (*p >= LYO_TAG_BACKREF_12 && *p <= LYO_TAG_BACKREF_12_LAST) {
        id = (uint64_t)(*p - LYO_TAG_BACKREF_12) << 8 | p[1];
    } else if (*p >= LYO_TAG_BACKREF && *p <= LYO_TAG_BACKREF_LAST) {
        id = lyo_load(p + 1, *p - LYO_TAG_BACKREF + 2u);
    } else {
        return lyo_walk_span_of(p);
    }
    return lyo_walk_span_of(LYO_WALK_ITEM(const uint8_t *, w->strings, w->string_base + id));
}

static const uint8_t *lyo_walk_backref(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    uint64_t id;
    const uint8_t *end;
    if (*p <= LYO_TAG_BACKREF_12_LAST) {
        if (!lyo_walk_has(w, p, 2)) {
            return lyo_walk_fail(w, w->short_code, p);
        }
        id = (uint64_t)(*p - LYO_TAG_BACKREF_12) << 8 | p[1];
        end = p + 2;
    } else {
        unsigned n = *p - LYO_TAG_BACKREF + 2u;
        if (!lyo_walk_has(w, p, 1 + n)) {
            return lyo_walk_fail(w, w->short_code, p);
        }
        id = lyo_walk_load(w, p + 1, n);
        if (id < 4096 || lyo_uint_size(id) != n) {
            return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
        }
        end = p + 1 + n;
    }
    if (id >= w->strings.count - w->string_base) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    *string = lyo_walk_span_of(LYO_WALK_ITEM(const uint8_t *, w->strings, w->string_base + id));
    return end;
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
    return lyo_walk_add_string(w, p) ? p + 1 + n + size : NULL;
}

const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    if (p == w->end) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    uint8_t tag = *p;
    if (!lyo_walk_is_string(tag)) {
        return lyo_walk_fail(w, LYO_ERR_TAG, p);
    }
    if (tag <= LYO_TAG_STRING_SHORT_LAST) {
        unsigned size = tag - LYO_TAG_STRING_SHORT + 2u;
        if (!lyo_walk_has(w, p, 1 + size)) {
            return lyo_walk_fail(w, w->short_code, p);
        }
        *string = (lyo_walk_span){p + 1, size};
        return lyo_walk_add_string(w, p) ? p + 1 + size : NULL;
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
    return lyo_walk_backref(w, p, string);
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
    if (lyo_walk_is_string(tag)) {
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
