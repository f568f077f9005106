/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Diagnostic notation (spec section 8). Rows come in columns and are printed as the records that they are: the leaves
 * of a block are kept until its columns are complete, and each row-wise value is printed where it belongs.
 */
#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum diag_kind {
    DIAG_ITEMS,  /* list or vector: values */
    DIAG_KEYED,  /* map or state of an open class: keys come as events */
    DIAG_RECORD, /* keys come from a shape */
    DIAG_ROWS
} diag_kind;

/** A container that is being printed. */
typedef struct diag_level {
    diag_kind kind;
    uint64_t printed;   /* values, or rows */
    uint64_t id;        /* of the shape */
    const char *closer; /* text at its end */
    size_t block;       /* ROWS: its block among diag.blocks */
} diag_level;

/** State of the rows that are being read; one for each level of nested rows. */
typedef struct diag_block {
    lyo_walk_leaf *cells; /* column by column */
    lyo_walk_key *keys;
    uint64_t columns, rows, capacity;
    uint64_t column;   /* that is being read; later: that is being printed */
    uint64_t row;      /* that is being printed */
    uint64_t key;      /* keys read */
    uint64_t row_wise; /* bit for each row-wise column */
    bool keyed;
} diag_block;

typedef struct diag {
    dump_text *text;
    dump_shapes shapes;
    diag_level *levels;
    size_t count, capacity;
    diag_block *blocks;
    size_t block_count, block_capacity;
    bool sharing;
} diag;

static void diag_push(diag *d, diag_kind kind, const char *opener, const char *closer)
{
    if (d->count == d->capacity) {
        d->capacity = d->capacity * 2 + 64;
        d->levels = dump_reallocate(d->levels, d->capacity * sizeof *d->levels);
    }
    d->levels[d->count++] = (diag_level){.kind = kind, .closer = closer};
    dump_text_puts(d->text, opener);
}

static void diag_separate(diag *d, diag_level *level)
{
    if (level->printed++ > 0) {
        dump_text_puts(d->text, ", ");
    }
}

