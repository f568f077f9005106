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
static bool lyo_walk_slot(lyo_walker *w, const uint8_t *p)
{
    if (p > w->next_slot) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, w->next_slot);
        return false;
    }
    if (!lyo_is_first_slot(p)) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, p);
        return false;
    }
    if (w->callback) {
        w->reference = LYO_WALK_ITEM(lyo_position, w->positions, w->hits).index;
    }
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
    LYO_WALK_EMIT(w, LYO_EVENT_END, p, p, .number = 0);
    return p;
}

/* --- Values: the walk as an instance of their grammar --------------------------------------------------- */

typedef const void *lyo_place; /* values go nowhere */

/**
 * Reads the n values of a list, or of an instance of a shape. Without a callback, leaves are skipped at once,
 * and a frame is pushed only if something else is left. Most lists and records hold nothing but leaves.
 */
LYO_INLINE const uint8_t *lyo_walk_values(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n,
                                          const lyo_walk_definition *definition, uint64_t id)
{
    const bool object = definition && definition->kind == LYO_DEF_CLASS_SHAPE;
    uint64_t pending = lyo_walk_pending(w);
    if (!lyo_open(w, p, at, 1, n, n, n, pending)) {
        return NULL;
    }
    LYO_WALK_EMIT(w,
                  object       ? LYO_EVENT_OBJECT
                  : definition ? LYO_EVENT_RECORD
                               : LYO_EVENT_LIST,
                  at, p, .number = n, .definition = definition, .id = id, .ordinal = w->objects);
    w->objects += object;
    if (!w->callback) {
        p = lyo_walk_plain_values(w, p, &n);
        if (n == 0) {
            w->depth--;
            return p;
        }
    }
    return lyo_walk_push(w, LYO_WALK_VALUES, at, n, pending) ? p : NULL;
}

#define sink_list(w, p, at, n, out) lyo_walk_values(w, p, at, n, NULL, 0)

static const uint8_t *lyo_walk_slot_leaf(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;
    if (!(p = lyo_walk_leaf_token(w, p, &leaf, LYO_IN_SLOT))) {
        return NULL;
    }
    LYO_WALK_EMIT(w, leaf.type == LYO_LEAF_ARRAY ? LYO_EVENT_LIST : LYO_EVENT_LEAF, token, p, .leaf = leaf);
    if (leaf.type == LYO_LEAF_ARRAY) {
        LYO_WALK_EMIT(w, LYO_EVENT_END, p, p, .number = 0);
    }
    return p;
}

#define sink_leaf(w, p, out) lyo_walk_slot_leaf(w, p)

/** Begins a map or an open state of n keys. definition is that of the state's class, or NULL for a map. */
static const uint8_t *lyo_walk_keyed(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n,
                                     const lyo_walk_definition *definition, uint64_t id)
{
    uint64_t pending = lyo_walk_pending(w);
    if (!lyo_open(w, p, at, 1, n, n, lyo_twice(n), pending)) {
        return NULL;
    }
    LYO_WALK_EMIT(w, definition ? LYO_EVENT_OBJECT : LYO_EVENT_MAP, at, p, .number = n,
                  .definition = definition, .id = id, .ordinal = w->objects);
    w->objects += definition != NULL;
    lyo_walk_frame *f = lyo_walk_push(w, definition ? LYO_WALK_STATE : LYO_WALK_MAP, at, n, pending);
    if (!f || !lyo_walk_keys_begin(w, &f->keys, n)) {
        return NULL;
    }
    f->definition = definition;
    return p;
}

#define sink_map(w, p, at, n, out) lyo_walk_keyed(w, p, at, n, NULL, 0)

/** Reads the payload of an instance of a custom class. */
static const uint8_t *lyo_walk_custom(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p;
    lyo_walk_leaf payload;
    w->objects++;
    if ((p = lyo_walk_string(w, p, &payload, 0))) {
        LYO_WALK_EMIT(w, LYO_EVENT_LEAF, token, p, .leaf = payload);
    }
    return p;
}

static const uint8_t *lyo_walk_instance(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t id)
{
    uint64_t n;
    if (id >= w->definitions.count) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION_ID, at);
    }
    const lyo_walk_definition *definition = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, id);
    switch (definition->kind) {
    case LYO_DEF_OPEN_CLASS:
        p = lyo_varlen_token(w, p, at, &n);
        return p ? lyo_walk_keyed(w, p, at, n, definition, id) : NULL;
    case LYO_DEF_CUSTOM_CLASS:
        LYO_WALK_EMIT(w, LYO_EVENT_CUSTOM, at, p, .definition = definition, .id = id, .ordinal = w->objects);
        return lyo_walk_custom(w, p);
    case LYO_DEF_ENUM_CASE:
        LYO_WALK_EMIT(w, LYO_EVENT_CASE_VALUE, at, p, .definition = definition, .id = id);
        return p;
    default:
        return lyo_walk_values(w, p, at, definition->count, definition, id);
    }
}

