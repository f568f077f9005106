/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Annotated hex: a line for each token with its offset, its bytes, indented as deep as it is nested, and its meaning.
 */
#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/** Bytes of a line, and the width of their column. */
#define HEX_BYTES 12u
#define HEX_WIDTH 38u
/** Levels that are indented. */
#define HEX_LEVELS 12u
/** Cells of a vector that are named. */
#define HEX_CELLS 16u

typedef struct hex_level {
    bool record; /* its values have keys in a shape, of which this many have come */
    uint64_t id, printed;
} hex_level;

typedef struct hex {
    dump_text *text;
    dump_text meaning; /* of the line that waits for cells */
    dump_shapes shapes;
    const uint8_t *data;
    hex_level *levels;
    size_t count, capacity;
    size_t end;     /* of the bytes that are printed */
    unsigned cells; /* named in the line that waits */
    size_t wait_begin, wait_end;
    uint32_t wait_level;
    bool waiting;
    bool payload; /* of a custom class comes next */
    uint8_t kind; /* of the vector that is being read */
} hex;

/** Prints bytes and their meaning. */
static void hex_line(hex *h, uint32_t level, size_t begin, size_t end, const char *meaning)
{
    level = level > HEX_LEVELS ? HEX_LEVELS : level;
    size_t at = begin;
    do {
        size_t line = h->text->size;
        if (at < end) {
            dump_text_printf(h->text, "%6zu  %*s", at, (int)(2 * level), "");
        } else {
            dump_text_printf(h->text, "%8s%*s", "", (int)(2 * level), "");
        }
        for (size_t i = 0; i < HEX_BYTES && at < end; i++, at++) {
            dump_text_printf(h->text, "%02X ", h->data[at]);
        }
        if (line + 8 + HEX_WIDTH > h->text->size) {
            dump_text_printf(h->text, "%*s", (int)(line + 8 + HEX_WIDTH - h->text->size), "");
        }
        dump_text_printf(h->text, " %*s", (int)(2 * level), "");
        dump_text_puts(h->text, meaning);
        while (h->text->bytes[h->text->size - 1] == ' ') {
            h->text->size--;
        }
        dump_text_puts(h->text, "\n");
        meaning = "";
    } while (at < end);
    if (end > h->end) {
        h->end = end;
    }
}

/** Prints the line that has waited for the cells in its bytes. */
static void hex_flush(hex *h)
{
    if (h->waiting) {
        h->waiting = false;
        if (h->cells > HEX_CELLS) {
            dump_text_puts(&h->meaning, ", …");
        }
        hex_line(h, h->wait_level, h->wait_begin, h->wait_end, h->meaning.bytes);
    }
}

static const char *hex_vector(uint8_t kind)
{
    switch (kind) {
    case LYO_VEC_SEQUENCE:
        return "sequence";
    case LYO_VEC_BOOL:
        return "bools";
    case LYO_VEC_DOUBLE:
        return "doubles";
    case LYO_VEC_CONSTANT:
        return "constant";
    case LYO_VEC_DICTIONARY:
        return "dictionary";
    case LYO_VEC_MIXED:
        return "mixed leaves";
    default:
        return kind < LYO_VEC_DECIMAL ? "ints" : "decimals";
    }
}

static void hex_vector_kind(dump_text *t, const lyo_walk_event *event)
{
    uint8_t kind = event->tag & (LYO_VEC_NULLS - 1);
    dump_text_puts(t, hex_vector(kind));
    unsigned size = kind <= LYO_VEC_INT_LAST                                  ? kind
                    : kind >= LYO_VEC_DECIMAL && kind <= LYO_VEC_DECIMAL_LAST ? kind - LYO_VEC_DECIMAL + 1u
                                                                              : 0;
    if (size > 0) {
        dump_text_printf(t, ", offsets of %u byte%s", size, size == 1 ? "" : "s");
    }
    if (event->tag & LYO_VEC_NULLS) {
        dump_text_puts(t, ", with nulls");
    }
}

