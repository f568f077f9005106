/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of leaves and strings (spec sections 4.1 and 4.2): the layout of each token stands here, and here alone. It is a template: a
 * file that includes it chooses at compile time what becomes of the tokens, its sink, and gets code as if both had been written as one.
 *
 * Before it includes this file, an instance defines
 *
 *   lyo_sink  the type of its state, with these members of the reader: end, end_code, body, sharing, depth, max_depth,
 *             elements_left, credit_used, names.count;
 *   lyo_out   the type of the place where a leaf goes;
 *
 * and these functions. They take a lyo_sink *s first, and most of them the lyo_out and `how`, the constant of the call:
 *
 *   sink_fail(s, code, at)                       notes an error at that byte
 *   sink_has_stack(s)                            false if no deeper level fits the C stack
 *   sink_strings(s, how), sink_base(s, how)      strings that have an id now, and the first id that can be used
 *   sink_has_names(s, how)                       true where a string of the preamble can be named
 *   sink_margin(how)                             bytes behind a short string that are to be readable in quick calls
 *   sink_near_end(s, at, out, how)               a short string behind which they are not: like a token, NULL to leave it alone
 *   sink_null(out), sink_bool(out, b), sink_int(out, i), sink_double(out, d)
 *   sink_empty_array(s, at, out)                 returns the byte behind the token at `at`
 *   sink_brief(s, bytes, length, out, how)       the empty string, or one of one byte
 *   sink_string(s, bytes, length, short, out, how)   a string that gets the next id; short: STRING_SHORT
 *   sink_earlier(s, index, out, how)             the string with that id again
 *   sink_name(s, id, out, how)                   a string of the preamble
 *   sink_prefixed(s, at, out, how)               a string that begins as an earlier one; see lyo_get_prefixed()
 *
 *   sink_text(s, at, out, how)                   reads a string token that may not be there: lyo_string_token() in a function of its own
 *
 * sink_string() to sink_name() return false if they could not do it: for a reason that they have noted, or, in quick calls, for any.
 */
#ifndef LYO_GRAMMAR_H
#define LYO_GRAMMAR_H

#include "wire/lyo_key.h"
#include "wire/lyo_prefix.h"

/** Ints that are their tag. */
#define LYO_INT_SMALL_LEAST (-1)
#define LYO_INT_SMALL_MOST (LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL + LYO_INT_SMALL_LEAST)
/** Longest string whose length is in its tag. */
#define LYO_STRING_SHORT_MOST (LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT + 2u)

/** True if tag is one of first to last, in one comparison. */
#define LYO_IS_TAG(tag, first) ((tag) - (unsigned)(first) <= (unsigned)(first##_LAST) - (unsigned)(first))

/** What a token that is not good returns. A quick call leaves it alone: a careful one will say what is wrong. */
#define LYO_WRONG(code, at) ((how & LYO_QUICK) ? NULL : (sink_fail(s, (code), (at)), (const uint8_t *)NULL))

/** True if n bytes from p on are there. */
#define LYO_HAS(p, n) ((uint64_t)(s->end - (p)) >= (uint64_t)(n))

/** A token that is wrong, in functions that are never quick. */
#define LYO_BAD(code, at) (sink_fail(s, (code), (at)), (const uint8_t *)NULL)

/** Reads a varlen of the token at `at`. */
LYO_INLINE const uint8_t *lyo_varlen_token(lyo_sink *s, const uint8_t *p, const uint8_t *at, uint64_t *value)
{
    lyo_varlen_result result = lyo_get_varlen(&p, s->end, value);
    return LYO_LIKELY(result == LYO_VARLEN_OK)
               ? p
               : LYO_BAD(result == LYO_VARLEN_SHORT ? s->end_code : LYO_ERR_OVERLONG, at);
}

/** True if the first slot of a reference can begin at p, below the end. */
LYO_INLINE bool lyo_is_first_slot(const uint8_t *p)
{
    return *p != LYO_TAG_USE_REFERENCE;
}

/** True if the value of a frame can begin at p, which may be its end. It stands in no slot. */
LYO_INLINE bool lyo_is_frame_value(lyo_sink *s, const uint8_t *p)
{
    if (LYO_UNLIKELY(p < s->end && *p == LYO_TAG_USE_REFERENCE)) {
        sink_fail(s, LYO_ERR_TAG, p);
        return false;
    }
    return true;
}

/* --- what a container is asked before it begins -------------------------------------------------------------------- */

