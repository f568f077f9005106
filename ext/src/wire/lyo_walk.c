/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk: values and containers of the body (spec sections 4, 5 and 7), with a stack of its own instead of recursion.
 */
#include "lyo_walk_sink.h"

/* --- Slots and references (3.3, 5.6) ------------------------------------------------------------------------------ */

/** Place in the body, or the end of the payload if there is no such place. */
static const uint8_t *lyo_walk_place(const lyo_walker *w, uint64_t position)
{
    return position < (uint64_t)(w->limit - w->body) ? w->body + position : w->limit;
}

static void lyo_walk_next_slot(lyo_walker *w)
{
    w->next_slot = w->hits < w->positions.count
                       ? lyo_walk_place(w, LYO_WALK_ITEM(lyo_walk_position, w->positions, w->hits).position)
                       : w->limit;
}

/** A slot's token begins at p, at or behind the next named position. */
static bool lyo_walk_slot(lyo_walker *w, const uint8_t *p, uint64_t *reference)
{
    if (p > w->next_slot) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, w->next_slot);
        return false;
    }
    if (*p == LYO_TAG_USE_REFERENCE) {
        lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, p);
        return false;
    }
    *reference = LYO_WALK_ITEM(lyo_walk_position, w->positions, w->hits).index;
    w->hits++;
    lyo_walk_next_slot(w);
    return true;
}

/** True if the first slot of reference index has begun. */
static bool lyo_walk_has_begun(const lyo_walker *w, uint64_t index)
{
    if (index >= w->places.count) {
        return false;
    }
    return w->hits == w->positions.count ||
           LYO_WALK_ITEM(uint64_t, w->places, index) <
               LYO_WALK_ITEM(lyo_walk_position, w->positions, w->hits).position;
}

/** Reads USE_OBJECT or USE_REFERENCE. in_frame: it would be the value of a frame. */
static const uint8_t *lyo_walk_use(lyo_walker *w, const uint8_t *p, bool in_frame)
{
    const uint8_t *token = p++;
    bool object = *token == LYO_TAG_USE_OBJECT;
    uint64_t number;
    if (!w->sharing || (in_frame && !object)) {
        return lyo_walk_fail(w, LYO_ERR_TAG, token);
    }
    if (!(p = lyo_walk_varlen(w, p, token, &number))) {
        return NULL;
    }
    if (object ? number >= w->objects : !lyo_walk_has_begun(w, number)) {
        return lyo_walk_fail(w, object ? LYO_ERR_OBJECT_ID : LYO_ERR_REFERENCE_ID, token);
    }
    return p;
}

/* --- Containers (5, 7.2 to 7.4) ----------------------------------------------------------------------------------- */

/** Checks depth, claim and elements in this order, and counts the elements. */
LYO_INLINE bool lyo_walk_admit(lyo_walker *w, const uint8_t *p, const lyo_walk_claim *claim, uint64_t pending)
{
    uint64_t left = (uint64_t)(w->end - p);
    if (claim->levels > w->max_depth - w->depth) {
        lyo_walk_fail(w, LYO_ERR_DEPTH, claim->token);
        return false;
    }
    if (claim->need > left || (claim->kind != LYO_WALK_FRAME && pending > left - claim->need)) {
        lyo_walk_fail(w, w->end_code, claim->token);
        return false;
    }
    if (!lyo_is_count(claim->count) || claim->elements > w->elements_left) {
        lyo_walk_fail(w, LYO_ERR_ELEMENTS, claim->token);
        return false;
    }
    w->elements_left -= claim->elements;
    return true;
}

/** Bytes that all containers around the place of reading need at least. */
LYO_INLINE uint64_t lyo_walk_pending(const lyo_walker *w)
{
    return w->pending + (w->frames.count > 0 ? lyo_walk_frame_pending(lyo_walk_top(w)) : 0);
}

