/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Vectors of the walk. Cells are read one by one only where they could break a rule, or for events.
 */
#include "lyo_walk_sink.h"

typedef struct lyo_vector {
    const uint8_t *at;
    const uint8_t *tag;
    const uint8_t *nulls;
    uint64_t n;
    uint64_t m;
    uint8_t kind;
    uint64_t next; /* number of the cell of the next event */
    lyo_walk_leaf leaf;
    /* first word of the dictionary; with a callback, its words are the last items of walker.keys */
    size_t first_word;
} lyo_vector;

LYO_INLINE bool sink_wants_cells(const lyo_walker *w)
{
    return w->callback != NULL;
}

/** Emits events for the nulls that come next. */
static void lyo_walk_emit_nulls(lyo_walker *w, lyo_vector *v)
{
    while (v->nulls && v->next < v->n && (v->nulls[v->next / 8] >> (v->next % 8) & 1)) {
        LYO_WALK_EMIT(w, LYO_EVENT_CELL, v->at, v->at, .number = v->next, .leaf.type = LYO_LEAF_NULL);
        v->next++;
    }
}

/** Emits events for the next cell that is not null, which is in v->leaf, and for the nulls around it. */
static void lyo_walk_emit_cell(lyo_walker *w, lyo_vector *v, const uint8_t *begin, const uint8_t *end)
{
    lyo_walk_emit_nulls(w, v);
    LYO_WALK_EMIT(w, LYO_EVENT_CELL, begin, end, .number = v->next, .leaf = v->leaf);
    v->next++;
    lyo_walk_emit_nulls(w, v);
}

#define sink_part(w, v, part, begin, end, a, b)                                                              \
    LYO_WALK_EMIT(w, part, begin, end, .number = (v)->m, .first = (a), .second = (b))
#define sink_cells(w, v) ((void)0)
#define sink_cell(w, v, cell) ((void)*(cell), &(v)->leaf)
#define sink_leaf_cell(w, at, out) lyo_walk_leaf_token(w, at, out, 0)

LYO_INLINE void sink_cell_end(lyo_walker *w, lyo_vector *v, const uint8_t *begin, const uint8_t *end)
{
    if (w->callback) {
        lyo_walk_emit_cell(w, v, begin, end);
    }
}

LYO_INLINE void sink_word_cell(const lyo_walker *w, const lyo_vector *v, lyo_walk_leaf *out, uint32_t index)
{
    out->type = LYO_LEAF_STRING;
    out->string = LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, v->first_word + index).key.name;
}

LYO_INLINE const uint8_t *sink_constant(lyo_walker *w, lyo_vector *v, const uint8_t *p)
{
    const uint8_t *token = p;

    p = lyo_walk_leaf_token(w, p, &v->leaf, 0);
    for (uint64_t i = 0; p && w->callback && i < v->m; i++) {
        lyo_walk_emit_cell(w, v, i == 0 ? token : p, p);
    }
    return p;
}

LYO_INLINE bool sink_words(lyo_walker *w, lyo_vector *v, uint64_t count)
{
    v->first_word = w->keys.count;
    return !w->callback || lyo_walk_reserve(w, &w->keys, count, sizeof(lyo_walk_key_entry));
}

LYO_INLINE void sink_words_end(lyo_walker *w, const lyo_vector *v)
{
    w->keys.count = v->first_word;
}

LYO_INLINE const uint8_t *sink_word(lyo_walker *w, lyo_vector *v, uint64_t i, const uint8_t *p)
{
    const uint8_t *token = p;
    lyo_walk_leaf word;

    (void)v;
    if (!(p = lyo_walk_string(w, p, &word, 0))) {
        return NULL;
    }
    if (w->callback) {
        LYO_WALK_EMIT(w, LYO_EVENT_WORD, token, p, .number = i, .leaf = word);
        LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, w->keys.count++).key.name = word.string;
    }
    return p;
}

#include "wire/lyo_grammar_vector.h"

const uint8_t *lyo_walk_vector(lyo_walker *w, const uint8_t *p, uint64_t count, const uint8_t *tag,
                               uint8_t *kind)
{
    lyo_vector v = {.tag = tag, .n = count};

    p = lyo_vector_token(w, p, &v);
    *kind = v.kind;
    return p;
}
