/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's way in and out, leaves, strings and arrays.
 */
#include "engine/lyo_igbinary_writer.h"

#include "Zend/zend_list.h"

/* --- state ---------------------------------------------------------------------------------------------------------------------- */

static void encoder_init(lyo_igbinary_encoder *e, const lyo_igbinary_encode_options *options)
{
    memset(&e->out, 0, sizeof e->out);
    memset(&e->numbers, 0, offsetof(lyo_igbinary_encoder, ids) - offsetof(lyo_igbinary_encoder, numbers));
    memset(&e->classes, 0, offsetof(lyo_igbinary_encoder, embedded_classes) - offsetof(lyo_igbinary_encoder, classes));
    lyo_igbinary_strings_init(&e->strings);
    lyo_igbinary_ids_init(&e->ids);
    e->options = options;
    e->max_depth = LYO_LIMIT_DEPTH;
    lyo_buffer_reserve(&e->out, LYO_IGB_HEADER_SIZE);
    e->out.p = lyo_put_be32(e->out.p, 2);
}

#define FREE_IF(pointer) \
    do { \
        if (pointer) { \
            efree(pointer); \
        } \
    } while (0)

static void encoder_free(lyo_igbinary_encoder *e)
{
    lyo_buffer_free(&e->out);
    lyo_igbinary_strings_free(&e->strings);
    for (uint32_t i = 0; i < e->temporary_count; i++) {
        zend_string_release(e->temporaries[i]);
    }
    FREE_IF(e->temporaries);
    FREE_IF(e->numbers);
    FREE_IF(e->keys);
    if (e->classes != e->embedded_classes) {
        FREE_IF(e->classes);
    }
    /* last: it may run destructors, of objects that only hooks made */
    lyo_igbinary_ids_free(&e->ids);
}

bool lyo_igbinary_fail(lyo_igbinary_encoder *e, lyo_failure failure, zend_string *class_name)
{
    if (e->failure == LYO_FAILED_NOT) {
        e->failure = failure;
        e->class_name = class_name;
    }
    return false;
}

void lyo_igbinary_own(lyo_igbinary_encoder *e)
{
    lyo_igbinary_strings_own(&e->strings);
    lyo_igbinary_ids_own(&e->ids);
}

bool lyo_igbinary_enter(lyo_igbinary_encoder *e)
{
    e->depth++;
    if (UNEXPECTED(e->depth > e->max_depth)) {
        if (e->max_depth == LYO_LIMIT_DEPTH) {
            e->max_depth = e->options->bearable_depth(0);
        }
        if (e->depth > e->max_depth) {
            return lyo_igbinary_fail(e, LYO_FAILED_BYTES, NULL);
        }
    }
    return EXPECTED(!LYO_STACK_EXHAUSTED()) || lyo_igbinary_fail(e, LYO_FAILED_BYTES, NULL);
}

/* --- strings -------------------------------------------------------------------------------------------------------------------- */

/* Strings up to this length are copied in steps of 8 bytes: PHP's strings can be read up to a multiple of 8. */
#define SHORT_STRING 32

/* Tag, length and bytes. */
static LYO_NOINLINE void put_long_chars(lyo_igbinary_encoder *e, uint8_t first, const zend_string *s)
{
    size_t length = ZSTR_LEN(s);

    lyo_buffer_reserve(&e->out, length + 9);
    if (EXPECTED(length <= UINT32_MAX)) {
        e->out.p = lyo_igbinary_put_sized(e->out.p, first, (uint32_t)length);
    } else {
        *e->out.p = LYO_IGB_STRING64;
        e->out.p = lyo_put_be64(e->out.p + 1, length);
    }
    memcpy(e->out.p, ZSTR_VAL(s), length);
    e->out.p += length;
}

LYO_INLINE void put_chars(lyo_igbinary_encoder *e, uint8_t first, const zend_string *s)
{
    size_t length = ZSTR_LEN(s);

    if (UNEXPECTED(length > SHORT_STRING)) {
        put_long_chars(e, first, s);
        return;
    }
    lyo_buffer_reserve(&e->out, SHORT_STRING + 10);
    uint8_t *p = e->out.p;
    p[0] = first;
    p[1] = (uint8_t)length;
    p += 2;
    e->out.p = p + length;
    const char *from = ZSTR_VAL(s);
    for (const uint8_t *end = p + length; p < end; p += 8, from += 8) {
        memcpy(p, from, 8);
    }
}

