/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The value dispatcher: leaves, lists, maps, records, frames, uses. Vectors, rows and objects have files of their own.
 */
#include "engine/lyo_reader.h"

#include "engine/lyo_reader_key.h"

/* --- leaves ----------------------------------------------------------------------------------------------------------------- */

const uint8_t *lyo_read_string(lyo_decoder *d, const uint8_t *p, zend_string **s)
{
    return lyo_read_string_as(d, p, 0, s);
}

const uint8_t *lyo_read_leaf(lyo_decoder *d, const uint8_t *p, zval *out)
{
    return EXPECTED(p < d->end) ? lyo_leaf_token(d, p, out, 0) : lyo_reader_fail(d, d->end_code, p);
}

/* --- containers -------------------------------------------------------------------------------------------------------------- */

/* lyo_read_run(), inline: the stride is a constant in its callers. */
LYO_INLINE const uint8_t *read_run(lyo_decoder *d, const uint8_t *p, zval *cell, size_t stride, uint32_t n)
{
    uint64_t outer = d->pending;

    for (; n > 0; n--, cell = (zval *)((char *)cell + stride)) {
        const uint8_t *next = EXPECTED(p < d->limit) ? lyo_read_quick(d, p, cell) : NULL;
        if (!next) {
            d->pending = outer + n - 1;
            ZVAL_NULL(cell);
            next = lyo_read_other(d, p, cell);
            if (UNEXPECTED(!next)) {
                while (--n > 0) {
                    cell = (zval *)((char *)cell + stride);
                    ZVAL_NULL(cell);
                }
                return NULL;
            }
        }
        p = next;
    }
    d->pending = outer;
    return p;
}

const uint8_t *lyo_read_run(lyo_decoder *d, const uint8_t *p, zval *cell, size_t stride, uint32_t n)
{
    return read_run(d, p, cell, stride, n);
}

LYO_NOINLINE const uint8_t *lyo_read_list(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t n,
                                          zval *out)
{
    if (UNEXPECTED(!lyo_reader_open(d, p, tag, n, n))) {
        return NULL;
    }
    HashTable *ht = lyo_table_new_list(n);
    ZVAL_ARR(out, ht);
    p = read_run(d, p, lyo_elements(ht), sizeof(zval), n);
    lyo_table_filled(ht, n);
    d->depth--;
    return p;
}

/* Makes the key at p the entry of that index, whose value is null. The table has `index` entries, of which it is told only when the long way reads the key. */
LYO_INLINE const uint8_t *append_key(lyo_decoder *d, const uint8_t *p, HashTable *ht, uint32_t index,
                                     bool *counted)
{
    const uint8_t *next;
    zval *ignored;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (*p - (unsigned)LYO_TAG_INT_SMALL <= LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL) {
        return EXPECTED(lyo_table_append_int(ht, index, (zend_long)*p - 2))
                   ? p + 1
                   : lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
    }
    zend_string *s = lyo_quick_key(d, p, &next, 0);
    if (UNEXPECTED(!s)) {
        lyo_table_appended(ht, index, *counted);
        return lyo_read_key_into(d, p, ht, &ignored);
    }
    if (UNEXPECTED(lyo_is_number((const uint8_t *)ZSTR_VAL(s), ZSTR_LEN(s)))) {
        lyo_drop_string(d, s);
        return lyo_reader_fail(d, LYO_ERR_NUMERIC_KEY, p);
    }
    zend_ulong h = lyo_key_hash(s);
    if (UNEXPECTED(!lyo_table_append(ht, index, s, h))) {
        lyo_drop_string(d, s);
        return lyo_reader_fail(d, LYO_ERR_DUPLICATE_KEY, p);
    }
    *counted = true; /* single characters are not, but asking costs more than it saves */
    return next;
}

