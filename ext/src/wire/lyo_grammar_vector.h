/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of vectors (spec section 5.3), which are the cells of a VECTOR or of a column. It is a template
 * like lyo_grammar.h. An instance also defines
 *
 *   lyo_vector   the type of a vector that is being read, with these members and its own:
 *                  const uint8_t *at     its kind byte; its errors are reported here
 *                  const uint8_t *tag    the VECTOR that it belongs to; NULL for a column
 *                  const uint8_t *nulls  null bitmap of a column, or NULL
 *                  uint64_t n, m         number of cells, and of cells that are not null
 *                  uint8_t kind          kind without bit 7
 *
 * and functions that take the lyo_sink and the lyo_vector *v:
 *
 *   sink_wants_cells(s)           false if cells are not used: only what could break a rule is read then
 *   sink_part(s, v, part, begin, end, first, second)
 *                                 a part other than cells has been read: LYO_EVENT_VECTOR_KIND, _NULLS,
 *                                 _PARAMETERS (first: base, first or count of words; second: scale, step or
 *                                 bits of an index), or _CELLS for the data of cells that are not tokens
 *   sink_cells(s, v)              the cells come next; their bytes are there, or their credit is drawn
 *   sink_cell(s, v, cell)         returns the place of the next cell that is not null; *cell is 0 at first
 *                                 and is used by the instance alone
 *   sink_cell_end(s, v, begin, end)
 *                                 the cell is in that place; begin is end if it has no token of its own
 *   sink_leaf_cell(s, at, out)    reads a leaf token into that place
 *   sink_word_cell(s, v, out, index)
 *                                 takes a word of the dictionary
 *   sink_constant(s, v, at)       reads the leaf token that is the value of all cells
 *   sink_words(s, v, count)       the strings of a dictionary come next
 *   sink_word(s, v, i, at)        reads one of them
 *   sink_words_end(s, v)          no index will refer to them any more
 */
#ifndef LYO_GRAMMAR_VECTOR_H
#define LYO_GRAMMAR_VECTOR_H

#include "wire/lyo_grammar.h"

/** Decimals of vectors stay within ±2^53, where doubles represent every int exactly. */
#define LYO_EXACT ((int64_t)LYO_LIMIT_READ_MANTISSA)

/** Result for an invalid vector: records the error and returns NULL. */
#define LYO_WRONG_VECTOR(code) (sink_fail(s, (code), v->at), (const uint8_t *)NULL)

/** Returns how many bytes hold so many bits. */
LYO_INLINE uint64_t lyo_bytes_of_bits(uint64_t bits)
{
    return bits / 8 + (bits % 8 != 0);
}

/** True if the unused bits of the last byte, after the first n bits, are zero. */
LYO_INLINE bool lyo_unused_bits_are_zero(const uint8_t *bits, uint64_t n)
{
    return n % 8 == 0 || bits[n / 8] >> (n % 8) == 0;
}

static const uint8_t *lyo_null_bitmap(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    uint64_t size = lyo_bytes_of_bits(v->n);

    if (!LYO_HAS(p, size)) {
        return LYO_WRONG_VECTOR(s->end_code);
    }
    v->nulls = p;
    for (uint64_t i = 0; i < size; i++) {
        for (uint8_t bits = p[i]; bits; bits &= bits - 1) {
            v->m--;
        }
    }
    if (!lyo_unused_bits_are_zero(p, v->n) || v->m == 0 || v->m == v->n) {
        return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
    }
    sink_part(s, v, LYO_EVENT_NULLS, p, p + size, 0, 0);
    return p + size;
}

/** True if each of the m offsets of `size` bytes at p is within low and high. */
static bool lyo_offsets_are_good(const uint8_t *p, uint64_t m, unsigned size, uint64_t low, uint64_t high)
{
    if (low == 0 && high >= UINT64_MAX >> (64 - 8 * size)) {
        return true;
    }
    for (uint64_t i = 0; i < m; i++, p += size) {
        uint64_t offset = lyo_load(p, size);
        if (offset < low || offset > high) {
            return false;
        }
    }
    return true;
}

