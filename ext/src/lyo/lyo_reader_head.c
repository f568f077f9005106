/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Everything before the value (spec section 3): head, definitions, both tables. No class is loaded.
 */
#include "lyo/lyo_reader_key.h"
#include "lyo/lyo_shape_cache.h"

LYO_INLINE void sink_head(const lyo_decoder *d, const uint8_t *at, const uint8_t *p, uint8_t head)
{
}

/* --- definitions ---------------------------------------------------------------------------------------- */

/** From so many definitions on, the array gets room for all that the preamble can still hold. */
#define MANY_DEFINITIONS 1024
/** Least number of bytes of a definition: its kind, and a back reference or a count. */
#define DEFINITION_BYTES 2

/*
 * Returns the next capacity. To copy many definitions again and again, into new pages of memory, took longer
 * than to read them.
 */
static uint32_t more_definitions(uint32_t count, size_t bytes)
{
    const size_t most = count + bytes / DEFINITION_BYTES + 1;

    return count < MANY_DEFINITIONS || UNEXPECTED(most > UINT32_MAX) ? lyo_room_times(count, 4)
                                                                     : (uint32_t)most;
}

/* at: its first byte. */
static lyo_definition *new_definition(lyo_decoder *d, const uint8_t *at)
{
    const uint32_t count = d->definition_count;

    if (UNEXPECTED(count == d->definition_capacity)) {
        d->definition_capacity = more_definitions(count, (size_t)(d->end - at));
        d->definitions = lyo_room_grow(d->definitions, d->embedded_definitions, count, d->definition_capacity,
                                       sizeof *d->definitions);
    }
    return memset(&d->definitions[count], 0, sizeof *d->definitions);
}

static const uint8_t *read_name(lyo_decoder *d, const uint8_t *p, zend_string **name)
{
    const uint8_t *at = p;
    zval zv;

    p = lyo_read_string(d, p, &zv, LYO_IN_PREAMBLE);
    if (UNEXPECTED(!p) || UNEXPECTED(!lyo_is_named(d, at, Z_STRLEN(zv)))) {
        return NULL;
    }
    *name = Z_STR(zv);
    return p;
}

/* Reads the keys of a shape into its layout. */
static const uint8_t *read_keys(lyo_decoder *d, const uint8_t *p, const lyo_definition *definition)
{
    const bool state = definition->kind == LYO_DEF_CLASS_SHAPE;
    const zend_string *class_name = state ? definition->class.name : NULL;
    uint32_t index = 0;
    bool counted = false;

    while (index < definition->count &&
           (p = lyo_append_key(d, p, LYO_IN_PREAMBLE, class_name, definition->layout, index, &counted))) {
        index++;
    }
    lyo_table_appended(definition->layout, index, counted);
    return p;
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
    definition->layout = lyo_table_new(definition->count);
    definition->fresh = true;
    return read_keys(d, p, definition);
}

LYO_INLINE bool sink_definition(lyo_decoder *d, const uint8_t *at, uint8_t kind)
{
    lyo_definition *definition = new_definition(d, at);

    definition->kind = kind;
    d->definition_count++;
    return true;
}

/*
 * Reads the name of a class. One that is loaded is settled at once, so that keys can be compared with its
 * slots. With a class policy this waits: names that are refused are reported in the order of the definitions.
 */
LYO_INLINE const uint8_t *sink_class(lyo_decoder *d, const uint8_t *p)
{
    lyo_definition *definition = newest(d);

    d->classed = true;
    p = read_name(d, p, &definition->class.name);
    if (EXPECTED(p) && definition->kind != LYO_DEF_ENUM_CASE && !d->base.options->allowed_classes &&
        EXPECTED(ZSTR_LEN(definition->class.name) <= LYO_SETTLED_NAME)) {
        lyo_resolve_class(&d->base, &definition->class, false);
    }
    return p;
}

LYO_INLINE const uint8_t *sink_case(lyo_decoder *d, const uint8_t *p)
{
    return read_name(d, p, &newest(d)->case_name);
}

/** Only preambles up to this size are looked up in the shape cache. Larger ones are unlikely to be found. */
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

/* --- reference table and array table -------------------------------------------------------------------- */

void lyo_advance_places(lyo_decoder *d)
{
    d->next_reference = d->place_next == d->places
                            ? (const uint8_t *)UINTPTR_MAX
                            /* an offset behind the payload becomes its end, which no token reaches */
                            : lyo_place_of(d, d->body, d->positions[d->place_next].position);
    lyo_set_limit(d);
}

static bool sink_table(lyo_decoder *d, const uint8_t *at, const uint8_t *p, uint64_t count, bool arrays)
{
    if (count > 0) {
        lyo_before_block((size_t)count * (sizeof *d->positions + sizeof *d->references));
        d->positions = safe_erealloc(d->positions, d->places + (size_t)count, sizeof *d->positions, 0);
        if (arrays) {
            d->arrays = ecalloc((size_t)count, sizeof *d->arrays);
            d->array_count = (uint32_t)count;
        } else {
            d->references = ecalloc((size_t)count, sizeof *d->references);
        }
    }
    return true;
}

LYO_INLINE void sink_position(lyo_decoder *d, uint64_t i, const uint8_t *at, const uint8_t *p,
                              uint64_t offset, bool arrays)
{
    d->positions[d->places++] = (lyo_position){offset, i << 1 | arrays};
    d->reference_count += !arrays;
}

#include "wire/lyo_grammar_head.h"

const uint8_t *lyo_read_head(lyo_decoder *d, const uint8_t *p)
{
    p = lyo_head(d, p);
    if (EXPECTED(p)) {
        d->body = p;
        lyo_advance_places(d);
    }
    return p;
}
