/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Vectors of the walk (spec section 5.3): the cells of a VECTOR or of a column. Cells are looked at one by one only
 * where a rule could be broken, or where events are wanted.
 */
#include "lyo_walk_state.h"

/** Decimals of vectors stay within ±2^53, where doubles are exact ints. */
#define LYO_EXACT (INT64_C(1) << 53)

typedef struct lyo_walk_vector_state {
    const uint8_t *at;    /* kind byte, where its errors stand */
    const uint8_t *tag;   /* VECTOR, or NULL for a column */
    const uint8_t *nulls; /* bitmap, or NULL */
    uint64_t n;           /* cells */
    uint64_t m;           /* cells that are not null */
    uint64_t next;        /* cell that the next event is about */
    uint8_t kind;         /* without bit 7 */
} lyo_walk_vector_state;

static bool lyo_walk_vector_kind(uint8_t kind, bool column)
{
    return (kind >= LYO_VEC_INT && kind <= LYO_VEC_DOUBLE) ||
           (kind >= LYO_VEC_DECIMAL && kind <= LYO_VEC_DECIMAL_LAST) || kind == LYO_VEC_CONSTANT ||
           kind == LYO_VEC_DICTIONARY || (column && (kind == LYO_VEC_MIXED || kind == LYO_VEC_ROW_WISE));
}

static void lyo_walk_emit_nulls(lyo_walker *w, lyo_walk_vector_state *v)
{
    while (v->nulls && v->next < v->n && (v->nulls[v->next / 8] >> (v->next % 8) & 1)) {
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_CELL, v->at, v->at);
        event.leaf.type = LYO_LEAF_NULL;
        event.number = v->next++;
        w->callback(w->context, &event);
    }
}

/** Tells of the next cell that is not null, and of the nulls around it. */
static void lyo_walk_emit_cell(lyo_walker *w, lyo_walk_vector_state *v, const lyo_walk_leaf *leaf,
                               const uint8_t *begin, const uint8_t *end)
{
    lyo_walk_emit_nulls(w, v);
    lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_CELL, begin, end);
    event.leaf = *leaf;
    event.tag = begin < end ? *begin : 0;
    event.number = v->next++;
    w->callback(w->context, &event);
    lyo_walk_emit_nulls(w, v);
}

static void lyo_walk_emit_part(lyo_walker *w, const lyo_walk_vector_state *v, lyo_walk_event_kind kind,
                               const uint8_t *begin, const uint8_t *end, int64_t first, int64_t second)
{
    lyo_walk_event event = lyo_walk_event_at(w, kind, begin, end);
    event.tag = v->kind;
    event.number = v->m;
    event.first = first;
    event.second = second;
    w->callback(w->context, &event);
}

/** True if the bits of the last byte behind the first n bits are zero. */
static bool lyo_walk_unused_bits(const uint8_t *bits, uint64_t n)
{
    return n % 8 == 0 || bits[n / 8] >> (n % 8) == 0;
}

static const uint8_t *lyo_walk_nulls(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    uint64_t size = v->n / 8 + (v->n % 8 != 0);
    if (!lyo_walk_has(w, p, size)) {
        return lyo_walk_fail(w, w->end_code, v->at);
    }
    v->nulls = p;
    for (uint64_t i = 0; i < size; i++) {
        for (uint8_t bits = p[i]; bits; bits &= bits - 1) {
            v->m--;
        }
    }
    if (!lyo_walk_unused_bits(p, v->n) || v->m == 0) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
    }
    if (w->callback) {
        lyo_walk_emit_part(w, v, LYO_EVENT_NULLS, p, p + size, 0, 0);
    }
    return p + size;
}

