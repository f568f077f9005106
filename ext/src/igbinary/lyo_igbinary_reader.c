/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reader's entry points, leaves, strings and back references.
 */
#include "igbinary/lyo_igbinary_quick.h"

#include "Zend/zend_exceptions.h"
#include "php/lyo_check.h"
#include "php/lyo_isolation.h"

/* --- failures ------------------------------------------------------------------------------------------- */

const uint8_t *lyo_igbinary_refuse(lyo_igbinary_decoder *d)
{
    return lyo_decoding_fail(&d->base, LYO_FAILED_BYTES);
}

bool lyo_igbinary_accept(lyo_igbinary_decoder *d)
{
    d->walked = d->walked || lyo_check_igbinary(d->data, (size_t)(d->end - d->data), d->max_depth,
                                                d->base.options->max_elements, &d->error);
    if (!d->walked) {
        lyo_igbinary_refuse(d);
    }
    return d->walked;
}

/* --- leaves --------------------------------------------------------------------------------------------- */

const uint8_t *lyo_igbinary_read_long(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width, zend_long *v)
{
    bool negative = p[-1] & 1;
    uint64_t magnitude = 0;

    p = lyo_igbinary_read_sized(d, p, width, &magnitude);
    if (UNEXPECTED(magnitude > (uint64_t)ZEND_LONG_MAX + negative)) {
        lyo_hold(&d->base, E_WARNING, "igbinary_unserialize_long: too big 64bit long.");
        magnitude = 0;
    }
    *v = (zend_long)(negative ? 0 - magnitude : magnitude);
    return p;
}

/* --- strings -------------------------------------------------------------------------------------------- */

LYO_NOINLINE void lyo_igbinary_grow_strings(lyo_igbinary_decoder *d)
{
    d->string_capacity = lyo_room_times(d->string_capacity, 2);
    d->strings = lyo_room_grow(d->strings, d->embedded_strings, d->string_count, d->string_capacity,
                               sizeof *d->strings);
}

LYO_INLINE zend_string *make_string(const uint8_t *p, size_t length, bool key)
{
    if (UNEXPECTED(length < 2)) {
        return length ? ZSTR_CHAR(*p) : ZSTR_EMPTY_ALLOC();
    }
    if (key && length <= LYO_IGB_INTERNED_KEY) {
        return zend_string_init_existing_interned((const char *)p, length, 0);
    }
    return zend_string_init((const char *)p, length, 0);
}

LYO_INLINE const uint8_t *read_chars(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width, bool key,
                                     zend_string **s)
{
    uint64_t length;

    if (UNEXPECTED(!(p = lyo_igbinary_read_length(d, p, width, &length)))) {
        return NULL;
    }
    lyo_before_block((size_t)length);
    *s = make_string(p, (size_t)length, key);
    if (UNEXPECTED(length >= LYO_LONG_STRING)) {
        *s = lyo_unite_long(&d->base, *s);
    }
    lyo_igbinary_add_string(d, *s);
    return p + length;
}

const uint8_t *lyo_igbinary_read_number(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                        uint32_t *number)
{
    uint64_t read = 0;

    p = lyo_igbinary_read_sized(d, p, width, &read);
    *number = (uint32_t)read;
    return EXPECTED(p) && EXPECTED(read < d->string_count) ? p : lyo_igbinary_refuse(d);
}

const uint8_t *lyo_igbinary_read_string(lyo_igbinary_decoder *d, const uint8_t *p, bool key, zend_string **s,
                                        uint32_t *number)
{
    if (UNEXPECTED(p >= d->end)) {
        return lyo_igbinary_refuse(d);
    }
    uint8_t tag = *p++;
    if (EXPECTED(tag == LYO_IGB_STRING_ID8) && EXPECTED(p < d->end)) {
        *number = *p++;
        if (UNEXPECTED(*number >= d->string_count)) {
            return lyo_igbinary_refuse(d);
        }
        *s = zend_string_copy(d->strings[*number].string);
        return p;
    }
    lyo_igbinary_token token = lyo_igbinary_token_of(tag);
    *number = d->string_count;
    switch (token.kind) {
    case LYO_IGB_IS_STRING:
        return read_chars(d, p, token.width, key, s);
    case LYO_IGB_IS_STRING_ID:
        p = lyo_igbinary_read_number(d, p, token.width, number);
        if (EXPECTED(p)) {
            *s = zend_string_copy(d->strings[*number].string);
        }
        return p;
    default:
        *number = LYO_IGB_NO_NUMBER;
        *s = ZSTR_EMPTY_ALLOC();
        return EXPECTED(tag == LYO_IGB_STRING_EMPTY) ? p : lyo_igbinary_refuse(d);
    }
}

/* --- back references ------------------------------------------------------------------------------------ */