LYO_INLINE uint32_t write_numbered(lyo_igbinary_encoder *e, zend_string *s)
{
    bool known;
    uint32_t number = lyo_igbinary_strings_put(&e->strings, s, &known);

    if (known) {
        lyo_igbinary_sized(e, LYO_IGB_STRING_ID8, number);
    } else {
        put_chars(e, LYO_IGB_STRING8, s);
    }
    return number;
}

uint32_t lyo_igbinary_write_numbered(lyo_igbinary_encoder *e, zend_string *s)
{
    return write_numbered(e, s);
}

/* Every string in full; numbers are given all the same. */
static LYO_NOINLINE void write_plain_string(lyo_igbinary_encoder *e, zend_string *s)
{
    if (!ZSTR_LEN(s)) {
        lyo_buffer_byte(&e->out, LYO_IGB_STRING_EMPTY);
    } else {
        e->string_count++;
        put_chars(e, LYO_IGB_STRING8, s);
    }
}

void lyo_igbinary_write_string(lyo_igbinary_encoder *e, zend_string *s)
{
    if (EXPECTED(ZSTR_LEN(s)) && EXPECTED(e->options->compact_strings)) {
        write_numbered(e, s);
    } else {
        write_plain_string(e, s);
    }
}

/* A key that is not the expected one. */
static LYO_NOINLINE void write_other_key(lyo_igbinary_encoder *e, zend_string *s)
{
    if (EXPECTED(ZSTR_LEN(s)) && EXPECTED(e->options->compact_strings)) {
        lyo_igbinary_strings_key(&e->strings, write_numbered(e, s));
    } else {
        write_plain_string(e, s);
    }
}

LYO_INLINE void write_key(lyo_igbinary_encoder *e, zend_string *s)
{
    uint32_t number = lyo_igbinary_strings_expect(&e->strings, s);

    if (EXPECTED(number != LYO_IGB_NO_STRING)) {
        lyo_igbinary_sized(e, LYO_IGB_STRING_ID8, number);
    } else {
        write_other_key(e, s);
    }
}

void lyo_igbinary_write_key(lyo_igbinary_encoder *e, zend_string *s)
{
    write_key(e, s);
}

void lyo_igbinary_write_class(lyo_igbinary_encoder *e, zend_string *name)
{
    bool known;
    uint32_t number = lyo_igbinary_strings_put(&e->strings, name, &known);

    if (UNEXPECTED(!e->options->compact_strings)) {
        if (!known && number >= e->number_capacity) {
            e->number_capacity = e->number_capacity ? e->number_capacity * 2 : 8;
            e->numbers = safe_erealloc(e->numbers, e->number_capacity, sizeof *e->numbers, 0);
        }
        if (!known) {
            e->numbers[number] = e->string_count++;
        }
        number = e->numbers[number];
    }
    if (known) {
        lyo_igbinary_sized(e, LYO_IGB_OBJECT_ID8, number);
    } else {
        put_chars(e, LYO_IGB_OBJECT8, name);
    }
}

/* --- leaves --------------------------------------------------------------------------------------------------------------------- */

static LYO_NOINLINE bool write_resource(lyo_igbinary_encoder *e, const zval *v)
{
    const char *type = zend_rsrc_list_get_rsrc_type(Z_RES_P(v));
    char *message;

    lyo_buffer_byte(&e->out, LYO_IGB_NULL);
    zend_spprintf(&message, 0, "Cannot serialize resource(%s) and resources may be converted to objects that cannot be serialized in future php releases. "
        "Serializing the value as null instead", type ? type : "Unknown");
    lyo_igbinary_own(e); /* an error handler may run */
    e->options->diagnose(E_DEPRECATED, true, message);
    efree(message);
    return !EG(exception) || lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
}

