/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: properties, states for __unserialize(), payloads of Serializable, enum cases. For each position in
 * a class's objects the reader remembers the number of the property's name and its slot. So the second object
 * of a class needs no lookup.
 */
#include "igbinary/lyo_igbinary_quick.h"
#include "php/lyo_isolation.h"
#include "php/lyo_objects.h"
#include "php/lyo_shown.h"

#include "Zend/zend_enum.h"

/* --- classes -------------------------------------------------------------------------------------------- */

static LYO_NOINLINE lyo_igbinary_known_class *meet_named_class(lyo_igbinary_decoder *d, uint32_t number)
{
    lyo_igbinary_known_class *class = ecalloc(1, sizeof *class);

    class->class.name = zend_string_copy(d->strings[number].string);
    d->strings[number].class = class;
    d->class_count++;
    return class;
}

/* Resolves the class of an object. If code must run for this, all bytes are walked first. */
static bool resolve_object_class(lyo_igbinary_decoder *d, lyo_class *class)
{
    if (EXPECTED(class->ce) || lyo_resolve_class(&d->base, class, false)) {
        return true;
    }
    return d->base.failure == LYO_FAILED_NOT && lyo_igbinary_accept(d) &&
           lyo_resolve_class(&d->base, class, true);
}

/* --- properties ----------------------------------------------------------------------------------------- */

/*
 * Returns the slot after the one that was found last, if the new string at p (after its tag) is the slot's
 * name. Else returns NULL.
 */
static zend_property_info *next_slot(const lyo_igbinary_decoder *d, const uint8_t *p,
                                     lyo_igbinary_known_class *class)
{
    const zend_class_entry *ce = class->class.ce;
    size_t left = (size_t)(d->end - p);

    if (class->next_slot >= (uint32_t)ce->default_properties_count) {
        return NULL;
    }
    zend_property_info *info = LYO_SLOT_INFO(ce, class->next_slot);
    return info && left > 1 && p[0] == ZSTR_LEN(info->name) && left > p[0] &&
                   !memcmp(p + 1, ZSTR_VAL(info->name), p[0]) && !LYO_IS_VIRTUAL(info)
               ? info
               : NULL;
}

/*
 * Uses the next slot if the name at p is that slot's name. Properties mostly come in slot order, and then the
 * name string need not be created. Returns NULL if it is another name.
 */
LYO_INLINE const uint8_t *take_next_slot(lyo_igbinary_decoder *d, const uint8_t *p,
                                         lyo_igbinary_known_class *class, lyo_igbinary_key *key)
{
    zend_property_info *info = p[0] == LYO_IGB_STRING8 ? next_slot(d, p + 1, class) : NULL;

    if (UNEXPECTED(!info) || UNEXPECTED(ZSTR_LEN(info->name) < 2)) {
        return NULL;
    }
    key->name = key->target.name = info->name;
    key->target.offset = info->offset;
    key->target.info = ZEND_TYPE_IS_SET(info->type) ? info : NULL;
    lyo_igbinary_add_string(d, info->name);
    class->next_slot++;
    return p + 2 + p[1];
}

/* Finds the property that is named at p. The name is kept alive until the end. */
static LYO_NOINLINE const uint8_t *find_target(lyo_igbinary_decoder *d, const uint8_t *p,
                                               lyo_igbinary_known_class *class, lyo_igbinary_key *key)
{
    const lyo_igbinary_token token = lyo_igbinary_token_of(*p);
    zend_string *name = NULL;
    uint32_t number;
    zend_long h = 0;

    *key = (lyo_igbinary_key){0};
    const uint8_t *next = take_next_slot(d, p, class, key);
    if (EXPECTED(next)) {
        return next;
    }
    if (UNEXPECTED(token.kind == LYO_IGB_IS_LONG)) {
        p = lyo_igbinary_read_long(d, p + 1, token.width, &h);
    } else {
        p = lyo_igbinary_read_string(d, p, true, &name, &number);
    }
    if (UNEXPECTED(!p)) {
        return NULL;
    }
    if (name) {
        lyo_igbinary_keep_string(d, name);
    }
    key->name = name;
    zend_string *property = lyo_property_name(&d->base, name, h);
    if (!lyo_find_target(&d->base, &class->class, property, class->next_slot, &key->target)) {
        return NULL;
    }
    if (key->target.offset) {
        class->next_slot = (uint32_t)OBJ_PROP_TO_NUM(key->target.offset) + 1;
    }
    return p;
}

/*
 * Reads the value of a property. target must not be used after the value is read: objects inside the value
 * may move it.
 */