/** Reads INT or DECIMAL. */
LYO_INLINE const uint8_t *lyo_offset_cells(lyo_sink *s, const uint8_t *p, lyo_vector *v, const bool decimal)
{
    const uint8_t *parameters = p;
    unsigned size = v->kind - (decimal ? LYO_VEC_DECIMAL : LYO_VEC_INT) + 1u, scale = 0;
    uint64_t zigzag, low = 0, high;
    uint32_t cell = 0;

    if (decimal) {
        if (p >= s->end) {
            return LYO_WRONG_VECTOR(s->end_code);
        }
        scale = *p++;
        if (scale > LYO_LIMIT_READ_SCALE) {
            return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
        }
    }
    if (!(p = lyo_varlen_token(s, p, v->at, &zigzag))) {
        return NULL;
    }
    int64_t base = lyo_unzigzag(zigzag);
    if (v->m > (uint64_t)(s->end - p) / size) {
        return LYO_WRONG_VECTOR(s->end_code);
    }
    high = (uint64_t)(decimal ? LYO_EXACT : INT64_MAX) - (uint64_t)base;
    if (decimal && base < -LYO_EXACT) {
        low = (uint64_t)-LYO_EXACT - (uint64_t)base;
    }
    if ((decimal && base > LYO_EXACT) || !lyo_offsets_are_good(p, v->m, size, low, high)) {
        return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
    }
    const uint8_t *end = p + v->m * size;
    sink_part(s, v, LYO_EVENT_PARAMETERS, parameters, p, base, scale);
    sink_part(s, v, LYO_EVENT_CELLS, p, end, 0, 0);
    if (sink_wants_cells(s)) {
        sink_cells(s, v);
        for (; p < end; p += size) {
            int64_t value = (int64_t)((uint64_t)base + lyo_load(p, size));
            if (decimal) {
                sink_double(sink_cell(s, v, &cell), lyo_decimal(value, scale));
            } else {
                sink_int(sink_cell(s, v, &cell), value);
            }
            sink_cell_end(s, v, v->at, v->at);
        }
    }
    return end;
}

LYO_INLINE const uint8_t *lyo_sequence_cells(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    const uint8_t *parameters = p;
    uint64_t zigzag[2];
    uint32_t cell = 0;

    if (!(p = lyo_varlen_token(s, p, v->at, &zigzag[0])) ||
        !(p = lyo_varlen_token(s, p, v->at, &zigzag[1]))) {
        return NULL;
    }
    int64_t first = lyo_unzigzag(zigzag[0]), step = lyo_unzigzag(zigzag[1]);
    /* distance to the end of the 64-bit range in the direction of the step, and size of the step */
    uint64_t room = step < 0 ? (uint64_t)first - (uint64_t)INT64_MIN : (uint64_t)INT64_MAX - (uint64_t)first;
    uint64_t stride = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    if (stride != 0 && v->m - 1 > room / stride) {
        return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
    }
    sink_part(s, v, LYO_EVENT_PARAMETERS, parameters, p, first, step);
    if (sink_wants_cells(s)) {
        sink_cells(s, v);
        for (uint64_t i = 0; i < v->m; i++) {
            sink_int(sink_cell(s, v, &cell), (int64_t)((uint64_t)first + i * (uint64_t)step));
            sink_cell_end(s, v, v->at, v->at);
        }
    }
    return p;
}

LYO_INLINE const uint8_t *lyo_double_cells(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    uint32_t cell = 0;

    if (v->m > (uint64_t)(s->end - p) / 8) {
        return LYO_WRONG_VECTOR(s->end_code);
    }
    const uint8_t *end = p + v->m * 8;
    sink_part(s, v, LYO_EVENT_CELLS, p, end, 0, 0);
    if (sink_wants_cells(s)) {
        sink_cells(s, v);
        for (; p < end; p += 8) {
            sink_double(sink_cell(s, v, &cell), lyo_load_one_nan(p));
            sink_cell_end(s, v, v->at, v->at);
        }
    }
    return end;
}

LYO_INLINE const uint8_t *lyo_mixed_cells(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    uint32_t cell = 0;

    for (uint64_t i = 0; i < v->m; i++) {
        const uint8_t *token = p;
        if (!(p = sink_leaf_cell(s, p, sink_cell(s, v, &cell)))) {
            return NULL;
        }
        sink_cell_end(s, v, token, p);
    }
    return p;
}

/** Returns how many bits an index into so many words has. */
LYO_INLINE unsigned lyo_index_bits(uint64_t words)
{
    return words <= 2 ? 1 : words <= 4 ? 2 : words <= 16 ? 4 : 8;
}

LYO_INLINE uint32_t lyo_index_at(const uint8_t *p, uint64_t i, unsigned bits)
{
    return p[i * bits / 8] >> (i * bits % 8) & ((1u << bits) - 1);
}

