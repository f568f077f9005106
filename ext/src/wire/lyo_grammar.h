/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of leaves (spec section 4), and the checks before a container begins (7.2 to 7.4). It is a
 * template like lyo_grammar_string.h. The sink also has the members body, sharing, depth, deepest, max_depth,
 * elements_left, credit_used, allowance_used and marks. An instance also defines
 *
 *   sink_has_stack(s)                            false if the C stack has no room for a deeper level
 *   sink_null(out), sink_bool(out, b), sink_int(out, i), sink_double(out, d)
 *   sink_empty_array(s, at, out)                 returns the byte after the token at `at`
 */
#ifndef LYO_GRAMMAR_H
#define LYO_GRAMMAR_H

#include "wire/lyo_grammar_string.h"
#include "wire/lyo_position.h"

/** Records an error and returns NULL, in functions that are never quick. */
#define LYO_BAD(code, at) (sink_fail(s, (code), (at)), (const uint8_t *)NULL)

/** Reads a varlen that belongs to the token at `at`. */
LYO_INLINE const uint8_t *lyo_varlen_token(lyo_sink *s, const uint8_t *p, const uint8_t *at, uint64_t *value)
{
    lyo_error_code code = lyo_get_varlen(&p, s->end, value);
    return LYO_LIKELY(code == LYO_OK) ? p : LYO_BAD(code == LYO_ERR_TRUNCATED ? s->end_code : code, at);
}

/** True if the name of a class or case, which was read at `at`, is not empty. Else records an error. */
LYO_INLINE bool lyo_is_named(lyo_sink *s, const uint8_t *at, size_t length)
{
    if (LYO_UNLIKELY(length == 0)) {
        sink_fail(s, LYO_ERR_DEFINITION, at);
    }
    return length > 0;
}

/**
 * Returns the address of a position of the reference table, or the end of the payload if the position is
 * beyond it.
 */
LYO_INLINE const uint8_t *lyo_place_of(const lyo_sink *s, const uint8_t *body, uint64_t offset)
{
    return offset < (uint64_t)(s->end - body) ? body + offset : s->end;
}

/** Returns the error of a place where nothing begins that may. */
LYO_INLINE lyo_error_code lyo_place_error(const lyo_position *place)
{
    return place->index & 1 ? LYO_ERR_ARRAY_POSITION : LYO_ERR_REFERENCE_POSITION;
}

/** True if the first slot of a reference can begin at p, which is before the end. */
LYO_INLINE bool lyo_is_first_slot(const uint8_t *p)
{
    return *p != LYO_TAG_USE_REFERENCE;
}

/* --- checks before a container begins ------------------------------------------------------------------- */

/**
 * Enters `levels` levels for a container. Returns false, with an error recorded, if a limit is exceeded or
 * the payload is too short.
 *
 * The container begins at `at`, and p is after its token. It has `count` entries, counts as `elements`
 * elements and needs at least `bytes` more bytes. pending is the number of bytes that the containers around
 * it still need.
 */
LYO_INLINE bool lyo_open(lyo_sink *s, const uint8_t *p, const uint8_t *at, const unsigned levels,
                         uint64_t count, uint64_t elements, uint64_t bytes, uint64_t pending)
{
    uint64_t left = (uint64_t)(s->end - p);

    LYO_ASSERT(at < p && p <= s->end && s->depth <= s->max_depth);
    s->depth += levels;
    if (LYO_UNLIKELY(s->depth > s->deepest) || LYO_UNLIKELY(!sink_has_stack(s))) {
        if (s->depth > s->max_depth || !sink_has_stack(s)) {
            sink_fail(s, LYO_ERR_DEPTH, at);
            return false;
        }
        s->deepest = s->depth;
    }
    if (LYO_UNLIKELY(bytes > left || pending > left - bytes)) {
        sink_fail(s, s->end_code, at);
        return false;
    }
    if (LYO_UNLIKELY(elements > s->elements_left) || LYO_UNLIKELY(!lyo_is_count(count))) {
        sink_fail(s, LYO_ERR_ELEMENTS, at);
        return false;
    }
    s->elements_left -= elements;
    return true;
}

/**
 * Returns 2 * n or, for an n so large that this might overflow, a number greater than the size of any
 * payload.
 */
LYO_INLINE uint64_t lyo_twice(uint64_t n)
{
    return n > UINT64_MAX / 4 ? UINT64_MAX / 2 : 2 * n;
}

/** Draws cells on the credit of the bytes of the body up to p. */
LYO_INLINE bool lyo_draw(lyo_sink *s, const uint8_t *p, uint64_t cells)
{
    LYO_ASSERT(s->body <= p && p <= s->end);
    return lyo_draw_credit(&s->credit_used, (uint64_t)(p - s->body), cells);
}

/* --- what a value has in all, for arrays that occur again (5.9, 5.10) ----------------------------------- */

/** State before a value is read, from which its facts are known when it has been read. */
typedef struct lyo_measure {
    uint64_t elements_left;
    uint64_t marks;
    uint32_t deepest;
} lyo_measure;

LYO_INLINE lyo_measure lyo_measure_begin(lyo_sink *s)
{
    const lyo_measure begin = {s->elements_left, s->marks, (uint32_t)s->deepest};

    s->deepest = s->depth;
    return begin;
}

