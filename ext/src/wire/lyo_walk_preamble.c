/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Everything before the value (spec section 3): head, extended header, definitions, reference table.
 */
#include "lyo_walk_state.h"

static const uint8_t *lyo_walk_extended(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p;
    uint64_t size;
    if (!(p = lyo_walk_varlen(w, p, token, &size))) {
        return NULL;
    }
    if (!lyo_walk_has(w, p, size)) {
        return lyo_walk_fail(w, LYO_ERR_TRUNCATED, token);
    }
    lyo_walk_emit_number(w, LYO_EVENT_EXTENDED, token, p, size);
    w->end = p + size;
    w->end_code = LYO_ERR_SIZE;
    while (p < w->end) {
        const uint8_t *entry = p++;
        uint64_t length;
        if (*entry & LYO_ENTRY_CRITICAL) {
            return lyo_walk_fail(w, LYO_ERR_ENTRY, entry);
        }
        if (!(p = lyo_walk_varlen(w, p, entry, &length))) {
            return NULL;
        }
        if (!lyo_walk_has(w, p, length)) {
            return lyo_walk_fail(w, LYO_ERR_SIZE, entry);
        }
        p += length;
        if (w->callback) {
            lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_ENTRY, entry, p);
            event.tag = *entry;
            event.number = length;
            w->callback(w->context, &event);
        }
    }
    w->end = w->limit;
    w->end_code = LYO_ERR_TRUNCATED;
    return p;
}

/** Reads the name of a class or case. */
static const uint8_t *lyo_walk_name(lyo_walker *w, const uint8_t *p, lyo_walk_event_kind kind,
                                    lyo_walk_span *name)
{
    const uint8_t *token = p;
    lyo_walk_leaf leaf;
    if (!(p = lyo_walk_string(w, p, &leaf, LYO_WHOLE))) {
        return NULL;
    }
    *name = leaf.string;
    if (name->size == 0) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION, token);
    }
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, kind, token, p);
        event.tag = *token;
        event.leaf = leaf;
        w->callback(w->context, &event);
    }
    return p;
}

/** Reads count and keys of a shape. */
static const uint8_t *lyo_walk_shape(lyo_walker *w, const uint8_t *p, lyo_walk_definition *definition)
{
    const uint8_t *token = p;
    bool map = definition->kind == LYO_DEF_MAP_SHAPE;
    lyo_walk_key_set set;
    if (!(p = lyo_walk_varlen(w, p, token, &definition->count))) {
        return NULL;
    }
    if (map && definition->count == 0) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION, token);
    }
    if (!lyo_walk_has(w, p, definition->count)) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, token);
    }
    if (!lyo_is_count(definition->count)) {
        return lyo_walk_fail(w, LYO_ERR_ELEMENTS, token);
    }
    lyo_walk_emit_number(w, LYO_EVENT_SHAPE, token, p, definition->count);
    if (!lyo_walk_keys_begin(w, &set, definition->count)) {
        return NULL;
    }
    for (uint64_t i = 0; i < definition->count; i++) {
        if (!(p = lyo_walk_key_token(w, p, &set, map ? NULL : definition))) {
            return NULL;
        }
    }
    lyo_walk_keys_end(w, &set);
    return p;
}

static const uint8_t *lyo_walk_definition_token(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p++;
    lyo_walk_definition definition;
    if (*token < LYO_DEF_MAP_SHAPE || *token > LYO_DEF_ENUM_CASE) {
        return lyo_walk_fail(w, LYO_ERR_DEFINITION, token);
    }
    memset(&definition, 0, sizeof definition);
    definition.kind = (lyo_definition_kind)*token;
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_DEFINITION, token, p);
        event.tag = *token;
        event.number = w->definitions.count;
        w->callback(w->context, &event);
    }
    if (definition.kind != LYO_DEF_MAP_SHAPE) {
        lyo_walk_span *name = &definition.class_name;
        if (!(p = lyo_walk_name(w, p, LYO_EVENT_CLASS, name))) {
            return NULL;
        }
        definition.private_keys = lyo_is_scope(name->bytes, name->size);
    }
    if (definition.kind == LYO_DEF_ENUM_CASE &&
        !(p = lyo_walk_name(w, p, LYO_EVENT_CASE, &definition.case_name))) {
        return NULL;
    }
    if (definition.kind <= LYO_DEF_CLASS_SHAPE && !(p = lyo_walk_shape(w, p, &definition))) {
        return NULL;
    }
    if (!lyo_walk_reserve(w, &w->definitions, 1)) {
        return NULL;
    }
    LYO_WALK_ITEM(lyo_walk_definition, w->definitions, w->definitions.count++) = definition;
    if (w->callback) {
        lyo_walk_event event = lyo_walk_event_at(w, LYO_EVENT_DEFINITION_END, p, p);
        event.definition = &definition;
        w->callback(w->context, &event);
    }
    return p;
}

