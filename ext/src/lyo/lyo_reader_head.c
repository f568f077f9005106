/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Everything before the value (spec section 3): head, definitions, reference table. No class is loaded.
 */
#include "lyo/lyo_reader_key.h"
#include "lyo/lyo_shape_cache.h"

#define sink_head(d, at, p, head) ((void)(at))

/* --- definitions ---------------------------------------------------------------------------------------- */

static lyo_definition *new_definition(lyo_decoder *d)
{
    if (UNEXPECTED(d->definition_count == d->definition_capacity)) {
        d->definition_capacity = lyo_room_times(d->definition_capacity, 2);
        d->definitions = lyo_room_grow(d->definitions, d->embedded_definitions, d->definition_count,
                                       d->definition_capacity, sizeof *d->definitions);
    }
    lyo_definition *definition = &d->definitions[d->definition_count];
    memset(definition, 0, sizeof *definition);
    return definition;
}

/*
 * Returns the index of the class of this name, which is added if it is new. Takes over the name. Compares
 * addresses: a repeated name is a back reference to the same string.
 */
static uint32_t class_index(lyo_decoder *d, zend_string *name)
{
    bool found;
    lyo_node *node = lyo_identity_put(&d->class_indices, (zend_refcounted *)name, &found);

    if (found) {
        zend_string_release(name);
        return node->ordinal;
    }
    if (UNEXPECTED(d->class_count == d->class_capacity)) {
        d->class_capacity = lyo_room_times(d->class_capacity, 2);
        d->classes = lyo_room_grow(d->classes, d->embedded_classes, d->class_count, d->class_capacity,
                                   sizeof *d->classes);
    }
    d->classes[d->class_count] = (lyo_class){.name = name};
    return node->ordinal = d->class_count++;
}

static const uint8_t *read_name(lyo_decoder *d, const uint8_t *p, zend_string **name)
{
    const uint8_t *at = p;

    p = lyo_read_string_as(d, p, LYO_IN_PREAMBLE, name);
    return p && lyo_is_named(d, at, ZSTR_LEN(*name)) ? p : NULL;
}

/* Adds a key of any form to the layout. s: the key, if it was read up to next; NULL: it is not read yet. */
static LYO_NOINLINE const uint8_t *read_other_key(lyo_decoder *d, const uint8_t *p, const uint8_t *next,
                                                  const lyo_definition *definition, zend_string *s)
{
    const bool state = definition->kind == LYO_DEF_CLASS_SHAPE;
    zend_long h = 0;
    zval *ignored;

    if (s) {
        next = lyo_check_key(d, p, next, state, &s, &h);
    } else {
        next = lyo_read_key(d, p, LYO_IN_PREAMBLE, state ? d->classes[definition->class_index].name : NULL,
                            &s, &h);
    }
    return next ? lyo_add_key(d, p, next, definition->layout, s, h, &ignored) : NULL;
}

/*
 * Reads the keys of a shape into its layout. The fast path is for names: strings that are neither numbers nor
 * mangled.
 */
static const uint8_t *read_keys(lyo_decoder *d, const uint8_t *p, const lyo_definition *definition)
{
    HashTable *ht = definition->layout;
    uint32_t index = 0;
    bool counted = false;

    while (index < definition->count) {
        const uint8_t *next = NULL;
        zend_string *s = EXPECTED(p < d->end) ? lyo_quick_key(d, p, &next, LYO_IN_PREAMBLE) : NULL;
        if (UNEXPECTED(!s) || UNEXPECTED(!lyo_is_name_string(s))) {
            lyo_table_appended(ht, index, counted);
            p = read_other_key(d, p, next, definition, s);
            if (UNEXPECTED(!p)) {
                return NULL;
            }
            index++;
            continue;
        }
        if (UNEXPECTED(!lyo_table_append(ht, index, s, lyo_key_hash(s)))) {
            lyo_drop_string(d, s);
            p = lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
            break;
        }
        counted = true; /* strings of one byte are interned, but a test would cost more than it saves */
        index++;
        p = next;
    }
    lyo_table_appended(ht, index, counted);
    return p;
}

/* True if the keys are the ints 0 to n - 1 in this order. */
static bool is_listed(const HashTable *layout, uint32_t n)
{
    if (lyo_next_key(layout) != (zend_long)n) {
        return false;
    }
    const lyo_entry *b = lyo_entries(layout);
    for (uint32_t i = 0; i < n; i++) {
        if (b[i].key || b[i].h != i) {
            return false;
        }
    }
    return true;
}

/*
 * True if the n keys at p are the ints 0 to n - 1 in this order, with one byte each. At least n bytes must be
 * readable.
 */
