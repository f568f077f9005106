/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows (spec section 5.4): a block of records is made from the shape, then filled column by column, then row by row where
 * a column says so.
 */
#include "engine/lyo_reader_key.h"

typedef struct rows {
    const uint8_t *tag;
    lyo_definition *shape;
    uint32_t block; /* rows of a full block */
    uint32_t table; /* T of the spec: buckets of a row's table */
    uint64_t left;  /* rows to come */
    bool keyed;
} rows;

static const uint8_t *read_begin(lyo_decoder *d, const uint8_t *p, rows *r)
{
    uint64_t id;

    r->tag = p;
    r->keyed = *p == LYO_TAG_ROWS_KEYED;
    p = lyo_read_varlen(d, p + 1, r->tag, &r->left);
    if (!p) {
        return NULL;
    }
    if (r->left == 0) {
        return lyo_reader_fail(d, LYO_ERR_SIZE, r->tag);
    }
    p = lyo_read_varlen(d, p, r->tag, &id);
    if (!p) {
        return NULL;
    }
    if (id >= d->definition_count || d->definitions[id].kind != LYO_DEF_MAP_SHAPE ||
        d->definitions[id].count > LYO_LIMIT_ROW_KEYS) {
        return lyo_reader_fail(d, LYO_ERR_DEFINITION_ID, r->tag);
    }
    r->shape = &d->definitions[id];
    r->table = 8;
    while (r->table < r->shape->count) {
        r->table *= 2;
    }
    uint32_t fit = LYO_LIMIT_BLOCK_BYTES / (56 + 40 * r->table);
    r->block = fit < 1 ? 1 : fit > LYO_LIMIT_BLOCK_ROWS ? LYO_LIMIT_BLOCK_ROWS : fit;
    return p;
}

/* Opens two levels, and claims a byte for each column of each block and for each key. */
static bool open_rows(lyo_decoder *d, const uint8_t *p, const rows *r)
{
    uint64_t columns = r->shape->count;
    /* more than any payload has bytes, and no overflow */
    uint64_t need = r->left >= UINT64_MAX >> 8
                        ? UINT64_MAX >> 1
                        : (r->left + r->block - 1) / r->block * columns + (r->keyed ? r->left : 0);

    if (UNEXPECTED(d->depth + 1 >= d->max_depth)) {
        lyo_reader_fail(d, LYO_ERR_DEPTH, r->tag);
        return false;
    }
    d->depth++;
    if (!lyo_reader_open_any(d, p, r->tag, r->left, need) ||
        !lyo_reader_count(d, r->tag, r->left * columns)) {
        return false;
    }
    d->pending += need;
    return true;
}

/* A place for the next row. A list grows with the rows that are there, not with those that are claimed. */
static zval *next_place(HashTable *ht)
{
    zval null;
    ZVAL_NULL(&null);
    return zend_hash_next_index_insert_new(ht, &null);
}

/* Makes the rows of a block, all cells null, and reads their keys. */
static const uint8_t *make_rows(lyo_decoder *d, const uint8_t *p, rows *r, HashTable *ht, HashTable **block,
                                uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        zval *place;
        if (r->keyed) {
            p = lyo_read_key_into(d, p, ht, &place);
            if (!p) {
                return NULL;
            }
            d->pending--;
        } else {
            place = next_place(ht);
        }
        block[i] = lyo_new_record(r->shape);
        ZVAL_ARR(place, block[i]);
        for (lyo_entry *b = lyo_entries(block[i]), *end = b + r->shape->count; b < end; b++) {
            ZVAL_NULL(&b->val);
        }
        lyo_table_filled(block[i], r->shape->count);
    }
    return p;
}

/* Reads a column into a run of cells, then hands them to the rows: rows lie apart, cells of a vector at even distances. */
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
    /* also after a failure: what was read belongs to the value, and goes with it */
    for (uint32_t i = 0; i < count; i++) {
        ZVAL_COPY_VALUE(&lyo_entries(block[i])[column].val, &cells[i]);
    }
    return p;
}

static LYO_NOINLINE const uint8_t *read_columns(lyo_decoder *d, const uint8_t *p, const rows *r,
                                                HashTable **block, uint32_t count, uint64_t *row_wise)
{
    for (uint32_t c = 0; p && c < r->shape->count; c++) {
        bool apart;
        d->pending--;
        p = read_one_column(d, p, block, count, c, &apart);
        *row_wise |= (uint64_t)apart << c;
    }
    return p;
}

static const uint8_t *read_row_wise_cells(lyo_decoder *d, const uint8_t *p, const rows *r, HashTable **block,
                                          uint32_t count, uint64_t row_wise)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < r->shape->count; c++) {
            if (row_wise >> c & 1) {
                d->pending--;
                zval *cell = &lyo_entries(block[i])[c].val;
                const uint8_t *next = EXPECTED(p < d->limit) ? lyo_read_quick(d, p, cell) : NULL;
                p = next ? next : lyo_read_other(d, p, cell);
                if (!p) {
                    return NULL;
                }
            }
        }
    }
    return p;
}

static const uint8_t *read_block(lyo_decoder *d, const uint8_t *p, rows *r, HashTable *ht, HashTable **block)
{
    uint32_t count = r->left < r->block ? (uint32_t)r->left : r->block;
    uint64_t row_wise = 0, claimed = 0;

    p = make_rows(d, p, r, ht, block, count);
    if (!p || !(p = read_columns(d, p, r, block, count, &row_wise))) {
        return NULL;
    }
    for (uint64_t bits = row_wise; bits; bits &= bits - 1) {
        claimed += count;
    }
    if (UNEXPECTED(d->pending + claimed > (uint64_t)(d->end - p))) {
        return lyo_reader_fail(d, d->end_code, r->tag);
    }
    if (!lyo_reader_draw(d, p + claimed, r->tag, (uint64_t)count * 2 * r->table)) {
        return NULL;
    }
    d->pending += claimed;
    r->left -= count;
    return row_wise ? read_row_wise_cells(d, p, r, block, count, row_wise) : p;
}

const uint8_t *lyo_read_rows(lyo_decoder *d, const uint8_t *p, zval *out)
{
    rows r = {0};

    p = read_begin(d, p, &r);
    if (!p || !open_rows(d, p, &r)) {
        return NULL;
    }
    /* of keyed rows each key is paid for; of a list only the first block is believed */
    uint32_t room = r.keyed || r.left < r.block ? (uint32_t)r.left : r.block;
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
    d->depth -= 2;
    return p;
}
