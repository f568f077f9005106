/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of values (spec section 5): tokens that begin a container or refer to something read before. It
 * is a template like lyo_grammar.h. An instance also defines
 *
 *   lyo_place    the type of the place where a value goes
 *
 *   sink_leaf(s, at, out)                        reads a leaf token, or the empty array, into a slot
 *   sink_list(s, p, at, n, out), sink_map(s, p, at, n, out), sink_instance(s, p, at, id, out)
 *   sink_vector(s, p, at, n, out), sink_runs(s, p, at, n, out)
 *   sink_use_object(s, p, at, ordinal, out), sink_use_reference(s, p, at, index, out)
 *                                                take the token at `at`, which ends at p. They must call
 *                                                lyo_open() before they create or claim anything
 *   sink_rows(s, at, out)                        ROWS: see lyo_rows_token()
 *   sink_array(s, index)                         returns the facts of an array of the array table that is
 *                                                complete, or NULL
 *   sink_use_array(s, p, at, index, out)         takes a USE_ARRAY that was checked
 */
#ifndef LYO_GRAMMAR_VALUE_H
#define LYO_GRAMMAR_VALUE_H

#include "wire/lyo_grammar.h"

/** Reads a count or id of n bytes after its tag. A shorter token exists for values up to most. */
LYO_INLINE const uint8_t *lyo_sized_token(lyo_sink *s, const uint8_t *p, unsigned n, uint64_t most,
                                          uint64_t *value)
{
    if (LYO_UNLIKELY(!LYO_HAS(p, 1 + n))) {
        return LYO_BAD(s->end_code, p);
    }
    *value = lyo_load(p + 1, n);
    if (LYO_UNLIKELY(*value <= most || lyo_uint_size(*value) != n)) {
        return LYO_BAD(LYO_ERR_OVERLONG, p);
    }
    return p + 1 + n;
}

/** Reads USE_OBJECT or USE_REFERENCE. */
LYO_INLINE const uint8_t *lyo_use_token(lyo_sink *s, const uint8_t *at, lyo_place out, const bool object)
{
    uint64_t number;
    const uint8_t *p;

    if (LYO_UNLIKELY(!s->sharing)) {
        return LYO_BAD(LYO_ERR_TAG, at);
    }
    if (!(p = lyo_varlen_token(s, at + 1, at, &number))) {
        return NULL;
    }
    s->marks++;
    return object ? sink_use_object(s, p, at, number, out) : sink_use_reference(s, p, at, number, out);
}

/** Reads USE_ARRAY. */
LYO_INLINE const uint8_t *lyo_use_array_token(lyo_sink *s, const uint8_t *at, lyo_place out)
{
    uint64_t index;
    const uint8_t *p;

    if (LYO_UNLIKELY(!s->has_arrays)) {
        return LYO_BAD(LYO_ERR_TAG, at);
    }
    if (!(p = lyo_varlen_token(s, at + 1, at, &index))) {
        return NULL;
    }
    const lyo_array_facts *facts = sink_array(s, index);
    if (LYO_UNLIKELY(!facts)) {
        return LYO_BAD(LYO_ERR_ARRAY_ID, at);
    }
    if (LYO_UNLIKELY(facts->levels > s->max_depth - s->depth)) {
        return LYO_BAD(LYO_ERR_DEPTH, at);
    }
    if (s->deepest < s->depth + facts->levels) {
        s->deepest = s->depth + facts->levels;
    }
    return lyo_again(s, p, at, 1, facts->elements) ? sink_use_array(s, p, at, index, out) : NULL;
}

/**
 * Reads the short forms of containers and instances, which are the most common ones. The tag at p is one of
 * them.
 */
LYO_INLINE const uint8_t *lyo_short_container_token(lyo_sink *s, const uint8_t *p, lyo_place out)
{
    uint8_t tag = *p;

    if (tag < LYO_TAG_LIST_SHORT) {
        return sink_instance(s, p + 1, p, tag - (uint64_t)LYO_TAG_INSTANCE_SHORT, out);
    }
    return tag < LYO_TAG_MAP_SHORT ? sink_list(s, p + 1, p, tag - LYO_TAG_LIST_SHORT + 1u, out)
                                   : sink_map(s, p + 1, p, tag - LYO_TAG_MAP_SHORT + 1u, out);
}

LYO_INLINE bool lyo_is_short_container(uint8_t tag)
{
    return tag - (unsigned)LYO_TAG_INSTANCE_SHORT <= LYO_TAG_MAP_SHORT_LAST - LYO_TAG_INSTANCE_SHORT;
}

/** Reads any value, or the beginning of a container. p is before the end. */
LYO_INLINE const uint8_t *lyo_value_token(lyo_sink *s, const uint8_t *p, lyo_place out)
{
    const uint8_t *at = p;
    const uint8_t tag = *p;
    uint64_t n;

    if (lyo_is_short_container(tag)) {
        return lyo_short_container_token(s, p, out);
    }
    if (tag < LYO_TAG_LIST) {
        return sink_leaf(s, p, out);
    }
    if (tag <= LYO_TAG_LIST_LAST) {
        p = lyo_sized_token(s, at, tag - LYO_TAG_LIST + 1u, LYO_TAG_LIST_SHORT_LAST - LYO_TAG_LIST_SHORT + 1,
                            &n);
        return p ? sink_list(s, p, at, n, out) : NULL;
    }
    if (tag <= LYO_TAG_MAP_LAST) {
        p = lyo_sized_token(s, at, tag - LYO_TAG_MAP + 1u, LYO_TAG_MAP_SHORT_LAST - LYO_TAG_MAP_SHORT + 1,
                            &n);
        return p ? sink_map(s, p, at, n, out) : NULL;
    }
    if (LYO_IS_TAG(tag, LYO_TAG_INSTANCE)) {
        p = lyo_sized_token(s, at, tag - LYO_TAG_INSTANCE + 1u,
                            LYO_TAG_INSTANCE_SHORT_LAST - LYO_TAG_INSTANCE_SHORT, &n);
        return p ? sink_instance(s, p, at, n, out) : NULL;
    }
    switch (tag) {
    case LYO_TAG_VECTOR:
    case LYO_TAG_RUNS:
        if (!(p = lyo_varlen_token(s, at + 1, at, &n))) {
            return NULL;
        }
        if (LYO_UNLIKELY(n == 0)) {
            return LYO_BAD(LYO_ERR_SIZE, at);
        }
        return tag == LYO_TAG_VECTOR ? sink_vector(s, p, at, n, out) : sink_runs(s, p, at, n, out);
    case LYO_TAG_ROWS:
        return sink_rows(s, at, out);
    case LYO_TAG_USE_ARRAY:
        return lyo_use_array_token(s, at, out);
    case LYO_TAG_USE_OBJECT:
        return lyo_use_token(s, at, out, true);
    case LYO_TAG_USE_REFERENCE:
        return lyo_use_token(s, at, out, false);
    default:
        return sink_leaf(s, p, out);
    }
}

#endif