static void hex_parameters(dump_text *t, uint8_t kind, const lyo_walk_event *event)
{
    if (kind == LYO_VEC_SEQUENCE) {
        dump_text_printf(t, "first %" PRId64 ", step %" PRId64, event->first, event->second);
    } else if (kind == LYO_VEC_DICTIONARY) {
        dump_text_printf(t, "%" PRId64 " string%s, indices of %" PRId64 " bit%s", event->first,
                         event->first == 1 ? "" : "s", event->second, event->second == 1 ? "" : "s");
    } else if (kind >= LYO_VEC_DECIMAL) {
        dump_text_printf(t, "scale %" PRId64 ", base %" PRId64, event->second, event->first);
    } else {
        dump_text_printf(t, "base %" PRId64, event->first);
    }
}

static const char *hex_definition(uint8_t kind)
{
    static const char *const names[] = {"map shape", "class shape", "open class", "custom class",
                                        "enum case"};
    return names[kind - LYO_DEF_MAP_SHAPE];
}

static void hex_head(dump_text *t, uint64_t head)
{
    dump_text_printf(t, "lyo, version %" PRIu64 "%s%s%s", head >> 4,
                     head & LYO_FLAG_PREAMBLE ? ", preamble" : "", head & LYO_FLAG_SHARING ? ", sharing" : "",
                     head & LYO_FLAG_ARRAYS ? ", arrays" : "");
}

static const char *hex_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/** What comes before a value: the key of a record, the reference. */
static void hex_before(hex *h, dump_text *t, const lyo_walk_event *event)
{
    if (h->count > 0 && h->levels[h->count - 1].record && !h->payload) {
        hex_level *level = &h->levels[h->count - 1];
        dump_key(t, dump_shapes_key(&h->shapes, level->id, level->printed++));
        dump_text_puts(t, ": ");
    }
    if (event->reference != LYO_WALK_NO_PLACE) {
        dump_text_printf(t, "reference %" PRIu64 ": ", event->reference);
    }
    if (event->array != LYO_WALK_NO_PLACE) {
        dump_text_printf(t, "array %" PRIu64 ": ", event->array);
    }
}

/** What a string token refers to, beside its own bytes. */
static const char *hex_reference(uint8_t tag)
{
    if (tag >= LYO_TAG_BACKREF_NEAR || (tag >= LYO_TAG_BACKREF_12 && tag <= LYO_TAG_BACKREF_12_LAST) ||
        (tag >= LYO_TAG_BACKREF && tag <= LYO_TAG_BACKREF_LAST)) {
        return " (back reference)";
    }
    if (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) {
        return " (begins as an earlier one)";
    }
    return tag >= LYO_TAG_NAME && tag <= LYO_TAG_NAME_LAST ? " (of the preamble)" : "";
}

static void hex_leaf(dump_text *t, const lyo_walk_event *event)
{
    dump_leaf(t, &event->leaf);
    if (event->leaf.type == LYO_LEAF_STRING) {
        dump_text_puts(t, hex_reference(event->tag));
    }
}

static void hex_object(dump_text *t, const lyo_walk_event *event)
{
    dump_text_printf(t, "object #%" PRIu64 " of ", event->ordinal);
    dump_class(t, event->definition->class_name);
    if (event->kind == LYO_EVENT_CUSTOM) {
        dump_text_puts(t, ", payload:");
    } else {
        dump_text_printf(t, ", %" PRIu64 " propert%s", event->number, event->number == 1 ? "y" : "ies");
    }
}

