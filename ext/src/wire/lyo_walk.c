/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk of values and containers in the body (spec sections 4, 5 and 7). It uses a stack of its own
 * instead of recursion.
 */
#include "lyo_walk_sink.h"

/* --- Values whose end is waited for (5.9, 5.10) --------------------------------------------------------- */

/** A value that must be a plain array: one of the array table, or that of a run. It has begun, but not ended. */
typedef struct lyo_walk_watch {
    size_t frames;     /* number of frames around it */
    const uint8_t *at; /* its token, or the length of its run: an error is reported there */
    uint64_t number;   /* index in the array table, or length of the run */
    bool run;
    lyo_measure begin;
} lyo_walk_watch;

static bool lyo_walk_watch_begin(lyo_walker *w, const uint8_t *at, uint64_t number, bool run)
{
    if (!lyo_walk_reserve(w, &w->watches, 1, sizeof(lyo_walk_watch))) {
        return false;
    }
    LYO_WALK_ITEM(lyo_walk_watch, w->watches, w->watches.count++) =
        (lyo_walk_watch){w->frames.count, at, number, run, lyo_measure_begin(w)};
    return true;
}

/** Ends the watches for the value that ends at p. There is at least one watch, which may be for another value. */
static LYO_NOINLINE const uint8_t *lyo_walk_end_watches(lyo_walker *w, const uint8_t *p)
{
    while (w->watches.count > 0) {
        const lyo_walk_watch *watch = &LYO_WALK_ITEM(lyo_walk_watch, w->watches, w->watches.count - 1);
        if (watch->frames != w->frames.count) {
            break;
        }
        w->watches.count--;
        if (watch->run) {
            if (!lyo_run_end(w, p, watch->at, watch->number, &watch->begin)) {
                return NULL;
            }
        } else if (!lyo_measure_end(w, &watch->begin, &w->arrays[watch->number])) {
            return lyo_walk_fail(w, LYO_ERR_ARRAY_POSITION, watch->at);
        }
    }
    return p;
}

/** The same if there are watches. */
LYO_INLINE const uint8_t *lyo_walk_watch_end(lyo_walker *w, const uint8_t *p)
{
    return LYO_LIKELY(w->watches.count == 0) ? p : lyo_walk_end_watches(w, p);
}

/* --- Slots and places (3.3, 3.4, 5.6) ------------------------------------------------------------------- */

static void lyo_walk_next_slot(lyo_walker *w)
{
    w->next_slot = w->hits < w->places ? lyo_place_of(w, w->body, w->positions[w->hits].position) : w->end;
}

/** Handles a slot whose token begins at p, at or after the next place of both tables. */
static bool lyo_walk_slot(lyo_walker *w, const uint8_t *p)
{
    do {
        const lyo_position *place = &w->positions[w->hits];
        const bool array = place->index & 1;
        if (p > w->next_slot || (!array && !lyo_is_first_slot(p))) {
            lyo_walk_fail(w, lyo_place_error(place), w->next_slot);
            return false;
        }
        w->hits++;
        lyo_walk_next_slot(w);
        if (!array) {
            w->reference = place->index >> 1;
            w->begun[w->reference] = true;
            w->marks++;
        } else {
            w->array = place->index >> 1;
            if (!lyo_walk_watch_begin(w, p, w->array, false)) {
                return false;
            }
        }
    } while (p >= w->next_slot && w->hits < w->places);
    return true;
}

/* --- Containers ----------------------------------------------------------------------------------------- */

