/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows: lists and maps whose values are records of one map shape, written block by block in columns (spec
 * sections 5.4 and 6.4). lyo_writer_vector.c writes the columns.
 */
#include "lyo/lyo_writer_definitions.h"
#include "lyo/lyo_writer_leaf.h"
#include "lyo/lyo_writer_vector.h"
#include "wire/lyo_rows.h"

typedef struct rows {
    lyo_encoder *e;
    zval **cells;     /* column by column: cells[column * block + row] */
    HashTable **rows; /* the rows of the current block */
    zval **row_cells; /* the cells of the container that hold these rows */
    uint32_t *types;  /* by column: MAY_BE_... of all its cells in the current block */
    bool checking;    /* rows are checked block by block, and all cells must be leaves */
    bool referenced;  /* at least one row is a PHP reference */
    bool early;       /* columns have written values of PHP references before their positions */
    uint32_t shape;   /* index of the rows' shape */
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

/*
 * Returns true if at least half of the cells are leaves. A PHP reference counts as its value, and the choice
 * depends on it not being met again. Sets *only if all cells are leaves and none is a reference.
 */
static bool has_enough_leaves(lyo_encoder *e, const HashTable *row, bool *only)
{
    uint32_t leaves = 0, types = 0;

    for (lyo_cells cells = lyo_cells_of(row); cells.left > 0; lyo_cells_next(&cells)) {
        types |= type_of(cells.cell);
        if (are_leaves(type_of(lyo_plain(e, cells.cell)))) {
            lyo_assume_plain(e, cells.cell);
            leaves++;
        }
    }
    *only = are_leaves(types);
    return leaves * 2 >= zend_hash_num_elements(row);
}

/* Returns true if the value of a cell of ht is a row. */
LYO_INLINE bool is_row(const rows *r, const zval *value, const HashTable *ht)
{
    return Z_TYPE_P(value) == IS_ARRAY && !lyo_is_packed(Z_ARRVAL_P(value)) && Z_ARRVAL_P(value) != ht &&
           !(LYO_WATCHES_ARRAYS && GC_IS_RECURSIVE(Z_ARRVAL_P(value))) &&
           lyo_has_shape(r->e, r->shape, Z_ARRVAL_P(value));
}

static bool all_rows_match(rows *r, const HashTable *ht)
{
    for (lyo_cells cells = lyo_cells_of(ht); cells.left > 0; lyo_cells_next(&cells)) {
        r->referenced |= Z_ISREF_P(cells.cell);
        if (!is_row(r, lyo_plain(r->e, cells.cell), ht)) {
            return false;
        }
    }
    return true;
}

/*
 * Notes the PHP references that hold rows. From here on each row is the array that matched, whatever a hook
 * in an earlier row does to the reference.
 */
static LYO_NOINLINE void note_rows(lyo_encoder *e, const HashTable *ht)
{
    for (lyo_cells cells = lyo_cells_of(ht); cells.left > 0; lyo_cells_next(&cells)) {
        lyo_note_plain(e, cells.cell, true);
    }
}

/* --- blocks --------------------------------------------------------------------------------------------- */

static void write_columns(rows *r, uint32_t count, bool explicit_form)
{
    for (uint32_t c = 0; c < r->columns; c++) {
        lyo_run run = {.cells = r->cells + (size_t)c * r->block, .count = count, .column = true};
        if (!are_leaves(r->types[c])) {
            lyo_buffer_byte(&r->e->body, 0);
        } else if (explicit_form) {
            lyo_write_mixed_column(r->e, &run);
        } else {
            lyo_write_column(r->e, &run, r->types[c]);
        }
    }
}

/*
 * Writes the cells of a row that are in no column. At the position of each other cell, tells what its column
 * wrote early.
 */
static bool write_rest_of_row(rows *r, uint32_t i)
{
    lyo_cells cells = lyo_cells_of(r->rows[i]);

    for (uint32_t c = 0; c < r->columns; c++, lyo_cells_next(&cells)) {
        if (!are_leaves(r->types[c])) {
            if (!lyo_write_cell(r->e, cells.cell, r->rows[i], false)) {
                return false;
            }
        } else if (UNEXPECTED(r->early) && !lyo_settle_early(r->e, cells.cell)) {
            return false;
        }
    }
    return true;
}

static bool write_row_wise_cells(rows *r, uint32_t count)
{
    bool written = true;

    for (uint32_t i = 0; written && i < count; i++) {
        if (UNEXPECTED(lyo_settle_row(r->e, r->row_cells[i], &written))) {
            continue;
        }
        if (LYO_WATCHES_ARRAYS) {
            GC_TRY_PROTECT_RECURSION(r->rows[i]);
        }
        written = write_rest_of_row(r, i);
        if (LYO_WATCHES_ARRAYS) {
            GC_TRY_UNPROTECT_RECURSION(r->rows[i]);
        }
    }
    return written;
}

/*
 * The column contains PHP references. If all values are leaves, points the cells to the values behind the
 * references, and notes the references as written early.
 */
static LYO_NOINLINE void look_into(rows *r, uint32_t column, uint32_t count)
{
    zval **cells = r->cells + (size_t)column * r->block;
    uint32_t types = 0;

    for (uint32_t i = 0; i < count; i++) {
        types |= type_of(lyo_plain(r->e, cells[i]));
    }
    if (!are_leaves(types)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (Z_ISREF_P(cells[i])) {
            r->early = true;
            lyo_note_plain(r->e, cells[i], true);
            cells[i] = lyo_memory_value(&r->e->memory, Z_REF_P(cells[i]));
        }
    }
    r->types[column] = types;
}

/*
 * Writes the columns of a block. The bytes before them must pay for forms that take less than a byte a cell:
 * the least credit pays for any block, and most blocks have more bytes than they draw. Returns
 * true if write_row_wise_cells() has something to do. Not inlined: what that function writes nests, and each
 * level would pay for a larger stack frame.
 */
static LYO_NOINLINE bool write_block(rows *r, uint32_t count)
{
    lyo_encoder *e = r->e;
    size_t claimed = 0; /* least bytes of the row-wise cells */
    uint64_t cells = (uint64_t)count * 2 * r->table;

    r->early = false;
    for (uint32_t c = 0; c < r->columns; c++) {
        if (UNEXPECTED(r->types[c] & MAY_BE_REF)) {
            look_into(r, c, count);
        }
        claimed += are_leaves(r->types[c]) ? 0 : count;
    }
    bool paid = lyo_draw_credit(&e->credit_used, lyo_encoder_offset(e) + claimed, cells);
    write_columns(r, count, !paid);
    if (UNEXPECTED(
            !paid)) { /* cannot fail: 2 T cells a row are at most 16 cells for each byte of this form */
        lyo_draw_credit(&e->credit_used, lyo_encoder_offset(e) + claimed, cells);
    }
    return claimed != 0 || r->referenced || r->early;
}

/* Points r->cells to the cells of a row, and adds their types to r->types. */
static void take_row(rows *r, uint32_t row, HashTable *ht)
{
    lyo_entry *entry = lyo_entries(ht);
    zval **place = r->cells + row;
    uint32_t *types = r->types, columns = r->columns, block = r->block;

    r->rows[row] = ht;
    for (uint32_t c = 0; c < columns; c++, entry++, place += block) {
        while (UNEXPECTED(Z_TYPE(entry->val) == IS_UNDEF)) {
            entry++;
        }
        *place = &entry->val;
        types[c] |= type_of(&entry->val);
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
        const zval *row = r->row_cells[i] = cells->cell;
        if (r->checking && !is_row(r, row, ht)) {
            return 0;
        }
        take_row(r, i, Z_ARRVAL_P(Z_ISREF_P(row) ? lyo_memory_value(&r->e->memory, Z_REF_P(row)) : row));
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

    r->cells = safe_emalloc(matrix + 2 * (size_t)r->block, sizeof *r->cells, r->columns * sizeof *r->types);
    r->rows = (HashTable **)(r->cells + matrix);
    r->row_cells = (zval **)(r->rows + r->block);
    r->types = (uint32_t *)(r->row_cells + r->block);
}

/*
 * Writes everything. Returns NO_ROWS if rows are checked and one does not match, after some blocks may have
 * been written.
 */
static outcome write_blocks(rows *r, const HashTable *ht, bool keyed)
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
        for (uint32_t i = 0; keyed && i < count; i++) {
            lyo_write_key_of(e, ht, r->row_cells[i]);
        }
        if (!count) {
            result = NO_ROWS;
        } else if (write_block(r, count) && !write_row_wise_cells(r, count)) {
            result = FAILED;
        }
    }
    e->depth--;
    return result;
}

