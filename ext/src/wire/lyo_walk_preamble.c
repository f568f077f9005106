/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk of everything before the value (spec section 3): head, definitions, both tables.
 */
#include "lyo_walk_sink.h"

#define sink_head(w, at, p, head) LYO_WALK_EMIT(w, LYO_EVENT_HEAD, at, p, .number = (head))

/* --- definitions --------------------------------------------------------------------------------------- */

LYO_INLINE bool sink_preamble(lyo_walker *w, const uint8_t *at, const uint8_t *p, uint64_t size)
{
    LYO_WALK_EMIT(w, LYO_EVENT_PREAMBLE, at, p, .number = size);
    return false;
}

/** Returns the definition that is being read. */
LYO_INLINE lyo_walk_definition *lyo_walk_newest(const lyo_walker *w)
{
    return &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, w->definitions.count - 1);
}

LYO_INLINE bool sink_definition(lyo_walker *w, const uint8_t *at, uint8_t kind)
{
    LYO_WALK_EMIT(w, LYO_EVENT_DEFINITION, at, at + 1, .number = w->definitions.count);
    if (!lyo_walk_reserve(w, &w->definitions, 1, sizeof(lyo_walk_definition))) {
        return false;
    }
    w->definitions.count++;
    *lyo_walk_newest(w) = (lyo_walk_definition){.kind = (lyo_definition_kind)kind};
    return true;
}

/** Reads the name of a class or case. */
static const uint8_t *lyo_walk_name(lyo_walker *w, const uint8_t *p, lyo_walk_event_kind kind,
                                    lyo_walk_span *name)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;
    if (!(p = lyo_walk_string(w, p, &leaf, 0)) || !lyo_is_named(w, token, leaf.string.size)) {
        return NULL;
    }
    *name = leaf.string;
    LYO_WALK_EMIT(w, kind, token, p, .leaf = leaf);
    return p;
}

#define sink_class(w, p) lyo_walk_name(w, p, LYO_EVENT_CLASS, &lyo_walk_newest(w)->class_name)
#define sink_case(w, p) lyo_walk_name(w, p, LYO_EVENT_CASE, &lyo_walk_newest(w)->case_name)

LYO_INLINE const uint8_t *sink_shape(lyo_walker *w, const uint8_t *at, const uint8_t *p, uint64_t count)
{
    lyo_walk_definition *shape = lyo_walk_newest(w);
    lyo_walk_key_set set;
    shape->count = count;
    LYO_WALK_EMIT(w, LYO_EVENT_SHAPE, at, p, .number = count);
    if (!lyo_walk_keys_begin(w, &set, count)) {
        return NULL;
    }
    for (uint64_t i = 0; p && i < count; i++) {
        p = lyo_walk_key_token(w, p, &set, shape->kind == LYO_DEF_MAP_SHAPE ? NULL : shape);
    }
    w->keys.count = set.first;
    return p;
}

/* String ids start again at 0 in the body. */
LYO_INLINE void sink_preamble_end(lyo_walker *w, const uint8_t *begin, const uint8_t *p)
{
    (void)begin, (void)p;
    w->names = w->strings;
    w->strings = (lyo_walk_table){0};
}

/* --- references and arrays ------------------------------------------------------------------------------ */

static bool sink_table(lyo_walker *w, const uint8_t *at, const uint8_t *p, uint64_t count, bool arrays)
{
    LYO_WALK_EMIT(w, arrays ? LYO_EVENT_ARRAYS : LYO_EVENT_TABLE, at, p, .number = count);
    lyo_position *positions = lyo_walk_take(w, w->places + count, sizeof *positions);
    void *items = lyo_walk_take(w, count, arrays ? sizeof *w->arrays : sizeof *w->begun);
    if (!positions || !items) {
        return false;
    }
    memset(items, 0, (size_t)count * (arrays ? sizeof *w->arrays : sizeof *w->begun));
    if (w->places > 0) {
        memcpy(positions, w->positions, (size_t)w->places * sizeof *positions);
    }
    w->positions = positions;
    if (arrays) {
        w->array_count = count;
        w->arrays = items;
    } else {
        w->references = count;
        w->begun = items;
    }
    return true;
}

LYO_INLINE void sink_position(lyo_walker *w, uint64_t i, const uint8_t *at, const uint8_t *p, uint64_t offset,
                              bool arrays)
{
    w->positions[w->places++] = (lyo_position){offset, i << 1 | arrays};
    LYO_WALK_EMIT(w, LYO_EVENT_POSITION, at, p, .number = offset);
}

#include "wire/lyo_grammar_head.h"

const uint8_t *lyo_walk_preamble(lyo_walker *w, const uint8_t *p)
{
    return lyo_head(w, p);
}