lyo_walk_frame *lyo_walk_push(lyo_walker *w, lyo_walk_frame_kind kind, uint64_t left, uint64_t pending)
{
    if (!lyo_walk_reserve(w, &w->frames, 1, sizeof(lyo_walk_frame))) {
        return NULL;
    }
    w->pending = pending;
    lyo_walk_frame *f = &LYO_WALK_ITEM(lyo_walk_frame, w->frames, w->frames.count++);
    f->kind = kind;
    f->left = left;
    f->keys.first = w->keys.count;
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

/** Leaves the innermost container, after its last value. */
static const uint8_t *lyo_walk_pop(lyo_walker *w, const uint8_t *p)
{
    const lyo_walk_frame *f = lyo_walk_top(w);
    w->keys.count = f->keys.first;
    w->depth -= f->kind == LYO_WALK_ROWS ? 2 : 1;
    w->frames.count--;
    if (w->frames.count > 0) {
        LYO_ASSERT(w->pending >= lyo_walk_frame_pending(lyo_walk_top(w)));
        w->pending -= lyo_walk_frame_pending(lyo_walk_top(w));
    }
    LYO_WALK_EMIT(w, LYO_EVENT_END, p, p, .number = 0);
    return lyo_walk_watch_end(w, p);
}

/* --- Values: the walk as an instance of their grammar --------------------------------------------------- */

typedef const void *lyo_place; /* values go nowhere */

/**
 * Begins a list, a map or an object of n values. definition is NULL for a list or map. Without a callback,
 * leaves are skipped at once, and a frame is pushed only if something else is left. Most lists and records
 * hold nothing but leaves.
 */
static const uint8_t *lyo_walk_container(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n,
                                         const bool keyed, const lyo_walk_definition *definition, uint64_t id)
{
    const bool object = definition && definition->kind != LYO_DEF_MAP_SHAPE;
    uint64_t pending = lyo_walk_pending(w);
    if (!lyo_open(w, p, at, 1, n, n, keyed ? lyo_twice(n) : n, pending)) {
        return NULL;
    }
    LYO_WALK_EMIT(w,
                  object       ? LYO_EVENT_OBJECT
                  : definition ? LYO_EVENT_RECORD
                  : keyed      ? LYO_EVENT_MAP
                               : LYO_EVENT_LIST,
                  at, p, .number = n, .definition = definition, .id = id, .ordinal = w->objects);
    w->objects += object;
    w->marks += object;
    if (!keyed && !w->callback) {
        p = lyo_walk_plain_values(w, p, &n);
        if (n == 0) {
            w->depth--;
            return p;
        }
    }
    lyo_walk_frame *f = lyo_walk_push(w, keyed ? LYO_WALK_KEYED : LYO_WALK_VALUES, n, pending);
    if (!f || (keyed && !lyo_walk_keys_begin(w, &f->keys, n))) {
        return NULL;
    }
    f->definition = definition;
    return p;
}

#define sink_list(w, p, at, n, out) lyo_walk_container(w, p, at, n, false, NULL, 0)
#define sink_map(w, p, at, n, out) lyo_walk_container(w, p, at, n, true, NULL, 0)

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

/** Reads the payload of an instance of a custom class. */
static const uint8_t *lyo_walk_custom(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p;
    lyo_walk_leaf payload;
    w->objects++;
    w->marks++;
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
        return p ? lyo_walk_container(w, p, at, n, true, definition, id) : NULL;
    case LYO_DEF_CUSTOM_CLASS:
        LYO_WALK_EMIT(w, LYO_EVENT_CUSTOM, at, p, .definition = definition, .id = id, .ordinal = w->objects);
        return lyo_walk_custom(w, p);
    case LYO_DEF_ENUM_CASE:
        LYO_WALK_EMIT(w, LYO_EVENT_CASE_VALUE, at, p, .definition = definition, .id = id);
        w->marks++;
        return p;
    default:
        return lyo_walk_container(w, p, at, definition->count, false, definition, id);
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

static const uint8_t *lyo_walk_runs(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t n)
{
    const uint64_t pending = lyo_walk_pending(w);
    if (!lyo_open(w, p, at, 1, n, n, 2, pending)) {
        return NULL;
    }
    LYO_WALK_EMIT(w, LYO_EVENT_RUNS, at, p, .number = n);
    return lyo_walk_push(w, LYO_WALK_RUNS, n, pending) ? p : NULL;
}

#define sink_runs(w, p, at, n, out) lyo_walk_runs(w, p, at, n)
#define sink_array(w, index)                                                                                 \
    ((index) < (w)->array_count && (w)->arrays[index].elements > 0 ? &(w)->arrays[index] : NULL)

static const uint8_t *sink_use_array(lyo_walker *w, const uint8_t *p, const uint8_t *at, uint64_t index,
                                     lyo_place out)
{
    (void)out;
    LYO_WALK_EMIT(w, LYO_EVENT_USE_ARRAY, at, p, .number = index);
    return p;
}

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
    if (index >= w->references || !w->begun[index]) {
        return lyo_walk_fail(w, LYO_ERR_REFERENCE_ID, at);
    }
    LYO_WALK_EMIT(w, LYO_EVENT_USE_REFERENCE, at, p, .number = index);
    return p;
}

#include "wire/lyo_grammar_value.h"

/** Reads a value, or the beginning of a container. */
static const uint8_t *lyo_walk_value(lyo_walker *w, const uint8_t *p)
{
    uint64_t one = 1;
    if (!w->callback) {
        p = lyo_walk_plain_values(w, p, &one);
        if (one == 0) {
            return lyo_walk_watch_end(w, p);
        }
    }
    if (p == w->end) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    if (LYO_UNLIKELY(p >= w->next_slot) && !lyo_walk_slot(w, p)) {
        return NULL;
    }
    p = lyo_value_token(w, p, NULL);
    return p ? lyo_walk_watch_end(w, p) : NULL;
}

/** Reads the length of the next run, and its value or the beginning of that. */
static const uint8_t *lyo_walk_next_run(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    const uint8_t *at = p;
    uint64_t length;
    if (!(p = lyo_run_token(w, at, f->left, &length))) {
        return NULL;
    }
    f->left -= length;
    LYO_WALK_EMIT(w, LYO_EVENT_RUN, at, p, .number = length);
    return length == 1 || lyo_walk_watch_begin(w, at, length, true) ? lyo_walk_value(w, p) : NULL;
}

/** Continues the innermost container: leaves it, or reads its next value. */
static const uint8_t *lyo_walk_next(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    if (f->kind == LYO_WALK_VALUES && !w->callback) {
        p = lyo_walk_plain_values(w, p, &f->left);
    }
    if (f->left == 0) {
        return lyo_walk_pop(w, p);
    }
    if (LYO_UNLIKELY(f->kind == LYO_WALK_RUNS)) {
        return lyo_walk_next_run(w, p);
    }
    if (f->kind == LYO_WALK_KEYED && !(p = lyo_walk_key_token(w, p, &f->keys, f->definition))) {
        return NULL;
    }
    f->left--;
    return lyo_walk_value(w, p);
}

/** Walks to the end, or until it is stopped. */
static lyo_walk_result lyo_walk_on(lyo_walker *w)
{
    const uint8_t *p = w->at;
    w->stopped = false;
    if (!w->body) {
        if (!(p = lyo_walk_preamble(w, w->data))) {
            return LYO_WALK_WRONG;
        }
        w->body = p;
        lyo_walk_next_slot(w);
        p = lyo_walk_value(w, p);
    }
    while (p && w->frames.count > 0 && LYO_LIKELY(!w->stopped)) {
        p = lyo_walk_next(w, p);
    }
    w->at = p;
    if (p && w->frames.count > 0) {
        return LYO_WALK_STOPPED;
    }
    if (p && w->hits < w->places) {
        p = lyo_walk_fail(w, lyo_place_error(&w->positions[w->hits]), w->next_slot);
    } else if (p && p != w->end) {
        p = lyo_walk_fail(w, LYO_ERR_TRAILING, p);
    }
    LYO_ASSERT(!p || (w->depth == 0 && w->pending == 0 && w->keys.count == 0 && w->watches.count == 0));
    return p ? LYO_WALK_GOOD : LYO_WALK_WRONG;
}

/** A walker and its first memory. */
typedef struct lyo_walk_run {
    lyo_walker walker;
    uint64_t room[LYO_WALK_ROOM / sizeof(uint64_t)];
} lyo_walk_run;

static lyo_walker *lyo_walk_init(lyo_walk_run *run, const uint8_t *data, size_t size,
                                 const lyo_walk_options *options, lyo_error *error)
{
    static const uint8_t nothing = 0;
    lyo_walker *w = &run->walker;
    memset(w, 0, sizeof *w);
    w->data = data ? data : &nothing;
    w->end = w->data + size;
    w->end_code = LYO_ERR_TRUNCATED;
    w->max_depth = w->deepest = options->max_depth ? options->max_depth : UINT32_MAX;
    w->elements_left = options->max_elements ? options->max_elements : UINT64_MAX;
    w->memory = (uint8_t *)run->room;
    w->room = sizeof run->room;
    w->reference = w->array = LYO_WALK_NO_PLACE;
    w->options = options;
    w->error = error;
    *error = (lyo_error){LYO_OK, 0};
    return w;
}

static void lyo_walk_free(lyo_walker *w)
{
    while (w->blocks) {
        lyo_walk_block *block = w->blocks;
        w->blocks = block->previous;
        w->options->release(block);
    }
}

bool lyo_walk(const uint8_t *data, size_t size, const lyo_walk_options *options, lyo_walk_callback callback,
              void *context, lyo_error *error)
{
    lyo_walk_run run;
    lyo_walker *w = lyo_walk_init(&run, data, size, options, error);
    bool good = lyo_walk_go(w, callback, context) == LYO_WALK_GOOD;
    lyo_walk_free(w);
    return good;
}

lyo_walker *lyo_walk_begin(const uint8_t *data, size_t size, const lyo_walk_options *options,
                           lyo_error *error)
{
    lyo_walk_run *run = options->reallocate(NULL, sizeof *run);
    return run ? lyo_walk_init(run, data, size, options, error) : NULL;
}

lyo_walk_result lyo_walk_go(lyo_walker *w, lyo_walk_callback callback, void *context)
{
    w->callback = callback;
    w->context = context;
    return lyo_walk_on(w);
}

void lyo_walk_stop(lyo_walker *w)
{
    w->stopped = true;
}

size_t lyo_walk_offset(const lyo_walker *w)
{
    return (size_t)(w->at - w->data);
}

void lyo_walk_end(lyo_walker *w)
{
    lyo_walk_free(w);
    w->options->release(w); /* the walker is the first member of its lyo_walk_run */
}