static const uint8_t *read_target(lyo_igbinary_decoder *d, const uint8_t *p, zend_object *object,
                                  const lyo_target *target)
{
    if (UNEXPECTED(!target->offset)) {
        return lyo_igbinary_read(d, p, lyo_dynamic_place(&d->base, object, target), NULL);
    }
    zend_property_info *info = target->info;
    zval *slot = OBJ_PROP(object, target->offset);
    lyo_clear_slot(&d->base, info, slot);
    p = lyo_igbinary_quick(d, p, slot);
    if (info && UNEXPECTED(!lyo_accept_typed(&d->base, info, slot, p != NULL))) {
        return NULL;
    }
    return p;
}

/* Most positions that are remembered. Behind it, positions share memory with earlier ones. */
#define MOST_KEYS 256

static void make_keys(lyo_igbinary_known_class *class, uint32_t n)
{
    n = MIN(n, MOST_KEYS);
    if (UNEXPECTED(n > class->key_count)) {
        class->keys = safe_erealloc(class->keys, n, sizeof *class->keys, 0);
        memset(class->keys + class->key_count, 0, (n - class->key_count) * sizeof *class->keys);
        class->key_count = n;
    }
}

static const uint8_t *read_entries_of_object(lyo_igbinary_decoder *d, const uint8_t *p,
                                             lyo_igbinary_known_class *class, zend_object *object, uint32_t n)
{
    make_keys(class, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *next;
        d->pending--;
        if (UNEXPECTED(p >= d->end)) {
            return lyo_igbinary_refuse(d);
        }
        if (*p == LYO_IGB_NULL) { /* a property without a value */
            p++;
            continue;
        }
        lyo_igbinary_key *key = &class->keys[i % MOST_KEYS];
        const zend_string *name = lyo_igbinary_numbered(d, p, &next);
        if (EXPECTED(name) && EXPECTED(name == key->name)) {
            p = next;
        } else if (UNEXPECTED(!(p = find_target(d, p, class, key)))) {
            return NULL;
        }
        p = read_target(d, p, object, &key->target);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    return p;
}

/*
 * Reads what __unserialize() of the object gets. A function of its own, so that a level of such objects has
 * no frame of read_object(): with the stack protector and gcc 14 both together took 416 bytes.
 */
static LYO_NOINLINE const uint8_t *read_state_array(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n,
                                                    const lyo_class *class, zend_object *object,
                                                    zend_reference *group)
{
    zval state;

    ZVAL_NULL(&state);
    p = lyo_igbinary_read_array(d, p, n, &state, group ? (void *)group : (void *)object);
    if (UNEXPECTED(!p)) {
        lyo_keep(&d->base, &state); /* later tokens may refer to parts of it */
        return NULL;
    }
    if (!n) {
        LYO_EMPTY_STATE(&state);
    }
    lyo_complete(&d->base, class, object, &state);
    return p;
}

static const uint8_t *read_object(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n,
                                  lyo_igbinary_known_class *class, zval *out, zend_reference *group)
{
    const uint32_t depth = d->depth;
    const uint64_t pending = d->pending;
    zend_object *object;

    if (UNEXPECTED(!resolve_object_class(d, &class->class)) ||
        !(object = lyo_make_object(&d->base, &class->class, out))) {
        return NULL;
    }
    if (class->class.ce->__unserialize && !class->class.incomplete) {
        return read_state_array(d, p, n, &class->class, object, group);
    }
    lyo_igbinary_add_id(d, object, group);
    if (UNEXPECTED(!lyo_igbinary_open(d, p, n))) {
        return NULL;
    }
    if ((class->class.ce == zend_standard_class_def || class->class.incomplete) && n) {
        p = lyo_igbinary_read_properties(d, p, object, n);
    } else {
        p = read_entries_of_object(d, p, class, object, n);
    }
    d->depth--;
    if (UNEXPECTED(!p)) {
        return NULL;
    }
    lyo_complete(&d->base, &class->class, object, NULL);
    LYO_ASSERT(d->depth == depth && d->pending == pending && lyo_is_sound(out));
    return p;
}

/* --- payloads ------------------------------------------------------------------------------------------- */

/* Reads the payload of a Serializable class. The call of its unserialize() is deferred like other hooks. */
static const uint8_t *read_serializable(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                        lyo_igbinary_known_class *class, zval *out, zend_reference *group)
{
    zend_object *object;
    zval payload;
    uint64_t length;

    if (UNEXPECTED(!(p = lyo_igbinary_read_length(d, p, width, &length)))) {
        return NULL;
    }
    if (!resolve_object_class(d, &class->class)) {
        return NULL;
    }
    if (!lyo_reads_payload(class->class.ce)) {
        return lyo_decoding_mismatch(&d->base, "Class %s has no unserializer",
                                     ZSTR_VAL(class->class.ce->name));
    }
    if (!(object = lyo_make_object(&d->base, &class->class, out))) {
        return NULL;
    }
    lyo_igbinary_add_id(d, object, group);
    ZVAL_STRINGL(&payload, (const char *)p, (size_t)length);
    lyo_defer(&d->base, LYO_DEFERRED_PAYLOAD, object, &payload);
    return p + length;
}

/* --- enum cases ----------------------------------------------------------------------------------------- */

#define IN_ENUM_CASE "igbinary_unserialize_object_enum_case: "

/* Returns the class of an enum case. */
static zend_class_entry *find_enum(lyo_igbinary_decoder *d, lyo_class *class)
{
    zend_class_entry *ce = lyo_resolve_enum(&d->base, class, false);

    if (!ce && lyo_igbinary_accept(d)) {
        ce = lyo_resolve_enum(&d->base, class, true);
        if (!ce) { /* ignored if there was an exception */
            lyo_decoding_refuse(&d->base, class);
            lyo_decoding_mismatch(&d->base,
                                  lyo_class_is_allowed(&d->base, class->name)
                                      ? IN_ENUM_CASE "Class '%s' does not exist"
                                      : IN_ENUM_CASE "Class '%s' is not allowed",
                                  lyo_shown(&d->base, class->name));
        }
    }
    if (ce && !(ce->ce_flags & ZEND_ACC_ENUM)) {
        lyo_decoding_mismatch(&d->base, IN_ENUM_CASE "Class '%s' is not an enum", ZSTR_VAL(ce->name));
        return NULL;
    }
    return ce;
}

/* Returns the object of an enum case. Its value is evaluated on first use, which may run code. */
static zend_object *find_case_object(lyo_igbinary_decoder *d, zend_class_entry *ce, zend_string *name)
{
    zend_class_constant *constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(ce), name);

    if (!constant) {
        lyo_decoding_mismatch(&d->base, IN_ENUM_CASE "Undefined constant %s::%s", ZSTR_VAL(ce->name),
                              lyo_shown(&d->base, name));
        return NULL;
    }
    if (!(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE)) {
        lyo_decoding_mismatch(&d->base, IN_ENUM_CASE "%s::%s is not an enum case", ZSTR_VAL(ce->name),
                              lyo_shown(&d->base, name));
        return NULL;
    }
    zend_object *object = lyo_resolve_case(&d->base, constant, false);
    return object || !lyo_igbinary_accept(d) ? object : lyo_resolve_case(&d->base, constant, true);
}