/** Pushes a frame for an admitted container, of whose values that many are to come. */
LYO_INLINE lyo_walk_frame *lyo_walk_enter(lyo_walker *w, const lyo_walk_claim *claim, uint64_t pending,
                                          uint64_t left)
{
    if (LYO_UNLIKELY(w->frames.count == w->frames.capacity) && !lyo_walk_reserve(w, &w->frames, 1)) {
        return NULL;
    }
    w->depth += claim->levels;
    w->pending = pending;
    lyo_walk_frame *f = &LYO_WALK_ITEM(lyo_walk_frame, w->frames, w->frames.count++);
    f->kind = claim->kind;
    f->tag = claim->token;
    f->left = left;
    f->definition = NULL;
    return f;
}

lyo_walk_frame *lyo_walk_push(lyo_walker *w, const uint8_t *p, const lyo_walk_claim *claim)
{
    uint64_t pending = lyo_walk_pending(w);
    return lyo_walk_admit(w, p, claim, pending) ? lyo_walk_enter(w, claim, pending, claim->elements) : NULL;
}

/**
 * Reads the n values of a list or record up to the first that needs a look, and pushes a frame for the rest: most
 * containers hold nothing but leaves and need none.
 */
LYO_INLINE const uint8_t *lyo_walk_values(lyo_walker *w, const uint8_t *p, const uint8_t *token, uint64_t n)
{
    lyo_walk_claim claim = {token, LYO_WALK_VALUES, n, n, n, 1};
    uint64_t pending = lyo_walk_pending(w);
    if (!lyo_walk_admit(w, p, &claim, pending)) {
        return NULL;
    }
    if (!w->callback) {
        p = lyo_walk_plain_values(w, p, &n);
        if (n == 0) {
            return p;
        }
    }
    return lyo_walk_enter(w, &claim, pending, n) ? p : NULL;
}

/** Leaves the innermost container, whose last value has been read. */
static const uint8_t *lyo_walk_pop(lyo_walker *w, const uint8_t *p)
{
    lyo_walk_frame *f = lyo_walk_top(w);
    switch (f->kind) {
    case LYO_WALK_ROWS:
        if (f->u.rows.left > 0) {
            return lyo_walk_rows_block(w, p);
        }
        if (f->u.rows.keyed) {
            lyo_walk_keys_end(w, &f->keys);
        }
        w->depth--;
        break;
    case LYO_WALK_MAP:
    case LYO_WALK_STATE:
        lyo_walk_keys_end(w, &f->keys);
        break;
    case LYO_WALK_FRAME:
        if (p != w->end) {
            return lyo_walk_fail(w, LYO_ERR_SIZE, p);
        }
        w->end = f->u.outer.end;
        w->end_code = f->u.outer.end_code;
        w->strings.count = w->string_base;
        w->string_base = f->u.outer.string_base;
        w->pending = f->u.outer.pending;
        break;
    case LYO_WALK_VALUES:
        break;
    }
    w->depth--;
    w->frames.count--;
    if (w->frames.count > 0) {
        w->pending -= lyo_walk_frame_pending(lyo_walk_top(w));
    }
    lyo_walk_emit_number(w, LYO_EVENT_END, p, p, 0);
    return p;
}

/** Reads the count or id of a token that has it in n bytes behind its tag, of which the short form takes up to most. */
static const uint8_t *lyo_walk_fixed(lyo_walker *w, const uint8_t *p, unsigned n, uint64_t most,
                                     uint64_t *value)
{
    if (!lyo_walk_has(w, p, 1 + n)) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    *value = lyo_load(p + 1, n);
    if (*value <= most || lyo_uint_size(*value) != n) {
        return lyo_walk_fail(w, LYO_ERR_OVERLONG, p);
    }
    return p + 1 + n;
}

/** Tells of a value that begins with the token from token to p. */
static void lyo_walk_emit_value(lyo_walker *w, lyo_walk_event *event, lyo_walk_event_kind kind,
                                const uint8_t *token, const uint8_t *p)
{
    if (w->callback) {
        event->kind = kind;
        event->tag = *token;
        event->offset = (size_t)(token - w->data);
        event->size = (size_t)(p - token);
        w->callback(w->context, event);
    }
}