/** True if each of the m offsets of that size is at least low and at most high. */
static bool lyo_walk_offsets(const uint8_t *p, uint64_t m, unsigned size, uint64_t low, uint64_t high)
{
    uint64_t most = size == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
    if (low == 0 && high >= most) {
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

/** Reads INT (scale NULL) or DECIMAL. */
static const uint8_t *lyo_walk_offset_cells(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v,
                                            bool decimal)
{
    const uint8_t *parameters = p;
    unsigned size = v->kind - (decimal ? LYO_VEC_DECIMAL : LYO_VEC_INT) + 1u, scale = 0;
    uint64_t zigzag, low = 0, high;
    if (decimal) {
        if (p == w->end) {
            return lyo_walk_fail(w, w->end_code, v->at);
        }
        scale = *p++;
        if (scale > LYO_LIMIT_READ_SCALE) {
            return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
        }
    }
    if (!(p = lyo_walk_varlen(w, p, v->at, &zigzag))) {
        return NULL;
    }
    int64_t base = lyo_unzigzag(zigzag);
    if (v->m > (uint64_t)(w->end - p) / size) {
        return lyo_walk_fail(w, w->end_code, v->at);
    }
    high = (uint64_t)INT64_MAX - (uint64_t)base;
    if (decimal) {
        low = base < -LYO_EXACT ? (uint64_t)-LYO_EXACT - (uint64_t)base : 0;
        high = (uint64_t)LYO_EXACT - (uint64_t)base;
    }
    if ((decimal && base > LYO_EXACT) || !lyo_walk_offsets(p, v->m, size, low, high)) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
    }
    const uint8_t *end = p + v->m * size;
    if (w->callback) {
        lyo_walk_leaf leaf = {.type = decimal ? LYO_LEAF_FLOAT : LYO_LEAF_INT};
        lyo_walk_emit_part(w, v, LYO_EVENT_PARAMETERS, parameters, p, base, scale);
        lyo_walk_emit_part(w, v, LYO_EVENT_CELLS, p, end, 0, 0);
        for (; p < end; p += size) {
            leaf.integer = (int64_t)((uint64_t)base + lyo_load(p, size));
            leaf.real = decimal ? lyo_decimal(leaf.integer, scale) : 0;
            lyo_walk_emit_cell(w, v, &leaf, p, p);
        }
    }
    return end;
}

static const uint8_t *lyo_walk_sequence(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    const uint8_t *parameters = p;
    uint64_t zigzag[2];
    if (!(p = lyo_walk_varlen(w, p, v->at, &zigzag[0])) || !(p = lyo_walk_varlen(w, p, v->at, &zigzag[1]))) {
        return NULL;
    }
    int64_t first = lyo_unzigzag(zigzag[0]), step = lyo_unzigzag(zigzag[1]);
    /* room to the end of 64 bits in the direction of the step, and its magnitude */
    uint64_t room = step < 0 ? (uint64_t)first - (uint64_t)INT64_MIN : (uint64_t)INT64_MAX - (uint64_t)first;
    uint64_t stride = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    if (stride != 0 && v->m - 1 > room / stride) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
    }
    if (w->callback) {
        lyo_walk_leaf leaf = {.type = LYO_LEAF_INT};
        lyo_walk_emit_part(w, v, LYO_EVENT_PARAMETERS, parameters, p, first, step);
        for (uint64_t i = 0; i < v->m; i++) {
            leaf.integer = (int64_t)((uint64_t)first + i * (uint64_t)step);
            lyo_walk_emit_cell(w, v, &leaf, p, p);
        }
    }
    return p;
}

static const uint8_t *lyo_walk_bools(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    uint64_t size = v->m / 8 + (v->m % 8 != 0);
    if (!lyo_walk_has(w, p, size)) {
        return lyo_walk_fail(w, w->end_code, v->at);
    }
    if (!lyo_walk_unused_bits(p, v->m)) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
    }
    if (w->callback) {
        lyo_walk_leaf leaf = {.type = LYO_LEAF_FALSE};
        lyo_walk_emit_part(w, v, LYO_EVENT_CELLS, p, p + size, 0, 0);
        for (uint64_t i = 0; i < v->m; i++) {
            leaf.type = p[i / 8] >> (i % 8) & 1 ? LYO_LEAF_TRUE : LYO_LEAF_FALSE;
            lyo_walk_emit_cell(w, v, &leaf, p, p);
        }
    }
    return p + size;
}

static const uint8_t *lyo_walk_doubles(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    if (v->m > (uint64_t)(w->end - p) / 8) {
        return lyo_walk_fail(w, w->end_code, v->at);
    }
    if (w->callback) {
        lyo_walk_leaf leaf = {.type = LYO_LEAF_FLOAT};
        lyo_walk_emit_part(w, v, LYO_EVENT_CELLS, p, p + v->m * 8, 0, 0);
        for (uint64_t i = 0; i < v->m; i++) {
            leaf.real = lyo_load_double(p + i * 8);
            lyo_walk_emit_cell(w, v, &leaf, p, p);
        }
    }
    return p + v->m * 8;
}

static const uint8_t *lyo_walk_constant(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;
    if (!(p = lyo_walk_leaf_token(w, p, &leaf))) {
        return NULL;
    }
    if (w->callback) {
        lyo_walk_emit_cell(w, v, &leaf, token, p);
        for (uint64_t i = 1; i < v->m; i++) {
            lyo_walk_emit_cell(w, v, &leaf, p, p);
        }
    }
    return p;
}

static const uint8_t *lyo_walk_mixed(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    lyo_walk_leaf leaf;
    for (uint64_t i = 0; i < v->m; i++) {
        const uint8_t *token = p;
        if (!(p = lyo_walk_leaf_token(w, p, &leaf))) {
            return NULL;
        }
        if (w->callback) {
            lyo_walk_emit_cell(w, v, &leaf, token, p);
        }
    }
    return p;
}

/** Index i of the dictionary cells at p. */
static uint64_t lyo_walk_index_at(const uint8_t *p, uint64_t i, unsigned bits)
{
    if (bits == 16) {
        return lyo_load(p + 2 * i, 2);
    }
    return p[i * bits / 8] >> (i * bits % 8) & ((1u << bits) - 1);
}