LYO_NOINLINE const uint8_t *lyo_read_map(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t n,
                                         zval *out)
{
    if (UNEXPECTED(!lyo_reader_open(d, p, tag, n, (uint64_t)n * 2))) {
        return NULL;
    }
    HashTable *ht = lyo_table_new(n);
    uint64_t outer = d->pending;
    uint32_t index = 0;
    bool counted = false;
    ZVAL_ARR(out, ht);
    while (index < n) {
        const uint8_t *next = append_key(d, p, ht, index, &counted);
        if (UNEXPECTED(!next)) {
            p = NULL;
            break;
        }
        p = next;
        zval *value = &lyo_entries(ht)[index++].val;
        next = EXPECTED(p < d->limit) ? lyo_read_quick(d, p, value) : NULL;
        if (!next) {
            d->pending = outer + 2 * (uint64_t)(n - index);
            next = lyo_read_other(d, p, value);
            if (UNEXPECTED(!next)) {
                p = NULL;
                break;
            }
        }
        p = next;
    }
    lyo_table_appended(ht, index, counted);
    d->pending = outer;
    d->depth--;
    return p;
}

static LYO_NOINLINE const uint8_t *read_record(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                                               lyo_definition *definition, zval *out)
{
    uint32_t n = definition->count;

    if (UNEXPECTED(!lyo_reader_open(d, p, tag, n, n))) {
        return NULL;
    }
    HashTable *ht = lyo_new_record(definition);
    ZVAL_ARR(out, ht); /* before the elements: typed properties among them may be references to out */
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
    if (EXPECTED(definition->kind == LYO_DEF_MAP_SHAPE)) {
        return read_record(d, p, tag, definition, out);
    }
    return lyo_read_object(d, p, tag, definition, out);
}

/* A frame has string ids of its own and an end of its own. */
static LYO_NOINLINE const uint8_t *read_frame(lyo_decoder *d, const uint8_t *p, zval *out)
{
    uint64_t size;
    const uint8_t *tag = p, *end = d->end;
    uint32_t base = d->string_base;
    uint64_t pending = d->pending;
    lyo_error_code end_code = d->end_code;

    p = lyo_read_varlen(d, p + 1, tag, &size);
    if (!p) {
        return NULL;
    }
    if (UNEXPECTED(++d->depth > d->max_depth || LYO_STACK_EXHAUSTED())) {
        return lyo_reader_fail(d, LYO_ERR_DEPTH, tag);
    }
    if (UNEXPECTED(size > (uint64_t)(end - p))) {
        return lyo_reader_fail(d, end_code, tag);
    }
    d->end = p + size;
    lyo_set_limit(d);
    d->end_code = LYO_ERR_SIZE;
    d->string_base = d->strings.count;
    d->pending = 0;
    if (UNEXPECTED(p < d->end && *p == LYO_TAG_USE_REFERENCE)) {
        return lyo_reader_fail(d, LYO_ERR_TAG, p);
    }
    p = lyo_read_value(d, p, out);
    if (UNEXPECTED(!p)) {
        return NULL;
    }
    if (UNEXPECTED(p != d->end)) {
        return lyo_reader_fail(d, LYO_ERR_SIZE, p);
    }
    d->strings.count = d->string_base;
    d->string_base = base;
    d->end = end;
    lyo_set_limit(d);
    d->end_code = end_code;
    d->pending = pending;
    d->depth--;
    return p;
}

/* --- sharing ----------------------------------------------------------------------------------------------------------------- */

static LYO_NOINLINE const uint8_t *read_use(lyo_decoder *d, const uint8_t *p, zval *out)
{
    uint64_t id;
    const uint8_t *tag = p;

    if (UNEXPECTED(!d->sharing)) {
        return lyo_reader_fail(d, LYO_ERR_TAG, tag);
    }
    p = lyo_read_varlen(d, p + 1, tag, &id);
    if (!p) {
        return NULL;
    }
    if (*tag == LYO_TAG_USE_OBJECT) {
        if (UNEXPECTED(id >= d->object_count)) {
            return lyo_reader_fail(d, LYO_ERR_OBJECT_ID, tag);
        }
        ZVAL_OBJ_COPY(out, d->objects[id]);
        return p;
    }
    if (UNEXPECTED(id >= d->reference_count || !d->references[id])) {
        return lyo_reader_fail(d, LYO_ERR_REFERENCE_ID, tag);
    }
    GC_ADDREF(d->references[id]);
    ZVAL_REF(out, d->references[id]);
    return p;
}