/*
 * A list whose first row has only leaves mostly has only such rows. So each block is checked and written
 * while it is in the processor's caches (6,400 rows: 325 -> 245 ns a row). If a row does not match, this
 * speculation is rolled back, and write_matching() starts anew. Writing leaves runs no user code, so
 * nothing else has changed. Only the definition of the shape stays, which the first element of the list would
 * make next anyway. Maps are not written this way: there the key of that element precedes the definition, so
 * the bytes would change.
 */
static LYO_NOINLINE outcome write_while_checking(rows *r, const HashTable *ht)
{
    lyo_encoder *e = r->e;
    size_t start = lyo_buffer_size(&e->body);
    uint64_t credit_used = e->credit_used;
    lyo_string_mark mark;

    lyo_string_ids_mark(&e->strings, &mark);
    r->checking = true;
    outcome result = write_blocks(r, ht, false);
    r->checking = false;
    if (result == NO_ROWS) {
        e->body.p = e->body.start + start;
        e->credit_used = credit_used;
        e->wary = e->strings.count[LYO_BODY] != mark.count;
        lyo_string_ids_truncate(&e->strings, &mark);
    }
    return result;
}

static outcome write_matching(rows *r, const HashTable *ht, bool keyed)
{
    if (!all_rows_match(r, ht)) {
        return NO_ROWS;
    }
    if (UNEXPECTED(r->referenced)) {
        note_rows(r->e, ht);
    }
    return write_blocks(r, ht, keyed);
}

bool lyo_write_rows(lyo_encoder *e, HashTable *ht, bool keyed, bool *failed)
{
    const HashTable *first = Z_ARRVAL_P(lyo_plain(e, lyo_cells_of(ht).cell));
    rows r = {.e = e, .columns = zend_hash_num_elements(first), .block = 1};
    outcome result = NO_ROWS;
    bool only_leaves;

    if (r.columns > LYO_LIMIT_ROW_KEYS || !has_enough_leaves(e, first, &only_leaves) ||
        !lyo_draw_credit(&e->credit_used, lyo_encoder_offset(e), 0)) {
        return false;
    }
    r.shape = lyo_meet_map(e, first);
    r.table = lyo_row_slots(r.columns);
    r.block = lyo_rows_per_block(r.table);
    reserve_block(&r);
    /*
     * At the depth limit rows may still fail to match, and then the error belongs to a place in the list. So
     * they are not written while checking.
     */
    if (!keyed && only_leaves && !e->wary && e->depth < e->max_depth && !(e->options->without & LYO_ROWS)) {
        result = write_while_checking(&r, ht);
    }
    if (result == NO_ROWS) {
        result = write_matching(&r, ht, keyed);
    }
    efree(r.cells);
    *failed = result == FAILED;
    return result != NO_ROWS;
}
