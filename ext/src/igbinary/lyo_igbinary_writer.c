/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's entry point, leaves, strings and arrays.
 */
#include "igbinary/lyo_igbinary_writer.h"

#include "php/lyo_room.h"
#include "Zend/zend_list.h"
#include "ext/standard/php_incomplete_class.h"

/* --- state ---------------------------------------------------------------------------------------------- */

static void begin_encoder(lyo_igbinary_encoder *e, const lyo_igbinary_encode_options *options, uint8_t *room,
                          size_t size)
{
    memset(e, 0, offsetof(lyo_igbinary_encoder, strings));
    lyo_buffer_init(&e->out, room, size);
    lyo_igbinary_strings_init(&e->strings);
    lyo_igbinary_ids_init(&e->ids);
    lyo_identity_init(&e->class_index);
    e->options = options;
    e->compact = options->compact_strings;
    e->max_depth = LYO_LIMIT_DEPTH;
}

static void end_encoder(lyo_igbinary_encoder *e)
{
    lyo_buffer_free(&e->out);
    lyo_igbinary_strings_free(&e->strings);
    LYO_FREE_IF(e->keys);
    LYO_FREE_IF(e->classes);
    lyo_identity_free(&e->class_index);
    /* last, because it may run destructors of objects that only hooks created */
    lyo_igbinary_ids_free(&e->ids);
}

uint8_t *lyo_igbinary_fail(lyo_igbinary_encoder *e, lyo_failure failure, zend_string *class_name)
{
    if (e->failure == LYO_FAILED_NOT) {
        e->failure = failure;
        e->class_name = class_name;
    }
    return NULL;
}

void lyo_igbinary_own(lyo_igbinary_encoder *e)
{
    lyo_igbinary_strings_own(&e->strings);
    lyo_igbinary_ids_own(&e->ids);
}

LYO_NOINLINE bool lyo_igbinary_too_deep(lyo_igbinary_encoder *e)
{
    if (e->max_depth == LYO_LIMIT_DEPTH && e->depth > e->max_depth) {
        e->max_depth = e->options->bearable_depth(0);
    }
    if (e->depth <= e->max_depth && !LYO_STACK_EXHAUSTED()) {
        return false;
    }
    lyo_igbinary_fail(e, LYO_FAILED_BYTES, NULL);
    return true;
}

LYO_NOINLINE uint8_t *lyo_igbinary_more_room(lyo_igbinary_encoder *e, uint8_t *p, size_t n)
{
    e->out.p = p;
    lyo_buffer_grow(&e->out, n);
    return e->out.p;
}

/* --- strings -------------------------------------------------------------------------------------------- */

/* Writes tag, length and bytes. Leaves room for another token after them, as there was before the call. */
static LYO_NOINLINE uint8_t *put_long_chars(lyo_igbinary_encoder *e, uint8_t *p, uint8_t first,
                                            const zend_string *s)
{
    size_t length = ZSTR_LEN(s);

    p = lyo_igbinary_room(e, p, length + 9 + LYO_IGB_TOKEN);
    p = lyo_igbinary_put_number(p, first, 1, LYO_IGB_STRING64, length);
    memcpy(p, ZSTR_VAL(s), length);
    return p + length;
}

LYO_INLINE uint8_t *put_chars(lyo_igbinary_encoder *e, uint8_t *p, uint8_t first, const zend_string *s)
{
    size_t length = ZSTR_LEN(s);

    if (UNEXPECTED(length > LYO_IGB_SHORT)) {
        return put_long_chars(e, p, first, s);
    }
    p[0] = first;
    p[1] = (uint8_t)length;
    p += 2;
    const char *from = ZSTR_VAL(s);
    uint8_t *end = p + length;
    do {
        memcpy(p, from, 8);
        p += 8;
        from += 8;
    } while (p < end);
    return end;
}