/** Sets the facts of the value that was read. Returns true if it is a plain array. */
LYO_INLINE bool lyo_measure_end(lyo_sink *s, const lyo_measure *begin, lyo_array_facts *facts)
{
    *facts = (lyo_array_facts){begin->elements_left - s->elements_left, (uint32_t)(s->deepest - s->depth)};
    if (s->deepest < begin->deepest) {
        s->deepest = begin->deepest;
    }
    return facts->elements > 0 && s->marks == begin->marks;
}

/** Takes elements that occur again `times` times, for the token at `at` (7.3 and 7.4). */
LYO_INLINE bool lyo_again(lyo_sink *s, const uint8_t *p, const uint8_t *at, uint64_t times, uint64_t elements)
{
    /* a product that would overflow becomes more than any allowance, and less than elements without a limit */
    const uint64_t most = UINT64_MAX / 2, count = elements > most / times ? most : times * elements;
    const uint64_t allowance =
        LYO_LIMIT_ALLOWANCE + LYO_LIMIT_ALLOWANCE_PER_BYTE * (uint64_t)(p - s->body) - s->allowance_used;

    if (LYO_UNLIKELY(count > s->elements_left) || LYO_UNLIKELY(count > allowance)) {
        sink_fail(s, count > s->elements_left ? LYO_ERR_ELEMENTS : LYO_ERR_CREDIT, at);
        return false;
    }
    s->elements_left -= count;
    s->allowance_used += count;
    return true;
}

/** Reads the length of a run, of which at most `most` values may come, and draws its credit. */
LYO_INLINE const uint8_t *lyo_run_token(lyo_sink *s, const uint8_t *at, uint64_t most, uint64_t *length)
{
    const uint8_t *p = lyo_varlen_token(s, at, at, length);

    if (LYO_UNLIKELY(!p)) {
        return NULL;
    }
    if (LYO_UNLIKELY(*length == 0 || *length > most)) {
        return LYO_BAD(LYO_ERR_SIZE, at);
    }
    return LYO_LIKELY(lyo_draw(s, p, *length - 1)) ? p : LYO_BAD(LYO_ERR_CREDIT, at);
}

/** Ends a run of two or more, whose length is at `at`: checks its value, which ends at p. */
LYO_INLINE bool lyo_run_end(lyo_sink *s, const uint8_t *p, const uint8_t *at, uint64_t length,
                            const lyo_measure *begin)
{
    lyo_array_facts facts;

    if (LYO_UNLIKELY(!lyo_measure_end(s, begin, &facts))) {
        sink_fail(s, LYO_ERR_RUN, at);
        return false;
    }
    return lyo_again(s, p, at, length - 1, facts.elements);
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

/* --- leaves --------------------------------------------------------------------------------------------- */

/** Reads ints and floats of more than one byte. Other tags are an error. */
LYO_INLINE const uint8_t *lyo_number_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                           const unsigned how)
{
    int64_t integer = 0;
    double real = 0;
    const uint8_t *next;

    if (lyo_is_int(tag)) {
        next = tag == LYO_TAG_INT ? lyo_int_token(s, p, LYO_TAG_INT, &integer, how)
                                  : lyo_int_token(s, p, tag, &integer, how);
        if (LYO_LIKELY(next)) {
            sink_int(out, integer);
        }
        return next;
    }
    next = LYO_IS_TAG(tag, LYO_TAG_DECIMAL) ? lyo_decimal_token(s, p, tag, &real, how)
           : tag == LYO_TAG_DOUBLE          ? lyo_double_token(s, p, &real, how)
                                            : LYO_WRONG(LYO_ERR_TAG, p);
    if (LYO_LIKELY(next)) {
        sink_double(out, real);
    }
    return next;
}

/**
 * Reads a leaf token and, with LYO_IN_SLOT, the empty array. p is before the end. Its strings belong to the
 * body.
 */
LYO_INLINE const uint8_t *lyo_leaf_token(lyo_sink *s, const uint8_t *p, lyo_out out, const unsigned how)
{
    const uint8_t tag = *p;

    if (tag <= LYO_TAG_STRING_SHORT_LAST) {
        if (tag >= LYO_TAG_STRING_SHORT) {
            return lyo_short_string_token(s, p, tag, out, how);
        }
        if (LYO_LIKELY(tag >= LYO_TAG_INT_SMALL)) {
            sink_int(out, lyo_small_int(tag));
            return p + 1;
        }
    }
    if (tag < LYO_TAG_BACKREF_12) {
        return LYO_WRONG(LYO_ERR_TAG, p); /* a container */
    }
    if (tag > LYO_TAG_DOUBLE || tag < LYO_TAG_NULL) {
        return lyo_string_token(s, p, out, how);
    }
    switch (tag) {
    case LYO_TAG_NULL:
        sink_null(out);
        return p + 1;
    case LYO_TAG_FALSE:
    case LYO_TAG_TRUE:
        sink_bool(out, tag == LYO_TAG_TRUE);
        return p + 1;
    case LYO_TAG_ARRAY_EMPTY:
        return (how & LYO_IN_SLOT) ? sink_empty_array(s, p, out) : LYO_WRONG(LYO_ERR_TAG, p);
    case LYO_TAG_STRING_EMPTY:
    case LYO_TAG_STRING_CHAR:
        return lyo_brief_string_token(s, p, tag, out, how);
    default:
        return lyo_number_token(s, p, tag, out, how);
    }
}

#endif