/**
 * Enters so many levels for a container of `count` entries, which count as `elements`, and need `bytes` bytes at least; p is behind its token, which begins
 * at `at`. pending: bytes that all around it needs. any: count may be more than an array can have; where it comes from a short tag or a definition
 * it cannot, and a test more for each container costs 1 to 2 % of the instructions of small values.
 */
LYO_INLINE bool lyo_open(lyo_sink *s, const uint8_t *p, const uint8_t *at, const unsigned levels,
                         uint64_t count, uint64_t elements, uint64_t bytes, uint64_t pending, const bool any)
{
    uint64_t left = (uint64_t)(s->end - p);

    if (LYO_UNLIKELY(levels > s->max_depth - s->depth) || LYO_UNLIKELY(!sink_has_stack(s))) {
        sink_fail(s, LYO_ERR_DEPTH, at);
        return false;
    }
    s->depth += levels;
    if (LYO_UNLIKELY(bytes > left || pending > left - bytes)) {
        sink_fail(s, s->end_code, at);
        return false;
    }
    if (LYO_UNLIKELY(elements > s->elements_left) || (any && LYO_UNLIKELY(!lyo_is_count(count)))) {
        sink_fail(s, LYO_ERR_ELEMENTS, at);
        return false;
    }
    s->elements_left -= elements;
    return true;
}

/** Twice a count that may be any number, as bytes: more than any payload has, if it overflows. */
LYO_INLINE uint64_t lyo_twice(uint64_t n)
{
    return n > UINT64_MAX / 4 ? UINT64_MAX / 2 : 2 * n;
}

