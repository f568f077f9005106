/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk of everything before the value (spec section 3): head, definitions, reference table.
 */
#include "lyo_walk_sink.h"

#define sink_head(w, at, p, head) LYO_WALK_EMIT(w, LYO_EVENT_HEAD, at, p, .number = (head))

/* --- definitions (the one that is being read is in w->definition) --------------------------------------- */

LYO_INLINE bool sink_preamble(lyo_walker *w, const uint8_t *at, const uint8_t *p, uint64_t size)
{
    LYO_WALK_EMIT(w, LYO_EVENT_PREAMBLE, at, p, .number = size);
    return false;
}

LYO_INLINE void sink_definition(lyo_walker *w, const uint8_t *at, uint8_t kind)
{
    memset(&w->definition, 0, sizeof w->definition);
    w->definition.kind = (lyo_definition_kind)kind;
    LYO_WALK_EMIT(w, LYO_EVENT_DEFINITION, at, at + 1, .number = w->definitions.count);
}

/** Reads the name of a class or case. */
static const uint8_t *lyo_walk_name(lyo_walker *w, const uint8_t *p, lyo_walk_event_kind kind,
                                    lyo_walk_span *name)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;
    if (!(p = lyo_walk_string(w, p, &leaf, LYO_WHOLE)) || !lyo_is_named(w, token, leaf.string.size)) {
        return NULL;
    }
    *name = leaf.string;
    LYO_WALK_EMIT(w, kind, token, p, .leaf = leaf);
    return p;
}

LYO_INLINE const uint8_t *sink_class(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_span *name = &w->definition.class_name;
    p = lyo_walk_name(w, p, LYO_EVENT_CLASS, name);
    w->definition.private_keys = p && lyo_is_scope(name->bytes, name->size);
    return p;
}

#define sink_case(w, p) lyo_walk_name(w, p, LYO_EVENT_CASE, &(w)->definition.case_name)

LYO_INLINE const uint8_t *sink_shape(lyo_walker *w, const uint8_t *at, const uint8_t *p, uint64_t count)
{
    const lyo_walk_definition *state = w->definition.kind == LYO_DEF_MAP_SHAPE ? NULL : &w->definition;
    lyo_walk_key_set set;
    w->definition.count = count;
    LYO_WALK_EMIT(w, LYO_EVENT_SHAPE, at, p, .number = count);
    if (!lyo_walk_keys_begin(w, &set, count)) {
        return NULL;
    }
    for (uint64_t i = 0; p && i < count; i++) {
        p = lyo_walk_key_token(w, p, &set, state);
    }
    lyo_walk_keys_end(w, &set);
    return p;
}

LYO_INLINE bool sink_definition_end(lyo_walker *w, const uint8_t *p)
{
    if (!lyo_walk_reserve(w, &w->definitions, 1)) {
        return false;
    }
    LYO_WALK_ITEM(lyo_walk_definition, w->definitions, w->definitions.count++) = w->definition;
    LYO_WALK_EMIT(w, LYO_EVENT_DEFINITION_END, p, p, .definition = &w->definition);
    return true;
}

/* String ids start again at 0 in the body. */
LYO_INLINE void sink_preamble_end(lyo_walker *w, const uint8_t *begin, const uint8_t *p)
{
    lyo_walk_table names = w->strings;
    (void)begin, (void)p;
    w->strings = w->names;
    w->names = names;
}

/* --- references ----------------------------------------------------------------------------------------- */

LYO_INLINE bool sink_table(lyo_walker *w, const uint8_t *at, const uint8_t *p, uint64_t count)
{
    LYO_WALK_EMIT(w, LYO_EVENT_TABLE, at, p, .number = count);
    return lyo_walk_reserve(w, &w->positions, (size_t)count) &&
           lyo_walk_reserve(w, &w->places, (size_t)count);
}

LYO_INLINE void sink_position(lyo_walker *w, uint64_t i, const uint8_t *at, const uint8_t *p, uint64_t offset)
{
    LYO_WALK_ITEM(uint64_t, w->places, w->places.count++) = offset;
    LYO_WALK_ITEM(lyo_position, w->positions, w->positions.count++) = (lyo_position){offset, i};
    LYO_WALK_EMIT(w, LYO_EVENT_POSITION, at, p, .number = offset);
}

#define sink_positions(w) ((lyo_position *)(w)->positions.items)

#include "wire/lyo_grammar_head.h"

const uint8_t *lyo_walk_preamble(lyo_walker *w, const uint8_t *p)
{
    return lyo_head(w, p);
}
