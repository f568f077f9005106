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
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_CELL, v->at, v->at);
        event.leaf.type = LYO_LEAF_NULL;
        event.number = v->next++;
        lyo_walk_tell(w, &event);
    }
}

/** Emits events for the next cell that is not null, and for the nulls around it. */
static void lyo_walk_emit_cell(lyo_walker *w, lyo_vector *v, const lyo_walk_leaf *leaf, const uint8_t *begin,
                               const uint8_t *end)
{
    lyo_walk_emit_nulls(w, v);
    lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_CELL, begin, end);
    event.leaf = *leaf;
    event.tag = begin < end ? *begin : 0;
    event.number = v->next++;
    lyo_walk_tell(w, &event);
    lyo_walk_emit_nulls(w, v);
}

static void lyo_walk_emit_part(lyo_walker *w, const lyo_vector *v, lyo_walk_event_kind kind,
                               const uint8_t *begin, const uint8_t *end, int64_t first, int64_t second)
{
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, kind, begin, end);
        event.tag = v->kind;
        event.number = v->m;
        event.first = first;
        event.second = second;
        lyo_walk_tell(w, &event);
    }
}

LYO_INLINE void sink_kind(lyo_walker *w, const lyo_vector *v)
{
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_VECTOR_KIND, v->at, v->at + 1);
        event.tag = *v->at;
        event.number = v->n;
        lyo_walk_tell(w, &event);
    }
}

LYO_INLINE void sink_nulls(lyo_walker *w, const lyo_vector *v, const uint8_t *begin, const uint8_t *end)
{
    lyo_walk_emit_part(w, v, LYO_EVENT_NULLS, begin, end, 0, 0);
}

LYO_INLINE void sink_parameters(lyo_walker *w, const lyo_vector *v, const uint8_t *begin, const uint8_t *end,
                                int64_t first, int64_t second)
{
    lyo_walk_emit_part(w, v, LYO_EVENT_PARAMETERS, begin, end, first, second);
}

LYO_INLINE void sink_data(lyo_walker *w, const lyo_vector *v, const uint8_t *begin, const uint8_t *end)
{
    lyo_walk_emit_part(w, v, LYO_EVENT_CELLS, begin, end, 0, 0);
}

LYO_INLINE void sink_cells(lyo_walker *w, lyo_vector *v)
{
    (void)w, (void)v;
}

LYO_INLINE void sink_int_cell(lyo_walker *w, lyo_vector *v, uint32_t *cell, int64_t value)
{
    (void)cell;
    lyo_walk_emit_cell(w, v, &(lyo_walk_leaf){.type = LYO_LEAF_INT, .integer = value}, v->at, v->at);
}

LYO_INLINE void sink_double_cell(lyo_walker *w, lyo_vector *v, uint32_t *cell, double value)
{
    (void)cell;
    lyo_walk_emit_cell(w, v, &(lyo_walk_leaf){.type = LYO_LEAF_FLOAT, .real = value}, v->at, v->at);
}

LYO_INLINE void sink_bool_cell(lyo_walker *w, lyo_vector *v, uint32_t *cell, bool value)
{
    (void)cell;
    lyo_walk_emit_cell(w, v, &(lyo_walk_leaf){.type = value ? LYO_LEAF_TRUE : LYO_LEAF_FALSE}, v->at, v->at);
}

LYO_INLINE void sink_word_cell(lyo_walker *w, lyo_vector *v, uint32_t *cell, uint32_t index)
{
    const lyo_walk_key_entry *entry = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, v->first_word + index);

    (void)cell;
    lyo_walk_emit_cell(
        w, v, &(lyo_walk_leaf){.type = LYO_LEAF_STRING, .string = {entry->name, (size_t)entry->size}}, v->at,
        v->at);
}

static const uint8_t *sink_leaf_cell(lyo_walker *w, lyo_vector *v, uint32_t *cell, const uint8_t *p)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;

    (void)cell;
    p = lyo_walk_leaf_token(w, p, &leaf, 0);
    if (p && w->callback) {
        lyo_walk_emit_cell(w, v, &leaf, token, p);
    }
    return p;
}

LYO_INLINE const uint8_t *sink_constant(lyo_walker *w, lyo_vector *v, const uint8_t *p)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;

    p = lyo_walk_leaf_token(w, p, &leaf, 0);
    for (uint64_t i = 0; p && w->callback && i < v->m; i++) {
        lyo_walk_emit_cell(w, v, &leaf, i == 0 ? token : p, p);
    }
    return p;
}

LYO_INLINE bool sink_words(lyo_walker *w, lyo_vector *v, uint64_t count)
{
    v->first_word = w->keys.count;
    return !w->callback || lyo_walk_reserve(w, &w->keys, (size_t)count);
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
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_WORD, token, p);
        event.tag = *token;
        event.number = i;
        event.leaf = word;
        lyo_walk_tell(w, &event);
        lyo_walk_key_entry *entry = &LYO_WALK_ITEM(lyo_walk_key_entry, w->keys, w->keys.count++);
        entry->name = word.string.bytes;
        entry->size = word.string.size;
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