/*
 * Sets *out to something that has an id: another handle of an object, another holder of an array, or a copy
 * of a reference's value.
 */
static void share(zval *out, zend_refcounted *known)
{
    switch (GC_TYPE(known)) {
    case IS_OBJECT:
        ZVAL_OBJ_COPY(out, (zend_object *)known);
        break;
    case IS_ARRAY:
        if (GC_FLAGS(known) & GC_IMMUTABLE) {
            ZVAL_EMPTY_ARRAY(out);
        } else {
            GC_ADDREF(known);
            ZVAL_ARR(out, (zend_array *)known);
        }
        break;
    default:
        ZVAL_COPY(out, &((zend_reference *)known)->val);
        break;
    }
}

/* Reads an id. Sets *known to where the decoder has what has that id. */
static const uint8_t *read_id(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                              zend_refcounted ***known)
{
    uint64_t id = 0;

    p = lyo_igbinary_read_sized(d, p, width, &id);
    if (UNEXPECTED(!p) || UNEXPECTED(id >= d->id_count)) {
        return lyo_igbinary_refuse(d);
    }
    d->shared = true;
    *known = &d->ids[id];
    return p;
}

/*
 * Reads a slot that holds a PHP reference. Either a new reference begins here, or the slot joins something
 * with an id. If that is not a reference yet, a new reference with its value takes over the id.
 */
static LYO_NOINLINE const uint8_t *read_reference(lyo_igbinary_decoder *d, const uint8_t *p, zval *out)
{
    while (p < d->end && *p == LYO_IGB_REFERENCE) {
        p++;
    }
    if (UNEXPECTED(p >= d->end)) {
        return lyo_igbinary_refuse(d);
    }
    lyo_igbinary_token token = lyo_igbinary_token_of(*p);
    if (token.kind == LYO_IGB_IS_BACK) {
        zend_refcounted **known;
        p = read_id(d, p + 1, token.width, &known);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
        if (GC_TYPE(*known) == IS_REFERENCE) {
            GC_ADDREF(*known);
            ZVAL_REF(out, (zend_reference *)*known);
        } else {
            share(out, *known);
            ZVAL_MAKE_REF(out);
            *known = Z_COUNTED_P(out);
        }
        return p;
    }
    ZVAL_NEW_EMPTY_REF(out);
    ZVAL_NULL(Z_REFVAL_P(out));
    if (token.kind <= LYO_IGB_IS_STRING_ID) { /* the id belongs to the reference, not to the value */
        lyo_igbinary_add_id(d, Z_REF_P(out), NULL);
    }
    return lyo_igbinary_read(d, p, Z_REFVAL_P(out), Z_REF_P(out));
}

/* --- values --------------------------------------------------------------------------------------------- */

static const uint8_t *read_new_class(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width, zval *out,
                                     zend_reference *group)
{
    zend_string *name = NULL;
    uint32_t number = d->string_count;

    p = read_chars(d, p, width, true, &name);
    if (UNEXPECTED(!p)) {
        return NULL;
    }
    lyo_igbinary_keep_string(d, name);
    return lyo_igbinary_read_object(d, p, number, out, group);
}

const uint8_t *lyo_igbinary_read(lyo_igbinary_decoder *d, const uint8_t *p, zval *out, zend_reference *group)
{
    zend_string *s;
    uint32_t number;
    uint64_t count;
    zend_long v = 0;
    zend_refcounted **known;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_igbinary_refuse(d);
    }
    lyo_igbinary_token token = lyo_igbinary_token_of(*p++);
    switch (token.kind) {
    case LYO_IGB_IS_CONSTANT:
        if (p[-1] != LYO_IGB_NULL) {
            ZVAL_BOOL(out, p[-1] == LYO_IGB_TRUE);
        }
        return p;
    case LYO_IGB_IS_DOUBLE:
        if (UNEXPECTED((size_t)(d->end - p) < 8)) {
            return lyo_igbinary_refuse(d);
        }
        ZVAL_DOUBLE(out, lyo_load_be_double(p));
        return p + 8;
    case LYO_IGB_IS_LONG:
        p = lyo_igbinary_read_long(d, p, token.width, &v);
        ZVAL_LONG(out, v);
        return p;
    case LYO_IGB_IS_EMPTY:
    case LYO_IGB_IS_STRING:
    case LYO_IGB_IS_STRING_ID:
        p = lyo_igbinary_read_string(d, p - 1, false, &s, &number);
        if (EXPECTED(p)) {
            ZVAL_STR(out, s);
        }
        return p;
    case LYO_IGB_IS_ARRAY:
        p = lyo_igbinary_read_sized(d, p, token.width, &count);
        return p ? lyo_igbinary_read_array(d, p, (uint32_t)count, out, group) : NULL;
    case LYO_IGB_IS_OBJECT:
        return read_new_class(d, p, token.width, out, group);
    case LYO_IGB_IS_OBJECT_ID:
        p = lyo_igbinary_read_number(d, p, token.width, &number);
        return p ? lyo_igbinary_read_object(d, p, number, out, group) : NULL;
    case LYO_IGB_IS_BACK:
        p = read_id(d, p, token.width, &known);
        if (EXPECTED(p)) {
            share(out, *known);
        }
        return p;
    case LYO_IGB_IS_REFERENCE:
        return read_reference(d, p, out);
    default:
        return lyo_igbinary_refuse(d);
    }
}

