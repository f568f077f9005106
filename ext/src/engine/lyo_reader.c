/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reader's way in and out, and the value dispatcher: leaves, strings, keys, lists, maps, records. Vectors, rows, objects, and the head have files
 * of their own.
 */
#include "engine/lyo_reader.h"

#include <math.h>

#include "Zend/zend_exceptions.h"
#include "engine/lyo_reader_string.h"
#include "wire/lyo_walk.h"

/* --- failure ------------------------------------------------------------------------------------------------------------ */

LYO_NOINLINE const uint8_t *lyo_reader_fail(lyo_decoder *d, lyo_error_code code, const uint8_t *p)
{
    if (d->failure == LYO_FAILED_NOT) {
        d->failure = LYO_FAILED_BYTES;
        d->error.code = code;
        d->error.offset = (size_t)(p - d->data);
    }
    return NULL;
}

LYO_NOINLINE const uint8_t *lyo_reader_fail_class(lyo_decoder *d, lyo_failure failure)
{
    if (d->failure == LYO_FAILED_NOT) {
        d->failure = failure;
    }
    return NULL;
}

LYO_NOINLINE const uint8_t *lyo_reader_mismatch(lyo_decoder *d, const char *format, const char *name)
{
    if (d->failure == LYO_FAILED_NOT) {
        d->failure = LYO_FAILED_MISMATCH;
        zend_spprintf(&d->reason, 0, format, name);
    }
    return NULL;
}

/* --- levels, claims, credit --------------------------------------------------------------------------------------------- */

bool lyo_reader_open(lyo_decoder *d, const uint8_t *p, const uint8_t *at, uint64_t n, uint64_t bytes)
{
    if (UNEXPECTED(++d->depth > d->max_depth || LYO_STACK_EXHAUSTED())) {
        lyo_reader_fail(d, LYO_ERR_DEPTH, at);
        return false;
    }
    if (UNEXPECTED(bytes > (uint64_t)(d->end - p) || bytes + d->pending > (uint64_t)(d->end - p))) {
        lyo_reader_fail(d, d->end_code, at);
        return false;
    }
    if (UNEXPECTED(n > d->elements_left)) {
        lyo_reader_fail(d, LYO_ERR_ELEMENTS, at);
        return false;
    }
    d->elements_left -= n;
    d->pending += bytes;
    return true;
}

bool lyo_reader_draw(lyo_decoder *d, const uint8_t *p, const uint8_t *at, uint64_t cells)
{
    uint64_t credit = LYO_LIMIT_CREDIT + (uint64_t)LYO_LIMIT_CREDIT_PER_BYTE * (uint64_t)(p - d->body);

    if (UNEXPECTED(credit < d->credit_used || credit - d->credit_used < cells)) {
        lyo_reader_fail(d, LYO_ERR_CREDIT, at);
        return false;
    }
    d->credit_used += cells;
    return true;
}

/* --- leaves ----------------------------------------------------------------------------------------------------------------- */

const uint8_t *lyo_read_string(lyo_decoder *d, const uint8_t *p, zend_string **s)
{
    return lyo_read_string_in(d, p, &d->strings, d->string_base, LYO_ERR_TAG, s);
}

