/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves, lists, maps, records, places and uses. Vectors, rows, runs and objects have files of their own.
 */
#include "lyo/lyo_reader.h"

#include "lyo/lyo_reader_key.h"

/* --- leaves --------------------------------------------------------------------------------------------- */

LYO_NOINLINE const uint8_t *lyo_read_leaf(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how)
{
    LYO_ASSERT(Z_TYPE_P(out) == IS_NULL);
    return EXPECTED(p < d->end) ? lyo_leaf_token(d, p, out, how & LYO_IN_SLOT)
                                : lyo_reader_fail(d, d->end_code, p);
}

/* --- containers ----------------------------------------------------------------------------------------- */

/*
 * Reads n slots, `stride` bytes apart, which may be uninitialised. On failure the remaining ones are null.
 * Inline, so that the stride is a constant.
 */
LYO_INLINE const uint8_t *read_run(lyo_decoder *d, const uint8_t *p, zval *cell, size_t stride, uint32_t n)
{
    uint64_t outer = d->pending;

    for (; n > 0; n--, cell = (zval *)((char *)cell + stride)) {
        p = lyo_read_cell(d, p, cell, outer + n - 1);
        if (UNEXPECTED(!p)) {
            while (--n > 0) {
                cell = (zval *)((char *)cell + stride);
                ZVAL_NULL(cell);
            }
            return NULL;
        }
    }
    d->pending = outer;
    return p;
}

/* Reads the elements of a long list. On failure the remaining ones are null. */
static LYO_NOINLINE const uint8_t *read_long_run(lyo_decoder *d, const uint8_t *p, zval *cell, uint32_t n)
{
    const uint64_t outer = d->pending;

    while (p && n > 0) {
        const uint32_t part = MIN(n, LYO_BETWEEN_LOOKS);
        n -= part;
        lyo_heed_limit();
        d->pending = outer + n;
        p = read_run(d, p, cell, sizeof *cell, part);
        cell += part;
    }
    for (; n > 0; n--) {
        ZVAL_NULL(cell++);
    }
    d->pending = outer;
    return p;
}

const uint8_t *lyo_fill_record(lyo_decoder *d, const uint8_t *p, HashTable *record, uint32_t n)
{
    p = read_run(d, p, &lyo_entries(record)->val, sizeof(lyo_entry), n);
    lyo_table_filled(record, n);
    return p;
}

LYO_NOINLINE const uint8_t *lyo_read_list(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n,
                                          zval *out)
{
    if (UNEXPECTED(!lyo_enter(d, p, tag, n, n))) {
        return NULL;
    }
    HashTable *ht = lyo_table_new_list((uint32_t)n);
    ZVAL_ARR(out, ht);
    p = EXPECTED(n <= LYO_BETWEEN_LOOKS) ? read_run(d, p, lyo_elements(ht), sizeof(zval), (uint32_t)n)
                                         : read_long_run(d, p, lyo_elements(ht), (uint32_t)n);
    lyo_table_filled(ht, (uint32_t)n);
    d->depth--;
    return p;
}

LYO_NOINLINE const uint8_t *lyo_read_map(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n,
                                         zval *out)
{
    if (UNEXPECTED(!lyo_enter(d, p, tag, n, lyo_twice(n)))) {
        return NULL;
    }
    ZVAL_ARR(out, lyo_table_new((uint32_t)n));
    p = lyo_read_entries(d, p, NULL, Z_ARR_P(out), (uint32_t)n);
    d->depth--;
    return p;
}

static LYO_NOINLINE const uint8_t *read_record(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                                               lyo_definition *definition, zval *out)
{
    uint32_t n = definition->count;

    if (UNEXPECTED(!lyo_enter(d, p, tag, n, n))) {
        return NULL;
    }
    HashTable *ht = lyo_new_record(definition);
    ZVAL_ARR(out, ht); /* before the values are read: they may contain references to this very slot */
    p = read_run(d, p, &lyo_entries(ht)->val, sizeof(lyo_entry), n);
    lyo_table_filled(ht, n);
    d->depth--;
    return p;
}

const uint8_t *lyo_read_instance(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t id, zval *out)
{
    if (UNEXPECTED(id >= d->definition_count)) {
        return lyo_reader_fail(d, LYO_ERR_DEFINITION_ID, tag);
    }
    lyo_definition *definition = &d->definitions[id];
    LYO_ASSERT(lyo_definition_is_legal(d, definition));
    if (EXPECTED(definition->kind == LYO_DEF_MAP_SHAPE)) {
        return read_record(d, p, tag, definition, out);
    }
    return lyo_read_object(d, p, tag, definition, out);
}

/* --- sharing -------------------------------------------------------------------------------------------- */

const uint8_t *lyo_use_object(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t ordinal,
                              zval *out)
{
    if (UNEXPECTED(ordinal >= d->object_count)) {
        return lyo_reader_fail(d, LYO_ERR_OBJECT_ID, tag);
    }
    ZVAL_OBJ_COPY(out, d->objects[ordinal]);
    return p;
}

const uint8_t *lyo_use_reference(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t index,
                                 zval *out)
{
    if (UNEXPECTED(index >= d->reference_count || !d->references[index])) {
        return lyo_reader_fail(d, LYO_ERR_REFERENCE_ID, tag);
    }
    GC_ADDREF(d->references[index]);
    ZVAL_REF(out, d->references[index]);
    return p;
}

/* Reads the value at a place of the array table. */
static const uint8_t *read_equal_array(lyo_decoder *d, const uint8_t *p, lyo_equal_array *array, zval *out)
{
    const lyo_measure begin = lyo_measure_begin(d);
    const uint8_t *next = lyo_read_value(d, p, out);

    if (UNEXPECTED(!next)) {
        return NULL;
    }
    if (UNEXPECTED(!lyo_measure_end(d, &begin, &array->facts))) {
        return lyo_reader_fail(d, LYO_ERR_ARRAY_POSITION, p);
    }
    array->table = Z_ARR_P(out);
    return next;
}

LYO_NOINLINE const uint8_t *lyo_read_place(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    const lyo_position *place = &d->positions[d->place_next];
    const bool array = place->index & 1;
    if (UNEXPECTED(p > d->next_reference) || UNEXPECTED(!array && !lyo_is_first_slot(p))) {
        return lyo_reader_fail(d, lyo_place_error(place), d->next_reference);
    }
    d->place_next++;
    lyo_advance_places(d);
    if (array) {
        return read_equal_array(d, p, &d->arrays[place->index >> 1], out);
    }
    lyo_heed_limit();
    d->marks++;
    ZVAL_NEW_EMPTY_REF(out);
    d->references[place->index >> 1] = Z_REF_P(out);
    out = Z_REFVAL_P(out);
    ZVAL_NULL(out);
    return lyo_read_slot(d, p, out); /* the value may be one of the array table, too */
}

const uint8_t *lyo_read_value(lyo_decoder *d, const uint8_t *p, zval *out)
{
    return EXPECTED(p < d->end) ? lyo_value_token(d, p, out) : lyo_reader_fail(d, d->end_code, p);
}