/* --- one decode ----------------------------------------------------------------------------------------- */

static void decoder_init(lyo_igbinary_decoder *d, const uint8_t *data, size_t size,
                         const lyo_decode_options *options)
{
    lyo_decoding_init(&d->base, options);
    d->data = data;
    d->end = data + size;
    d->max_depth = lyo_levels_of_call(options);
    d->max_elements = options->max_elements ? options->max_elements : UINT64_MAX;
    memset(&d->depth, 0,
           offsetof(lyo_igbinary_decoder, string_capacity) - offsetof(lyo_igbinary_decoder, depth));
    d->string_capacity = d->id_capacity = LYO_IGB_EMBEDDED;
    d->strings = d->embedded_strings;
    d->ids = d->embedded_ids;
}

/* Finds the error to report. Invalid bytes come first, whatever failure a class caused. */
static void find_error(lyo_igbinary_decoder *d)
{
    if (lyo_igbinary_accept(d)) {
        /* the walk, which does not use the C stack, has found nothing wrong */
        if (d->base.failure == LYO_FAILED_BYTES) {
            d->error.code = LYO_IGB_STACK;
        }
        return;
    }
    if (d->base.failure == LYO_FAILED_EXCEPTION && EG(exception)) {
        zend_clear_exception();
    }
    d->base.failure = LYO_FAILED_BYTES;
}

bool lyo_igbinary_decode(lyo_igbinary_decoder *d, const uint8_t *data, size_t size,
                         const lyo_decode_options *options, zval *result)
{
    decoder_init(d, data, size, options);
    ZVAL_NULL(result);
    const uint8_t *p = lyo_igbinary_has_header(data, size)
                           ? lyo_igbinary_quick(d, data + LYO_IGB_HEADER_SIZE, result)
                           : NULL;
    if (UNEXPECTED(p != d->end)) {
        find_error(d);
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    LYO_ASSERT(d->depth == 0 && d->pending == 0);
    if (UNEXPECTED(d->base.refused)) { /* missing_throws: no hook has run yet */
        lyo_decoding_fail(&d->base, LYO_FAILED_CLASSES);
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    if (!lyo_run_deferred(&d->base) && !options->keeps_value) {
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    if (UNEXPECTED(Z_ISREF_P(result))) {
        zend_unwrap_reference(result);
    }
    if (d->shared && Z_COLLECTABLE_P(result)) {
        /* the caller may drop the value unseen, and a cycle in it would never be collected */
        gc_check_possible_root(Z_COUNTED_P(result));
    }
    return true;
}

bool lyo_igbinary_decode_leaf(const uint8_t *data, size_t size, zval *result)
{
    lyo_igbinary_decoder d;

    /* not ints of 64 bits, which may need a warning, and strings of 4 GiB */
    if (size <= LYO_IGB_HEADER_SIZE || EXPECTED(data[LYO_IGB_HEADER_SIZE] >= LYO_IGB_ARRAY8) ||
        !lyo_igbinary_has_header(data, size) ||
        lyo_igbinary_token_of(data[LYO_IGB_HEADER_SIZE]).kind > LYO_IGB_IS_STRING_ID) {
        return false;
    }
    lyo_decoding_init(&d.base, NULL);
    d.end = data + size;
    d.strings = d.embedded_strings;
    d.string_capacity = LYO_IGB_EMBEDDED;
    d.string_count = 0;
    ZVAL_NULL(result);
    bool whole = lyo_igbinary_quick(&d, data + LYO_IGB_HEADER_SIZE, result) == d.end;
    LYO_FREE_IF(d.base.longs);
    if (EXPECTED(whole)) {
        return true;
    }
    zval_ptr_dtor_nogc(result);
    return false;
}

static void free_class(lyo_igbinary_known_class *class)
{
    LYO_FREE_IF(class->keys);
    zend_string_release(class->class.name);
    efree(class);
}

void lyo_igbinary_decoder_free(lyo_igbinary_decoder *d)
{
    for (uint32_t i = 0; d->class_count; i++) {
        if (d->strings[i].class) {
            free_class(d->strings[i].class);
            d->class_count--;
        }
    }
    lyo_room_free(d->strings, d->embedded_strings);
    lyo_room_free(d->ids, d->embedded_ids);
    lyo_decoding_free(&d->base);
}