/* Null, a bool, a number: room for it is there. False: it is something else. */
LYO_INLINE bool put_leaf(lyo_igbinary_encoder *e, const zval *v)
{
    switch (Z_TYPE_P(v)) {
        case IS_TRUE:
            *e->out.p++ = LYO_IGB_TRUE;
            return true;
        case IS_FALSE:
            *e->out.p++ = LYO_IGB_FALSE;
            return true;
        case IS_LONG:
            e->out.p = lyo_igbinary_put_long(e->out.p, Z_LVAL_P(v));
            return true;
        case IS_DOUBLE:
            *e->out.p = LYO_IGB_DOUBLE;
            e->out.p = lyo_put_be64(e->out.p + 1, lyo_double_bits(Z_DVAL_P(v)));
            return true;
        case IS_NULL:
        case IS_UNDEF:
            *e->out.p++ = LYO_IGB_NULL;
            return true;
        default:
            return false;
    }
}

static bool write_other(lyo_igbinary_encoder *e, zval *v);

/* What stands in a slot. */
LYO_INLINE bool write_slot(lyo_igbinary_encoder *e, zval *v)
{
    if (Z_TYPE_P(v) == IS_STRING) {
        lyo_igbinary_write_string(e, Z_STR_P(v));
        return true;
    }
    lyo_buffer_reserve(&e->out, LYO_IGB_LONG_MAX);
    return put_leaf(e, v) || write_other(e, v);
}

/* --- arrays --------------------------------------------------------------------------------------------------------------------- */

/* Key and value of each entry. What user code may do meanwhile: the table is held, or nothing else can reach it. */
bool lyo_igbinary_write_entries(lyo_igbinary_encoder *e, HashTable *ht, const zend_string *hidden)
{
    if (HT_FLAGS(ht) & HASH_FLAG_PACKED) {
        for (uint32_t i = 0; i < ht->nNumUsed; i++) {
            zval *v = &ht->arPacked[i];
            if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF)) {
                continue;
            }
            lyo_buffer_reserve(&e->out, LYO_IGB_LONG_MAX);
            e->out.p = lyo_igbinary_put_long(e->out.p, i);
            if (UNEXPECTED(!write_slot(e, v))) {
                return false;
            }
        }
        return true;
    }
    if (EXPECTED(e->options->compact_strings)) {
        lyo_igbinary_strings_reserve(&e->strings, zend_hash_num_elements(ht));
    }
    for (uint32_t i = 0; i < ht->nNumUsed; i++) {
        Bucket *b = &ht->arData[i];
        zval *v = &b->val;
        if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF)) {
            continue;
        }
        if (UNEXPECTED(Z_TYPE_P(v) == IS_INDIRECT)) {
            v = Z_INDIRECT_P(v);
            if (Z_TYPE_P(v) == IS_UNDEF) { /* a property without a value: counted, and nothing else */
                lyo_buffer_byte(&e->out, LYO_IGB_NULL);
                continue;
            }
        }
        if (EXPECTED(b->key)) {
            if (UNEXPECTED(hidden) && zend_string_equals(b->key, hidden)) {
                continue;
            }
            write_key(e, b->key);
        } else {
            lyo_buffer_reserve(&e->out, LYO_IGB_LONG_MAX);
            e->out.p = lyo_igbinary_put_long(e->out.p, (zend_long)b->h);
        }
        if (UNEXPECTED(!write_slot(e, v))) {
            return false;
        }
    }
    return true;
}

static bool write_array(lyo_igbinary_encoder *e, HashTable *ht)
{
    bool written = lyo_igbinary_enter(e);

    if (EXPECTED(written)) {
        lyo_igbinary_sized(e, LYO_IGB_ARRAY8, zend_hash_num_elements(ht));
        written = lyo_igbinary_write_entries(e, ht, NULL);
    }
    e->depth--;
    return written;
}

/* An array as a value: one that others hold too may have been written before. */
static bool write_plain_array(lyo_igbinary_encoder *e, HashTable *ht)
{
    if (EXPECTED(GC_REFCOUNT(ht) == 1) && EXPECTED(!e->ids.complete)) {
        lyo_igbinary_ids_pass(&e->ids, (zend_refcounted *)ht);
    } else {
        if (UNEXPECTED((zend_refcounted *)ht == e->ids.root)) { /* it is not found, and so written once more with all that it holds */
            lyo_igbinary_ids_complete(&e->ids);
        }
        uint32_t id = lyo_igbinary_ids_meet(&e->ids, (zend_refcounted *)ht);
        if (id != LYO_IGB_NO_ID) {
            lyo_igbinary_sized(e, LYO_IGB_REF8, id);
            return true;
        }
    }
    return write_array(e, ht);
}