/* Writes a string in full. It takes a number all the same. */
static LYO_NOINLINE uint8_t *write_plain_string(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s)
{
    if (!ZSTR_LEN(s)) {
        *p = LYO_IGB_STRING_EMPTY;
        return p + 1;
    }
    e->string_count++;
    return put_chars(e, p, LYO_IGB_STRING8, s);
}

LYO_INLINED_HERE uint8_t *lyo_igbinary_write_string(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s,
                                                    uint32_t *number)
{
    bool known;

    if (UNEXPECTED(!ZSTR_LEN(s)) || UNEXPECTED(!e->compact)) {
        *number = LYO_IGB_NO_STRING;
        return write_plain_string(e, p, s);
    }
    *number = lyo_igbinary_strings_put(&e->strings, s, &known);
    return known ? lyo_igbinary_put_sized(p, LYO_IGB_STRING_ID8, *number)
                 : put_chars(e, p, LYO_IGB_STRING8, s);
}

/* Writes a key that is not the expected one. */
static LYO_NOINLINE uint8_t *write_other_key(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s)
{
    uint32_t number;

    p = lyo_igbinary_write_string(e, p, s, &number);
    if (EXPECTED(number != LYO_IGB_NO_STRING)) {
        lyo_igbinary_strings_key(&e->strings, number);
    }
    return p;
}

LYO_INLINE uint8_t *write_string_key(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s)
{
    uint32_t number = lyo_igbinary_strings_expect(&e->strings, s);

    return EXPECTED(number != LYO_IGB_NO_STRING) ? lyo_igbinary_put_sized(p, LYO_IGB_STRING_ID8, number)
                                                 : write_other_key(e, p, s);
}

uint8_t *lyo_igbinary_write_class(lyo_igbinary_encoder *e, uint8_t *p, zend_string *name, uint32_t *number)
{
    bool known;

    *number = lyo_igbinary_strings_put(&e->strings, name, &known);
    if (UNEXPECTED(!e->compact)) { /* the table has only names of classes, and no keys follow others in it */
        uint32_t *in_message = &e->strings.written[*number].after;
        *in_message = known ? *in_message : e->string_count++;
        *number = *in_message;
    }
    return known ? lyo_igbinary_put_sized(p, LYO_IGB_OBJECT_ID8, *number)
                 : put_chars(e, p, LYO_IGB_OBJECT8, name);
}

/* --- leaves --------------------------------------------------------------------------------------------- */

static LYO_NOINLINE uint8_t *write_resource(lyo_igbinary_encoder *e, uint8_t *p, const zval *v)
{
    const char *type = zend_rsrc_list_get_rsrc_type(Z_RES_P(v));

    lyo_igbinary_own(e); /* an error handler may run */
    lyo_diagnose_name(
        e->options->diagnose, E_DEPRECATED,
        "Cannot serialize resource(%s) and resources may be converted to objects that cannot be "
        "serialized in future php releases. Serializing the value as null instead",
        type ? type : "Unknown");
    if (EG(exception)) {
        return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    *p = LYO_IGB_NULL;
    return p + 1;
}

static uint8_t *write_other(lyo_igbinary_encoder *e, uint8_t *p, zval *v);

/* The caller has made room for a token. */
LYO_INLINED_HERE uint8_t *lyo_igbinary_write_slot(lyo_igbinary_encoder *e, uint8_t *p, zval *v)
{
    uint32_t number;

    switch (Z_TYPE_P(v)) {
    case IS_STRING:
        return lyo_igbinary_write_string(e, p, Z_STR_P(v), &number);
    case IS_TRUE:
        *p = LYO_IGB_TRUE;
        return p + 1;
    case IS_FALSE:
        *p = LYO_IGB_FALSE;
        return p + 1;
    case IS_LONG:
        return lyo_igbinary_put_long(p, Z_LVAL_P(v));
    case IS_DOUBLE:
        *p = LYO_IGB_DOUBLE;
        return lyo_put_be(p + 1, lyo_double_bits(Z_DVAL_P(v)), 8);
    case IS_NULL:
    case IS_UNDEF:
        *p = LYO_IGB_NULL;
        return p + 1;
    default:
        return write_other(e, p, v);
    }
}

/* --- arrays --------------------------------------------------------------------------------------------- */

static uint8_t *write_list(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht)
{
    for (uint32_t i = 0; i < lyo_places(ht); i++) {
        zval *v = &lyo_elements(ht)[i];
        if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF)) {
            continue;
        }
        p = lyo_igbinary_room(e, p, LYO_IGB_TOKEN + LYO_IGB_LONG_MAX);
        p = lyo_igbinary_write_slot(e, lyo_igbinary_put_long(p, i), v);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    return p;
}

