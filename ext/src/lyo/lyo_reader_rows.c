/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows (spec section 5.4). A block of records is made from the shape and filled column by column. Runs
 * (section 5.10) are here, too: both are lists that grow with what was read, not with what is claimed.
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

/* Makes room for n more elements of a list, and returns the first one. */
static zval *more_elements(HashTable *list, uint32_t n)
{
    uint32_t count = lyo_places(list);

    LYO_ASSERT(lyo_is_count((uint64_t)count + n));
    zend_hash_extend(list, count + n, true); /* at most LYO_LIMIT_COUNT: lyo_open() has checked the sum */
    return lyo_elements(list) + count;
}

/* --- rows ----------------------------------------------------------------------------------------------- */

/* Makes the rows of a block with all cells null. */
static void make_rows(lyo_decoder *d, const lyo_rows *r, zval *rows, uint32_t count)
{
    const uint32_t columns = (uint32_t)r->columns;
    HashTable *first = lyo_new_record(&d->definitions[r->id]);

    for (lyo_entry *b = lyo_entries(first), *end = b + columns; b < end; b++) {
        ZVAL_NULL(&b->val);
    }
    lyo_table_filled(first, columns);
    ZVAL_ARR(rows, first);
    for (zval *row = rows + 1, *end = rows + count; row < end; row++) {
        HashTable *ht = lyo_table_clone(first, columns); /* its nulls, too */
        lyo_table_filled(ht, columns);
        ZVAL_ARR(row, ht);
    }
}

static LYO_NOINLINE const uint8_t *read_block(lyo_decoder *d, const uint8_t *p, lyo_rows *r, HashTable *list)
{
    uint32_t count = (uint32_t)lyo_rows_next(r);
    zval *rows = more_elements(list, count);

    lyo_heed_limit();
    make_rows(d, r, rows, count);
    lyo_table_filled(list, lyo_places(list) + count);
    r->left -= count;
    for (uint32_t c = 0; p && c < r->columns; c++) {
        p = lyo_read_column(d, p, rows, count, c);
    }
    return p && lyo_rows_draw(d, p, r, count) ? p : NULL;
}

const uint8_t *lyo_read_rows(lyo_decoder *d, const uint8_t *p, zval *out)
{
    lyo_rows r;

    p = lyo_rows_token(d, p, d->pending, &r);
    if (!p) {
        return NULL;
    }
    HashTable *list = lyo_table_new_list((uint32_t)lyo_rows_next(&r));
    ZVAL_ARR(out, list);
    while (p && r.left > 0) {
        p = read_block(d, p, &r, list);
    }
    lyo_table_go_on_with(list, lyo_places(list));
    d->depth -= 2;
    return p;
}

/* --- runs ----------------------------------------------------------------------------------------------- */

/* Reads the value of a run whose length is at `at`, and stores it `length` times. */
static const uint8_t *read_one_run(lyo_decoder *d, const uint8_t *p, const uint8_t *at, HashTable *list,
                                   uint32_t length)
{
    zval *value = more_elements(list, length);
    lyo_measure begin;

    if (length > 1) {
        begin = lyo_measure_begin(d);
    }
    p = lyo_read_cell(d, p, value, d->pending);
    lyo_table_filled(list, lyo_places(list) + 1);
    if (UNEXPECTED(!p) || length == 1) {
        return p;
    }
    if (UNEXPECTED(!lyo_run_end(d, p, at, length, &begin))) {
        return NULL;
    }
    LYO_ASSERT(Z_TYPE_P(value) == IS_ARRAY);
    GC_SET_REFCOUNT(Z_ARR_P(value), GC_REFCOUNT(Z_ARR_P(value)) + length - 1);
    for (zval *copy = value + 1, *end = value + length; copy < end; copy++) {
        ZVAL_COPY_VALUE(copy, value);
    }
    lyo_table_filled(list, lyo_places(list) + length - 1);
    return p;
}

const uint8_t *lyo_read_runs(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out)
{
    const uint64_t outer = d->pending;

    if (UNEXPECTED(!lyo_open(d, p, tag, 1, n, n, 2, outer))) {
        return NULL;
    }
    HashTable *list = lyo_table_new_list(1);
    ZVAL_ARR(out, list);
    for (uint64_t length; p && n > 0; n -= length) {
        const uint8_t *at = p;
        if (!(p = lyo_run_token(d, at, n, &length))) {
            break;
        }
        d->pending = outer + (length < n ? 2 : 0);
        p = read_one_run(d, p, at, list, (uint32_t)length);
    }
    lyo_table_go_on_with(list, lyo_places(list));
    d->pending = outer;
    d->depth--;
    return p;
}