/*
 * Reads the name of an enum case: a string that is not empty, or the number of a string, also with the tag
 * for class names.
 */
static const uint8_t *read_case_name(lyo_igbinary_decoder *d, const uint8_t *p, zend_string **name)
{
    uint32_t number;

    const lyo_igbinary_token token = lyo_igbinary_token_of(p < d->end ? *p : LYO_IGB_TAGS);
    if (token.kind == LYO_IGB_IS_OBJECT_ID) {
        p = lyo_igbinary_read_number(d, p + 1, token.width, &number);
        *name = p ? d->strings[number].string : NULL;
        return p;
    }
    p = lyo_igbinary_read_string(d, p, true, name, &number);
    if (UNEXPECTED(!p) || UNEXPECTED(number == LYO_IGB_NO_NUMBER)) {
        return lyo_igbinary_refuse(d);
    }
    lyo_igbinary_keep_string(d, *name);
    return p;
}

static const uint8_t *read_enum_case(lyo_igbinary_decoder *d, const uint8_t *p,
                                     lyo_igbinary_known_class *class, zval *out, zend_reference *group)
{
    zend_string *name;
    zend_class_entry *ce;
    zend_object *object;

    p = read_case_name(d, p, &name);
    if (!p || !(ce = find_enum(d, &class->class)) || !(object = find_case_object(d, ce, name))) {
        return NULL;
    }
    ZVAL_OBJ_COPY(out, object);
    lyo_igbinary_add_id(d, object, group);
    return p;
}

/* --- objects -------------------------------------------------------------------------------------------- */

const uint8_t *lyo_igbinary_read_object(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t number, zval *out,
                                        zend_reference *group)
{
    lyo_igbinary_known_class *class = d->strings[number].class;

    if (UNEXPECTED(p >= d->end)) {
        return lyo_igbinary_refuse(d);
    }
    if (UNEXPECTED(!class)) {
        class = meet_named_class(d, number);
    }
    const lyo_igbinary_token token = lyo_igbinary_token_of(*p++);
    uint64_t count;
    switch (token.kind) {
    case LYO_IGB_IS_ARRAY:
        p = lyo_igbinary_read_sized(d, p, token.width, &count);
        return p ? read_object(d, p, (uint32_t)count, class, out, group) : NULL;
    case LYO_IGB_IS_PAYLOAD:
        return read_serializable(d, p, token.width, class, out, group);
    case LYO_IGB_IS_CASE:
        return read_enum_case(d, p, class, out, group);
    default:
        return lyo_igbinary_refuse(d);
    }
}