/* --- slots ---------------------------------------------------------------------------------------------------------------------- */

/* An array in a PHP reference: a hook may give the reference another value meanwhile. */
static bool write_referenced_array(lyo_igbinary_encoder *e, HashTable *ht)
{
    zval held;

    lyo_igbinary_ids_complete(&e->ids);
    ZVAL_ARR(&held, ht);
    if (!(GC_FLAGS(ht) & GC_IMMUTABLE)) {
        GC_ADDREF(ht);
    } else {
        Z_TYPE_INFO(held) = IS_ARRAY; /* not counted */
    }
    bool written = write_array(e, ht);
    zval_ptr_dtor(&held);
    return written;
}

static LYO_NOINLINE bool write_reference(lyo_igbinary_encoder *e, zend_reference *reference)
{
    zval *v = &reference->val;

    lyo_buffer_byte(&e->out, LYO_IGB_REFERENCE);
    if (Z_TYPE_P(v) == IS_OBJECT) {
        return lyo_igbinary_write_object(e, Z_OBJ_P(v), true);
    }
    uint32_t id = lyo_igbinary_ids_meet(&e->ids, (zend_refcounted *)reference);
    if (id != LYO_IGB_NO_ID) {
        lyo_igbinary_sized(e, LYO_IGB_REF8, id);
        return true;
    }
    return Z_TYPE_P(v) == IS_ARRAY ? write_referenced_array(e, Z_ARRVAL_P(v)) : write_slot(e, v);
}

static bool write_other(lyo_igbinary_encoder *e, zval *v)
{
    switch (Z_TYPE_P(v)) {
        case IS_ARRAY:
            return write_plain_array(e, Z_ARRVAL_P(v));
        case IS_OBJECT:
            return lyo_igbinary_write_object(e, Z_OBJ_P(v), false);
        case IS_REFERENCE:
            /* what only this slot has left is a value */
            return EXPECTED(Z_REFCOUNT_P(v) > 1) ? write_reference(e, Z_REF_P(v)) : write_slot(e, Z_REFVAL_P(v));
        default:
            return write_resource(e, v);
    }
}

bool lyo_igbinary_write_slot(lyo_igbinary_encoder *e, zval *slot)
{
    return write_slot(e, slot);
}

/* --- one encode ----------------------------------------------------------------------------------------------------------------- */

/* Bytes of a result that are not worth a smaller block. */
#define SPARE 64

static bool write_root(lyo_igbinary_encoder *e, zval *value)
{
    if (Z_TYPE_P(value) == IS_INDIRECT) {
        value = Z_INDIRECT_P(value);
    }
    ZVAL_DEREF(value);
    switch (Z_TYPE_P(value)) {
        case IS_STRING: /* nothing to share: no table */
            if (ZSTR_LEN(Z_STR_P(value))) {
                put_chars(e, LYO_IGB_STRING8, Z_STR_P(value));
                return true;
            }
            return write_slot(e, value);
        case IS_ARRAY:
            lyo_igbinary_ids_root(&e->ids, Z_COUNTED_P(value));
            return write_array(e, Z_ARRVAL_P(value));
        default:
            return write_slot(e, value);
    }
}

zend_string *lyo_igbinary_encode(lyo_igbinary_encoder *e, zval *value, const lyo_igbinary_encode_options *options)
{
    zend_string *result = NULL;

    encoder_init(e, options);
    if (write_root(e, value)) {
        size_t size = lyo_buffer_size(&e->out);
        result = e->out.string;
        e->out.string = NULL;
        if (ZSTR_LEN(result) - size > (size >> 3) + SPARE) {
            result = zend_string_truncate(result, size, 0);
        }
        ZSTR_LEN(result) = size;
        ZSTR_VAL(result)[size] = '\0';
    }
    encoder_free(e);
    return result;
}