/** Reads indices of so many bits into the words of a dictionary, or bools. */
LYO_INLINE const uint8_t *lyo_index_cells(lyo_sink *s, const uint8_t *p, lyo_vector *v, uint64_t words,
                                          unsigned bits, const bool bools)
{
    uint32_t cell = 0;

    if (v->m > (uint64_t)(s->end - p) * 8 / bits) {
        return LYO_WRONG_VECTOR(s->end_code);
    }
    const uint8_t *end = p + lyo_bytes_of_bits(v->m * bits);
    if (!lyo_unused_bits_are_zero(p, v->m * bits)) {
        return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
    }
    sink_part(s, v, LYO_EVENT_CELLS, p, end, 0, 0);
    if (sink_wants_cells(s)) {
        sink_cells(s, v);
    } else if (words == (uint64_t)1 << bits) {
        return end; /* no index can be too high */
    }
    for (uint64_t i = 0; i < v->m; i++) {
        uint32_t index = lyo_index_at(p, i, bits);
        if (LYO_UNLIKELY(index >= words)) {
            return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
        }
        if (!sink_wants_cells(s)) {
            continue;
        }
        if (bools) {
            sink_bool(sink_cell(s, v, &cell), index);
        } else {
            sink_word_cell(s, v, sink_cell(s, v, &cell), index);
        }
        sink_cell_end(s, v, v->at, v->at);
    }
    return end;
}

static LYO_NOINLINE const uint8_t *lyo_dictionary_cells(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    const uint8_t *parameters = p;
    uint64_t words;

    if (!(p = lyo_varlen_token(s, p, v->at, &words))) {
        return NULL;
    }
    if (words < 2 || words > v->m / 2) {
        return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
    }
    unsigned bits = lyo_index_bits(words);
    if (!LYO_HAS(p, words)) {
        return LYO_WRONG_VECTOR(s->end_code);
    }
    sink_part(s, v, LYO_EVENT_PARAMETERS, parameters, p, (int64_t)words, bits);
    if (!sink_words(s, v, words)) {
        return NULL;
    }
    for (uint64_t i = 0; p && i < words; i++) {
        p = sink_word(s, v, i, p);
    }
    p = p ? lyo_index_cells(s, p, v, words, bits, false) : NULL;
    sink_words_end(s, v);
    return p;
}

/** True if a vector can be of that kind. Dictionaries, mixed leaves and nulls occur only in columns. */
LYO_INLINE bool lyo_is_vector_kind(uint8_t kind, bool nulls, bool column)
{
    return (kind >= LYO_VEC_INT && kind <= LYO_VEC_DOUBLE) ||
                   (kind >= LYO_VEC_DECIMAL && kind <= LYO_VEC_DECIMAL_LAST) || kind == LYO_VEC_CONSTANT
               ? column || !nulls
               : column && (kind == LYO_VEC_DICTIONARY || (kind == LYO_VEC_MIXED && !nulls));
}

LYO_INLINE const uint8_t *lyo_cells_of_kind(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    switch (v->kind) {
    case LYO_VEC_SEQUENCE:
        return lyo_sequence_cells(s, p, v);
    case LYO_VEC_BOOL:
        return lyo_index_cells(s, p, v, 2, 1, true);
    case LYO_VEC_DOUBLE:
        return lyo_double_cells(s, p, v);
    case LYO_VEC_CONSTANT:
        return sink_constant(s, v, p);
    case LYO_VEC_DICTIONARY:
        return lyo_dictionary_cells(s, p, v);
    case LYO_VEC_MIXED:
        return lyo_mixed_cells(s, p, v);
    default:
        return v->kind >= LYO_VEC_DECIMAL ? lyo_offset_cells(s, p, v, true)
                                          : lyo_offset_cells(s, p, v, false);
    }
}

/** Reads the vector at p. The caller has set v->n and v->tag; this sets the other members. */
LYO_INLINE const uint8_t *lyo_vector_token(lyo_sink *s, const uint8_t *p, lyo_vector *v)
{
    LYO_ASSERT(v->n > 0 && lyo_is_count(v->n));
    v->at = p;
    v->nulls = NULL;
    v->m = v->n;
    if (LYO_UNLIKELY(p >= s->end)) {
        return LYO_WRONG_VECTOR(s->end_code);
    }
    bool nulls = (*p & LYO_VEC_NULLS) != 0;
    v->kind = *p++ & (LYO_VEC_NULLS - 1);
    if (!lyo_is_vector_kind(v->kind, nulls, !v->tag)) {
        return LYO_WRONG_VECTOR(LYO_ERR_VECTOR);
    }
    bool draws = v->kind == LYO_VEC_SEQUENCE || v->kind == LYO_VEC_BOOL || v->kind == LYO_VEC_CONSTANT;
    if (v->tag && draws && !lyo_draw(s, p, v->n)) {
        sink_fail(s, LYO_ERR_CREDIT, v->tag);
        return NULL;
    }
    sink_part(s, v, LYO_EVENT_VECTOR_KIND, v->at, p, 0, 0);
    if (nulls && !(p = lyo_null_bitmap(s, p, v))) {
        return NULL;
    }
    return lyo_cells_of_kind(s, p, v);
}

#endif