/** Draws on the credit (7.3), with the bytes of the body up to p. */
LYO_INLINE bool lyo_draw(lyo_sink *s, const uint8_t *p, uint64_t cells)
{
    uint64_t credit = LYO_LIMIT_CREDIT + (uint64_t)LYO_LIMIT_CREDIT_PER_BYTE * (uint64_t)(p - s->body);

    /* rows may have drawn ahead of their row-wise cells */
    if (LYO_UNLIKELY(credit < s->credit_used || credit - s->credit_used < cells)) {
        return false;
    }
    s->credit_used += cells;
    return true;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

LYO_INLINE bool lyo_is_small_int(uint8_t tag)
{
    return LYO_IS_TAG(tag, LYO_TAG_INT_SMALL);
}

/** The int that an INT_SMALL is. */
LYO_INLINE int lyo_small_int(uint8_t tag)
{
    return tag - LYO_TAG_INT_SMALL + LYO_INT_SMALL_LEAST;
}

/** Reads INT. p: its tag, which is a constant or tested before. */
LYO_INLINE const uint8_t *lyo_int_token(lyo_sink *s, const uint8_t *p, uint8_t tag, int64_t *value,
                                        const unsigned how)
{
    unsigned n = tag - LYO_TAG_INT + 1u;

    if (n == 1) {
        if (LYO_UNLIKELY(!LYO_HAS(p, 2))) {
            return LYO_WRONG(s->end_code, p);
        }
        *value = (int8_t)p[1];
        if (LYO_UNLIKELY(*value >= LYO_INT_SMALL_LEAST && *value <= LYO_INT_SMALL_MOST)) {
            return LYO_WRONG(LYO_ERR_OVERLONG, p);
        }
        return p + 2;
    }
    if (LYO_UNLIKELY(!LYO_HAS(p, (how & LYO_QUICK) ? 1 + LYO_WORD : 1 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    *value = (how & LYO_QUICK) ? lyo_load_signed_of_word(p + 1, n) : lyo_load_signed(p + 1, n);
    if (LYO_UNLIKELY(lyo_int_fits(*value, n - 1))) {
        return LYO_WRONG(LYO_ERR_OVERLONG, p);
    }
    return p + 1 + n;
}

LYO_INLINE const uint8_t *lyo_decimal_token(lyo_sink *s, const uint8_t *p, uint8_t tag, double *value,
                                            const unsigned how)
{
    unsigned n = tag - LYO_TAG_DECIMAL + 1u;

    if (LYO_UNLIKELY(!LYO_HAS(p, (how & LYO_QUICK) ? 2 + LYO_WORD : 2 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    unsigned scale = p[1];
    int64_t mantissa = (how & LYO_QUICK) ? lyo_load_signed_of_word(p + 2, n) : lyo_load_signed(p + 2, n);
    if (LYO_UNLIKELY(scale > LYO_LIMIT_READ_SCALE) || LYO_UNLIKELY(n > 1 && lyo_int_fits(mantissa, n - 1))) {
        return LYO_WRONG(LYO_ERR_OVERLONG, p);
    }
    *value = lyo_decimal(mantissa, scale);
    return p + 2 + n;
}

LYO_INLINE const uint8_t *lyo_double_token(lyo_sink *s, const uint8_t *p, double *value, const unsigned how)
{
    if (LYO_UNLIKELY(!LYO_HAS(p, 9))) {
        return LYO_WRONG(s->end_code, p);
    }
    *value = lyo_load_one_nan(p + 1);
    return p + 9;
}

/* --- strings ------------------------------------------------------------------------------------------------------ */

LYO_INLINE const uint8_t *lyo_short_string_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                                 const unsigned how)
{
    size_t length = tag - LYO_TAG_STRING_SHORT + 2u;

    if ((how & LYO_QUICK) && sink_margin(how)) {
        if (LYO_UNLIKELY(!LYO_HAS(p, 1 + length + sink_margin(how)))) {
            return sink_near_end(s, p, out, how);
        }
    } else if (LYO_UNLIKELY(!LYO_HAS(p, 1 + length))) {
        return LYO_WRONG(s->end_code, p);
    }
    return sink_string(s, p + 1, length, true, out, how) ? p + 1 + length : NULL;
}

/** Reads STRING. Of the lengths of more than two bytes a quick call takes none. */
LYO_INLINE const uint8_t *lyo_long_string_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                                const unsigned how)
{
    unsigned n = tag - LYO_TAG_STRING + 1u;

    if ((how & LYO_QUICK) && n > 2) {
        return NULL;
    }
    if (LYO_UNLIKELY(!LYO_HAS(p, (how & LYO_QUICK) ? 3 : 1 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    const uint8_t *bytes = p + 1 + n;
    uint64_t length = n == 1 ? p[1] : (how & LYO_QUICK) ? lyo_load(p + 1, 2) : lyo_load(p + 1, n);
    if (LYO_UNLIKELY(n == 1 ? length <= LYO_STRING_SHORT_MOST : length >> (8 * (n - 1)) == 0)) {
        return LYO_WRONG(LYO_ERR_OVERLONG, p);
    }
    if (LYO_UNLIKELY(!LYO_HAS(bytes, length))) {
        return LYO_WRONG(s->end_code, p);
    }
    return sink_string(s, bytes, (size_t)length, false, out, how) ? bytes + length : NULL;
}

/** Reads BACKREF_NEAR. */
LYO_INLINE const uint8_t *lyo_near_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                         const unsigned how)
{
    size_t distance = tag - LYO_TAG_BACKREF_NEAR + 1u, count = sink_strings(s, how);

    if (LYO_UNLIKELY(distance > count - sink_base(s, how))) {
        return LYO_WRONG(LYO_ERR_STRING_ID, p);
    }
    return sink_earlier(s, count - distance, out, how) ? p + 1 : NULL;
}

/** Reads BACKREF_12, or in careful calls BACKREF. */
LYO_INLINE const uint8_t *lyo_far_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                        const unsigned how)
{
    unsigned n = tag <= LYO_TAG_BACKREF_12_LAST ? 1 : tag - LYO_TAG_BACKREF + 2u;
    size_t base = sink_base(s, how);
    uint64_t id, count = sink_strings(s, how) - base;

    if (LYO_UNLIKELY(!LYO_HAS(p, 1 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    if (n == 1) {
        id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
    } else {
        id = lyo_load(p + 1, n);
        if (LYO_UNLIKELY(id < LYO_BACKREF_12_IDS || lyo_uint_size(id) != n)) {
            return LYO_WRONG(LYO_ERR_OVERLONG, p);
        }
    }
    if (LYO_UNLIKELY(id + LYO_NEAREST >= count)) { /* none, or one that has a shorter form */
        return LYO_WRONG(id >= count ? LYO_ERR_STRING_ID : LYO_ERR_OVERLONG, p);
    }
    return sink_earlier(s, base + (size_t)id, out, how) ? p + 1 + n : NULL;
}

LYO_INLINE const uint8_t *lyo_name_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                         const unsigned how)
{
    if (LYO_UNLIKELY(!LYO_HAS(p, 2))) {
        return LYO_WRONG(s->end_code, p);
    }
    uint32_t id = (uint32_t)(tag - LYO_TAG_NAME) << 8 | p[1];
    if (LYO_UNLIKELY(id >= s->names.count)) {
        return LYO_WRONG(LYO_ERR_STRING_ID, p);
    }
    return sink_name(s, id, out, how) ? p + 2 : NULL;
}

LYO_INLINE const uint8_t *lyo_brief_string_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                                 const unsigned how)
{
    unsigned length = tag == LYO_TAG_STRING_CHAR;

    if (LYO_UNLIKELY(!LYO_HAS(p, 1 + length))) {
        return LYO_WRONG(s->end_code, p);
    }
    sink_brief(s, p + 1, length, out, how);
    return p + 1 + length;
}

/** Reads a string token, the tag of which is not looked at yet; p is below the end. */
LYO_INLINE const uint8_t *lyo_string_token(lyo_sink *s, const uint8_t *p, lyo_out out, const unsigned how)
{
    uint8_t tag = *p;

    if (LYO_LIKELY(LYO_IS_TAG(tag, LYO_TAG_STRING_SHORT))) {
        return lyo_short_string_token(s, p, tag, out, how);
    }
    if (tag >= LYO_TAG_PREFIXED) {
        if (LYO_LIKELY(tag <= LYO_TAG_PREFIXED_SHORT)) {
            return sink_prefixed(s, p, out, how);
        }
        return LYO_LIKELY(tag >= LYO_TAG_BACKREF_NEAR)
                   ? lyo_near_token(s, p, tag, out, how)
                   : LYO_WRONG((how & LYO_AS_KEY) ? LYO_ERR_KEY : LYO_ERR_TAG, p);
    }
    if (LYO_IS_TAG(tag, LYO_TAG_BACKREF_12) || (!(how & LYO_QUICK) && LYO_IS_TAG(tag, LYO_TAG_BACKREF))) {
        return lyo_far_token(s, p, tag, out, how);
    }
    if (LYO_IS_TAG(tag, LYO_TAG_NAME) && sink_has_names(s, how)) {
        return lyo_name_token(s, p, tag, out, how);
    }
    if (LYO_IS_TAG(tag, LYO_TAG_STRING)) {
        return lyo_long_string_token(s, p, tag, out, how);
    }
    if (tag == LYO_TAG_STRING_CHAR || tag == LYO_TAG_STRING_EMPTY) {
        return lyo_brief_string_token(s, p, tag, out, how);
    }
    return LYO_WRONG((how & LYO_AS_KEY) ? LYO_ERR_KEY : LYO_ERR_TAG, p);
}

/* --- keys ------------------------------------------------------------------------------------------------------- */

/** Reads the tokens of a key; of a state or of a map. name and owner get what *kind says; the rules of 4.3 are for the caller. */
LYO_INLINE const uint8_t *lyo_key_token(lyo_sink *s, const uint8_t *p, const bool state, lyo_key_kind *kind,
                                        int64_t *number, lyo_out name, lyo_out owner, const unsigned how)
{
    if (LYO_UNLIKELY(p >= s->end)) {
        return LYO_WRONG(s->end_code, p);
    }
    uint8_t tag = *p;
    *kind = LYO_KEY_INT;
    if (lyo_is_small_int(tag)) {
        *number = lyo_small_int(tag);
        return p + 1;
    }
    if (LYO_IS_TAG(tag, LYO_TAG_INT)) {
        return lyo_int_token(s, p, tag, number, how);
    }
    if (state && tag - (unsigned)LYO_TAG_KEY_PROTECTED <= LYO_TAG_KEY_PRIVATE_OF - LYO_TAG_KEY_PROTECTED) {
        *kind = (lyo_key_kind)(LYO_KEY_PROTECTED + (tag - LYO_TAG_KEY_PROTECTED));
        p++;
        if (*kind == LYO_KEY_PRIVATE_OF && !(p = sink_text(s, p, owner, how & ~(unsigned)LYO_AS_KEY))) {
            return NULL;
        }
        return sink_text(s, p, name, how & ~(unsigned)LYO_AS_KEY);
    }
    *kind = LYO_KEY_PLAIN;
    return sink_text(s, p, name, how | LYO_AS_KEY);
}

/* --- leaves ------------------------------------------------------------------------------------------------------- */

/** Strings that were met before, names, and beginnings. tag is none of the leaves below. */
LYO_INLINE const uint8_t *lyo_met_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                        const unsigned how)
{
    if (tag <= LYO_TAG_BACKREF_12_LAST) {
        return lyo_far_token(s, p, tag, out, how);
    }
    if (tag >= LYO_TAG_BACKREF_NEAR) {
        return lyo_near_token(s, p, tag, out, how);
    }
    if (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) {
        return sink_prefixed(s, p, out, how);
    }
    return tag <= LYO_TAG_NAME_LAST ? lyo_name_token(s, p, tag, out, how) : LYO_WRONG(LYO_ERR_TAG, p);
}

/** Ints and floats of more than a byte, and what is no leaf. */
LYO_INLINE const uint8_t *lyo_number_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                           const unsigned how)
{
    int64_t integer;
    double real;
    const uint8_t *next;

    switch (tag) {
    case LYO_TAG_INT:
        next = lyo_int_token(s, p, LYO_TAG_INT, &integer, how);
        if (LYO_LIKELY(next)) {
            sink_int(out, integer);
        }
        return next;
    case LYO_TAG_INT + 1:
    case LYO_TAG_INT + 2:
    case LYO_TAG_INT + 3:
    case LYO_TAG_INT + 4:
    case LYO_TAG_INT + 5:
    case LYO_TAG_INT + 6:
    case LYO_TAG_INT + 7:
        next = lyo_int_token(s, p, tag, &integer, how);
        if (LYO_LIKELY(next)) {
            sink_int(out, integer);
        }
        return next;
    case LYO_TAG_DECIMAL:
    case LYO_TAG_DECIMAL + 1:
    case LYO_TAG_DECIMAL + 2:
    case LYO_TAG_DECIMAL + 3:
    case LYO_TAG_DECIMAL + 4:
    case LYO_TAG_DECIMAL + 5:
        next = lyo_decimal_token(s, p, tag, &real, how);
        break;
    case LYO_TAG_DOUBLE:
        next = lyo_double_token(s, p, &real, how);
        break;
    default:
        return LYO_WRONG(LYO_ERR_TAG, p);
    }
    if (LYO_LIKELY(next)) {
        sink_double(out, real);
    }
    return next;
}

/** Reads a leaf token, and with LYO_IN_SLOT the empty array; p is below the end. Its strings are those of the body. */
LYO_INLINE const uint8_t *lyo_leaf_token(lyo_sink *s, const uint8_t *p, lyo_out out, const unsigned how)
{
    uint8_t tag = *p;

    if (tag <= LYO_TAG_STRING_SHORT_LAST) {
        if (tag >= LYO_TAG_STRING_SHORT) {
            return lyo_short_string_token(s, p, tag, out, how);
        }
        if (LYO_LIKELY(tag >= LYO_TAG_INT_SMALL)) {
            sink_int(out, lyo_small_int(tag));
            return p + 1;
        }
        return LYO_WRONG(LYO_ERR_TAG, p);
    }
    if (tag < LYO_TAG_BACKREF_12) {
        return LYO_WRONG(LYO_ERR_TAG, p); /* a container */
    }
    if (tag <= LYO_TAG_BACKREF_12_LAST || tag >= LYO_TAG_NAME) {
        return lyo_met_token(s, p, tag, out, how);
    }
    switch (tag) {
    case LYO_TAG_NULL:
        sink_null(out);
        return p + 1;
    case LYO_TAG_FALSE:
        sink_bool(out, false);
        return p + 1;
    case LYO_TAG_TRUE:
        sink_bool(out, true);
        return p + 1;
    case LYO_TAG_STRING_EMPTY:
        return lyo_brief_string_token(s, p, LYO_TAG_STRING_EMPTY, out, how);
    case LYO_TAG_STRING_CHAR:
        return lyo_brief_string_token(s, p, LYO_TAG_STRING_CHAR, out, how);
    case LYO_TAG_ARRAY_EMPTY:
        return (how & LYO_IN_SLOT) ? sink_empty_array(s, p, out) : LYO_WRONG(LYO_ERR_TAG, p);
    case LYO_TAG_STRING:
        return lyo_long_string_token(s, p, LYO_TAG_STRING, out, how);
    case LYO_TAG_STRING + 1:
        return lyo_long_string_token(s, p, LYO_TAG_STRING + 1, out, how);
    default:
        if (!(how & LYO_QUICK)) {
            if (LYO_IS_TAG(tag, LYO_TAG_STRING)) {
                return lyo_long_string_token(s, p, tag, out, how);
            }
            if (LYO_IS_TAG(tag, LYO_TAG_BACKREF)) {
                return lyo_far_token(s, p, tag, out, how);
            }
        }
        return lyo_number_token(s, p, tag, out, how);
    }
}

#endif