static const uint8_t *lyo_walk_list(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    const uint8_t *token = p;
    uint64_t n = *p - LYO_TAG_LIST_SHORT + 1u;
    if (*p <= LYO_TAG_LIST_SHORT_LAST) {
        p++;
    } else if (!(p = lyo_walk_fixed(w, p, *p - LYO_TAG_LIST + 1u,
                                    LYO_TAG_LIST_SHORT_LAST - LYO_TAG_LIST_SHORT + 1, &n))) {
        return NULL;
    }
    const uint8_t *values = p;
    if (!(p = lyo_walk_values(w, p, token, n))) {
        return NULL;
    }
    event->number = n;
    lyo_walk_emit_value(w, event, LYO_EVENT_LIST, token, values);
    return p;
}

static const uint8_t *lyo_walk_map(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    const uint8_t *token = p;
    lyo_walk_claim claim = {token, LYO_WALK_MAP, 0, *p - LYO_TAG_MAP_SHORT + 1u, 0, 1};
    if (*p <= LYO_TAG_MAP_SHORT_LAST) {
        p++;
    } else if (!(p = lyo_walk_fixed(w, p, *p - LYO_TAG_MAP + 1u,
                                    LYO_TAG_MAP_SHORT_LAST - LYO_TAG_MAP_SHORT + 1, &claim.elements))) {
        return NULL;
    }
    claim.need = 2 * claim.elements;
    claim.count = claim.elements;
    lyo_walk_frame *f = lyo_walk_push(w, p, &claim);
    if (!f || !lyo_walk_keys_begin(w, &f->keys, claim.elements)) {
        return NULL;
    }
    event->number = claim.elements;
    lyo_walk_emit_value(w, event, LYO_EVENT_MAP, token, p);
    return p;
}

/** Reads the rest of an instance of an open class. */
static const uint8_t *lyo_walk_open(lyo_walker *w, const uint8_t *p, const uint8_t *token,
                                    const lyo_walk_definition *definition, lyo_walk_event *event)
{
    lyo_walk_claim claim = {token, LYO_WALK_STATE, 0, 0, 0, 1};
    if (!(p = lyo_walk_varlen(w, p, token, &claim.elements))) {
        return NULL;
    }
    claim.need = claim.elements > UINT64_MAX / 4 ? UINT64_MAX / 2 : 2 * claim.elements;
    claim.count = claim.elements;
    lyo_walk_frame *f = lyo_walk_push(w, p, &claim);
    if (!f || !lyo_walk_keys_begin(w, &f->keys, claim.elements)) {
        return NULL;
    }
    f->definition = definition;
    event->number = claim.elements;
    lyo_walk_emit_value(w, event, LYO_EVENT_OBJECT, token, p);
    return p;
}

/** Reads the payload of an instance of a custom class. */
static const uint8_t *lyo_walk_custom(lyo_walker *w, const uint8_t *p, const uint8_t *token,
                                      lyo_walk_event *event)
{
    lyo_walk_leaf payload;
    lyo_walk_emit_value(w, event, LYO_EVENT_CUSTOM, token, p);
    token = p;
    if (!(p = lyo_walk_string(w, p, &payload, 0))) {
        return NULL;
    }
    if (w->callback) {
        lyo_walk_event leaf = lyo_walk_event_at(w, LYO_EVENT_LEAF, token, p);
        leaf.tag = *token;
        leaf.leaf = payload;
        w->callback(w->context, &leaf);
    }
    return p;
}

