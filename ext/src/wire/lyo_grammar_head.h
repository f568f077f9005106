/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of everything before the value (spec section 3): head, preamble, both tables. It is a
 * template like lyo_grammar_string.h. An instance also defines
 *
 *   sink_head(s, at, p, head)                    takes the second byte
 *   sink_preamble(s, at, p, size)                returns true if these definitions are known, and then
 *                                                they are skipped
 *   sink_definition(s, at, kind)                 a definition begins; returns false if it failed
 *   sink_class(s, at), sink_case(s, at)          reads its name, with lyo_is_named()
 *   sink_shape(s, at, p, count)                  reads its keys; at least count bytes are there
 *   sink_preamble_end(s, begin, p)               all definitions are complete
 *   sink_table(s, at, p, count, arrays)          a reference table or array table begins
 *   sink_position(s, i, at, p, offset, arrays)   adds place i of the table to the members positions and places
 *
 * Functions that do not return an address return false if they failed, or nothing if they cannot fail.
 */
#ifndef LYO_GRAMMAR_HEAD_H
#define LYO_GRAMMAR_HEAD_H

#include "wire/lyo_grammar.h"

/** Reads a count of things of which each takes a byte or more. */
LYO_INLINE const uint8_t *lyo_count_token(lyo_sink *s, const uint8_t *p, uint64_t *count)
{
    const uint8_t *at = p;

    if (!(p = lyo_varlen_token(s, p, at, count))) {
        return NULL;
    }
    if (LYO_UNLIKELY(!LYO_HAS(p, *count))) {
        return LYO_BAD(s->end_code, at);
    }
    return LYO_LIKELY(lyo_is_count(*count)) ? p : LYO_BAD(LYO_ERR_ELEMENTS, at);
}

LYO_INLINE const uint8_t *lyo_shape_tokens(lyo_sink *s, const uint8_t *p, const bool map)
{
    const uint8_t *at = p;
    uint64_t count;

    if (!(p = lyo_count_token(s, p, &count))) {
        return NULL;
    }
    if (LYO_UNLIKELY(map && count == 0)) {
        return LYO_BAD(LYO_ERR_DEFINITION, at);
    }
    return sink_shape(s, at, p, count);
}

LYO_INLINE const uint8_t *lyo_definition_tokens(lyo_sink *s, const uint8_t *at)
{
    const uint8_t kind = *at, *p = at + 1;

    if (LYO_UNLIKELY(kind < LYO_DEF_MAP_SHAPE || kind > LYO_DEF_ENUM_CASE)) {
        return LYO_BAD(LYO_ERR_DEFINITION, at);
    }
    if (!sink_definition(s, at, kind) || (kind != LYO_DEF_MAP_SHAPE && !(p = sink_class(s, p)))) {
        return NULL;
    }
    if (kind == LYO_DEF_ENUM_CASE) {
        return sink_case(s, p);
    }
    return kind <= LYO_DEF_CLASS_SHAPE ? lyo_shape_tokens(s, p, kind == LYO_DEF_MAP_SHAPE) : p;
}

static const uint8_t *lyo_preamble(lyo_sink *s, const uint8_t *p)
{
    const uint8_t *at = p, *end = s->end;
    uint64_t size;

    if (!(p = lyo_varlen_token(s, p, at, &size))) {
        return NULL;
    }
    if (!LYO_HAS(p, size) || size == 0) {
        return LYO_BAD(size == 0 ? LYO_ERR_SIZE : s->end_code, at);
    }
    if (sink_preamble(s, at, p, size)) {
        return p + size;
    }
    const uint8_t *begin = p;
    s->end = p + size;
    s->end_code = LYO_ERR_SIZE;
    while (p < s->end) {
        if (!(p = lyo_definition_tokens(s, p))) {
            return NULL;
        }
    }
    s->end = end;
    s->end_code = LYO_ERR_TRUNCATED;
    sink_preamble_end(s, begin, p);
    return p;
}

/** Reads the reference table or, with arrays, the array table. */
static const uint8_t *lyo_place_table(lyo_sink *s, const uint8_t *p, bool arrays)
{
    const uint8_t *at = p;
    uint64_t count, offset;

    if (!(p = lyo_count_token(s, p, &count)) || !sink_table(s, at, p, count, arrays)) {
        return NULL;
    }
    for (uint64_t i = 0; i < count; i++) {
        at = p;
        if (!(p = lyo_varlen_token(s, p, at, &offset))) {
            return NULL;
        }
        sink_position(s, i, at, p, offset, arrays);
    }
    return p;
}

static const uint8_t *lyo_place_tables(lyo_sink *s, const uint8_t *p)
{
    if (s->sharing && !(p = lyo_place_table(s, p, false))) {
        return NULL;
    }
    if (s->has_arrays && !(p = lyo_place_table(s, p, true))) {
        return NULL;
    }
    const lyo_position *twice = lyo_sort_positions(s->positions, (size_t)s->places);
    return twice ? LYO_BAD(lyo_place_error(twice), lyo_place_of(s, p, twice->position)) : p;
}

/** Reads everything before the value. */
LYO_INLINE const uint8_t *lyo_head(lyo_sink *s, const uint8_t *p)
{
    if (p == s->end) {
        return LYO_BAD(s->end_code, p);
    }
    if (*p != LYO_MAGIC) {
        return LYO_BAD(LYO_ERR_MAGIC, p);
    }
    if (++p == s->end) {
        return LYO_BAD(s->end_code, p);
    }
    const uint8_t head = *p;
    if (head >> 4 != LYO_VERSION) {
        return LYO_BAD(LYO_ERR_VERSION, p);
    }
    /* an outer envelope was removed before; this would be a second one */
    if (head & LYO_FLAG_EXTENDED) {
        return LYO_BAD(LYO_ERR_ENVELOPE, p);
    }
    p++;
    sink_head(s, p - 2, p, head);
    s->sharing = (head & LYO_FLAG_SHARING) != 0;
    s->has_arrays = (head & LYO_FLAG_ARRAYS) != 0;
    if ((head & LYO_FLAG_PREAMBLE) && !(p = lyo_preamble(s, p))) {
        return NULL;
    }
    return s->sharing || s->has_arrays ? lyo_place_tables(s, p) : p;
}

#endif