static const uint8_t *lyo_walk_definitions(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p;
    uint64_t size;
    if (!(p = lyo_walk_varlen(w, p, token, &size))) {
        return NULL;
    }
    if (size == 0) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, token);
    }
    if (!lyo_walk_has(w, p, size)) {
        return lyo_walk_fail(w, LYO_ERR_TRUNCATED, token);
    }
    lyo_walk_emit_number(w, LYO_EVENT_PREAMBLE, token, p, size);
    w->end = p + size;
    w->end_code = LYO_ERR_SIZE;
    while (p < w->end) {
        if (!(p = lyo_walk_definition_token(w, p))) {
            return NULL;
        }
    }
    w->end = w->limit;
    w->end_code = LYO_ERR_TRUNCATED;
    lyo_walk_table names = w->strings; /* the body counts its strings anew */
    w->strings = w->names;
    w->names = names;
    return p;
}

/** Puts item i where it belongs in a heap of count items, those below which are heaps already. */
static void lyo_walk_sift(lyo_walk_position *positions, size_t i, size_t count)
{
    const lyo_walk_position item = positions[i];
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && positions[child + 1].position > positions[child].position;
        if (positions[child].position <= item.position) {
            break;
        }
        positions[i] = positions[child];
    }
    positions[i] = item;
}

/** Sorts by position, in place: qsort() may take as much memory again, from where nobody counts it. */
static void lyo_walk_sort(lyo_walk_position *positions, size_t count)
{
    for (size_t i = count / 2; i-- > 0;) {
        lyo_walk_sift(positions, i, count);
    }
    for (size_t left = count; left-- > 1;) {
        const lyo_walk_position last = positions[0];
        positions[0] = positions[left];
        positions[left] = last;
        lyo_walk_sift(positions, 0, left);
    }
}

static const uint8_t *lyo_walk_reference_table(lyo_walker *w, const uint8_t *p)
{
    const uint8_t *token = p;
    uint64_t count;
    bool ascending = true;
    if (!(p = lyo_walk_varlen(w, p, token, &count))) {
        return NULL;
    }
    if (!lyo_walk_has(w, p, count)) {
        return lyo_walk_fail(w, LYO_ERR_TRUNCATED, token);
    }
    if (!lyo_is_count(count)) {
        return lyo_walk_fail(w, LYO_ERR_ELEMENTS, token);
    }
    lyo_walk_emit_number(w, LYO_EVENT_TABLE, token, p, count);
    if (!lyo_walk_reserve(w, &w->positions, (size_t)count) ||
        !lyo_walk_reserve(w, &w->places, (size_t)count)) {
        return NULL;
    }
    lyo_walk_position *positions = w->positions.items;
    uint64_t *places = w->places.items;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *place = p;
        if (!(p = lyo_walk_varlen(w, p, place, &places[i]))) {
            return NULL;
        }
        positions[i] = (lyo_walk_position){places[i], i};
        ascending = ascending && (i == 0 || places[i] > places[i - 1]);
        lyo_walk_emit_number(w, LYO_EVENT_POSITION, place, p, places[i]);
    }
    w->positions.count = w->places.count = (size_t)count;
    if (ascending) {
        return p;
    }
    lyo_walk_sort(positions, (size_t)count);
    for (uint64_t i = 1; i < count; i++) {
        uint64_t position = positions[i].position;
        if (position == positions[i - 1].position) {
            return lyo_walk_fail(w, LYO_ERR_REFERENCE_POSITION,
                                 lyo_walk_has(w, p, position) ? p + position : w->end);
        }
    }
    return p;
}

const uint8_t *lyo_walk_preamble(lyo_walker *w, const uint8_t *p)
{
    if (p == w->end) {
        return lyo_walk_fail(w, LYO_ERR_TRUNCATED, p);
    }
    if (*p != LYO_MAGIC) {
        return lyo_walk_fail(w, LYO_ERR_MAGIC, p);
    }
    if (++p == w->end) {
        return lyo_walk_fail(w, LYO_ERR_TRUNCATED, p);
    }
    uint8_t head = *p;
    if (head >> 4 != LYO_VERSION) {
        return lyo_walk_fail(w, LYO_ERR_VERSION, p);
    }
    if (head & LYO_FLAG_RESERVED) {
        return lyo_walk_fail(w, LYO_ERR_RESERVED, p);
    }
    lyo_walk_emit_number(w, LYO_EVENT_HEAD, p - 1, p + 1, head);
    p++;
    w->sharing = (head & LYO_FLAG_SHARING) != 0;
    if (head & LYO_FLAG_EXTENDED && !(p = lyo_walk_extended(w, p))) {
        return NULL;
    }
    if (head & LYO_FLAG_PREAMBLE && !(p = lyo_walk_definitions(w, p))) {
        return NULL;
    }
    if (w->sharing && !(p = lyo_walk_reference_table(w, p))) {
        return NULL;
    }
    return p;
}