/** Writes what a value's first token means. */
static void hex_value(dump_text *t, const lyo_walk_event *event)
{
    switch (event->kind) {
    case LYO_EVENT_LEAF:
        hex_leaf(t, event);
        break;
    case LYO_EVENT_LIST:
        dump_text_printf(t, event->number ? "list of %" PRIu64 : "[]", event->number);
        break;
    case LYO_EVENT_MAP:
        dump_text_printf(t, "map of %" PRIu64, event->number);
        break;
    case LYO_EVENT_RECORD:
        dump_text_printf(t, "record of definition %" PRIu64, event->id);
        break;
    case LYO_EVENT_OBJECT:
    case LYO_EVENT_CUSTOM:
        hex_object(t, event);
        break;
    case LYO_EVENT_CASE_VALUE:
        dump_class(t, event->definition->class_name);
        dump_text_puts(t, "::");
        dump_class(t, event->definition->case_name);
        break;
    case LYO_EVENT_VECTOR:
        dump_text_printf(t, "vector of %" PRIu64, event->number);
        break;
    case LYO_EVENT_ROWS:
        dump_text_printf(t, "%" PRIu64 " row%s of definition %" PRIu64, event->number,
                         hex_plural(event->number), event->id);
        break;
    case LYO_EVENT_RUNS:
        dump_text_printf(t, "list of %" PRIu64 " in runs", event->number);
        break;
    case LYO_EVENT_USE_ARRAY:
        dump_text_printf(t, "array %" PRIu64 " again", event->number);
        break;
    case LYO_EVENT_USE_OBJECT:
        dump_text_printf(t, "object #%" PRIu64 " again", event->ordinal);
        break;
    default:
        dump_text_printf(t, "reference %" PRIu64 " again", event->number);
        break;
    }
}

/** Writes the meaning of a token that is not a value. Returns how much deeper than its level it is indented, or -1 for no line. */
static int hex_part(hex *h, dump_text *t, const lyo_walk_event *event)
{
    const char *plural = hex_plural(event->number);
    switch (event->kind) {
    case LYO_EVENT_HEAD:
        hex_head(t, event->number);
        return 0;
    case LYO_EVENT_PREAMBLE:
        dump_text_printf(t, "preamble of %" PRIu64 " byte%s", event->number, plural);
        return 0;
    case LYO_EVENT_DEFINITION:
        dump_text_printf(t, "definition %" PRIu64 ": %s", event->number, hex_definition(event->tag));
        return 1;
    case LYO_EVENT_CLASS:
    case LYO_EVENT_CASE:
        dump_text_puts(t, event->kind == LYO_EVENT_CLASS ? "class " : "case ");
        hex_leaf(t, event);
        return 2;
    case LYO_EVENT_SHAPE:
        dump_text_printf(t, "%" PRIu64 " key%s", event->number, plural);
        return 2;
    case LYO_EVENT_KEY:
        dump_text_puts(t, "key ");
        dump_key(t, &event->key);
        dump_text_puts(t, hex_reference(event->tag));
        return h->shapes.open ? 3 : 0;
    case LYO_EVENT_TABLE:
        dump_text_printf(t, "reference table of %" PRIu64, event->number);
        return 0;
    case LYO_EVENT_ARRAYS:
        dump_text_printf(t, "array table of %" PRIu64, event->number);
        return 0;
    case LYO_EVENT_RUN:
        dump_text_printf(t, "run of %" PRIu64 ":", event->number);
        return 0;
    case LYO_EVENT_POSITION:
        dump_text_printf(t, "begins at body offset %" PRIu64, event->number);
        return 1;
    case LYO_EVENT_BLOCK:
        dump_text_printf(t, "block of %" PRIu64 " row%s", event->number, plural);
        return 0;
    case LYO_EVENT_COLUMN:
        dump_text_puts(t, "column ");
        dump_key(t, dump_shapes_key(&h->shapes, event->id, event->number));
        return 0;
    case LYO_EVENT_VECTOR_KIND:
        hex_vector_kind(t, event);
        h->kind = event->tag & (LYO_VEC_NULLS - 1);
        return 1;
    case LYO_EVENT_NULLS:
        dump_text_printf(t, "null bitmap, %" PRIu64 " not null", event->number);
        return 1;
    case LYO_EVENT_PARAMETERS:
        hex_parameters(t, h->kind, event);
        return 1;
    case LYO_EVENT_WORD:
        dump_text_printf(t, "string %" PRIu64 ": ", event->number);
        hex_leaf(t, event);
        return 2;
    default:
        return -1;
    }
}

