/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of rows (spec section 5.4). It is a template like lyo_grammar.h. An instance also defines
 *
 *   sink_row_keys(s, id, n)      sets *n to the number of keys of the map shape with that id; returns false
 *                                if there is no such map shape
 */
#ifndef LYO_GRAMMAR_ROWS_H
#define LYO_GRAMMAR_ROWS_H

#include "wire/lyo_grammar.h"
#include "wire/lyo_rows.h"

/** Reads ROWS and enters two levels. After it come the columns of each block. */
LYO_INLINE const uint8_t *lyo_rows_token(lyo_sink *s, const uint8_t *at, uint64_t pending, lyo_rows *rows)
{
    const uint8_t *p = at + 1;

    rows->at = at;
    if (!(p = lyo_varlen_token(s, p, at, &rows->left))) {
        return NULL;
    }
    if (rows->left == 0) {
        return LYO_BAD(LYO_ERR_SIZE, at);
    }
    if (!(p = lyo_varlen_token(s, p, at, &rows->id))) {
        return NULL;
    }
    if (!sink_row_keys(s, rows->id, &rows->columns) || rows->columns > LYO_LIMIT_ROW_KEYS) {
        return LYO_BAD(LYO_ERR_DEFINITION_ID, at);
    }
    const uint32_t slots = lyo_row_slots(rows->columns);
    rows->block = lyo_rows_per_block(slots);
    rows->row_credit = 2 * slots;
    return lyo_open(s, p, at, 2, rows->left, rows->left + rows->left * rows->columns, lyo_rows_need(rows),
                    pending)
               ? p
               : NULL;
}

/** Draws the credit of a block of `count` rows (7.3), after its columns are read. */
LYO_INLINE bool lyo_rows_draw(lyo_sink *s, const uint8_t *p, const lyo_rows *rows, uint64_t count)
{
    if (LYO_UNLIKELY(!lyo_draw(s, p, count * rows->row_credit))) {
        sink_fail(s, LYO_ERR_CREDIT, rows->at);
        return false;
    }
    return true;
}

#endif