const uint8_t *lyo_read_int(lyo_decoder *d, const uint8_t *p, zend_long *v)
{
    unsigned width = *p - (LYO_TAG_INT - 1);

    if (UNEXPECTED((size_t)(d->end - p) <= width)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    *v = lyo_load_signed(p + 1, width);
    if (UNEXPECTED((*v >= -1 && *v <= 62) || lyo_int_size(*v) != width)) {
        return lyo_reader_fail(d, LYO_ERR_OVERLONG, p);
    }
    return p + 1 + width;
}

static const uint8_t *read_decimal(lyo_decoder *d, const uint8_t *p, zval *out)
{
    unsigned width = *p - (LYO_TAG_DECIMAL - 1);

    if (UNEXPECTED((size_t)(d->end - p) <= width + 1)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    unsigned scale = p[1];
    int64_t mantissa = lyo_load_signed(p + 2, width);
    if (UNEXPECTED(scale > 22 || lyo_int_size(mantissa) != width)) {
        return lyo_reader_fail(d, LYO_ERR_OVERLONG, p);
    }
    ZVAL_DOUBLE(out, (double)mantissa / lyo_powers_of_ten[scale]);
    return p + 2 + width;
}

static const uint8_t *read_double(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (UNEXPECTED(d->end - p < 9)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    double v = lyo_load_double(p + 1);
    ZVAL_DOUBLE(out, UNEXPECTED(v != v) ? NAN : v);
    return p + 9;
}

const uint8_t *lyo_read_leaf(lyo_decoder *d, const uint8_t *p, zval *out)
{
    zend_string *s;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    uint8_t tag = *p;
    if (tag >= LYO_TAG_INT_SMALL && tag <= LYO_TAG_INT_SMALL_LAST) {
        ZVAL_LONG(out, (zend_long)tag - 2);
        return p + 1;
    }
    switch (tag) {
        case LYO_TAG_NULL:
            return p + 1;
        case LYO_TAG_FALSE:
            ZVAL_FALSE(out);
            return p + 1;
        case LYO_TAG_TRUE:
            ZVAL_TRUE(out);
            return p + 1;
        case LYO_TAG_DOUBLE:
            return read_double(d, p, out);
    }
    if (tag >= LYO_TAG_INT && tag <= LYO_TAG_INT_LAST) {
        zend_long v;
        if ((p = lyo_read_int(d, p, &v))) {
            ZVAL_LONG(out, v);
        }
        return p;
    }
    if (tag >= LYO_TAG_DECIMAL && tag <= LYO_TAG_DECIMAL_LAST) {
        return read_decimal(d, p, out);
    }
    if ((p = lyo_read_string(d, p, &s))) {
        ZVAL_STR(out, s);
    }
    return p;
}

/* --- containers -------------------------------------------------------------------------------------------------------------- */

static const uint8_t *read_list(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t n, zval *out)
{
    if (UNEXPECTED(!lyo_reader_open(d, p, tag, n, n))) {
        return NULL;
    }
    HashTable *ht = lyo_table_new_list(n);
    zval *cell = ht->arPacked;
    ZVAL_ARR(out, ht);
    for (zval *end = cell + n; cell < end; cell++) {
        d->pending--;
        p = lyo_read_slot(d, p, cell);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    d->depth--;
    return p;
}

static const uint8_t *read_map(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t n, zval *out)
{
    if (UNEXPECTED(!lyo_reader_open(d, p, tag, n, (uint64_t)n * 2))) {
        return NULL;
    }
    HashTable *ht = lyo_table_new(n);
    ZVAL_ARR(out, ht);
    while (n--) {
        zval *value;
        p = lyo_read_key_into(d, p, ht, &value);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
        d->pending -= 2;
        p = lyo_read_slot(d, p, value);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    d->depth--;
    return p;
}

static const uint8_t *read_record(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, lyo_definition *definition, zval *out)
{
    uint32_t n = definition->count;

    if (UNEXPECTED(!lyo_reader_open(d, p, tag, n, n))) {
        return NULL;
    }
    HashTable *ht = lyo_table_clone(definition->layout);
    Bucket *b = ht->arData;
    ZVAL_ARR(out, ht);
    for (Bucket *end = b + n; b < end; b++) {
        d->pending--;
        p = lyo_read_slot(d, p, &b->val);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    d->depth--;
    return p;
}

static const uint8_t *read_instance(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t id, zval *out)
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
LYO_INLINE const uint8_t *read_sized(lyo_decoder *d, const uint8_t *tag, unsigned width, uint64_t least, uint64_t *v)
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
        return p ? read_list(d, p, tag, (uint32_t)n, out) : NULL;
    }
    if (*tag >= LYO_TAG_MAP && *tag <= LYO_TAG_MAP_LAST) {
        p = read_sized(d, tag, *tag - LYO_TAG_MAP + 1, 9, &n);
        return p ? read_map(d, p, tag, (uint32_t)n, out) : NULL;
    }
    if (*tag >= LYO_TAG_INSTANCE && *tag <= LYO_TAG_INSTANCE_LAST) {
        p = read_sized(d, tag, *tag - LYO_TAG_INSTANCE + 1, LYO_TAG_INSTANCE_SHORT_LAST - LYO_TAG_INSTANCE_SHORT + 1, &n);
        return p ? read_instance(d, p, tag, (uint32_t)n, out) : NULL;
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
    zend_string *s;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_reader_fail(d, d->end_code, p);
    }
    uint8_t tag = *p;
    if (tag < LYO_TAG_INSTANCE_SHORT) {
        if (tag >= LYO_TAG_STRING_SHORT) {
            p = lyo_read_string(d, p, &s);
            if (EXPECTED(p)) {
                ZVAL_STR(out, s);
            }
            return p;
        }
        if (EXPECTED(tag >= LYO_TAG_INT_SMALL)) {
            ZVAL_LONG(out, (zend_long)tag - 2);
            return p + 1;
        }
        return lyo_reader_fail(d, LYO_ERR_TAG, p);
    }
    if (tag < LYO_TAG_LIST_SHORT) {
        return read_instance(d, p + 1, p, tag - LYO_TAG_INSTANCE_SHORT, out);
    }
    if (tag < LYO_TAG_MAP_SHORT) {
        return read_list(d, p + 1, p, tag - LYO_TAG_LIST_SHORT + 1, out);
    }
    if (tag < LYO_TAG_BACKREF_12) {
        return read_map(d, p + 1, p, tag - LYO_TAG_MAP_SHORT + 1, out);
    }
    if (tag == LYO_TAG_ARRAY_EMPTY) {
        ZVAL_EMPTY_ARRAY(out);
        return p + 1;
    }
    if (tag < LYO_TAG_LIST) {
        return lyo_read_leaf(d, p, out);
    }
    return read_rare(d, p, out);
}

/* --- one decode ---------------------------------------------------------------------------------------------------------------- */

static void decoder_init(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options)
{
    memset(d, 0, offsetof(lyo_decoder, embedded));
    d->data = data;
    d->body = data;
    d->end = data + size;
    d->next_reference = (const uint8_t *)UINTPTR_MAX;
    d->end_code = LYO_ERR_TRUNCATED;
    d->max_depth = options->max_depth ? options->max_depth : UINT32_MAX;
    d->elements_left = options->max_elements ? options->max_elements : UINT64_MAX;
    d->strings.strings = d->strings.embedded;
    d->strings.capacity = LYO_EMBEDDED_STRINGS;
    d->names.strings = d->names.embedded;
    d->names.capacity = LYO_EMBEDDED_STRINGS;
    d->definitions = d->embedded;
    d->definition_capacity = LYO_EMBEDDED_DEFINITIONS;
    d->options = options;
}

/* The rules that hold for bytes alone, over all bytes. */
static bool walk(lyo_decoder *d, size_t size)
{
    lyo_walk_options options = {.max_depth = d->options->max_depth, .max_elements = d->options->max_elements};
    return lyo_walk(d->data, size, &options, NULL, NULL, &d->error);
}

/* What a class refuses counts only if the bytes are good: else their error is the one to report. */
static void prefer_byte_error(lyo_decoder *d, size_t size)
{
    if (d->failure == LYO_FAILED_NOT || d->failure == LYO_FAILED_BYTES || walk(d, size)) {
        return;
    }
    d->failure = LYO_FAILED_BYTES;
    if (EG(exception)) {
        zend_clear_exception();
    }
}

/* All classes must be there before the first value is built. Loading one runs code, so the bytes are walked before. */
static bool resolve(lyo_decoder *d, size_t size)
{
    bool complete = true;

    if (!d->class_count) {
        return true;
    }
    if (lyo_resolve_classes(d, false, &complete) && complete) {
        return true;
    }
    if (!walk(d, size)) {
        d->failure = LYO_FAILED_BYTES;
        return false;
    }
    return lyo_resolve_classes(d, true, &complete);
}

static bool read_payload(lyo_decoder *d, const uint8_t *data, size_t size, zval *result)
{
    const uint8_t *p = lyo_read_head(d, data);

    if (!p || !resolve(d, size)) {
        return false;
    }
    p = lyo_read_slot(d, p, result);
    if (!p) {
        return false;
    }
    if (UNEXPECTED(d->reference_next < d->reference_count)) {
        lyo_reader_fail(d, LYO_ERR_REFERENCE_POSITION, d->next_reference < d->end ? d->next_reference : d->end);
        return false;
    }
    if (UNEXPECTED(p != d->end)) {
        lyo_reader_fail(d, LYO_ERR_TRAILING, p);
        return false;
    }
    return true;
}

bool lyo_decode(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options, zval *result)
{
    decoder_init(d, data, size, options);
    ZVAL_NULL(result);
    if (!read_payload(d, data, size, result)) {
        prefer_byte_error(d, size);
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    if (!lyo_run_deferred(d)) {
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    if (UNEXPECTED(Z_ISREF_P(result))) {
        zend_unwrap_reference(result);
    }
    if (d->sharing && Z_COLLECTABLE_P(result)) {
        /* a cycle that the caller does not even look at would never be noticed: the VM drops unused results without asking */
        gc_check_possible_root(Z_COUNTED_P(result));
    }
    return true;
}

static void free_definitions(lyo_decoder *d)
{
    for (uint32_t i = 0; i < d->definition_count; i++) {
        lyo_definition *definition = &d->definitions[i];
        if (definition->case_name) {
            zend_string_release(definition->case_name);
        }
        for (uint32_t k = 0; definition->targets && k < definition->count; k++) {
            if (definition->targets[k].deprecation) {
                zend_string_release(definition->targets[k].deprecation);
            }
        }
        if (definition->targets) {
            efree(definition->targets);
        }
        if (definition->layout) {
            zend_array_release(definition->layout);
        }
    }
    for (uint32_t i = 0; i < d->class_count; i++) {
        zend_string_release(d->classes[i].name);
    }
    if (d->definitions != d->embedded) {
        efree(d->definitions);
    }
}

#define FREE_IF(pointer) \
    do { \
        if (pointer) { \
            efree(pointer); \
        } \
    } while (0)

void lyo_decoder_free(lyo_decoder *d)
{
    free_definitions(d);
    lyo_string_table_free(&d->names, true);
    lyo_string_table_free(&d->strings, false);
    for (uint32_t i = 0; i < d->deferred_count; i++) {
        if (d->deferred[i].object) {
            OBJ_RELEASE(d->deferred[i].object);
        }
        zval_ptr_dtor(&d->deferred[i].state);
    }
    for (uint32_t i = 0; i < d->kept_count; i++) {
        zval_ptr_dtor(&d->kept[i]);
    }
    for (uint32_t i = 0; i < d->silenced_count; i++) {
        OBJ_RELEASE(d->silenced[i]);
    }
    if (d->class_indices) {
        zend_array_release(d->class_indices);
    }
    if (d->refused) {
        zend_array_release(d->refused);
    }
    if (d->class_name) {
        zend_string_release(d->class_name);
    }
    FREE_IF(d->classes);
    FREE_IF(d->objects);
    FREE_IF(d->references);
    FREE_IF(d->reference_offsets);
    FREE_IF(d->reference_order);
    FREE_IF(d->deferred);
    FREE_IF(d->silenced);
    FREE_IF(d->kept);
    FREE_IF(d->reason);
}
