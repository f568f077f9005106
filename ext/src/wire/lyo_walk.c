/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk of values and containers in the body (spec sections 4, 5 and 7). It uses a stack of its own
 * instead of recursion.
 */
#include <stdlib.h>

#include "lyo_walk_sink.h"

/* --- Slots and references (3.3, 5.6) -------------------------------------------------------------------- */

static void lyo_walk_next_slot(lyo_walker *w)
{
    w->next_slot = w->hits < w->positions.count
                       ? lyo_place_of(w, w->body, LYO_WALK_ITEM(lyo_position, w->positions, w->hits).position)
                       : w->end;
}

/** Handles a slot whose token begins at p, at or after the next position of the reference table. */
static bool lyo_walk_slot(lyo_walker *w, const uint8_t *p, uint64_t *reference)
{
    if (p > w->next_slot) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, w->next_slot);
        return false;
    }
    if (!lyo_is_first_slot(p)) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, p);
        return false;
    }
    *reference = LYO_WALK_ITEM(lyo_position, w->positions, w->hits).index;
    w->hits++;
    lyo_walk_next_slot(w);
    return true;
}

/** True if the first slot of that reference has begun. */
static bool lyo_walk_has_begun(const lyo_walker *w, uint64_t index)
{
    if (index >= w->places.count) {
        return false;
    }
    return w->hits == w->positions.count || LYO_WALK_ITEM(uint64_t, w->places, index) <
                                                LYO_WALK_ITEM(lyo_position, w->positions, w->hits).position;
}

/* --- Containers ----------------------------------------------------------------------------------------- */

lyo_walk_frame *lyo_walk_push(lyo_walker *w, lyo_walk_frame_kind kind, const uint8_t *at, uint64_t left,
                              uint64_t pending)
{
    if (LYO_UNLIKELY(w->frames.count == w->frames.capacity) && !lyo_walk_reserve(w, &w->frames, 1)) {
        return NULL;
    }
    w->pending = pending;
    lyo_walk_frame *f = &LYO_WALK_ITEM(lyo_walk_frame, w->frames, w->frames.count++);
    f->kind = kind;
    f->tag = at;
    f->left = left;
    f->definition = NULL;
    return f;
}

/** Skips consecutive leaves in slots, up to *left of them, and counts *left down. */
LYO_INLINE const uint8_t *lyo_walk_plain_values(lyo_walker *w, const uint8_t *p, uint64_t *left)
{
    const uint8_t *next, *end = w->next_slot < w->end ? w->next_slot : w->end;
    while (*left > 0 && p < end && (next = lyo_leaf_token(w, p, NULL, LYO_QUICK | LYO_IN_SLOT))) {
        p = next;
        --*left;
    }
    return p;
}

/**
 * Leaves the innermost container, after its last value. For rows with blocks left, begins the next block
 * instead.
 */
static const uint8_t *lyo_walk_pop(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    switch (f->kind) {
    case LYO_WALK_ROWS:
        if (f->rows.left > 0) {
            return lyo_walk_rows_block(w, p);
        }
        if (f->rows.keyed) {
            lyo_walk_keys_end(w, &f->keys);
        }
        w->depth--;
        break;
    case LYO_WALK_MAP:
    case LYO_WALK_STATE:
        lyo_walk_keys_end(w, &f->keys);
        break;
    case LYO_WALK_VALUES:
        break;
    }
    w->depth--;
    w->frames.count--;
    if (w->frames.count > 0) {
        LYO_ASSERT(w->pending >= lyo_walk_frame_pending(lyo_walk_top(w)));
        w->pending -= lyo_walk_frame_pending(lyo_walk_top(w));
    }
    lyo_walk_emit_number(w, LYO_EVENT_END, p, p, 0);
    return p;
}

void lyo_walk_emit_value(lyo_walker *w, lyo_walk_event *event, lyo_walk_event_kind kind, const uint8_t *token,
                         const uint8_t *p)
{
    if (w->callback) {
        event->kind = kind;
        event->tag = *token;
        event->offset = (size_t)(token - w->data);
        event->size = (size_t)(p - token);
        lyo_walk_tell(w, event);
    }
}

/* --- Values: the walk as an instance of their grammar --------------------------------------------------- */

/** The event for a value; filled only if there is a callback. */
typedef lyo_walk_event *lyo_place;

/**
 * Reads the n values of a list or record. Without a callback, leaves are skipped at once, and a frame is
 * pushed only if something else is left. Most lists and records hold nothing but leaves.
 */
