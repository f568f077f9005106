/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The entry point of the reader: one decode from start to end, failures, and freeing.
 */
#include "lyo/lyo_reader.h"

#include "Zend/zend_exceptions.h"
#include "php/lyo_check.h"
#include "php/lyo_isolation.h"
#include "lyo/lyo_reader_sink.h"
#include "lyo/lyo_shape_cache.h"

/* --- failure -------------------------------------------------------------------------------------------- */

LYO_NOINLINE const uint8_t *lyo_reader_fail(lyo_decoder *d, lyo_error_code code, const uint8_t *p)
{
    if (d->base.failure == LYO_FAILED_NOT) {
        d->base.failure = LYO_FAILED_BYTES;
        d->error.code = code;
        d->error.offset = (size_t)(p - d->data);
    }
    return NULL;
}

/* --- one decode ----------------------------------------------------------------------------------------- */

const lyo_decode_mechanisms lyo_no_mechanisms = {0};

LYO_INLINE void begin_decoder(lyo_decoder *d, const uint8_t *data, size_t size,
                              const lyo_decode_options *options, const lyo_decode_mechanisms *mechanisms)
{
    lyo_decoding_init(&d->base, options);
    memset(&d->sharing, 0, offsetof(lyo_decoder, embedded_definitions) - offsetof(lyo_decoder, sharing));
    d->data = d->body = data;
    d->end = d->limit = data + size;
    d->next_reference = (const uint8_t *)UINTPTR_MAX;
    d->end_code = LYO_ERR_TRUNCATED;
    d->max_depth = d->deepest = lyo_levels_of_call(options);
    d->elements_left = options->max_elements ? options->max_elements : UINT64_MAX;
    d->strings = (lyo_string_table){.strings = d->embedded_strings, .capacity = LYO_EMBEDDED_STRINGS};
    d->names = (lyo_string_table){.strings = d->embedded_names, .capacity = LYO_EMBEDDED_STRINGS};
    d->definitions = d->embedded_definitions;
    d->definition_capacity = LYO_EMBEDDED_DEFINITIONS;
    d->mechanisms = mechanisms;
    d->known_wait = mechanisms->known ? mechanisms->known->wait + 1 : UINT32_MAX;
}

void lyo_decoder_init(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options,
                      const lyo_decode_mechanisms *mechanisms)
{
    begin_decoder(d, data, size, options, mechanisms);
}

/*
 * Checks the whole payload against all rules that need no classes, once. False: d->error is set, or
 * memory_limit is reached. For the walk 0 levels would mean no limit.
 */
static bool walk_payload(lyo_decoder *d, size_t size)
{
    d->walked = d->walked || lyo_check_bytes(d->data, size, MAX(d->max_depth, 1),
                                             d->base.options->max_elements, &d->error);
    return d->walked;
}

/* Replaces a failure that is due to a class by the error in the bytes, if there is one. */
static void prefer_byte_error(lyo_decoder *d, size_t size)
{
    if (d->base.failure == LYO_FAILED_NOT || d->base.failure == LYO_FAILED_BYTES || walk_payload(d, size)) {
        return;
    }
    d->base.failure = LYO_FAILED_BYTES;
    if (EG(exception)) {
        zend_clear_exception();
    }
}

/*
 * Resolves all classes before the first value is built. Loading one runs code, so the bytes are checked
 * before that.
 */
static bool resolve_all(lyo_decoder *d, size_t size)
{
    if (!d->classed || d->borrowed) {
        return true;
    }
    if (lyo_resolve_classes(d, false)) {
        if (d->cached) {
            lyo_shape_cache_resolve(d);
        }
        return true;
    }
    if (!walk_payload(d, size)) {
        d->base.failure = LYO_FAILED_BYTES;
        return false;
    }
    return lyo_resolve_classes(d, true);
}

static bool read_payload(lyo_decoder *d, const uint8_t *data, size_t size, zval *result)
{
    const uint8_t *p;

    if (lyo_is_plain_head(data, size)) {
        d->body = p = data + 2;
        lyo_set_limit(d);
    } else {
        p = lyo_read_head(d, data);
    }
    if (!p || !resolve_all(d, size)) {
        return false;
    }
    LYO_ASSERT(lyo_definitions_are_legal(d));
    p = lyo_read_into(d, p, result);
    if (!p) {
        return false;
    }
    if (UNEXPECTED(d->place_next < d->places)) {
        lyo_reader_fail(d, lyo_place_error(&d->positions[d->place_next]),
                        d->next_reference < d->end ? d->next_reference : d->end);
        return false;
    }
    if (UNEXPECTED(p != d->end)) {
        lyo_reader_fail(d, LYO_ERR_TRAILING, p);
        return false;
    }
    LYO_ASSERT(d->depth == 0 && d->pending == 0 && d->end == data + size);
    return true;
}

bool lyo_decode(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options,
                const lyo_decode_mechanisms *mechanisms, zval *result)
{
    begin_decoder(d, data, size, options, mechanisms);
    ZVAL_NULL(result);
    bool accepted = read_payload(d, data, size, result);
    if (EXPECTED(mechanisms->known)) { /* the next call goes on counting */
        mechanisms->known->wait = d->known_wait - 1;
    }
    if (!accepted) {
        prefer_byte_error(d, size);
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    if (UNEXPECTED(d->base.deferred_kinds) && !lyo_run_deferred(&d->base) && !options->keeps_value) {
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
        return false;
    }
    if (UNEXPECTED(Z_ISREF_P(result))) {
        zend_unwrap_reference(result);
    }
    if (d->sharing && Z_COLLECTABLE_P(result)) {
        /* the VM releases an unused result without telling the GC, which would never find a cycle in it */
        gc_check_possible_root(Z_COUNTED_P(result));
    }
    return true;
}

static void free_definitions(lyo_decoder *d)
{
    for (lyo_definition *definition = d->definitions, *end = definition + d->definition_count;
         definition < end; definition++) {
        if (definition->fresh) {
            zend_array_release(definition->layout);
        }
        if (definition->kind == LYO_DEF_MAP_SHAPE) { /* it owns nothing else */
            continue;
        }
        if (definition->class.name) {
            zend_string_release(definition->class.name);
        }
        if (definition->case_name) {
            zend_string_release(definition->case_name);
        }
        LYO_FREE_IF(definition->targets);
    }
    if (d->definitions != d->embedded_definitions) {
        efree(d->definitions);
    }
}

/* Frees what most decodes do not have. */
static LYO_NOINLINE void free_rare(lyo_decoder *d)
{
    LYO_FREE_IF(d->objects);
    LYO_FREE_IF(d->references);
    LYO_FREE_IF(d->arrays);
    LYO_FREE_IF(d->positions);
}

void lyo_decoder_free(lyo_decoder *d)
{
    LYO_ASSERT(d->base.failure != LYO_FAILED_NOT || lyo_definitions_are_legal(d));
    if (!d->borrowed) {
        free_definitions(d);
    }
    lyo_string_table_free(&d->names);
    lyo_string_table_free(&d->strings);
    lyo_decoding_free(&d->base);
    if (UNEXPECTED(d->sharing || d->has_arrays)) {
        free_rare(d);
    }
}
