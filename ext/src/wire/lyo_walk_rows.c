/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of the walk (spec section 5.4): the token, and the columns of each block.
 */
#include "lyo_walk_sink.h"

LYO_INLINE bool sink_row_keys(const lyo_walker *w, uint64_t id, uint64_t *n)
{
    if (id >= w->definitions.count) {
        return false;
    }
    const lyo_walk_definition *shape = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, id);
    *n = shape->count;
    return shape->kind == LYO_DEF_MAP_SHAPE;
}

#include "wire/lyo_grammar_rows.h"

static const uint8_t *lyo_walk_rows_block(lyo_walker *w, const uint8_t *p, lyo_rows *rows)
{
    uint64_t count = lyo_rows_next(rows);
    uint8_t kind;

    rows->left -= count;
    LYO_WALK_EMIT(w, LYO_EVENT_BLOCK, p, p, .number = count);
    for (uint64_t i = 0; i < rows->columns; i++) {
        LYO_WALK_EMIT(w, LYO_EVENT_COLUMN, p, p, .number = i, .id = rows->id);
        if (!(p = lyo_walk_vector(w, p, count, NULL, &kind))) {
            return NULL;
        }
    }
    LYO_WALK_EMIT(w, LYO_EVENT_BLOCK_END, p, p, .number = count);
    return lyo_rows_draw(w, p, rows, count) ? p : NULL;
}

const uint8_t *lyo_walk_rows(lyo_walker *w, const uint8_t *p)
{
    lyo_rows rows;
    uint64_t pending = lyo_walk_pending(w);

    if (!(p = lyo_rows_token(w, p, pending, &rows))) {
        return NULL;
    }
    const lyo_walk_definition *shape = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, rows.id);
    LYO_WALK_EMIT(w, LYO_EVENT_ROWS, rows.at, p, .number = rows.left, .definition = shape, .id = rows.id);
    if (!lyo_walk_push(w, LYO_WALK_ROWS, 0, pending)) {
        return NULL;
    }
    while (p && rows.left > 0) {
        p = lyo_walk_rows_block(w, p, &rows);
    }
    return p; /* the frame is popped as one that has no values left */
}