LYO_INLINE const uint8_t *lyo_walk_values(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n)
{
    uint64_t pending = lyo_walk_pending(w);
    if (!lyo_open(w, p, at, 1, n, n, n, pending, true)) {
        return NULL;
    }
    if (!w->callback) {
        p = lyo_walk_plain_values(w, p, &n);
        if (n == 0) {
            w->depth--;
            return p;
        }
    }
    return lyo_walk_push(w, LYO_WALK_VALUES, at, n, pending) ? p : NULL;
}

static const uint8_t *sink_leaf(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    const uint8_t *token = p;
    if (!(p = lyo_walk_leaf_token(w, p, &event->leaf, LYO_IN_SLOT))) {
        return NULL;
    }
    if (event->leaf.type == LYO_LEAF_ARRAY) {
        event->number = 0;
        lyo_walk_emit_value(w, event, LYO_EVENT_LIST, token, p);
        lyo_walk_emit_number(w, LYO_EVENT_END, p, p, 0);
    } else {
        lyo_walk_emit_value(w, event, LYO_EVENT_LEAF, token, p);
    }
    return p;
}

static const uint8_t *sink_list(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n,
                                lyo_walk_event *event)
{
    const uint8_t *values = p;
    if (!(p = lyo_walk_values(w, p, at, n))) {
        return NULL;
    }
    event->number = n;
    lyo_walk_emit_value(w, event, LYO_EVENT_LIST, at, values);
    return p;
}

/** Begins a map or an open state of n keys. definition is that of the state's class, or NULL for a map. */
static const uint8_t *lyo_walk_keyed(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n,
                                     const lyo_walk_definition *definition, lyo_walk_event *event)
{
    uint64_t pending = lyo_walk_pending(w);
    if (!lyo_open(w, p, at, 1, n, n, lyo_twice(n), pending, true)) {
        return NULL;
    }
    lyo_walk_frame *f = lyo_walk_push(w, definition ? LYO_WALK_STATE : LYO_WALK_MAP, at, n, pending);
    if (!f || !lyo_walk_keys_begin(w, &f->keys, n)) {
        return NULL;
    }
    f->definition = definition;
    event->number = n;
    lyo_walk_emit_value(w, event, definition ? LYO_EVENT_OBJECT : LYO_EVENT_MAP, at, p);
    return p;
}

#define sink_map(w, p, at, n, event) lyo_walk_keyed(w, p, at, n, NULL, event)

/** Reads the payload of an instance of a custom class. */
static const uint8_t *lyo_walk_custom(lyo_walker *w, const uint8_t *p, const uint8_t *token,
                                      lyo_walk_event *event)
{
    lyo_walk_leaf payload;
    lyo_walk_emit_value(w, event, LYO_EVENT_CUSTOM, token, p);
    token = p;
    if ((p = lyo_walk_string(w, p, &payload, 0))) {
        lyo_walk_emit_leaf(w, LYO_EVENT_LEAF, token, p, 0, &payload);
    }
    return p;
}

static const uint8_t *sink_instance(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t id,
                                    lyo_walk_event *event)
{
    uint64_t n;
    if (id >= w->definitions.count) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION_ID, at);
    }
    const lyo_walk_definition *definition = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, id);
    event->id = id;
    event->definition = definition;
    event->ordinal = w->objects;
    switch (definition->kind) {
    case LYO_DEF_OPEN_CLASS:
        w->objects++;
        p = lyo_varlen_token(w, p, at, &n);
        return p ? lyo_walk_keyed(w, p, at, n, definition, event) : NULL;
    case LYO_DEF_CUSTOM_CLASS:
        w->objects++;
        return lyo_walk_custom(w, p, at, event);
    case LYO_DEF_ENUM_CASE:
        lyo_walk_emit_value(w, event, LYO_EVENT_CASE_VALUE, at, p);
        return p;
    default: {
        const uint8_t *values = p;
        bool object = definition->kind == LYO_DEF_CLASS_SHAPE;
        if (!(p = lyo_walk_values(w, p, at, definition->count))) {
            return NULL;
        }
        w->objects += object;
        event->number = definition->count;
        lyo_walk_emit_value(w, event, object ? LYO_EVENT_OBJECT : LYO_EVENT_RECORD, at, values);
        return p;
    }
    }
}