uint8_t *lyo_igbinary_write_entries(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht, uint32_t first,
                                    bool missing)
{
    if (lyo_is_packed(ht)) {
        return write_list(e, p, ht);
    }
    for (uint32_t i = first; i < lyo_places(ht); i++) {
        lyo_entry *b = &lyo_entries(ht)[i];
        zval *v = &b->val;
        if (UNEXPECTED(Z_TYPE_P(v) == IS_UNDEF)) {
            continue;
        }
        p = lyo_igbinary_room(e, p, 2 * LYO_IGB_TOKEN);
        if (UNEXPECTED(Z_TYPE_P(v) == IS_INDIRECT)) {
            v = Z_INDIRECT_P(v);
            /* a property without a value: it is counted, but written as a single null without a key */
            if (Z_TYPE_P(v) == IS_UNDEF) {
                *p++ = LYO_IGB_NULL;
                continue;
            }
        }
        if (UNEXPECTED(!b->key)) {
            p = lyo_igbinary_put_long(p, (zend_long)b->h);
        } else if (UNEXPECTED(missing) && zend_string_equals_literal(b->key, MAGIC_MEMBER)) {
            continue;
        } else {
            p = write_string_key(e, p, b->key);
        }
        p = lyo_igbinary_write_slot(e, p, v);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    return p;
}

static uint8_t *write_array(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht)
{
    if (UNEXPECTED(!lyo_igbinary_enter(e))) {
        return NULL;
    }
    p = lyo_igbinary_put_sized(p, LYO_IGB_ARRAY8, zend_hash_num_elements(ht));
    p = lyo_igbinary_write_entries(e, p, ht, 0, false);
    e->depth--;
    return p;
}

/*
 * Writes an array that is not in a PHP reference. An array with more than one holder may have been written
 * before.
 */
static uint8_t *write_plain_array(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht)
{
    if (EXPECTED(GC_REFCOUNT(ht) == 1) && EXPECTED(!e->ids.complete)) {
        lyo_igbinary_ids_pass(&e->ids, (zend_refcounted *)ht);
        return write_array(e, p, ht);
    }
    /* the root is never found by address, so it is written again with everything in it */
    if (UNEXPECTED((zend_refcounted *)ht == e->ids.root)) {
        lyo_igbinary_ids_complete(&e->ids);
    }
    uint32_t id = lyo_igbinary_ids_meet(&e->ids, (zend_refcounted *)ht);
    return id != LYO_IGB_NO_ID ? lyo_igbinary_put_sized(p, LYO_IGB_REF8, id) : write_array(e, p, ht);
}

/* --- slots ---------------------------------------------------------------------------------------------- */

/*
 * Writes an array in a PHP reference. It is held, because a hook may assign another value to the reference
 * meanwhile.
 */
static uint8_t *write_referenced_array(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht)
{
    lyo_igbinary_ids_complete(&e->ids);
    GC_TRY_ADDREF(ht);
    p = write_array(e, p, ht);
    /* without zval_ptr_dtor(): garbage collection may run destructors, and nothing may be held yet */
    zend_array_release(ht);
    return p;
}

static LYO_NOINLINE uint8_t *write_group(lyo_igbinary_encoder *e, uint8_t *p, zend_reference *reference)
{
    zval *v = &reference->val;

    p = lyo_igbinary_room(e, p, 1 + LYO_IGB_TOKEN);
    *p++ = LYO_IGB_REFERENCE;
    if (Z_TYPE_P(v) == IS_OBJECT) {
        return lyo_igbinary_write_object(e, p, Z_OBJ_P(v), true);
    }
    uint32_t id = lyo_igbinary_ids_meet(&e->ids, (zend_refcounted *)reference);
    if (id != LYO_IGB_NO_ID) {
        return lyo_igbinary_put_sized(p, LYO_IGB_REF8, id);
    }
    return Z_TYPE_P(v) == IS_ARRAY ? write_referenced_array(e, p, Z_ARRVAL_P(v))
                                   : lyo_igbinary_write_slot(e, p, v);
}

static uint8_t *write_other(lyo_igbinary_encoder *e, uint8_t *p, zval *v)
{
    switch (Z_TYPE_P(v)) {
    case IS_ARRAY:
        return write_plain_array(e, p, Z_ARRVAL_P(v));
    case IS_OBJECT:
        return lyo_igbinary_write_object(e, p, Z_OBJ_P(v), false);
    case IS_REFERENCE:
        /* a reference with a single holder is written as a plain value */
        return EXPECTED(Z_REFCOUNT_P(v) > 1) ? write_group(e, p, Z_REF_P(v))
                                             : lyo_igbinary_write_slot(e, p, Z_REFVAL_P(v));
    default:
        return write_resource(e, p, v);
    }
}

/* --- one encode ----------------------------------------------------------------------------------------- */

/* Results up to this size are built on the C stack and copied into a string of the exact size. */
#define ROOM 1024
/* A result may keep this many unused bytes, plus 1/8 of its length, before it is moved to a smaller block. */
#define SPARE 64

static uint8_t *write_root(lyo_igbinary_encoder *e, zval *value)
{
    uint8_t *p = lyo_put_be(lyo_igbinary_room(e, e->out.p, LYO_IGB_HEADER_SIZE + LYO_IGB_TOKEN), 2, 4);

    if (Z_TYPE_P(value) == IS_ARRAY) {
        e->ids.root = Z_COUNTED_P(value);
        lyo_igbinary_ids_pass(&e->ids, e->ids.root);
        return write_array(e, p, Z_ARRVAL_P(value));
    }
    return lyo_igbinary_write_slot(e, p, value);
}

/* Returns the bytes up to p as a string, and takes them from the buffer. */
static zend_string *take_result(lyo_buffer *out, const uint8_t *p)
{
    size_t size = (size_t)(p - out->start);
    zend_string *result = out->string;

    if (!result) {
        return zend_string_init((const char *)out->start, size, 0);
    }
    out->string = NULL;
    if (ZSTR_LEN(result) - size > (size >> 3) + SPARE) {
        result = zend_string_truncate(result, size, 0);
    }
    ZSTR_LEN(result) = size;
    ZSTR_VAL(result)[size] = '\0';
    return result;
}

/* Encodes a scalar or null. Nothing in it can be met again, so no tables are needed. */
static zend_string *encode_leaf(lyo_igbinary_encoder *e, zval *value, uint8_t *room, size_t size)
{
    lyo_buffer_init(&e->out, room, size);
    e->compact = false;
    e->string_count = 0;
    zend_string *result = take_result(&e->out, lyo_igbinary_write_slot(e, lyo_put_be(room, 2, 4), value));
    lyo_buffer_free(&e->out);
    return result;
}

zend_string *lyo_igbinary_encode(lyo_igbinary_encoder *e, zval *value,
                                 const lyo_igbinary_encode_options *options)
{
    uint8_t room[ROOM];

    ZVAL_DEREF(value);
    if (Z_TYPE_P(value) < IS_ARRAY) {
        return encode_leaf(e, value, room, sizeof room);
    }
    begin_encoder(e, options, room, sizeof room);
    const uint8_t *end = write_root(e, value);
    LYO_ASSERT(lyo_igbinary_ids_are_sound(&e->ids));
    zend_string *result = EXPECTED(end) ? take_result(&e->out, end) : NULL;
    end_encoder(e);
    return result;
}
