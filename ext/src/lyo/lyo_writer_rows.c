/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows: lists whose values are records of leaves with one map shape, written block by block in columns (spec
 * sections 5.4 and 6.4). lyo_writer_vector.c writes the columns.
 */
#include "lyo/lyo_writer_definitions.h"
#include "lyo/lyo_writer_leaf.h"
#include "lyo/lyo_writer_vector.h"
#include "wire/lyo_rows.h"

typedef struct rows {
    lyo_encoder *e;
    zval **cells;    /* column by column: cells[column * block + row] */
    uint32_t *types; /* by column: MAY_BE_... of all its cells in the current block */
    bool checking;   /* rows are checked block by block, and PHP references do not match */
    uint32_t shape;  /* index of the rows' shape */
    uint32_t columns;
    uint32_t block; /* number of rows in a full block */
    uint32_t table; /* T of the spec: hash table slots of one row */
} rows;

/* --- is it a table? ------------------------------------------------------------------------------------- */

/* The types of leaves, as a set. */
#define LEAF_TYPES (MAY_BE_UNDEF | MAY_BE_NULL | MAY_BE_BOOL | LYO_INT_TYPES | MAY_BE_DOUBLE | MAY_BE_STRING)

static uint32_t type_of(const zval *cell)
{
    return UINT32_C(1) << Z_TYPE_P(cell);
}

static bool are_leaves(uint32_t types)
{
    return (types & ~LEAF_TYPES) == 0;
}

/* Returns true if all cells are leaves. Sets *only if none is a PHP reference. */
static bool has_leaves(lyo_encoder *e, const HashTable *row, bool *only)
{
    uint32_t types = 0, values = 0;

    for (lyo_cells cells = lyo_cells_of(row); cells.left > 0; lyo_cells_next(&cells)) {
        types |= type_of(cells.cell);
        values |= type_of(lyo_plain(e, cells.cell));
    }
    *only = are_leaves(types);
    return are_leaves(values);
}

/* Returns true if the value of a cell of ht is a map with the shape of the rows. */
LYO_INLINE bool is_row(const rows *r, const zval *value, const HashTable *ht)
{
    return Z_TYPE_P(value) == IS_ARRAY && !lyo_is_packed(Z_ARRVAL_P(value)) && Z_ARRVAL_P(value) != ht &&
           !(LYO_WATCHES_ARRAYS && GC_IS_RECURSIVE(Z_ARRVAL_P(value))) &&
           lyo_has_shape(r->e, r->shape, Z_ARRVAL_P(value));
}

static bool all_rows_match(const rows *r, const HashTable *ht)
{
    bool only;

    for (lyo_cells cells = lyo_cells_of(ht); cells.left > 0; lyo_cells_next(&cells)) {
        const zval *row = lyo_plain(r->e, cells.cell);
        if (!is_row(r, row, ht) || !has_leaves(r->e, Z_ARRVAL_P(row), &only)) {
            return false;
        }
    }
    return true;
}

/* --- blocks --------------------------------------------------------------------------------------------- */

static void write_columns(rows *r, uint32_t count, bool explicit_form)
{
    for (uint32_t c = 0; c < r->columns; c++) {
        lyo_run run = {.cells = r->cells + (size_t)c * r->block, .count = count, .column = true};
        if (explicit_form) {
            lyo_write_mixed_column(r->e, &run);
        } else {
            lyo_write_column(r->e, &run, r->types[c]);
        }
    }
}

/*
 * Writes the columns of a block. The bytes before them must pay for forms that take less than a byte a cell:
 * the least credit pays for any block, and most blocks have more bytes than they draw.
 */
static void write_block(rows *r, uint32_t count)
{
    lyo_encoder *e = r->e;
    uint64_t cells = (uint64_t)count * 2 * r->table;
    bool paid = lyo_draw_credit(&e->credit_used, lyo_encoder_offset(e), cells);

    write_columns(r, count, !paid);
    if (UNEXPECTED(!paid)) {
        /* cannot fail: 2 T cells a row are at most 16 cells for each byte of this form */
        paid = lyo_draw_credit(&e->credit_used, lyo_encoder_offset(e), cells);
    }
    LYO_ASSERT(paid);
}

/* Returns the value of a cell that matched, and notes a PHP reference. */
static zval *take_value(lyo_encoder *e, zval *cell)
{
    if (EXPECTED(Z_TYPE_P(cell) != IS_REFERENCE)) {
        return cell;
    }
    lyo_note_plain(e, cell);
    return lyo_memory_value(&e->memory, Z_REF_P(cell));
}

/* Points r->cells to the cells of a row, and adds their types to r->types. */
static void take_row(rows *r, uint32_t row, const HashTable *ht)
{
    lyo_entry *entry = lyo_entries(ht);
    zval **place = r->cells + row;
    uint32_t *types = r->types, columns = r->columns, block = r->block;

    for (uint32_t c = 0; c < columns; c++, entry++, place += block) {
        while (UNEXPECTED(Z_TYPE(entry->val) == IS_UNDEF)) {
            entry++;
        }
        LYO_ASSERT(entry < lyo_entries_end(ht));
        *place =
            UNEXPECTED(Z_ISREF(entry->val)) && !r->checking ? take_value(r->e, &entry->val) : &entry->val;
        types[c] |= type_of(*place);
    }
}