static bool are_indices(const uint8_t *p, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (!lyo_is_small_int(p[i]) || lyo_small_int(p[i]) != (int64_t)i) {
            return false;
        }
    }
    return true;
}

/*
 * Returns the definition that is being read. It is counted as soon as its kind is read, so that it is freed
 * with the others.
 */
LYO_INLINE lyo_definition *newest(const lyo_decoder *d)
{
    return &d->definitions[d->definition_count - 1];
}

LYO_INLINE const uint8_t *sink_shape(lyo_decoder *d, const uint8_t *at, const uint8_t *p, uint64_t count)
{
    lyo_definition *definition = newest(d);

    definition->count = (uint32_t)count;
    if (definition->kind == LYO_DEF_CLASS_SHAPE && (at = lyo_read_slot_keys(d, p, definition))) {
        return at;
    }
    if (!count) {
        return p;
    }
    if (definition->kind == LYO_DEF_CLASS_SHAPE && !d->thorough && are_indices(p, definition->count)) {
        definition->listed = true;
        return p + count;
    }
    definition->layout = lyo_table_new(definition->count);
    definition->fresh = true;
    p = read_keys(d, p, definition);
    if (EXPECTED(p)) {
        definition->listed = definition->kind == LYO_DEF_CLASS_SHAPE &&
                             UNEXPECTED(is_listed(definition->layout, definition->count));
        /* only int keys change the next key */
        definition->named = lyo_next_key(definition->layout) == ZEND_LONG_MIN;
    }
    return p;
}

LYO_INLINE void sink_definition(lyo_decoder *d, const uint8_t *at, uint8_t kind)
{
    lyo_definition *definition = new_definition(d);

    definition->kind = kind;
    definition->offset = (size_t)(at - d->data);
    d->definition_count++;
}

LYO_INLINE const uint8_t *sink_class(lyo_decoder *d, const uint8_t *p)
{
    lyo_definition *definition = newest(d);
    zend_string *name;

    p = read_name(d, p, &name);
    if (EXPECTED(p)) {
        definition->class_index = class_index(d, name);
        if (definition->kind == LYO_DEF_CLASS_SHAPE && !d->thorough) {
            lyo_resolve_class(&d->base, &d->classes[definition->class_index], false);
        }
    }
    return p;
}

#define sink_case(d, p) read_name(d, p, &newest(d)->case_name)
#define sink_definition_end(d, p) true

/** Most bytes of a preamble that is looked up in the shape cache. Larger ones are unlikely to be found. */
#define MOST_CACHED 16384

LYO_INLINE bool sink_preamble(lyo_decoder *d, const uint8_t *at, const uint8_t *p, uint64_t size)
{
    lyo_shape_cache *cache = size <= MOST_CACHED ? d->mechanisms->shape_cache : NULL;

    if (!cache) {
        return false;
    }
    uint64_t hash = lyo_shape_cache_hash(p, (size_t)size);
    if (lyo_shape_cache_find(cache, hash, p, (size_t)size, d)) {
        return true;
    }
    d->thorough = lyo_shape_cache_wants(cache, hash);
    return false;
}

LYO_INLINE void sink_preamble_end(lyo_decoder *d, const uint8_t *begin, const uint8_t *p)
{
    if (UNEXPECTED(d->thorough)) {
        size_t size = (size_t)(p - begin);
        lyo_shape_cache_offer(d->mechanisms->shape_cache, lyo_shape_cache_hash(begin, size), begin, size, d);
    }
}

/* --- reference table ------------------------------------------------------------------------------------ */

void lyo_advance_references(lyo_decoder *d)
{
    d->next_reference = d->reference_next == d->reference_count
                            ? (const uint8_t *)UINTPTR_MAX
                            /* an offset behind the payload becomes its end, which no token reaches */
                            : lyo_place_of(d, d->body, d->positions[d->reference_next].position);
    lyo_set_limit(d);
}

LYO_INLINE bool sink_table(lyo_decoder *d, const uint8_t *at, const uint8_t *p, uint64_t count)
{
    if (count > 0) {
        d->positions = safe_emalloc((size_t)count, sizeof *d->positions, 0);
        d->references = ecalloc((size_t)count, sizeof *d->references);
    }
    return true;
}

LYO_INLINE void sink_position(lyo_decoder *d, uint64_t i, const uint8_t *at, const uint8_t *p,
                              uint64_t offset)
{
    d->positions[i] = (lyo_position){offset, i};
    d->reference_count++;
}

#define sink_positions(d) ((d)->positions)

#include "wire/lyo_grammar_head.h"

const uint8_t *lyo_read_head(lyo_decoder *d, const uint8_t *p)
{
    p = lyo_head(d, p);
    if (EXPECTED(p)) {
        d->body = p;
        lyo_advance_references(d);
    }
    return p;
}