static const uint8_t *lyo_walk_instance(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    const uint8_t *token = p;
    uint64_t id = *p - (uint64_t)LYO_TAG_INSTANCE_SHORT;
    if (*p <= LYO_TAG_INSTANCE_SHORT_LAST) {
        p++;
    } else if (!(p = lyo_walk_fixed(w, p, *p - LYO_TAG_INSTANCE + 1u,
                                    LYO_TAG_INSTANCE_SHORT_LAST - LYO_TAG_INSTANCE_SHORT, &id))) {
        return NULL;
    }
    if (id >= w->definitions.count) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION_ID, token);
    }
    const lyo_walk_definition *definition = &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, id);
    event->id = id;
    event->definition = definition;
    event->ordinal = w->objects;
    switch (definition->kind) {
    case LYO_DEF_OPEN_CLASS:
        w->objects++;
        return lyo_walk_open(w, p, token, definition, event);
    case LYO_DEF_CUSTOM_CLASS:
        w->objects++;
        return lyo_walk_custom(w, p, token, event);
    case LYO_DEF_ENUM_CASE:
        lyo_walk_emit_value(w, event, LYO_EVENT_CASE_VALUE, token, p);
        return p;
    default: {
        const uint8_t *values = p;
        bool object = definition->kind == LYO_DEF_CLASS_SHAPE;
        if (!(p = lyo_walk_values(w, p, token, definition->count))) {
            return NULL;
        }
        w->objects += object;
        event->number = definition->count;
        lyo_walk_emit_value(w, event, object ? LYO_EVENT_OBJECT : LYO_EVENT_RECORD, token, values);
        return p;
    }
    }
}

static const uint8_t *lyo_walk_vector_value(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    /* its cells are claimed behind its kind */
    lyo_walk_claim claim = {p++, LYO_WALK_VALUES, 0, 0, 0, 1};
    if (!(p = lyo_walk_varlen(w, p, claim.token, &claim.elements))) {
        return NULL;
    }
    if (claim.elements == 0) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, claim.token);
    }
    claim.count = claim.elements;
    if (!lyo_walk_admit(w, p, &claim, lyo_walk_pending(w))) {
        return NULL;
    }
    event->number = claim.elements;
    lyo_walk_emit_value(w, event, LYO_EVENT_VECTOR, claim.token, p);
    uint8_t kind;
    if (!(p = lyo_walk_vector(w, p, claim.elements, claim.token, &kind))) {
        return NULL;
    }
    lyo_walk_emit_number(w, LYO_EVENT_END, p, p, 0);
    return p;
}

static const uint8_t *lyo_walk_frame_value(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    lyo_walk_claim claim = {p++, LYO_WALK_FRAME, 0, 0, 0, 1};
    if (!(p = lyo_walk_varlen(w, p, claim.token, &claim.need))) {
        return NULL;
    }
    lyo_walk_frame *f = lyo_walk_push(w, p, &claim);
    if (!f) {
        return NULL;
    }
    f->left = 1;
    f->u.outer.end = w->end;
    f->u.outer.end_code = w->end_code;
    f->u.outer.string_base = w->string_base;
    f->u.outer.pending = w->pending;
    w->end = p + claim.need;
    w->end_code = LYO_ERR_SIZE;
    w->string_base = w->strings.count;
    w->pending = 0;
    event->number = claim.need;
    lyo_walk_emit_value(w, event, LYO_EVENT_FRAME, claim.token, p);
    return p;
}

static const uint8_t *lyo_walk_rows_value(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    const uint8_t *token = p;
    if (!(p = lyo_walk_rows_begin(w, p))) {
        return NULL;
    }
    event->number = lyo_walk_top(w)->u.rows.left;
    event->definition = lyo_walk_top(w)->definition;
    event->id = (uint64_t)(event->definition - &LYO_WALK_ITEM(lyo_walk_definition, w->definitions, 0));
    lyo_walk_emit_value(w, event, LYO_EVENT_ROWS, token, p);
    return p;
}

/* --- Values ------------------------------------------------------------------------------------------------------- */

static const uint8_t *lyo_walk_leaf_value(lyo_walker *w, const uint8_t *p, lyo_walk_event *event)
{
    const uint8_t *token = p;
    if (!(p = lyo_walk_leaf_token(w, p, &event->leaf))) {
        return NULL;
    }
    lyo_walk_emit_value(w, event, LYO_EVENT_LEAF, token, p);
    return p;
}