#define sink_instance(w, p, at, id, out) ((void)(out), lyo_walk_instance(w, p, at, id))

static const uint8_t *lyo_walk_vector_value(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n)
{
    uint8_t kind;
    /* the bytes of its cells are claimed once their kind is known */
    if (!lyo_open(w, p, at, 1, n, n, 0, lyo_walk_pending(w))) {
        return NULL;
    }
    w->depth--;
    LYO_WALK_EMIT(w, LYO_EVENT_VECTOR, at, p, .number = n);
    if ((p = lyo_walk_vector(w, p, n, at, &kind))) {
        LYO_WALK_EMIT(w, LYO_EVENT_END, p, p, .number = 0);
    }
    return p;
}

#define sink_vector(w, p, at, n, out) lyo_walk_vector_value(w, p, at, n)
#define sink_rows(w, p, out) lyo_walk_rows(w, p)

static const uint8_t *sink_use_object(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t ordinal,
                                      lyo_place out)
{
    (void)out;
    if (ordinal >= w->objects) {
        return lyo_walk_fail(w, LYO_ERR_OBJECT_ID, at);
    }
    LYO_WALK_EMIT(w, LYO_EVENT_USE_OBJECT, at, p, .number = ordinal, .ordinal = ordinal);
    return p;
}

static const uint8_t *sink_use_reference(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t index,
                                         lyo_place out)
{
    (void)out;
    if (!lyo_walk_has_begun(w, index)) {
        return lyo_walk_fail(w, LYO_ERR_REFERENCE_ID, at);
    }
    LYO_WALK_EMIT(w, LYO_EVENT_USE_REFERENCE, at, p, .number = index);
    return p;
}

#include "wire/lyo_grammar_value.h"

/** Reads a value, or the beginning of a container. */
static const uint8_t *lyo_walk_value(lyo_walker *w, const uint8_t *p)
{
    if (p == w->end) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    if (LYO_UNLIKELY(p >= w->next_slot) && !lyo_walk_slot(w, p)) {
        return NULL;
    }
    return lyo_value_token(w, p, NULL);
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

/** The tables of a walk: the type of their items, and their names. */
#define LYO_WALK_TABLES(table)                                                                               \
    table(lyo_walk_frame, frames) table(lyo_walk_span, strings) table(lyo_walk_span, names)                  \
        table(lyo_walk_definition, definitions) table(lyo_walk_key_entry, keys) table(uint32_t, index)       \
            table(lyo_position, positions) table(uint64_t, places)

/** A walker, and the initial memory of its tables. */
typedef struct lyo_walk_run {
    lyo_walker w;
#define LYO_WALK_ROOM(type, name) type name[LYO_WALK_EMBEDDED];
    LYO_WALK_TABLES(LYO_WALK_ROOM)
} lyo_walk_run;

static lyo_walker *lyo_walk_init(lyo_walk_run *run, const uint8_t *data, size_t size,
                                 const lyo_walk_options *options, lyo_error *error)
{
    lyo_walker *w = &run->w;
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
    w->reference = LYO_WALK_NO_REFERENCE;
#define LYO_WALK_INIT(type, name)                                                                            \
    w->name = (lyo_walk_table){run->name, run->name, 0, LYO_WALK_EMBEDDED, sizeof(type)};
    LYO_WALK_TABLES(LYO_WALK_INIT)
    return w;
}

static void lyo_walk_free(lyo_walker *w)
{
#define LYO_WALK_FREE(type, name)                                                                            \
    if (w->name.items != w->name.embedded) {                                                                 \
        w->release(w->name.items);                                                                           \
    }
    LYO_WALK_TABLES(LYO_WALK_FREE)
    while (w->joined) {
        lyo_walk_block *previous = w->joined->previous;
        w->release(w->joined);
        w->joined = previous;
    }
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
    lyo_walk_run run;
    lyo_walk_result result;
    lyo_walker *w = lyo_walk_init(&run, data, size, options, error);
    do {
        result = lyo_walk_go(w, callback, context);
    } while (result == LYO_WALK_STOPPED);
    lyo_walk_free(w);
    return result == LYO_WALK_GOOD;
}

lyo_walker *lyo_walk_begin(const uint8_t *data, size_t size, const lyo_walk_options *options,
                           lyo_error *error)
{
    void *(*reallocate)(void *, size_t) = options && options->reallocate ? options->reallocate : realloc;
    lyo_walk_run *run = reallocate(NULL, sizeof *run);
    return run ? lyo_walk_init(run, data, size, options, error) : NULL;
}

void lyo_walk_end(lyo_walker *w)
{
    lyo_walk_free(w);
    w->release(w);
}