static const uint8_t *sink_vector(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n,
                                  lyo_walk_event *event)
{
    uint8_t kind;
    /* the bytes of its cells are claimed once their kind is known */
    if (!lyo_open(w, p, at, 1, n, n, 0, lyo_walk_pending(w), true)) {
        return NULL;
    }
    w->depth--;
    event->number = n;
    lyo_walk_emit_value(w, event, LYO_EVENT_VECTOR, at, p);
    if (!(p = lyo_walk_vector(w, p, n, at, &kind))) {
        return NULL;
    }
    lyo_walk_emit_number(w, LYO_EVENT_END, p, p, 0);
    return p;
}

#define sink_rows lyo_walk_rows

static const uint8_t *sink_use_object(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t ordinal,
                                      lyo_walk_event *event)
{
    if (ordinal >= w->objects) {
        return lyo_walk_fail(w, LYO_ERR_OBJECT_ID, at);
    }
    event->number = event->ordinal = ordinal;
    lyo_walk_emit_value(w, event, LYO_EVENT_USE_OBJECT, at, p);
    return p;
}

static const uint8_t *sink_use_reference(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t index,
                                         lyo_walk_event *event)
{
    if (!lyo_walk_has_begun(w, index)) {
        return lyo_walk_fail(w, LYO_ERR_REFERENCE_ID, at);
    }
    event->number = index;
    lyo_walk_emit_value(w, event, LYO_EVENT_USE_REFERENCE, at, p);
    return p;
}

#include "wire/lyo_grammar_value.h"

/** Reads a value, or the beginning of a container. */
static const uint8_t *lyo_walk_value(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_event event;
    uint64_t reference = LYO_WALK_NO_REFERENCE;
    if (p == w->end) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    if (LYO_UNLIKELY(p >= w->next_slot) && !lyo_walk_slot(w, p, &reference)) {
        return NULL;
    }
    if (w->callback) {
        event = lyo_walk_event_at(w, LYO_EVENT_LEAF, p, p);
        event.reference = reference;
    }
    return lyo_value_token(w, p, &event);
}

/**
 * Continues the innermost container: leaves it, or reads up to its next value. Without a callback, leaves are
 * skipped.
 */
static const uint8_t *lyo_walk_next(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    bool keyed = f->kind == LYO_WALK_MAP || f->kind == LYO_WALK_STATE;
    uint64_t one = 1;
    if (f->kind == LYO_WALK_VALUES && !w->callback) {
        p = lyo_walk_plain_values(w, p, &f->left);
    }
    if (f->left == 0) {
        return lyo_walk_pop(w, p);
    }
    if (keyed && !(p = lyo_walk_key_token(w, p, &f->keys, f->definition))) {
        return NULL;
    }
    f->left--;
    if (keyed && !w->callback) {
        p = lyo_walk_plain_values(w, p, &one);
    }
    w->at_value = one > 0;
    return p;
}

/** Reads values up to the end of the payload, or until the walk is stopped. */
static lyo_walk_result lyo_walk_body(lyo_walker *w, const uint8_t *p)
{
    while (w->at_value || w->frames.count > 0) {
        if (LYO_UNLIKELY(w->stopped)) {
            w->at = p;
            return LYO_WALK_STOPPED;
        }
        if (w->at_value) {
            w->at_value = false;
            p = lyo_walk_value(w, p);
        } else {
            p = lyo_walk_next(w, p);
        }
        if (!p) {
            return LYO_WALK_WRONG;
        }
        if (LYO_UNLIKELY(w->skipping) && w->frames.count <= w->quiet && !w->at_value) {
            w->skipping = false;
            w->callback = w->listener;
        }
    }
    if (w->hits < w->positions.count) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, w->next_slot);
        return LYO_WALK_WRONG;
    }
    if (p != w->end) {
        lyo_walk_fail(w, LYO_ERR_TRAILING, p);
        return LYO_WALK_WRONG;
    }
    LYO_ASSERT(w->depth == 0 && w->pending == 0 && w->keys.count == 0 && w->index.count == 0);
    return LYO_WALK_GOOD;
}

/* --- The walk ------------------------------------------------------------------------------------------- */

/** Initial memory of the walk's tables. */
typedef struct lyo_walk_memory {
    lyo_walk_frame frames[LYO_WALK_EMBEDDED];
    lyo_walk_span strings[LYO_WALK_EMBEDDED];
    lyo_walk_span names[LYO_WALK_EMBEDDED];
    lyo_walk_definition definitions[LYO_WALK_EMBEDDED];
    lyo_walk_key_entry keys[LYO_WALK_EMBEDDED];
    uint32_t index[LYO_WALK_EMBEDDED];
    lyo_position positions[LYO_WALK_EMBEDDED];
    uint64_t places[LYO_WALK_EMBEDDED];
} lyo_walk_memory;