/** Reads a value, or the beginning of a container. in_frame: it is the value of a frame, so it stands in no slot. */
static const uint8_t *lyo_walk_value(lyo_walker *w, const uint8_t *p, bool in_frame)
{
    lyo_walk_event event;
    uint64_t reference = LYO_WALK_NO_REFERENCE;
    if (p == w->end) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    if (LYO_UNLIKELY(p >= w->next_slot) && !in_frame && !lyo_walk_slot(w, p, &reference)) {
        return NULL;
    }
    if (w->callback) {
        event = lyo_walk_event_at(w, LYO_EVENT_LEAF, p, p);
        event.reference = reference;
    }
    uint8_t tag = *p;
    if (tag >= LYO_TAG_INSTANCE_SHORT && tag <= LYO_TAG_INSTANCE_SHORT_LAST) {
        return lyo_walk_instance(w, p, &event);
    }
    if (tag >= LYO_TAG_LIST_SHORT && tag <= LYO_TAG_LIST_SHORT_LAST) {
        return lyo_walk_list(w, p, &event);
    }
    if (tag >= LYO_TAG_MAP_SHORT && tag <= LYO_TAG_MAP_SHORT_LAST) {
        return lyo_walk_map(w, p, &event);
    }
    switch (tag) {
    case LYO_TAG_ARRAY_EMPTY:
        event.number = 0;
        lyo_walk_emit_value(w, &event, LYO_EVENT_LIST, p, p + 1);
        lyo_walk_emit_number(w, LYO_EVENT_END, p + 1, p + 1, 0);
        return p + 1;
    case LYO_TAG_LIST:
    case LYO_TAG_LIST + 1:
    case LYO_TAG_LIST + 2:
    case LYO_TAG_LIST_LAST:
        return lyo_walk_list(w, p, &event);
    case LYO_TAG_MAP:
    case LYO_TAG_MAP + 1:
    case LYO_TAG_MAP + 2:
    case LYO_TAG_MAP_LAST:
        return lyo_walk_map(w, p, &event);
    case LYO_TAG_INSTANCE:
    case LYO_TAG_INSTANCE + 1:
    case LYO_TAG_INSTANCE_LAST:
        return lyo_walk_instance(w, p, &event);
    case LYO_TAG_VECTOR:
        return lyo_walk_vector_value(w, p, &event);
    case LYO_TAG_ROWS:
    case LYO_TAG_ROWS_KEYED:
        return lyo_walk_rows_value(w, p, &event);
    case LYO_TAG_FRAME:
        return lyo_walk_frame_value(w, p, &event);
    case LYO_TAG_USE_OBJECT:
    case LYO_TAG_USE_REFERENCE: {
        const uint8_t *token = p;
        if (!(p = lyo_walk_use(w, p, in_frame))) {
            return NULL;
        }
        if (w->callback) {
            const uint8_t *number = token + 1;
            lyo_get_varlen(&number, w->end, &event.number);
            event.ordinal = event.number;
            lyo_walk_emit_value(w, &event,
                                *token == LYO_TAG_USE_OBJECT ? LYO_EVENT_USE_OBJECT : LYO_EVENT_USE_REFERENCE,
                                token, p);
        }
        return p;
    }
    default:
        return lyo_walk_leaf_value(w, p, &event);
    }
}

static const uint8_t *lyo_walk_body(lyo_walker *w, const uint8_t *p)
{
    if (!(p = lyo_walk_value(w, p, false))) {
        return NULL;
    }
    while (w->frames.count > 0) {
        lyo_walk_frame *f = lyo_walk_top(w);
        bool keyed = f->kind == LYO_WALK_MAP || f->kind == LYO_WALK_STATE;
        uint64_t one = 1;
        if (f->kind == LYO_WALK_VALUES && !w->callback) {
            p = lyo_walk_plain_values(w, p, &f->left);
        }
        if (f->left == 0) {
            if (!(p = lyo_walk_pop(w, p))) {
                return NULL;
            }
            continue;
        }
        if (keyed && !(p = lyo_walk_key_token(w, p, &f->keys, f->definition))) {
            return NULL;
        }
        f->left--;
        if (keyed && !w->callback) {
            p = lyo_walk_plain_values(w, p, &one);
        }
        if (one > 0 && !(p = lyo_walk_value(w, p, f->kind == LYO_WALK_FRAME))) {
            return NULL;
        }
    }
    if (w->hits < w->positions.count) {
        return lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION, w->next_slot);
    }
    return p == w->end ? p : lyo_walk_fail(w, LYO_ERR_TRAILING, p);
}

