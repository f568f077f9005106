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

/* --- Strings that begin as an earlier one ------------------------------------------------------------------------- */

static bool lyo_walk_is_apart(const lyo_walk_span *string)
{
    return (string->size & LYO_WALK_APART) != 0;
}

/** The token of a string that is apart; it was found good when it was read. */
static lyo_prefix_token lyo_walk_prefix_of(const lyo_walker *w, const lyo_walk_span *string)
{
    lyo_prefix_token token;
    lyo_get_prefixed(string->bytes, w->limit, &token);
    return token;
}

/** Joins string i of those at strings: its own bytes, and to the left of them what each earlier one adds. */
static bool lyo_walk_join_one(lyo_walker *w, lyo_walk_span *strings, size_t i)
{
    lyo_prefix_token token = lyo_walk_prefix_of(w, &strings[i]);
    size_t left = token.prefix, size = left + (size_t)token.rest, from = i - token.distance;
    uint8_t *joined = lyo_walk_take(w, size);
    if (!joined) {
        return false;
    }
    memcpy(joined + left, token.bytes, (size_t)token.rest);
    for (; lyo_walk_is_apart(&strings[from]); from -= token.distance) {
        token = lyo_walk_prefix_of(w, &strings[from]);
        if (token.prefix < left) {
            memcpy(joined + token.prefix, token.bytes, left - token.prefix);
            left = token.prefix;
        }
    }
    memcpy(joined, strings[from].bytes, left);
    strings[i] = (lyo_walk_span){joined, size};
    return true;
}

/**
 * Joins string i of those at strings. On a long way to a string in one piece, each LYO_WALK_STEPS-th is joined as well, the
 * farthest one first, so that no part of the way is long when it is taken again: the walk stays linear. Until then
 * their sizes, which their tokens tell, are a list of them.
 */
static bool lyo_walk_join(lyo_walker *w, lyo_walk_span *strings, size_t i)
{
    size_t waiting = 0; /* index + 1 of the last one in the list */
    for (unsigned steps = 0; lyo_walk_is_apart(&strings[i]); steps++) {
        uint32_t distance = lyo_walk_prefix_of(w, &strings[i]).distance;
        if (steps % LYO_WALK_STEPS == 0) {
            strings[i].size = LYO_WALK_APART | waiting;
            waiting = i + 1;
        }
        i -= distance;
    }
    while (waiting > 0) {
        i = waiting - 1;
        waiting = strings[i].size & ~LYO_WALK_APART;
        if (!lyo_walk_join_one(w, strings, i)) {
            return false;
        }
    }
    return true;
}

/** Gives string i of those at strings, in one piece if it has to be. */
static bool lyo_walk_give(lyo_walker *w, lyo_walk_span *strings, size_t i, bool whole, lyo_walk_span *string)
{
    if (whole && lyo_walk_is_apart(&strings[i]) && !lyo_walk_join(w, strings, i)) {
        return false;
    }
    *string = strings[i];
    return true;
}

/**
 * Reads PREFIXED and its kin. That a later string begins as this one asks for its size only, so it is joined if it is a
 * key or a name, or if somebody listens.
 */
static const uint8_t *lyo_walk_prefixed(lyo_walker *w, const uint8_t *p, bool whole, lyo_walk_span *string)
{
    lyo_prefix_token token;
    lyo_error_code code = lyo_get_prefixed(p, w->end, &token);
    if (code != LYO_OK) {
        return lyo_walk_fail(w, code == LYO_ERR_TRUNCATED ? w->short_code : code, p);
    }
    if (token.distance > w->strings.count - w->string_base) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    size_t i = w->strings.count;
    const lyo_walk_span *earlier = &LYO_WALK_ITEM(lyo_walk_span, w->strings, i - token.distance);
    if (token.prefix > (earlier->size & ~LYO_WALK_APART)) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, p);
    }
    if (!lyo_walk_has(w, token.bytes, token.rest)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    const lyo_walk_span apart = {p, LYO_WALK_APART | (token.prefix + (size_t)token.rest)};
    if (!lyo_walk_add_string(w, apart) || !lyo_walk_give(w, w->strings.items, i, whole, string)) {
        return NULL;
    }
    return token.bytes + token.rest;
}

/* --- Strings ------------------------------------------------------------------------------------------------------ */

static const uint8_t *lyo_walk_backref(lyo_walker *w, const uint8_t *p, bool whole, lyo_walk_span *string)
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
    return lyo_walk_give(w, w->strings.items, w->string_base + (size_t)id, whole, string) ? p + 1 + n : NULL;
}

static const uint8_t *lyo_walk_near(lyo_walker *w, const uint8_t *p, bool whole, lyo_walk_span *string)
{
    size_t distance = *p - LYO_TAG_BACKREF_NEAR + 1u;
    if (distance > w->strings.count - w->string_base) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    return lyo_walk_give(w, w->strings.items, w->strings.count - distance, whole, string) ? p + 1 : NULL;
}

static const uint8_t *lyo_walk_name(lyo_walker *w, const uint8_t *p, bool whole, lyo_walk_span *string)
{
    if (!lyo_walk_has(w, p, 2)) {
        return lyo_walk_fail(w, w->short_code, p);
    }
    size_t id = (size_t)(*p - LYO_TAG_NAME) << 8 | p[1];
    if (id >= w->names.count) {
        return lyo_walk_fail(w, LYO_ERR_STRING_ID, p);
    }
    return lyo_walk_give(w, w->names.items, id, whole, string) ? p + 2 : NULL;
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

static const uint8_t *lyo_walk_any_string(lyo_walker *w, const uint8_t *p, bool whole, lyo_walk_span *string)
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
        return lyo_walk_near(w, p, whole, string);
    }
    if (tag >= LYO_TAG_PREFIXED) {
        return lyo_walk_prefixed(w, p, whole, string);
    }
    return tag >= LYO_TAG_NAME ? lyo_walk_name(w, p, whole, string) : lyo_walk_backref(w, p, whole, string);
}

const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    return lyo_walk_any_string(w, p, w->callback != NULL, string);
}

const uint8_t *lyo_walk_whole_string(lyo_walker *w, const uint8_t *p, lyo_walk_span *string)
{
    return lyo_walk_any_string(w, p, true, string);
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