/** A cell: a line if it has bytes of its own, else a part of the waiting line. */
static void hex_cell(hex *h, const lyo_walk_event *event)
{
    if (event->size > 0) {
        dump_text meaning = {0};
        hex_leaf(&meaning, event);
        hex_line(h, event->level + 2, event->offset, event->offset + event->size, meaning.bytes);
        free(meaning.bytes);
    } else if (h->waiting && event->leaf.type != LYO_LEAF_NULL && ++h->cells <= HEX_CELLS) {
        if (h->cells > 1) {
            dump_text_puts(&h->meaning, ", ");
        }
        dump_leaf(&h->meaning, &event->leaf);
    }
}

static void hex_wait(hex *h, const lyo_walk_event *event)
{
    h->meaning.size = 0;
    dump_text_add(&h->meaning, "", 0);
    h->waiting = true;
    h->cells = 0;
    h->wait_level = event->level + 2;
    h->wait_begin = event->offset;
    h->wait_end = event->offset + event->size;
}

/** Keeps track of the open containers. */
static void hex_nest(hex *h, const lyo_walk_event *event)
{
    bool record = event->kind == LYO_EVENT_RECORD ||
                  (event->kind == LYO_EVENT_OBJECT && event->definition->kind == LYO_DEF_CLASS_SHAPE);
    switch (event->kind) {
    case LYO_EVENT_END:
        h->count--;
        return;
    case LYO_EVENT_LIST:
    case LYO_EVENT_MAP:
    case LYO_EVENT_RECORD:
    case LYO_EVENT_OBJECT:
    case LYO_EVENT_VECTOR:
    case LYO_EVENT_ROWS:
    case LYO_EVENT_RUNS:
        break;
    default:
        return;
    }
    if (h->count == h->capacity) {
        h->capacity = h->capacity * 2 + 64;
        h->levels = dump_reallocate(h->levels, h->capacity * sizeof *h->levels);
    }
    h->levels[h->count++] = (hex_level){record, event->id, 0};
}

static void hex_listen(void *context, const lyo_walk_event *event)
{
    hex *h = context;
    if (event->kind == LYO_EVENT_CELL) {
        hex_cell(h, event);
        return;
    }
    hex_flush(h);
    if (event->kind == LYO_EVENT_CELLS) {
        hex_wait(h, event);
        return;
    }
    dump_text meaning = {0};
    dump_text_add(&meaning, "", 0);
    int deeper = hex_part(h, &meaning, event);
    if (deeper < 0 && event->kind != LYO_EVENT_END && event->kind != LYO_EVENT_BLOCK_END) {
        hex_before(h, &meaning, event);
        hex_value(&meaning, event);
        deeper = h->payload;
        h->payload = event->kind == LYO_EVENT_CUSTOM;
    }
    if (deeper >= 0) {
        hex_line(h, event->level + (uint32_t)deeper, event->offset, event->offset + event->size,
                 meaning.bytes);
    }
    free(meaning.bytes);
    dump_shapes_listen(&h->shapes, event);
    hex_nest(h, event);
}

bool dump_hex(const uint8_t *data, size_t size, const lyo_walk_options *options, dump_text *text,
              lyo_error *error)
{
    hex h;
    memset(&h, 0, sizeof h);
    h.text = text;
    h.data = data;
    dump_text_add(text, "", 0);
    bool good = lyo_walk(data, size, options, hex_listen, &h, error);
    hex_flush(&h);
    if (!good) {
        dump_text meaning = {0};
        size_t end = size - h.end > HEX_BYTES ? h.end + HEX_BYTES : size;
        dump_text_printf(&meaning, "%s at %zu: %s", lyo_error_name(error->code), error->offset,
                         lyo_error_message(error->code));
        hex_line(&h, 0, h.end, end, meaning.bytes);
        free(meaning.bytes);
    }
    free(h.meaning.bytes);
    free(h.levels);
    dump_shapes_free(&h.shapes);
    return good;
}
