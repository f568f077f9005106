/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: identity, which of a class's hooks speaks for it, and its state. Property slots are read in place, and the numbers
 * of a class's property names are remembered: its second object is written without looking a name up.
 */
#include "engine/lyo_hooks.h"
#include "engine/lyo_igbinary_writer.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

/* --- classes -------------------------------------------------------------------------------------------------------------------- */

static lyo_igbinary_class *probe(lyo_igbinary_class *classes, uint32_t mask, const zend_class_entry *ce)
{
    uint32_t at = (uint32_t)(((uint64_t)(uintptr_t)ce >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;

    while (classes[at].ce && classes[at].ce != ce) {
        at = (at + 1) & mask;
    }
    return &classes[at];
}

static LYO_NOINLINE void grow_classes(lyo_igbinary_encoder *e)
{
    uint32_t size = e->classes ? (e->class_mask + 1) * 2 : LYO_IGB_CLASS_SLOTS;
    lyo_igbinary_class *old = e->classes;
    lyo_igbinary_class *fresh = old ? ecalloc(size, sizeof *fresh) : memset(e->embedded_classes, 0, sizeof e->embedded_classes);

    for (uint32_t i = 0; old && i <= e->class_mask; i++) {
        if (old[i].ce) {
            *probe(fresh, size - 1, old[i].ce) = old[i];
        }
    }
    if (old && old != e->embedded_classes) {
        efree(old);
    }
    e->classes = fresh;
    e->class_mask = size - 1;
}

/* Where the numbers of the class's property names are, as an index: the array may grow while properties are written. */
static uint32_t keys_of(lyo_igbinary_encoder *e, const zend_class_entry *ce)
{
    if (UNEXPECTED(!e->classes || e->class_count > e->class_mask >> 1)) {
        grow_classes(e);
    }
    lyo_igbinary_class *class = probe(e->classes, e->class_mask, ce);
    if (EXPECTED(class->ce)) {
        return class->keys;
    }
    uint32_t n = (uint32_t)ce->default_properties_count;
    if (e->key_count + n > e->key_capacity) {
        e->key_capacity = (e->key_count + n) * 2;
        e->keys = safe_erealloc(e->keys, e->key_capacity, sizeof *e->keys, 0);
    }
    memset(e->keys + e->key_count, 0xff, n * sizeof *e->keys); /* LYO_IGB_NO_STRING */
    class->ce = ce;
    class->keys = e->key_count;
    e->class_count++;
    e->key_count += n;
    return class->keys;
}

/* --- properties ----------------------------------------------------------------------------------------------------------------- */

static void write_property_name(lyo_igbinary_encoder *e, zend_string *name, uint32_t key)
{
    uint32_t number = e->keys[key];

    if (EXPECTED(number != LYO_IGB_NO_STRING)) {
        lyo_igbinary_sized(e, LYO_IGB_STRING_ID8, number);
    } else if (EXPECTED(ZSTR_LEN(name))) {
        e->keys[key] = lyo_igbinary_write_numbered(e, name);
    } else {
        lyo_igbinary_write_string(e, name);
    }
}

/* The declared properties of an object that has no others. */
static bool write_slots(lyo_igbinary_encoder *e, zend_object *object)
{
    zend_class_entry *ce = object->ce;
    uint32_t n = 0, keys = 0;

    for (int i = 0; i < ce->default_properties_count; i++) {
        n += LYO_SLOT_INFO(ce, i) != NULL;
    }
    lyo_igbinary_sized(e, LYO_IGB_ARRAY8, n);
    if (n && EXPECTED(e->options->compact_strings)) {
        keys = keys_of(e, ce);
    }
    for (int i = 0; i < ce->default_properties_count; i++) {
        zend_property_info *info = LYO_SLOT_INFO(ce, i);
        if (UNEXPECTED(!info)) {
            continue;
        }
        zval *slot = OBJ_PROP(object, info->offset);
        if (UNEXPECTED(Z_TYPE_P(slot) == IS_UNDEF)) {
            lyo_buffer_byte(&e->out, LYO_IGB_NULL);
            continue;
        }
        if (EXPECTED(e->options->compact_strings)) {
            write_property_name(e, info->name, keys + (uint32_t)i);
        } else {
            lyo_igbinary_write_string(e, info->name);
        }
        if (UNEXPECTED(!lyo_igbinary_write_slot(e, slot))) {
            return false;
        }
    }
    return true;
}

/* An object of an unknown class: its real name, and the entry that held it left out. */
static bool write_incomplete(lyo_igbinary_encoder *e, zend_object *object, HashTable *ht)
{
    zend_string *name = php_lookup_class_name(object);

    if (!name) {
        lyo_igbinary_write_class(e, object->ce->name);
        lyo_igbinary_sized(e, LYO_IGB_ARRAY8, zend_hash_num_elements(ht));
        return lyo_igbinary_write_entries(e, ht, NULL);
    }
    if (e->temporary_count == e->temporary_capacity) {
        e->temporary_capacity = e->temporary_capacity ? e->temporary_capacity * 2 : 4;
        e->temporaries = safe_erealloc(e->temporaries, e->temporary_capacity, sizeof *e->temporaries, 0);
    }
    e->temporaries[e->temporary_count++] = name; /* the table of strings points to it */
    lyo_igbinary_write_class(e, name);
    lyo_igbinary_sized(e, LYO_IGB_ARRAY8, zend_hash_num_elements(ht) - 1);
    zend_string *hidden = zend_string_init(MAGIC_MEMBER, sizeof MAGIC_MEMBER - 1, 0);
    bool written = lyo_igbinary_write_entries(e, ht, hidden);
    zend_string_release(hidden);
    return written;
}

/* Properties as the object gives them. */
static bool write_table(lyo_igbinary_encoder *e, zend_object *object)
{
    zval zv;

    ZVAL_OBJ(&zv, object);
    if (!lyo_has_plain_slots(object)) {
        lyo_igbinary_own(e); /* made for us, and freed behind */
    }
    HashTable *ht = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    if (EG(exception)) {
        if (ht) {
            zend_release_properties(ht);
        }
        return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    bool written;
    if (UNEXPECTED(!ht)) {
        lyo_igbinary_write_class(e, object->ce->name);
        lyo_igbinary_sized(e, LYO_IGB_ARRAY8, 0);
        return true;
    }
    if (UNEXPECTED(object->ce == php_ce_incomplete_class)) {
        written = write_incomplete(e, object, ht);
    } else {
        lyo_igbinary_write_class(e, object->ce->name);
        lyo_igbinary_sized(e, LYO_IGB_ARRAY8, zend_hash_num_elements(ht));
        written = lyo_igbinary_write_entries(e, ht, NULL);
    }
    zend_release_properties(ht);
    return written;
}

static bool write_properties(lyo_igbinary_encoder *e, zend_object *object)
{
    bool written = lyo_igbinary_enter(e);

    if (EXPECTED(written)) {
        if (EXPECTED(lyo_has_plain_slots(object)) && !object->properties) {
            lyo_igbinary_write_class(e, object->ce->name);
            written = write_slots(e, object);
        } else {
            written = write_table(e, object);
        }
    }
    e->depth--;
    return written;
}

/* --- hooks ---------------------------------------------------------------------------------------------------------------------- */

/* The class and the state that a hook gave; takes it over. */
static bool write_state(lyo_igbinary_encoder *e, zend_object *object, zval *state)
{
    bool written = lyo_igbinary_enter(e);

    if (EXPECTED(written)) {
        lyo_igbinary_write_class(e, object->ce->name);
        lyo_igbinary_sized(e, LYO_IGB_ARRAY8, zend_hash_num_elements(Z_ARRVAL_P(state)));
        written = lyo_igbinary_write_entries(e, Z_ARRVAL_P(state), NULL);
    }
    e->depth--;
    zval_ptr_dtor(state);
    return written;
}

/* What __serialize() gives. Apart from what recurses: a level has no room on the C stack for the call of a hook. */
static LYO_NOINLINE bool state_of_serialize(lyo_igbinary_encoder *e, zend_object *object, zval *state)
{
    lyo_igbinary_own(e);
    lyo_call_hook(object->ce->__serialize, object, state);
    if (EG(exception)) {
        zval_ptr_dtor(state);
        return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    if (Z_TYPE_P(state) != IS_ARRAY) {
        zval_ptr_dtor(state);
        return lyo_igbinary_fail(e, LYO_FAILED_NO_ARRAY, object->ce->name);
    }
    return true;
}

/* The state holds what its slots hold: a PHP reference that only the slot had is none. */
static void unwrap_references(HashTable *state)
{
    zval *v;

    ZEND_HASH_FOREACH_VAL(state, v) {
        if (UNEXPECTED(Z_ISREF_P(v)) && Z_REFCOUNT_P(v) == 2) {
            zend_reference *reference = Z_REF_P(v);
            ZVAL_COPY(v, &reference->val);
            GC_DELREF(reference);
        }
    } ZEND_HASH_FOREACH_END();
}

/* Makes a list of the names that __sleep() gave: an object stands for its properties. False: there are none. */
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

/* What __sleep() chooses; nothing if it names nothing. */
static LYO_NOINLINE bool state_of_sleep(lyo_igbinary_encoder *e, zend_object *object, zend_function *hook, zval *state)
{
    zval names;

    lyo_igbinary_own(e);
    lyo_call_hook(hook, object, &names);
    ZVAL_EMPTY_ARRAY(state);
    if (!EG(exception)) {
        if (EXPECTED(make_names(&names))) {
            ZVAL_ARR(state, lyo_sleep_state(object, Z_ARRVAL(names), e->options->diagnose));
            unwrap_references(Z_ARRVAL_P(state));
        } else {
            e->options->diagnose(E_NOTICE, true, "__sleep should return an array only containing the names of instance-variables to serialize");
        }
    }
    zval_ptr_dtor(&names);
    if (EG(exception)) {
        zval_ptr_dtor(state);
        return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    return true;
}

/* The payload of Serializable. Null stands for the object, here and wherever it is met again: then it has no id. */
static LYO_NOINLINE bool write_payload(lyo_igbinary_encoder *e, zend_object *object)
{
    zval payload;

    lyo_igbinary_own(e);
    if (!lyo_call_serializer(object, &payload)) {
        if (EG(exception)) {
            return lyo_igbinary_fail(e, LYO_FAILED_EXCEPTION, NULL);
        }
        lyo_igbinary_ids_annul(&e->ids, (zend_refcounted *)object);
        lyo_buffer_byte(&e->out, LYO_IGB_NULL);
        return true;
    }
    lyo_igbinary_write_class(e, object->ce->name);
    size_t length = Z_STRLEN(payload);
    if (UNEXPECTED(length > UINT32_MAX)) {
        zval_ptr_dtor(&payload);
        return lyo_igbinary_fail(e, LYO_FAILED_BYTES, NULL);
    }
    lyo_igbinary_sized(e, LYO_IGB_PAYLOAD8, (uint32_t)length);
    lyo_buffer_bytes(&e->out, Z_STRVAL(payload), length);
    zval_ptr_dtor(&payload);
    return true;
}

static void write_case(lyo_igbinary_encoder *e, zend_object *object)
{
    lyo_igbinary_write_class(e, object->ce->name);
    lyo_buffer_byte(&e->out, LYO_IGB_ENUM_CASE);
    lyo_igbinary_write_string(e, Z_STR_P(zend_enum_fetch_case_name(object)));
}

/* --- objects -------------------------------------------------------------------------------------------------------------------- */

/* Met before: its id, or null. */
static bool write_again(lyo_igbinary_encoder *e, uint32_t id)
{
    if (UNEXPECTED(id == LYO_IGB_ID_NULL)) {
        lyo_buffer_byte(&e->out, LYO_IGB_NULL);
    } else {
        lyo_igbinary_sized(e, LYO_IGB_OBJREF8, id);
    }
    return true;
}

bool lyo_igbinary_write_object(lyo_igbinary_encoder *e, zend_object *object, bool referenced)
{
    zend_class_entry *ce = object->ce;
    zval state;

    if (GC_REFCOUNT(object) == 1 && !referenced && EXPECTED(!e->ids.complete)) {
        lyo_igbinary_ids_pass(&e->ids, (zend_refcounted *)object);
    } else {
        uint32_t id = lyo_igbinary_ids_meet(&e->ids, (zend_refcounted *)object);
        if (id != LYO_IGB_NO_ID) {
            return write_again(e, id);
        }
    }
    if (UNEXPECTED(ce->ce_flags & (ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ANON_CLASS))) {
        return lyo_igbinary_fail(e, LYO_FAILED_NOT_SERIALIZABLE, ce->name);
    }
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        write_case(e, object);
        return true;
    }
    if (ce->__serialize) {
        return state_of_serialize(e, object, &state) && write_state(e, object, &state);
    }
    if (ce->serialize) {
        return write_payload(e, object);
    }
    zval *hook = ce != php_ce_incomplete_class ? zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP)) : NULL;
    if (UNEXPECTED(hook)) {
        return state_of_sleep(e, object, Z_FUNC_P(hook), &state) && write_state(e, object, &state);
    }
    return write_properties(e, object);
}