/** Reads the indices of a dictionary of so many words, the last items of walker.keys if there are events. */
static const uint8_t *lyo_walk_indices(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v,
                                       uint64_t words, unsigned bits)
{
    uint64_t left = (uint64_t)(w->end - p);
    if (bits < 8 ? v->m > left * 8 / bits : v->m > left / (bits / 8)) {
        return lyo_walk_fail(w, w->end_code, v->at);
    }
    uint64_t size = bits == 16 ? v->m * 2 : v->m * bits / 8 + (v->m * bits % 8 != 0);
    if (bits < 8 && !lyo_walk_unused_bits(p, v->m * bits)) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
    }
    if (words != (uint64_t)1 << bits) {
        for (uint64_t i = 0; i < v->m; i++) {
            if (lyo_walk_index_at(p, i, bits) >= words) {
                return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
            }
        }
    }
    if (w->callback) {
        lyo_walk_leaf leaf = {.type = LYO_LEAF_STRING};
        lyo_walk_emit_part(w, v, LYO_EVENT_CELLS, p, p + size, 0, 0);
        for (uint64_t i = 0; i < v->m; i++) {
            size_t word = w->keys.count - (size_t)words + (size_t)lyo_walk_index_at(p, i, bits);
            const lyo_walk_key_entry *entry = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, word);
            leaf.string = (lyo_walk_span){entry->name, (size_t)entry->size};
            lyo_walk_emit_cell(w, v, &leaf, p, p);
        }
        w->keys.count -= (size_t)words;
    }
    return p + size;
}

static const uint8_t *lyo_walk_dictionary(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    const uint8_t *parameters = p;
    uint64_t words;
    if (!(p = lyo_walk_varlen(w, p, v->at, &words))) {
        return NULL;
    }
    if (words == 0 || words > v->m || words > LYO_LIMIT_DICTIONARY) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v->at);
    }
    unsigned bits = words <= 2 ? 1 : words <= 4 ? 2 : words <= 16 ? 4 : words <= 256 ? 8 : 16;
    if (v->tag && !v->nulls && bits < 8 && !lyo_walk_draw(w, (uint64_t)(v->at + 1 - w->body), v->n)) {
        return lyo_walk_fail(w, LYO_ERR_CREDIT, v->tag);
    }
    if (!lyo_walk_has(w, p, words)) {
        return lyo_walk_fail(w, w->end_code, v->at);
    }
    if (w->callback) {
        lyo_walk_emit_part(w, v, LYO_EVENT_PARAMETERS, parameters, p, (int64_t)words, bits);
        if (!lyo_walk_reserve(w, &w->keys, (size_t)words)) {
            return NULL;
        }
    }
    for (uint64_t i = 0; i < words; i++) {
        const uint8_t *token = p;
        lyo_walk_leaf word;
        if (!(p = lyo_walk_string(w, p, &word, 0))) {
            return NULL;
        }
        if (w->callback) {
            lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_WORD, token, p);
            event.tag = *token;
            event.number = i;
            event.leaf = word;
            w->callback(w->context, &event);
            lyo_walk_key_entry *entry = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, w->keys.count++);
            entry->name = word.string.bytes;
            entry->size = word.string.size;
        }
    }
    return lyo_walk_indices(w, p, v, words, bits);
}

static const uint8_t *lyo_walk_vector_cells(lyo_walker *w, const uint8_t *p, lyo_walk_vector_state *v)
{
    switch (v->kind) {
    case LYO_VEC_SEQUENCE:
        return lyo_walk_sequence(w, p, v);
    case LYO_VEC_BOOL:
        return lyo_walk_bools(w, p, v);
    case LYO_VEC_DOUBLE:
        return lyo_walk_doubles(w, p, v);
    case LYO_VEC_CONSTANT:
        return lyo_walk_constant(w, p, v);
    case LYO_VEC_DICTIONARY:
        return lyo_walk_dictionary(w, p, v);
    case LYO_VEC_MIXED:
        return lyo_walk_mixed(w, p, v);
    case LYO_VEC_ROW_WISE:
        return p;
    default:
        return lyo_walk_offset_cells(w, p, v, v->kind >= LYO_VEC_DECIMAL);
    }
}

const uint8_t *lyo_walk_vector(lyo_walker *w, const uint8_t *p, uint64_t count, const uint8_t *tag)
{
    if (p == w->end) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    bool nulls = (*p & LYO_VEC_NULLS) != 0;
    lyo_walk_vector_state v = {.at = p, .tag = tag, .n = count, .m = count, .kind = *p & (LYO_VEC_NULLS - 1)};
    p++;
    if (!lyo_walk_vector_kind(v.kind, !tag) || (nulls && v.kind == LYO_VEC_ROW_WISE)) {
        return lyo_walk_fail(w, LYO_ERR_VECTOR, v.at);
    }
    bool draws = nulls || v.kind == LYO_VEC_SEQUENCE || v.kind == LYO_VEC_BOOL || v.kind == LYO_VEC_CONSTANT;
    if (tag && draws && !lyo_walk_draw(w, (uint64_t)(p - w->body), count)) {
        return lyo_walk_fail(w, LYO_ERR_CREDIT, tag);
    }
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_VECTOR_KIND, v.at, p);
        event.tag = *v.at;
        event.number = count;
        w->callback(w->context, &event);
    }
    if (nulls && !(p = lyo_walk_nulls(w, p, &v))) {
        return NULL;
    }
    return lyo_walk_vector_cells(w, p, &v);
}