static void lyo_walk_table_init(lyo_walk_table *table, void *embedded, size_t item_size)
{
    *table = (lyo_walk_table){embedded, embedded, 0, LYO_WALK_EMBEDDED, item_size};
}

static void lyo_walk_init(lyo_walker *w, lyo_walk_memory *memory, const uint8_t *data, size_t size,
                          const lyo_walk_options *options, lyo_error *error)
{
    static const uint8_t nothing = 0;
    memset(w, 0, sizeof *w);
    w->data = data ? data : &nothing;
    w->end = w->data + size;
    w->end_code = LYO_ERR_TRUNCATED;
    w->max_depth = options ? options->max_depth ? options->max_depth : UINT64_MAX : LYO_LIMIT_DEPTH;
    w->elements_left = options && options->max_elements ? options->max_elements : UINT64_MAX;
    w->reallocate = options && options->reallocate ? options->reallocate : realloc;
    w->release = options && options->release ? options->release : free;
    w->error = error;
    *error = (lyo_error){LYO_OK, 0};
    lyo_walk_table_init(&w->frames, memory->frames, sizeof *memory->frames);
    lyo_walk_table_init(&w->strings, memory->strings, sizeof *memory->strings);
    lyo_walk_table_init(&w->names, memory->names, sizeof *memory->names);
    lyo_walk_table_init(&w->definitions, memory->definitions, sizeof *memory->definitions);
    lyo_walk_table_init(&w->keys, memory->keys, sizeof *memory->keys);
    lyo_walk_table_init(&w->index, memory->index, sizeof *memory->index);
    lyo_walk_table_init(&w->positions, memory->positions, sizeof *memory->positions);
    lyo_walk_table_init(&w->places, memory->places, sizeof *memory->places);
}

static void lyo_walk_free(lyo_walker *w)
{
    lyo_walk_table *tables[] = {&w->frames, &w->strings, &w->names,     &w->definitions,
                                &w->keys,   &w->index,   &w->positions, &w->places};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lyo_walk_table_free(w, tables[i]);
    }
    lyo_walk_blocks_free(w);
}

lyo_walk_result lyo_walk_go(lyo_walker *w, lyo_walk_callback callback, void *context)
{
    w->listener = callback;
    w->callback = w->skipping ? NULL : callback;
    w->context = context;
    w->stopped = false;
    if (!w->body) {
        const uint8_t *p = lyo_walk_preamble(w, w->data);
        if (!p) {
            return LYO_WALK_WRONG;
        }
        w->body = w->at = p;
        w->at_value = true;
        lyo_walk_next_slot(w);
    }
    return lyo_walk_body(w, w->at);
}

void lyo_walk_skip(lyo_walker *w)
{
    LYO_ASSERT(w->stopped && (w->at_value || w->frames.count > 0));
    w->skipping = true;
    w->quiet = w->at_value ? w->frames.count : w->frames.count - 1;
}

size_t lyo_walk_offset(const lyo_walker *w)
{
    return (size_t)(w->at - w->data);
}

bool lyo_walk(const uint8_t *data, size_t size, const lyo_walk_options *options, lyo_walk_callback callback,
              void *context, lyo_error *error)
{
    lyo_walk_memory memory;
    lyo_walker w;
    lyo_walk_result result;
    lyo_walk_init(&w, &memory, data, size, options, error);
    do {
        result = lyo_walk_go(&w, callback, context);
    } while (result == LYO_WALK_STOPPED);
    lyo_walk_free(&w);
    return result == LYO_WALK_GOOD;
}

lyo_walker *lyo_walk_begin(const uint8_t *data, size_t size, const lyo_walk_options *options,
                           lyo_error *error)
{
    struct {
        lyo_walker w;
        lyo_walk_memory memory;
    } * run;
    void *(*reallocate)(void *, size_t) = options && options->reallocate ? options->reallocate : realloc;
    if ((run = reallocate(NULL, sizeof *run))) {
        lyo_walk_init(&run->w, &run->memory, data, size, options, error);
    }
    return run ? &run->w : NULL;
}

void lyo_walk_end(lyo_walker *w)
{
    lyo_walk_free(w);
    w->release(w);
}
