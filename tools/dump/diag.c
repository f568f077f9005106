/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Diagnostic notation (spec section 8). Rows come in columns and are printed as the records that they are: the leaves
 * of a block are kept until its columns are complete.
 */
#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum diag_kind {
    DIAG_ITEMS,  /* list or vector: values */
    DIAG_KEYED,  /* map or state of an open class: keys come as events */
    DIAG_RECORD, /* keys come from a shape */
    DIAG_RUNS,
    DIAG_ROWS
} diag_kind;

/** A container that is being printed. */
typedef struct diag_level {
    diag_kind kind;
    uint64_t printed;   /* values, or rows */
    uint64_t id;        /* of the shape */
    const char *closer; /* text at its end */
} diag_level;

/** The block of rows that is being read. */
typedef struct diag_block {
    lyo_walk_leaf *cells; /* column by column */
    uint64_t columns, rows;
    uint64_t column; /* that is being read */
} diag_block;

typedef struct diag {
    dump_text *text;
    dump_shapes shapes;
    diag_level *levels;
    size_t count, capacity;
    diag_block block;
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

static void diag_rows_begin_block(diag *d, uint64_t rows)
{
    diag_block *b = &d->block;
    b->cells = dump_reallocate(b->cells, (size_t)(rows * b->columns) * sizeof *b->cells);
    b->rows = rows;
}

static void diag_rows_print_block(diag *d)
{
    diag_level *level = &d->levels[d->count - 1];
    const diag_block *b = &d->block;
    for (uint64_t row = 0; row < b->rows; row++) {
        diag_separate(d, level);
        for (uint64_t column = 0; column < b->columns; column++) {
            dump_text_puts(d->text, column == 0 ? "{" : ", ");
            diag_key(d, dump_shapes_key(&d->shapes, level->id, column));
            dump_leaf(d->text, &b->cells[column * b->rows + row]);
        }
        dump_text_puts(d->text, "}");
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
    if (event->reference != LYO_WALK_NO_PLACE) {
        dump_text_printf(d->text, "&%" PRIu64 " ", event->reference);
    }
    if (event->array != LYO_WALK_NO_PLACE) {
        dump_text_printf(d->text, "@%" PRIu64 " ", event->array);
    }
}

static void diag_end(diag *d)
{
    dump_text_puts(d->text, d->levels[--d->count].closer);
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
    }
}

static void diag_cell(diag *d, const lyo_walk_event *event)
{
    if (d->levels[d->count - 1].kind == DIAG_ROWS) {
        d->block.cells[d->block.column * d->block.rows + event->number] = event->leaf;
    } else {
        diag_separate(d, &d->levels[d->count - 1]);
        dump_leaf(d->text, &event->leaf);
    }
}

static void diag_body_key(diag *d, const lyo_walk_event *event)
{
    diag_separate(d, &d->levels[d->count - 1]);
    diag_key(d, &event->key);
}

static void diag_run(diag *d, uint64_t length)
{
    diag_separate(d, &d->levels[d->count - 1]);
    if (length > 1) {
        dump_text_printf(d->text, "%" PRIu64 " * ", length);
    }
}

static void diag_use(diag *d, const lyo_walk_event *event)
{
    const char *sign = event->kind == LYO_EVENT_USE_OBJECT  ? "#"
                       : event->kind == LYO_EVENT_USE_ARRAY ? "@"
                                                            : "*";
    dump_text_printf(d->text, "%s%" PRIu64, sign, event->number);
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
        diag_push(d, DIAG_ROWS, "[", "]");
        d->levels[d->count - 1].id = event->id;
        d->block.columns = event->definition->count;
        break;
    case LYO_EVENT_RUNS:
        diag_push(d, DIAG_RUNS, "[", "]");
        break;
    case LYO_EVENT_OBJECT:
    case LYO_EVENT_CUSTOM:
        diag_object(d, event);
        break;
    case LYO_EVENT_CASE_VALUE:
        dump_class(d->text, event->definition->class_name);
        dump_text_puts(d->text, "::");
        dump_class(d->text, event->definition->case_name);
        break;
    default:
        diag_use(d, event);
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
        d->block.column = event->number;
        break;
    case LYO_EVENT_BLOCK_END:
        diag_rows_print_block(d);
        break;
    case LYO_EVENT_RUN:
        diag_run(d, event->number);
        break;
    case LYO_EVENT_LIST:
    case LYO_EVENT_MAP:
    case LYO_EVENT_RECORD:
    case LYO_EVENT_OBJECT:
    case LYO_EVENT_CUSTOM:
    case LYO_EVENT_CASE_VALUE:
    case LYO_EVENT_VECTOR:
    case LYO_EVENT_ROWS:
    case LYO_EVENT_RUNS:
    case LYO_EVENT_USE_OBJECT:
    case LYO_EVENT_USE_REFERENCE:
    case LYO_EVENT_USE_ARRAY:
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
    free(d.block.cells);
    free(d.levels);
    dump_shapes_free(&d.shapes);
    return good;
}
