/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: identity, which hook of a class provides their state, and the state itself. Property slots are
 * read in place. The numbers of a class's property names are remembered, so its second object is written
 * without any lookup of names.
 */
#include "php/lyo_hooks.h"
#include "igbinary/lyo_igbinary_writer.h"
#include "php/lyo_room.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

/* --- classes -------------------------------------------------------------------------------------------- */

static LYO_NOINLINE lyo_igbinary_class *meet_new_class(lyo_igbinary_encoder *e, zend_class_entry *ce)
{
    LYO_GROW(e->classes, e->class_count, e->class_capacity, 8);
    lyo_igbinary_class *class = &e->classes[e->class_count++];
    uint32_t n = (uint32_t)ce->default_properties_count;
    if (e->key_count + n > e->key_capacity) {
        e->key_capacity = lyo_room_times(e->key_count + n, 2);
        e->keys = safe_erealloc(e->keys, e->key_capacity, sizeof *e->keys, 0);
    }
    *class = (lyo_igbinary_class){.ce = ce, .keys = e->key_count, .number = LYO_IGB_NO_STRING};
    class->kind = lyo_kind_of_class(ce, &class->sleep);
    for (uint32_t i = 0; i < n; i++) {
        e->keys[e->key_count++] = LYO_IGB_NO_STRING;
        class->properties += LYO_SLOT_INFO(ce, i) != NULL;
    }
    return class;
}

/* Returns the entry of a class. The entry may move when another class is added. */
LYO_INLINE lyo_igbinary_class *known_class(lyo_igbinary_encoder *e, zend_class_entry *ce)
{
    bool found;
    lyo_node *node = lyo_identity_put(&e->class_index, (zend_refcounted *)ce, &found);

    if (EXPECTED(found)) {
        return &e->classes[node->ordinal];
    }
    node->ordinal = e->class_count;
    return meet_new_class(e, ce);
}

/* Writes the head of an object. */
LYO_INLINE uint8_t *write_class_name(lyo_igbinary_encoder *e, uint8_t *p, lyo_igbinary_class *class)
{
    return EXPECTED(class->number != LYO_IGB_NO_STRING)
               ? lyo_igbinary_put_sized(p, LYO_IGB_OBJECT_ID8, class->number)
               : lyo_igbinary_write_class(e, p, class->ce->name, &class->number);
}

/* --- properties ----------------------------------------------------------------------------------------- */

LYO_INLINE uint8_t *write_property_name(lyo_igbinary_encoder *e, uint8_t *p, zend_string *name, uint32_t key)
{
    return EXPECTED(e->keys[key] != LYO_IGB_NO_STRING)
               ? lyo_igbinary_put_sized(p, LYO_IGB_STRING_ID8, e->keys[key])
               : lyo_igbinary_write_string(e, p, name, &e->keys[key]);
}

/* Writes the class of an object, and the entries of a table. */
static uint8_t *write_members(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, HashTable *ht)
{
    p = write_class_name(e, p, known_class(e, object->ce));
    p = lyo_igbinary_put_sized(p, LYO_IGB_ARRAY8, zend_hash_num_elements(ht));
    return lyo_igbinary_write_entries(e, p, ht, 0, false);
}

/*
 * Writes the declared properties. keys is the index in e->keys of the first one. ht is NULL or the property
 * table, which the caller holds. With a table, its dynamic properties are written after the declared ones. If
 * the table has the declared properties in another order, everything from the first difference on is written
 * from the table.
 */
static uint8_t *write_slots(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, uint32_t keys,
                            HashTable *ht)
{
    const zend_class_entry *ce = object->ce;
    uint32_t written = 0;

    for (int i = 0; i < ce->default_properties_count; i++) {
        zend_property_info *info = LYO_SLOT_INFO(ce, i);
        if (UNEXPECTED(!info)) {
            continue;
        }
        zval *slot = OBJ_PROP(object, info->offset);
        if (ht &&
            UNEXPECTED(written >= lyo_places(ht) || Z_TYPE(lyo_entries(ht)[written].val) != IS_INDIRECT ||
                       Z_INDIRECT(lyo_entries(ht)[written].val) != slot)) {
            break;
        }
        written++;
        p = lyo_igbinary_room(e, p, 2 * LYO_IGB_TOKEN);
        if (UNEXPECTED(Z_TYPE_P(slot) == IS_UNDEF)) {
            *p++ = LYO_IGB_NULL;
            continue;
        }
        p = write_property_name(e, p, info->name, keys + (uint32_t)i);
        p = lyo_igbinary_write_slot(e, p, slot);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
    }
    return ht && written < lyo_places(ht) ? lyo_igbinary_write_entries(e, p, ht, written, false) : p;
}

