/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk as an instance of the grammar. Leaves are checked, and stored only if out is not NULL. Quick calls
 * pass NULL, because only form and size matter there. That halves the time of a walk of the corpus.
 */
#ifndef LYO_WALK_SINK_H
#define LYO_WALK_SINK_H

#include "lyo_walk_state.h"

typedef lyo_walker lyo_sink;
typedef lyo_walk_leaf *lyo_out;

#define sink_fail lyo_walk_fail
#define sink_has_stack(w) true /* the walk does not recurse */
#define sink_strings(w, how) ((w)->strings.count)
#define sink_has_names(w, how) ((w)->body != NULL)
#define sink_text lyo_walk_string

/** Sets the type of the leaf unless out is NULL. Returns true if out is not NULL. */
LYO_INLINE bool lyo_walk_typed(lyo_walk_leaf *out, const lyo_walk_leaf_type type)
{
    if (out) {
        out->type = type;
    }
    return out != NULL;
}

#define sink_null(out) ((void)lyo_walk_typed(out, LYO_LEAF_NULL))
#define sink_bool(out, value) ((void)lyo_walk_typed(out, (value) ? LYO_LEAF_TRUE : LYO_LEAF_FALSE))

LYO_INLINE void sink_int(lyo_walk_leaf *out, int64_t value)
{
    if (lyo_walk_typed(out, LYO_LEAF_INT)) {
        out->integer = value;
    }
}

LYO_INLINE void sink_double(lyo_walk_leaf *out, double value)
{
    if (lyo_walk_typed(out, LYO_LEAF_FLOAT)) {
        out->real = value;
    }
}

LYO_INLINE const uint8_t *sink_empty_array(const lyo_walker *w, const uint8_t *p, lyo_walk_leaf *out)
{
    (void)w;
    lyo_walk_typed(out, LYO_LEAF_ARRAY);
    return p + 1;
}

LYO_INLINE void sink_brief(const lyo_walker *w, const uint8_t *bytes, const size_t size, lyo_walk_leaf *out,
                           const unsigned how)
{
    (void)w, (void)how;
    if (lyo_walk_typed(out, LYO_LEAF_STRING)) {
        out->string = (lyo_walk_span){bytes, size, 0};
    }
}

LYO_INLINE bool sink_string(lyo_walker *w, const uint8_t *bytes, size_t size, const bool brief,
                            lyo_walk_leaf *out, const unsigned how)
{
    const lyo_walk_span string = lyo_walk_span_of(w, bytes, size);

    (void)brief, (void)how;
    if (lyo_walk_typed(out, LYO_LEAF_STRING)) {
        out->string = string;
    }
    return lyo_walk_add_string(w, string);
}

/** Sets *out to string i of the table. */
LYO_INLINE bool lyo_walk_give(const lyo_walk_table *strings, size_t i, lyo_walk_leaf *out)
{
    if (lyo_walk_typed(out, LYO_LEAF_STRING)) {
        out->string = LYO_WALK_ITEM(lyo_walk_span, *strings, i);
    }
    return true;
}

#define sink_earlier(w, index, out, how) lyo_walk_give(&(w)->strings, index, out)
#define sink_name(w, id, out, how) lyo_walk_give(&(w)->names, id, out)
#define sink_prefixed(w, p, out, how) lyo_walk_prefixed(w, p, out)

#include "wire/lyo_grammar.h"

#endif