LYO_NOINLINE const uint8_t *lyo_read_reference_slot(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    if (UNEXPECTED(p > d->next_reference)) {
        return lyo_reader_fail(d, LYO_ERR_REFERENCE_POSITION, d->next_reference);
    }
    if (UNEXPECTED(*p == LYO_TAG_USE_REFERENCE)) {
        return lyo_reader_fail(d, LYO_ERR_REFERENCE_POSITION, p);
    }
    uint32_t index = d->reference_order[d->reference_next++];
    lyo_advance_references(d);
    ZVAL_NEW_EMPTY_REF(out);
    d->references[index] = Z_REF_P(out);
    ZVAL_NULL(Z_REFVAL_P(out));
    return lyo_read_value(d, p, Z_REFVAL_P(out));
}

/* --- the dispatcher ------------------------------------------------------------------------------------------------------------ */

/* A number of `width` bytes behind the tag that does not fit fewer bytes and is at least `least`. */
LYO_INLINE const uint8_t *read_sized(lyo_decoder *d, const uint8_t *tag, unsigned width, uint64_t least,
                                     uint64_t *v)
{
    *v = 0;
    if (UNEXPECTED((size_t)(d->end - tag) <= width)) {
        return lyo_reader_fail(d, d->end_code, tag);
    }
    *v = lyo_load(tag + 1, width);
    if (UNEXPECTED(*v < least || lyo_uint_size(*v) != width)) {
        return lyo_reader_fail(d, LYO_ERR_OVERLONG, tag);
    }
    return tag + 1 + width;
}

static LYO_NOINLINE const uint8_t *read_rare(lyo_decoder *d, const uint8_t *p, zval *out)
{
    uint64_t n;
    const uint8_t *tag = p;

    if (*tag >= LYO_TAG_LIST && *tag <= LYO_TAG_LIST_LAST) {
        p = read_sized(d, tag, *tag - LYO_TAG_LIST + 1, 9, &n);
        if (UNEXPECTED(!lyo_is_count(n))) {
            lyo_reader_open_any(d, p, tag, n, n); /* says what is wrong first */
            return NULL;
        }
        return p ? lyo_read_list(d, p, tag, (uint32_t)n, out) : NULL;
    }
    if (*tag >= LYO_TAG_MAP && *tag <= LYO_TAG_MAP_LAST) {
        p = read_sized(d, tag, *tag - LYO_TAG_MAP + 1, 9, &n);
        if (UNEXPECTED(!lyo_is_count(n))) {
            lyo_reader_open_any(d, p, tag, n, n * 2);
            return NULL;
        }
        return p ? lyo_read_map(d, p, tag, (uint32_t)n, out) : NULL;
    }
    if (*tag >= LYO_TAG_INSTANCE && *tag <= LYO_TAG_INSTANCE_LAST) {
        p = read_sized(d, tag, *tag - LYO_TAG_INSTANCE + 1,
                       LYO_TAG_INSTANCE_SHORT_LAST - LYO_TAG_INSTANCE_SHORT + 1, &n);
        return p ? lyo_read_instance(d, p, tag, (uint32_t)n, out) : NULL;
    }
    switch (*tag) {
    case LYO_TAG_VECTOR:
        return lyo_read_vector(d, p, out);
    case LYO_TAG_ROWS:
    case LYO_TAG_ROWS_KEYED:
        return lyo_read_rows(d, p, out);
    case LYO_TAG_USE_OBJECT:
    case LYO_TAG_USE_REFERENCE:
        return read_use(d, p, out);
    case LYO_TAG_FRAME:
        return read_frame(d, p, out);
    default:
        return lyo_read_leaf(d, p, out);
    }
}

const uint8_t *lyo_read_value(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    uint8_t tag = *p;
    if (tag >= LYO_TAG_INSTANCE_SHORT && tag < LYO_TAG_LIST_SHORT) {
        return lyo_read_instance(d, p + 1, p, tag - LYO_TAG_INSTANCE_SHORT, out);
    }
    if (tag >= LYO_TAG_LIST_SHORT && tag < LYO_TAG_MAP_SHORT) {
        return lyo_read_list(d, p + 1, p, tag - LYO_TAG_LIST_SHORT + 1, out);
    }
    if (tag >= LYO_TAG_MAP_SHORT && tag < LYO_TAG_BACKREF_12) {
        return lyo_read_map(d, p + 1, p, tag - LYO_TAG_MAP_SHORT + 1, out);
    }
    return tag < LYO_TAG_LIST ? lyo_leaf_token(d, p, out, LYO_IN_SLOT) : read_rare(d, p, out);
}