/* --- The walk ----------------------------------------------------------------------------------------------------- */

static void lyo_walk_table_init(lyo_walk_table *table, void *embedded, size_t item_size)
{
    *table = (lyo_walk_table){embedded, embedded, 0, LYO_WALK_EMBEDDED, item_size};
}

/** Two numbers that change with the layout of the process, so that keys cannot be chosen to collide. */
static void lyo_walk_seed(lyo_walker *w, uint64_t seed)
{
    static const char here = 0;
    uint64_t x =
        seed ? seed
             : (uint64_t)(uintptr_t)&here ^ (uint64_t)(uintptr_t)w << 20 ^ (uint64_t)(uintptr_t)w->data;
    for (unsigned i = 0; i < 2; i++) {
        x += 0x9E3779B97F4A7C15u;
        uint64_t z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        w->seed[i] = z ^ z >> 31;
    }
}

bool lyo_walk(const uint8_t *data, size_t size, const lyo_walk_options *options, lyo_walk_callback callback,
              void *context, lyo_error *error)
{
    lyo_walk_frame frames[LYO_WALK_EMBEDDED];
    lyo_walk_span strings[LYO_WALK_EMBEDDED];
    lyo_walk_span names[LYO_WALK_EMBEDDED];
    lyo_walk_definition definitions[LYO_WALK_EMBEDDED];
    lyo_walk_key_entry keys[LYO_WALK_EMBEDDED];
    uint32_t index[LYO_WALK_EMBEDDED];
    lyo_walk_position positions[LYO_WALK_EMBEDDED];
    uint64_t places[LYO_WALK_EMBEDDED];
    lyo_walker w;
    memset(&w, 0, sizeof w);
    static const uint8_t nothing = 0;
    w.data = data ? data : &nothing;
    w.limit = w.end = w.data + size;
    w.end_code = LYO_ERR_TRUNCATED;
    w.max_depth = options ? options->max_depth ? options->max_depth : UINT64_MAX : LYO_LIMIT_DEPTH;
    w.elements_left = options && options->max_elements ? options->max_elements : UINT64_MAX;
    w.options = options;
    w.callback = callback;
    w.context = context;
    w.error = error;
    *error = (lyo_error){LYO_OK, 0};
    lyo_walk_seed(&w, options ? options->seed : 0);
    lyo_walk_table_init(&w.frames, frames, sizeof *frames);
    lyo_walk_table_init(&w.strings, strings, sizeof *strings);
    lyo_walk_table_init(&w.names, names, sizeof *names);
    lyo_walk_table_init(&w.definitions, definitions, sizeof *definitions);
    lyo_walk_table_init(&w.keys, keys, sizeof *keys);
    lyo_walk_table_init(&w.index, index, sizeof *index);
    lyo_walk_table_init(&w.positions, positions, sizeof *positions);
    lyo_walk_table_init(&w.places, places, sizeof *places);

    const uint8_t *p = lyo_walk_preamble(&w, w.data);
    if (p) {
        w.body = p;
        lyo_walk_next_slot(&w);
        p = lyo_walk_body(&w, p);
    }
    lyo_walk_table *tables[] = {&w.frames, &w.strings, &w.names,     &w.definitions,
                                &w.keys,   &w.index,   &w.positions, &w.places};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        lyo_walk_table_free(&w, tables[i]);
    }
    lyo_walk_blocks_free(&w);
    return p != NULL;
}
