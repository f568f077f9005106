/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of the walk (spec section 5.4): the token, and the keys and columns of each block. The loop in
 * lyo_walk.c reads the values of row-wise columns.
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

const uint8_t *lyo_walk_rows(lyo_walker *w, const uint8_t *p)
{
    lyo_rows rows;
    uint64_t pending = lyo_walk_pending(w);

    if (!(p = lyo_rows_token(w, p, pending, &rows))) {
        return NULL;
    }
    const lyo_walk_definition *shape = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, rows.id);
    LYO_WALK_EMIT(w, LYO_EVENT_ROWS, rows.at, p, .number = rows.left, .definition = shape, .id = rows.id);
    lyo_walk_frame *f = lyo_walk_push(w, LYO_WALK_ROWS, 0, pending);
    if (!f) {
        return NULL;
    }
    f->rows = rows;
    return !rows.keyed || lyo_walk_keys_begin(w, &f->keys, rows.left) ? p : NULL;
}

const uint8_t *lyo_walk_rows_block(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    lyo_rows *rows = &f->rows;
    uint64_t count = lyo_rows_next(rows), row_wise = 0;
    uint8_t kind;

    rows->left -= count;
    LYO_WALK_EMIT(w, LYO_EVENT_BLOCK, p, p, .number = count);
    for (uint64_t i = 0; rows->keyed && i < count; i++) {
        if (!(p = lyo_walk_key_token(w, p, &f->keys, NULL))) {
            return NULL;
        }
    }
    for (uint64_t i = 0; i < rows->columns; i++) {
        LYO_WALK_EMIT(w, LYO_EVENT_COLUMN, p, p, .number = i, .id = rows->id);
        if (!(p = lyo_walk_vector(w, p, count, NULL, &kind))) {
            return NULL;
        }
        row_wise += kind == LYO_VEC_ROW_WISE;
    }
    LYO_WALK_EMIT(w, LYO_EVENT_COLUMNS_END, p, p, .number = row_wise);
    if (!lyo_rows_claim(w, p, rows, count, row_wise, w->pending + lyo_walk_frame_pending(f))) {
        return NULL;
    }
    f->left = row_wise * count;
    return p;
}
