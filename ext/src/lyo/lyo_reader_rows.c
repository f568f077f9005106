/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows (spec section 5.4). A block of records is made from the shape and filled column by column. Columns of
 * kind ROW_WISE are then filled row by row.
 */
#include "lyo/lyo_reader_key.h"

LYO_INLINE bool sink_row_keys(const lyo_decoder *d, uint64_t id, uint64_t *n)
{
    if (id >= d->definition_count) {
        return false;
    }
    *n = d->definitions[id].count;
    return d->definitions[id].kind == LYO_DEF_MAP_SHAPE;
}

#include "wire/lyo_grammar_rows.h"

/*
 * Appends a null for the next row. A list grows with the rows that were read, not with the number that the
 * input claims.
 */
static zval *next_place(HashTable *ht)
{
    zval null;
    ZVAL_NULL(&null);
    return zend_hash_next_index_insert_new(ht, &null);
}

/* The same with the key at p. */
static LYO_NOINLINE const uint8_t *read_row_key(lyo_decoder *d, const uint8_t *p, HashTable *ht, zval **place)
{
    const uint32_t index = lyo_places(ht);
    bool counted = false;

    p = lyo_append_key(d, p, 0, NULL, ht, index, &counted);
    if (EXPECTED(p)) {
        lyo_table_appended(ht, index + 1, counted);
        *place = &lyo_entries(ht)[index].val;
        d->pending--;
    }
    return p;
}

/* Makes the rows of a block with all cells null, and reads their keys. */
static const uint8_t *make_rows(lyo_decoder *d, const uint8_t *p, const lyo_rows *r, HashTable *ht,
                                HashTable **block, uint32_t count)
{
    lyo_definition *shape = &d->definitions[r->id];

    for (uint32_t i = 0; i < count; i++) {
        zval *place;
        if (!r->keyed) {
            place = next_place(ht);
        } else if (!(p = read_row_key(d, p, ht, &place))) {
            return NULL;
        }
        block[i] = lyo_new_record(shape);
        ZVAL_ARR(place, block[i]);
        for (lyo_entry *b = lyo_entries(block[i]), *end = b + r->columns; b < end; b++) {
            ZVAL_NULL(&b->val);
        }
        lyo_table_filled(block[i], r->columns);
    }
    return p;
}

/*
 * Reads a column into an array of cells, then moves them to the rows. A vector needs cells at a constant
 * distance.
 */
static const uint8_t *read_one_column(lyo_decoder *d, const uint8_t *p, HashTable **block, uint32_t count,
                                      uint32_t column, bool *row_wise)
{
    zval cells[LYO_LIMIT_BLOCK_ROWS];
    uint8_t kind = 0;

    for (uint32_t i = 0; i < count; i++) {
        ZVAL_NULL(&cells[i]);
    }
    p = lyo_read_column(d, p, cells, count, &kind);
    *row_wise = kind == LYO_VEC_ROW_WISE;
    /* after a failure, too: the values that were read belong to the rows, and are freed with them */
    for (uint32_t i = 0; i < count; i++) {
        ZVAL_COPY_VALUE(&lyo_entries(block[i])[column].val, &cells[i]);
    }
    return p;
}

static LYO_NOINLINE const uint8_t *read_columns(lyo_decoder *d, const uint8_t *p, const lyo_rows *r,
                                                HashTable **block, uint32_t count, uint64_t *row_wise)
{
    for (uint32_t c = 0; p && c < r->columns; c++) {
        bool apart;
        d->pending--;
        p = read_one_column(d, p, block, count, c, &apart);
        *row_wise |= (uint64_t)apart << c;
    }
    return p;
}

static const uint8_t *read_row_wise_cells(lyo_decoder *d, const uint8_t *p, const lyo_rows *r,
                                          HashTable **block, uint32_t count, uint64_t row_wise)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < r->columns; c++) {
            if (row_wise >> c & 1) {
                d->pending--;
                zval *cell = &lyo_entries(block[i])[c].val;
                p = lyo_read_into(d, p, cell);
                if (!p) {
                    return NULL;
                }
            }
        }
    }
    return p;
}

static const uint8_t *read_block(lyo_decoder *d, const uint8_t *p, lyo_rows *r, HashTable *ht,
                                 HashTable **block)
{
    uint32_t count = (uint32_t)lyo_rows_next(r);
    uint64_t row_wise = 0, columns = 0;

    lyo_heed_limit();
    p = make_rows(d, p, r, ht, block, count);
    if (!p || !(p = read_columns(d, p, r, block, count, &row_wise))) {
        return NULL;
    }
    for (uint64_t bits = row_wise; bits; bits &= bits - 1) {
        columns++;
    }
    if (!lyo_rows_claim(d, p, r, count, columns, d->pending)) {
        return NULL;
    }
    d->pending += columns * count;
    r->left -= count;
    return row_wise ? read_row_wise_cells(d, p, r, block, count, row_wise) : p;
}

const uint8_t *lyo_read_rows(lyo_decoder *d, const uint8_t *p, zval *out)
{
    lyo_rows r;

    const uint64_t outer = d->pending;
    p = lyo_rows_token(d, p, outer, &r);
    if (!p) {
        return NULL;
    }
    d->pending += lyo_rows_need(&r);
    /* keyed rows: the input has bytes for each key; a list: reserve room for the first block only */
    uint32_t room = (uint32_t)(r.keyed ? r.left : lyo_rows_next(&r));
    HashTable *ht = r.keyed ? lyo_table_new(room) : zend_new_array(room);
    ZVAL_ARR(out, ht);
    if (!r.keyed) {
        zend_hash_real_init_packed(ht);
    }
    HashTable **block = safe_emalloc(r.block, sizeof *block, 0);
    while (p && r.left > 0) {
        p = read_block(d, p, &r, ht, block);
    }
    efree(block);
    LYO_ASSERT(!p || d->pending == outer);
    d->depth -= 2;
    return p;
}