/*
 * Finds the cells of the next block, and moves `cells` behind it. Returns the number of its rows; 0 if rows
 * are checked and one does not match.
 */
static uint32_t take_block(rows *r, const HashTable *ht, lyo_cells *cells)
{
    uint32_t count = MIN(cells->left, r->block), types = 0;

    memset(r->types, 0, r->columns * sizeof *r->types);
    for (uint32_t i = 0; i < count; i++) {
        zval *row = cells->cell;
        if (!r->checking) {
            row = take_value(r->e, row);
        } else if (!is_row(r, row, ht)) {
            return 0;
        }
        take_row(r, i, Z_ARRVAL_P(row));
        lyo_cells_next(cells);
    }
    for (uint32_t c = 0; r->checking && c < r->columns; c++) {
        types |= r->types[c];
    }
    return are_leaves(types) ? count : 0;
}

typedef enum outcome { NO_ROWS, FAILED, WRITTEN } outcome;

static void reserve_block(rows *r)
{
    size_t matrix = (size_t)r->block * r->columns;

    r->cells = safe_emalloc(matrix, sizeof *r->cells, r->columns * sizeof *r->types);
    r->types = (uint32_t *)(r->cells + matrix);
}

/*
 * Writes everything. Returns NO_ROWS if rows are checked and one does not match, after some blocks may have
 * been written.
 */
static outcome write_blocks(rows *r, const HashTable *ht)
{
    lyo_encoder *e = r->e;
    outcome result = WRITTEN;

    if (!lyo_encoder_enter(e)) {
        return FAILED;
    }
    uint32_t definition = lyo_define_shape(e, r->shape);
    lyo_buffer_byte(&e->body, LYO_TAG_ROWS);
    lyo_buffer_varlen(&e->body, zend_hash_num_elements(ht));
    lyo_buffer_varlen(&e->body, definition);
    for (lyo_cells cells = lyo_cells_of(ht); result == WRITTEN && cells.left > 0;) {
        uint32_t count = take_block(r, ht, &cells);
        if (count) {
            write_block(r, count);
        } else {
            result = NO_ROWS;
        }
    }
    e->depth--;
    return result;
}

/*
 * A list whose first row has only leaves mostly has only such rows. So each block is checked and written
 * while it is in the processor's caches (6,400 rows: 325 -> 245 ns a row). If a row does not match, this
 * speculation is rolled back, and all rows are checked first. Writing leaves runs no user code, so nothing
 * else has changed. Only the definition of the shape stays, which the first element of the list would make
 * next anyway.
 */
static LYO_NOINLINE outcome write_while_checking(rows *r, const HashTable *ht)
{
    lyo_encoder *e = r->e;
    size_t start = lyo_buffer_size(&e->body);
    uint64_t credit_used = e->credit_used;
    const uint32_t objects = e->object_count, met = e->identity.count, depth = e->depth;
    lyo_string_mark mark;

    lyo_string_ids_mark(&e->strings, &mark);
    r->checking = true;
    outcome result = write_blocks(r, ht);
    r->checking = false;
    LYO_ASSERT(e->object_count == objects && e->identity.count == met && e->depth == depth);
    if (result == NO_ROWS) {
        e->body.p = e->body.start + start;
        e->credit_used = credit_used;
        e->no_speculation = e->strings.count[LYO_BODY] != mark.count;
        lyo_string_ids_truncate(&e->strings, &mark);
    }
    return result;
}

bool lyo_write_rows(lyo_encoder *e, const HashTable *ht, bool *failed)
{
    const HashTable *first = Z_ARRVAL_P(lyo_plain(e, lyo_cells_of(ht).cell));
    rows r = {.e = e, .columns = zend_hash_num_elements(first)};
    outcome result = NO_ROWS;
    bool only_leaves;

    if (r.columns > LYO_LIMIT_ROW_KEYS || !has_leaves(e, first, &only_leaves)) {
        return false;
    }
    r.shape = lyo_meet_map(e, first);
    r.table = lyo_row_slots(r.columns);
    r.block = lyo_rows_per_block(r.table);
    LYO_ASSERT(r.block > 0 && r.block <= LYO_LIMIT_BLOCK_ROWS);
    reserve_block(&r);
    /*
     * At the depth limit rows may still fail to match, and then the error belongs to a place in the list. So
     * they are not written while checking.
     */
    if (only_leaves && !e->no_speculation && e->depth < e->max_depth && !(e->options->without & LYO_ROWS)) {
        result = write_while_checking(&r, ht);
    }
    if (result == NO_ROWS && all_rows_match(&r, ht)) {
        result = write_blocks(&r, ht);
    }
    efree(r.cells);
    *failed = result == FAILED;
    return result != NO_ROWS;
}