static void diag_key(diag *d, const lyo_walk_key *key)
{
    dump_key(d->text, key);
    dump_text_puts(d->text, ": ");
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

static diag_block *diag_rows_block(diag *d)
{
    return &d->blocks[d->levels[d->count - 1].block];
}

static void diag_rows(diag *d, const lyo_walk_event *event)
{
    bool keyed = event->tag == LYO_TAG_ROWS_KEYED;
    diag_push(d, DIAG_ROWS, keyed ? "{" : "[", keyed ? "}" : "]");
    diag_level *level = &d->levels[d->count - 1];
    level->id = event->id;
    if (d->block_count == d->block_capacity) {
        d->block_capacity = d->block_capacity * 2 + 8;
        d->blocks = dump_reallocate(d->blocks, d->block_capacity * sizeof *d->blocks);
    }
    level->block = d->block_count++;
    d->blocks[level->block] = (diag_block){.columns = event->definition->count, .keyed = keyed};
}

static void diag_rows_begin_block(diag *d, uint64_t rows)
{
    diag_block *b = diag_rows_block(d);
    if (rows > b->capacity) {
        b->capacity = rows;
        b->cells = dump_reallocate(b->cells, (size_t)(rows * b->columns) * sizeof *b->cells);
        b->keys = dump_reallocate(b->keys, (size_t)rows * sizeof *b->keys);
    }
    b->rows = rows;
    b->row = b->column = b->key = b->row_wise = 0;
}

/** Prints the block up to the next row-wise value, or to its end. */
static void diag_rows_advance(diag *d)
{
    diag_level *level = &d->levels[d->count - 1];
    diag_block *b = diag_rows_block(d);
    while (b->row < b->rows) {
        if (b->column == b->columns) {
            dump_text_puts(d->text, "}");
            b->column = 0;
            b->row++;
            continue;
        }
        if (b->column == 0) {
            diag_separate(d, level);
            if (b->keyed) {
                diag_key(d, &b->keys[b->row]);
            }
        }
        dump_text_puts(d->text, b->column == 0 ? "{" : ", ");
        diag_key(d, dump_shapes_key(&d->shapes, level->id, b->column));
        if (b->row_wise >> b->column & 1) {
            return;
        }
        dump_leaf(d->text, &b->cells[b->column * b->rows + b->row]);
        b->column++;
    }
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

/** Prints what comes before a value: separator, key of a record, reference. */
static void diag_before(diag *d, const lyo_walk_event *event)
{
    if (d->count > 0) {
        diag_level *level = &d->levels[d->count - 1];
        if (level->kind == DIAG_ITEMS) {
            diag_separate(d, level);
        } else if (level->kind == DIAG_RECORD) {
            diag_separate(d, level);
            diag_key(d, dump_shapes_key(&d->shapes, level->id, level->printed - 1));
        }
    }
    if (event->reference != LYO_WALK_NO_REFERENCE) {
        dump_text_printf(d->text, "&%" PRIu64 " ", event->reference);
    }
}

/** A value is complete. */
static void diag_after(diag *d)
{
    if (d->count > 0 && d->levels[d->count - 1].kind == DIAG_ROWS) {
        diag_rows_block(d)->column++;
        diag_rows_advance(d);
    }
}

static void diag_end(diag *d)
{
    diag_level *level = &d->levels[--d->count];
    if (level->kind == DIAG_ROWS) {
        diag_block *b = &d->blocks[--d->block_count];
        free(b->cells);
        free(b->keys);
    }
    dump_text_puts(d->text, level->closer);
    diag_after(d);
}

static void diag_object(diag *d, const lyo_walk_event *event)
{
    if (d->sharing) {
        dump_text_printf(d->text, "#%" PRIu64 "=", event->ordinal);
    }
    dump_class(d->text, event->definition->class_name);
    if (event->kind == LYO_EVENT_CUSTOM) {
        /* its payload follows as a leaf and ends it */
        diag_push(d, DIAG_ITEMS, "(", ")");
        return;
    }
    diag_push(d, event->definition->kind == LYO_DEF_OPEN_CLASS ? DIAG_KEYED : DIAG_RECORD, "{", "}");
    d->levels[d->count - 1].id = event->id;
}

static void diag_leaf(diag *d, const lyo_walk_event *event)
{
    bool payload = d->count > 0 && *d->levels[d->count - 1].closer == ')';
    diag_before(d, event);
    dump_leaf(d->text, &event->leaf);
    if (payload) {
        diag_end(d);
    } else {
        diag_after(d);
    }
}

static void diag_cell(diag *d, const lyo_walk_event *event)
{
    if (d->levels[d->count - 1].kind == DIAG_ROWS) {
        diag_block *b = diag_rows_block(d);
        b->cells[b->column * b->rows + event->number] = event->leaf;
    } else {
        diag_separate(d, &d->levels[d->count - 1]);
        dump_leaf(d->text, &event->leaf);
    }
}

static void diag_body_key(diag *d, const lyo_walk_event *event)
{
    diag_level *level = &d->levels[d->count - 1];
    if (level->kind == DIAG_ROWS) {
        diag_block *b = diag_rows_block(d);
        b->keys[b->key++] = event->key;
    } else {
        diag_separate(d, level);
        diag_key(d, &event->key);
    }
}

/** Begins or prints a value. */
static void diag_value(diag *d, const lyo_walk_event *event)
{
    diag_before(d, event);
    switch (event->kind) {
    case LYO_EVENT_LIST:
    case LYO_EVENT_VECTOR:
        diag_push(d, DIAG_ITEMS, "[", "]");
        break;
    case LYO_EVENT_MAP:
        diag_push(d, DIAG_KEYED, "{", "}");
        break;
    case LYO_EVENT_RECORD:
        diag_push(d, DIAG_RECORD, "{", "}");
        d->levels[d->count - 1].id = event->id;
        break;
    case LYO_EVENT_ROWS:
        diag_rows(d, event);
        break;
    case LYO_EVENT_OBJECT:
    case LYO_EVENT_CUSTOM:
        diag_object(d, event);
        break;
    case LYO_EVENT_CASE_VALUE:
        dump_class(d->text, event->definition->class_name);
        dump_text_puts(d->text, "::");
        dump_class(d->text, event->definition->case_name);
        diag_after(d);
        break;
    default:
        dump_text_printf(d->text, event->kind == LYO_EVENT_USE_OBJECT ? "#%" PRIu64 : "*%" PRIu64,
                         event->number);
        diag_after(d);
        break;
    }
}

static void diag_listen(void *context, const lyo_walk_event *event)
{
    diag *d = context;
    if (dump_shapes_listen(&d->shapes, event)) {
        return;
    }
    switch (event->kind) {
    case LYO_EVENT_HEAD:
        d->sharing = (event->number & LYO_FLAG_SHARING) != 0;
        break;
    case LYO_EVENT_KEY:
        diag_body_key(d, event);
        break;
    case LYO_EVENT_LEAF:
        diag_leaf(d, event);
        break;
    case LYO_EVENT_CELL:
        diag_cell(d, event);
        break;
    case LYO_EVENT_END:
        diag_end(d);
        break;
    case LYO_EVENT_BLOCK:
        diag_rows_begin_block(d, event->number);
        break;
    case LYO_EVENT_COLUMN:
        diag_rows_block(d)->column = event->number;
        break;
    case LYO_EVENT_VECTOR_KIND:
        if (event->tag == LYO_VEC_ROW_WISE) {
            diag_rows_block(d)->row_wise |= (uint64_t)1 << diag_rows_block(d)->column;
        }
        break;
    case LYO_EVENT_COLUMNS_END:
        diag_rows_block(d)->column = 0;
        diag_rows_advance(d);
        break;
    case LYO_EVENT_LIST:
    case LYO_EVENT_MAP:
    case LYO_EVENT_RECORD:
    case LYO_EVENT_OBJECT:
    case LYO_EVENT_CUSTOM:
    case LYO_EVENT_CASE_VALUE:
    case LYO_EVENT_VECTOR:
    case LYO_EVENT_ROWS:
    case LYO_EVENT_USE_OBJECT:
    case LYO_EVENT_USE_REFERENCE:
        diag_value(d, event);
        break;
    default:
        break;
    }
}

bool dump_diag(const uint8_t *data, size_t size, const lyo_walk_options *options, dump_text *text,
               lyo_error *error)
{
    diag d;
    memset(&d, 0, sizeof d);
    d.text = text;
    dump_text_add(text, "", 0);
    bool good = lyo_walk(data, size, options, diag_listen, &d, error);
    while (d.block_count > 0) {
        d.block_count--;
        free(d.blocks[d.block_count].cells);
        free(d.blocks[d.block_count].keys);
    }
    free(d.blocks);
    free(d.levels);
    dump_shapes_free(&d.shapes);
    return good;
}
