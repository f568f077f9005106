/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of the walk (spec section 5.4): the token, and keys and columns of each block. The values of row-wise columns
 * are read by the loop in lyo_walk.c.
 */
#include "lyo_walk_state.h"

/** Bytes that the block count, and for keyed rows their keys, need at least; too many for any payload if they overflow. */
static uint64_t lyo_walk_rows_need(uint64_t n, uint64_t block, uint64_t columns, bool keyed)
{
    if (n >= UINT64_MAX >> 8) {
        return UINT64_MAX >> 1;
    }
    return (n + block - 1) / block * columns + (keyed ? n : 0);
}

const uint8_t *lyo_walk_rows_begin(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p++;
    uint64_t n, id;
    if (!(p = lyo_walk_varlen(w, p, token, &n))) {
        return NULL;
    }
    if (n == 0) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, token);
    }
    if (!(p = lyo_walk_varlen(w, p, token, &id))) {
        return NULL;
    }
    const lyo_walk_definition *shape = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, 0);
    if (id >= w->definitions.count || (shape += id)->kind != LYO_DEF_MAP_SHAPE ||
        shape->count > LYO_LIMIT_ROW_KEYS) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION_ID, token);
    }
    uint32_t table = 8;
    while (table < shape->count) {
        table *= 2;
    }
    /* what the rows of a block take in a decoder's memory: a PHP array of 56 bytes and 40 for each of its slots */
    uint32_t block = LYO_LIMIT_BLOCK_BYTES / (56 + 40 * table);
    block = block > LYO_LIMIT_BLOCK_ROWS ? LYO_LIMIT_BLOCK_ROWS : block < 1 ? 1 : block;

    bool keyed = *token == LYO_TAG_ROWS_KEYED;
    lyo_walk_claim claim = {
        token, LYO_WALK_ROWS, lyo_walk_rows_need(n, block, shape->count, keyed), n + n * shape->count, n, 2};
    lyo_walk_frame *f = lyo_walk_push(w, p, &claim);
    if (!f) {
        return NULL;
    }
    f->left = 0;
    f->definition = shape;
    f->u.rows.left = n;
    f->u.rows.block = block;
    f->u.rows.row_credit = 2 * table;
    f->u.rows.keyed = keyed;
    return keyed && !lyo_walk_keys_begin(w, &f->keys, n) ? NULL : p;
}

const uint8_t *lyo_walk_rows_block(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    uint64_t rows = f->u.rows.left < f->u.rows.block ? f->u.rows.left : f->u.rows.block;
    uint64_t row_wise = 0;
    uint8_t kind;
    f->u.rows.left -= rows;
    lyo_walk_emit_number(w, LYO_EVENT_BLOCK, p, p, rows);
    for (uint64_t i = 0; f->u.rows.keyed && i < rows; i++) {
        if (!(p = lyo_walk_key_token(w, p, &f->keys, NULL))) {
            return NULL;
        }
    }
    for (uint64_t i = 0; i < f->definition->count; i++) {
        if (w->callback) {
            lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_COLUMN, p, p);
            event.number = i;
            event.definition = f->definition;
            event.id = (uint64_t)(f->definition - &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, 0));
            w->callback(w->context, &event);
        }
        if (!(p = lyo_walk_vector(w, p, rows, NULL, &kind))) {
            return NULL;
        }
        row_wise += kind == LYO_VEC_ROW_WISE;
    }
    lyo_walk_emit_number(w, LYO_EVENT_COLUMNS_END, p, p, row_wise);
    f->left = row_wise * rows;
    uint64_t left = (uint64_t)(w->end - p), need = w->pending + lyo_walk_frame_pending(f);
    if (need > left) {
        return lyo_walk_fail(w, w->end_code, f->tag);
    }
    if (!lyo_walk_draw(w, (uint64_t)(p - w->body) + f->left, rows * f->u.rows.row_credit)) {
        return lyo_walk_fail(w, LYO_ERR_CREDIT, f->tag);
    }
    return p;
}