/*
 * Writes an object of an unknown class under the real name of the class, without the property that holds this
 * name.
 */
static uint8_t *write_incomplete(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, HashTable *ht)
{
    zend_string *name = php_lookup_class_name(object);
    uint32_t number;

    lyo_igbinary_strings_own(&e->strings); /* the table still points to the name when it is released here */
    p = lyo_igbinary_write_class(e, p, name ? name : object->ce->name, &number);
    p = lyo_igbinary_put_sized(p, LYO_IGB_ARRAY8, zend_hash_num_elements(ht) - (name != NULL));
    p = lyo_igbinary_write_entries(e, p, ht, 0, name != NULL);
    if (name) {
        zend_string_release(name);
    }
    return p;
}

/* Writes the properties that the object's get_properties_for() or get_properties() handler returns. */
static uint8_t *write_table(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object)
{
    zval zv;

    ZVAL_OBJ(&zv, object);
    if (!lyo_has_plain_slots(object)) {
        lyo_igbinary_own(e); /* the table may be made for this call and freed afterwards */
    }
    HashTable *ht = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    if (EG(exception)) {
        if (ht) {
            zend_release_properties(ht);
        }
        return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    if (UNEXPECTED(!ht)) {
        p = write_class_name(e, p, known_class(e, object->ce));
        return lyo_igbinary_put_sized(p, LYO_IGB_ARRAY8, 0);
    }
    zend_object *instance = LYO_INSTANCE_OF(object);
    if (instance) { /* the table points to its slots, and a hook may replace it */
        GC_ADDREF(instance);
    }
    p = UNEXPECTED(object->ce == php_ce_incomplete_class) ? write_incomplete(e, p, object, ht)
                                                          : write_members(e, p, object, ht);
    zend_release_properties(ht);
    /* without OBJ_RELEASE(), which may start garbage collection */
    if (instance && GC_DELREF(instance) == 0) {
        zend_objects_store_del(instance);
    }
    return p;
}

static uint8_t *write_declared(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object,
                               lyo_igbinary_class *class)
{
    if (UNEXPECTED(!lyo_igbinary_enter(e))) {
        return NULL;
    }
    if (UNEXPECTED(!lyo_has_plain_slots(object)) || UNEXPECTED(object->ce == php_ce_incomplete_class)) {
        p = write_table(e, p, object);
    } else {
        HashTable *ht = object->properties; /* held, because user code may replace it */
        if (ht) {
            GC_TRY_ADDREF(ht);
        }
        p = write_class_name(e, p, class);
        p = lyo_igbinary_put_sized(p, LYO_IGB_ARRAY8, ht ? zend_hash_num_elements(ht) : class->properties);
        p = write_slots(e, p, object, class->keys, ht);
        if (ht) {
            zend_release_properties(ht);
        }
    }
    e->depth--;
    return p;
}

/* --- hooks ---------------------------------------------------------------------------------------------- */

/* Writes the class and the state that a hook returned. Takes over the state. */
static uint8_t *write_state(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, zval *state)
{
    p = EXPECTED(lyo_igbinary_enter(e)) ? write_members(e, p, object, Z_ARRVAL_P(state)) : NULL;
    e->depth--;
    zval_ptr_dtor(state);
    return p;
}

/*
 * The state now shares the references of the slots. A reference that is held by just one slot and the state
 * becomes a plain value.
 */
static void unwrap_references(HashTable *state)
{
    zval *v;

    ZEND_HASH_FOREACH_VAL (state, v) {
        if (UNEXPECTED(Z_ISREF_P(v)) && Z_REFCOUNT_P(v) == 2) {
            zend_reference *reference = Z_REF_P(v);
            ZVAL_COPY(v, &reference->val);
            GC_DELREF(reference);
        }
    }
    ZEND_HASH_FOREACH_END();
}

/*
 * Turns what __sleep() returned into an array of names; an object counts as its properties. Returns false if
 * it is neither.
 */
static bool make_names(zval *names)
{
    zval list;

    if (Z_TYPE_P(names) == IS_OBJECT) {
        ZVAL_ARR(&list, zend_proptable_to_symtable(Z_OBJPROP_P(names), true));
        zval_ptr_dtor(names);
        ZVAL_COPY_VALUE(names, &list);
    }
    return Z_TYPE_P(names) == IS_ARRAY;
}

/* Turns what __sleep() returned into the properties that it names; none if it did not return names. */
static void take_sleep(lyo_igbinary_encoder *e, zend_object *object, zval *state)
{
    zval names;

    ZVAL_COPY_VALUE(&names, state);
    ZVAL_EMPTY_ARRAY(state);
    if (EXPECTED(make_names(&names))) {
        ZVAL_ARR(state, lyo_sleep_state(object, Z_ARRVAL(names), e->options->diagnose));
        unwrap_references(Z_ARRVAL_P(state));
    } else {
        e->options->diagnose(E_NOTICE, true,
                             "__sleep should return an array only containing the names of "
                             "instance-variables to serialize");
    }
    zval_ptr_dtor(&names);
}

/*
 * Calls __serialize() or __sleep(), and sets *state to the array that they give. Not inlined into the
 * recursive functions, so that each level uses less C stack.
 */
static LYO_NOINLINE bool ask_state(lyo_igbinary_encoder *e, zend_object *object, zend_function *sleep,
                                   zval *state)
{
    lyo_igbinary_own(e);
    lyo_call_hook(e->options->isolation, e->depth, sleep ? sleep : object->ce->__serialize, object, state);
    if (sleep && !EG(exception)) {
        take_sleep(e, object, state);
    }
    if (EXPECTED(!EG(exception) && Z_TYPE_P(state) == IS_ARRAY)) {
        return true;
    }
    zval_ptr_dtor(state);
    lyo_igbinary_fail(e, EG(exception) ? LYO_FAILED_EXCEPTION : LYO_FAILED_NO_ARRAY, object->ce->name);
    return false;
}

/*
 * Writes the payload of a Serializable class. If serialize() returned null, the object is written as null,
 * here and wherever it is met again, and gives its id back. But a null in a PHP reference has an id, so then
 * the object keeps it.
 */
static LYO_NOINLINE uint8_t *write_serializable(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object,
                                                bool referenced)
{
    zval payload;

    lyo_igbinary_own(e);
    if (!lyo_call_serializer(e->options->isolation, e->depth, object, &payload)) {
        if (EG(exception)) {
            return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
        }
        if (!referenced) {
            lyo_igbinary_ids_annul(&e->ids, (zend_refcounted *)object);
        }
        *p = LYO_IGB_NULL;
        return p + 1;
    }
    size_t length = Z_STRLEN(payload);
    if (UNEXPECTED(length > UINT32_MAX)) {
        zval_ptr_dtor(&payload);
        return lyo_igbinary_fail(e, LYO_FAILED_BYTES, NULL);
    }
    p = write_class_name(e, p, known_class(e, object->ce));
    p = lyo_igbinary_room(e, p, length + LYO_IGB_TOKEN);
    p = lyo_igbinary_put_sized(p, LYO_IGB_PAYLOAD8, (uint32_t)length);
    memcpy(p, Z_STRVAL(payload), length);
    zval_ptr_dtor(&payload);
    return p + length;
}

static uint8_t *write_case(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object)
{
    uint32_t number;

    p = lyo_igbinary_room(e, write_class_name(e, p, known_class(e, object->ce)), 1 + LYO_IGB_TOKEN);
    *p++ = LYO_IGB_ENUM_CASE;
    return lyo_igbinary_write_string(e, p, Z_STR_P(zend_enum_fetch_case_name(object)), &number);
}

/* --- objects -------------------------------------------------------------------------------------------- */

static LYO_NOINLINE uint8_t *write_by_hook(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object,
                                           const lyo_igbinary_class *class, bool referenced)
{
    zval state;

    switch (class->kind) {
    case LYO_CLASS_ENUM:
        return write_case(e, p, object);
    case LYO_CLASS_GIVES:
    case LYO_CLASS_SLEEPS:
        return ask_state(e, object, class->sleep, &state) ? write_state(e, p, object, &state) : NULL;
    case LYO_CLASS_CUSTOM:
        return write_serializable(e, p, object, referenced);
    default:
        return lyo_igbinary_fail(e, LYO_FAILED_NOT_SERIALIZABLE, object->ce->name);
    }
}

uint8_t *lyo_igbinary_write_object(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, bool referenced)
{
    if (GC_REFCOUNT(object) == 1 && !referenced && EXPECTED(!e->ids.complete)) {
        lyo_igbinary_ids_pass(&e->ids, (zend_refcounted *)object);
    } else {
        uint32_t id = lyo_igbinary_ids_meet(&e->ids, (zend_refcounted *)object);
        if (UNEXPECTED(id == LYO_IGB_ID_NULL)) { /* it was written as null before */
            if (referenced) {
                lyo_igbinary_ids_renew(&e->ids, (zend_refcounted *)object);
            }
            *p = LYO_IGB_NULL;
            return p + 1;
        }
        if (id != LYO_IGB_NO_ID) {
            return lyo_igbinary_put_sized(p, LYO_IGB_OBJREF8, id);
        }
    }
    lyo_igbinary_class *class = known_class(e, object->ce);
    return EXPECTED(class->kind <= LYO_CLASS_MISSING) ? write_declared(e, p, object, class)
                                                      : write_by_hook(e, p, object, class, referenced);
}
