/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: identity, which of a class's hooks speaks for it, and its state (spec section 6.3). Property slots are read in
 * place: no property table is made that was not there.
 */
#include "engine/lyo_writer.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_incomplete_class.h"
#include "ext/standard/php_var.h"

/* --- fields: the cells of the states that are being written --------------------------------------------------------------- */

/* A stack in the encoder, not on the C stack: a level of nesting stays small. */
static void push_field(lyo_encoder *e, zend_string *name, zend_ulong h, zval *cell)
{
    if (UNEXPECTED(e->field_count == e->field_capacity)) {
        e->field_capacity = e->field_capacity ? e->field_capacity * 2 : 32;
        e->fields = safe_erealloc(e->fields, e->field_capacity, sizeof *e->fields, 0);
    }
    lyo_field *field = &e->fields[e->field_count++];
    field->key.name = name;
    field->key.h = h;
    field->cell = cell;
}

static void push_slots(lyo_encoder *e, zend_object *object)
{
    zend_class_entry *ce = object->ce;

    for (int i = 0; i < ce->default_properties_count; i++) {
        zend_property_info *info = LYO_SLOT_INFO(ce, i);
        if (!info) {
            continue;
        }
        zval *slot = OBJ_PROP(object, info->offset);
        if (Z_TYPE_P(slot) != IS_UNDEF) {
            push_field(e, info->name, ZSTR_H(info->name), slot);
        }
    }
}

static void push_table(lyo_encoder *e, HashTable *ht, bool incomplete)
{
    zend_string *name;
    zend_ulong h;
    zval *cell;

    ZEND_HASH_FOREACH_KEY_VAL(ht, h, name, cell) {
        if (Z_TYPE_P(cell) == IS_INDIRECT) {
            cell = Z_INDIRECT_P(cell);
            if (Z_TYPE_P(cell) == IS_UNDEF) {
                continue;
            }
        }
        if (UNEXPECTED(incomplete) && name && zend_string_equals_literal(name, MAGIC_MEMBER)) {
            continue;
        }
        push_field(e, name, h, cell);
    } ZEND_HASH_FOREACH_END();
}

/* --- state ----------------------------------------------------------------------------------------------------------------- */

/* The shape under which the fields from base on are written, or LYO_NO_SHAPE for an open class (spec section 6.3). */
static uint32_t choose_shape(lyo_encoder *e, zend_string *class_name, uint32_t base)
{
    uint32_t n = e->field_count - base;

    if (n > LYO_LIMIT_SHAPE_KEYS) {
        return LYO_NO_SHAPE;
    }
    lyo_key *keys = lyo_encoder_scratch(e, n);
    for (uint32_t i = 0; i < n; i++) {
        keys[i] = e->fields[base + i].key;
    }
    uint32_t known = e->shapes.count;
    uint32_t shape = lyo_shapes_put(&e->shapes, class_name, keys, n);
    if (e->shapes.shapes[shape].definition != LYO_NOT_DEFINED || shape < known || lyo_encoder_offset(e) < LYO_LIMIT_EAGER) {
        return shape;
    }
    return !lyo_classes_get(e, class_name)->known && !zend_string_equals_literal(class_name, "stdClass") ? shape : LYO_NO_SHAPE;
}

/*
 * Writes an object from the fields from base on, and pops them. watched: an array that is being written already is null in a field. As
 * serialize() does, that is so for what stands in a table of properties, not for slots and the state of __serialize().
 */
static bool write_state(lyo_encoder *e, zend_object *object, zend_string *class_name, uint32_t base, bool watched)
{
    uint32_t n = e->field_count - base;
    bool written = lyo_encoder_enter(e);

    if (written) {
        uint32_t shape = choose_shape(e, class_name, base);
        lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = e->object_count++;
        if (shape != LYO_NO_SHAPE) {
            lyo_write_instance(e, lyo_define_shape(e, shape));
        } else {
            lyo_write_instance(e, lyo_define_class(e, LYO_DEF_OPEN_CLASS, class_name));
            lyo_buffer_varlen(&e->body, n);
        }
        for (uint32_t i = 0; written && i < n; i++) {
            if (shape == LYO_NO_SHAPE) {
                lyo_put_state_key(e, &e->body, &e->strings, class_name, &e->fields[base + i].key);
            }
            /* a hook that ran since may have unset the slot: null is written then */
            written = lyo_write_slot(e, e->fields[base + i].cell, watched);
        }
    }
    e->depth--;
    e->field_count = base;
    return written;
}

static bool write_table_state(lyo_encoder *e, zend_object *object, zend_string *class_name, HashTable *ht, bool watched)
{
    uint32_t base = e->field_count;
    push_table(e, ht, object->ce == php_ce_incomplete_class);
    return write_state(e, object, class_name, base, watched);
}

/* True if the properties are the declared slots and the table beside them, and reading them runs no code. */
static bool has_plain_slots(zend_object *object)
{
    return object->handlers->get_properties == zend_std_get_properties && !object->handlers->get_properties_for
        && !LYO_IS_LAZY(object);
}

static zend_string *class_name_of(lyo_encoder *e, zend_object *object)
{
    if (object->ce != php_ce_incomplete_class) {
        return object->ce->name;
    }
    zend_string *name = php_lookup_class_name(object);
    return name ? lyo_encoder_keep(e, name) : object->ce->name;
}

static bool write_properties(lyo_encoder *e, zend_object *object)
{
    zend_string *class_name = class_name_of(e, object);
    zval zv;

    if (EXPECTED(has_plain_slots(object)) && !object->properties) {
        uint32_t base = e->field_count;
        push_slots(e, object);
        return write_state(e, object, class_name, base, false);
    }
    ZVAL_OBJ(&zv, object);
    if (!has_plain_slots(object)) {
        lyo_encoder_own(e);
    }
    HashTable *ht = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    if (EG(exception)) {
        if (ht) {
            zend_release_properties(ht);
        }
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    if (!ht) {
        return write_state(e, object, class_name, e->field_count, false);
    }
    bool written = write_table_state(e, object, class_name, ht, true);
    zend_release_properties(ht);
    return written;
}

/* --- hooks ------------------------------------------------------------------------------------------------------------------ */

/* Keeps what a hook gave, for a second pass; takes it over. */
static void keep_result(lyo_encoder *e, const zend_object *object, zval *result)
{
    if (!e->hook_results) {
        e->hook_results = zend_new_array(8);
    }
    zend_hash_index_update(e->hook_results, (zend_ulong)(uintptr_t)object >> 3, result);
}

static zval *kept_result(const lyo_encoder *e, const zend_object *object)
{
    return e->hook_results ? zend_hash_index_find(e->hook_results, (zend_ulong)(uintptr_t)object >> 3) : NULL;
}

/* The object stands as null, here and wherever it is met again. */
static bool write_as_null(lyo_encoder *e, zend_object *object)
{
    zval null;

    if (EG(exception)) {
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    ZVAL_NULL(&null);
    keep_result(e, object, &null);
    lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = LYO_ORDINAL_NULL;
    lyo_buffer_byte(&e->body, LYO_TAG_NULL);
    return true;
}

/* Calls a method without arguments. While it runs, serialize() inside it is a call of its own. */
static void call_hook(zend_function *hook, zend_object *object, zval *result)
{
    BG(serialize_lock)++;
    zend_call_known_instance_method_with_0_params(hook, object, result);
    BG(serialize_lock)--;
}

/*
 * The state that __serialize() gives, held until the end; NULL: failed. Apart from what recurses, as the next ones are: a level of nesting
 * has no room on the C stack for the call of a hook.
 */
static LYO_NOINLINE HashTable *state_of_serialize(lyo_encoder *e, zend_object *object)
{
    zval state;

    lyo_encoder_own(e);
    call_hook(object->ce->__serialize, object, &state);
    if (EG(exception)) {
        zval_ptr_dtor(&state);
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    if (Z_TYPE(state) != IS_ARRAY) {
        zval_ptr_dtor(&state);
        lyo_encoder_fail(e, LYO_FAILED_NO_ARRAY, object->ce->name);
        return NULL;
    }
    keep_result(e, object, &state);
    return Z_ARRVAL(state);
}

static void write_payload(lyo_encoder *e, zend_object *object, zend_string *payload)
{
    lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = e->object_count++;
    lyo_write_instance(e, lyo_define_class(e, LYO_DEF_CUSTOM_CLASS, object->ce->name));
    lyo_write_string(e, payload);
}

static LYO_NOINLINE bool write_custom(lyo_encoder *e, zend_object *object)
{
    zend_class_entry *ce = object->ce;
    unsigned char *payload = NULL;
    size_t size = 0;
    zval zv;

    lyo_encoder_own(e);
    ZVAL_OBJ(&zv, object);
    BG(serialize_lock)++;
    php_serialize_data_t data = php_var_serialize_init();
    int result = ce->serialize(&zv, &payload, &size, (zend_serialize_data *)data);
    php_var_serialize_destroy(data);
    BG(serialize_lock)--;
    if (result != SUCCESS || EG(exception)) {
        if (payload) {
            efree(payload);
        }
        return write_as_null(e, object);
    }
    ZVAL_STRINGL(&zv, (char *)payload, size);
    efree(payload);
    keep_result(e, object, &zv);
    write_payload(e, object, Z_STR(zv));
    return true;
}

static void diagnose_sleep(lyo_encoder *e, int level, const char *format, const char *name)
{
    char *message;
    zend_spprintf(&message, 0, format, name);
    e->options->diagnose(level, true, message);
    efree(message);
}

/* The slot of the property with this (mangled) name, or NULL. */
static zval *find_property(zend_object *object, HashTable *properties, zend_string *name, zend_property_info **info)
{
    zend_class_entry *ce = object->ce;

    *info = NULL;
    if (properties) {
        zval *cell = zend_hash_find(properties, name);
        if (cell && Z_TYPE_P(cell) == IS_INDIRECT) {
            cell = Z_INDIRECT_P(cell);
            *info = zend_get_typed_property_info_for_slot(object, cell);
        }
        return cell;
    }
    for (int i = 0; i < ce->default_properties_count; i++) {
        zend_property_info *candidate = LYO_SLOT_INFO(ce, i);
        if (candidate && zend_string_equals(candidate->name, name)) {
            *info = ZEND_TYPE_IS_SET(candidate->type) ? candidate : NULL;
            return OBJ_PROP(object, candidate->offset);
        }
    }
    return NULL;
}

/* Adds the property of this mangled name to the state, if the object has it. True also for a typed one without a value. */
static bool add_sleep_property(lyo_encoder *e, zend_object *object, HashTable *properties, HashTable *state, zend_string *mangled, zend_string *given)
{
    zend_property_info *info;
    zval *cell = find_property(object, properties, mangled, &info);

    if (!cell) {
        return false;
    }
    if (Z_TYPE_P(cell) == IS_UNDEF) {
        return info != NULL;
    }
    if (!zend_hash_add(state, mangled, cell)) {
        diagnose_sleep(e, LYO_SLEEP_TWICE, "\"%s\" is returned from __sleep() multiple times", ZSTR_VAL(given));
        return true;
    }
    Z_TRY_ADDREF_P(cell);
    return true;
}

static bool add_mangled(lyo_encoder *e, zend_object *object, HashTable *properties, HashTable *state, zend_string *scope, zend_string *name)
{
    zend_string *mangled = zend_mangle_property_name(scope ? ZSTR_VAL(scope) : "*", scope ? ZSTR_LEN(scope) : 1, ZSTR_VAL(name), ZSTR_LEN(name), 0);
    bool added = add_sleep_property(e, object, properties, state, mangled, name);
    zend_string_release(mangled);
    return added;
}

/* One entry of what __sleep() returned: as given, else a private of the class, else a protected property. */
static void add_sleep_name(lyo_encoder *e, zend_object *object, HashTable *properties, HashTable *state, zval *entry)
{
    zend_string *tmp, *name;

    ZVAL_DEREF(entry);
    if (Z_TYPE_P(entry) != IS_STRING) {
        diagnose_sleep(e, E_WARNING, "%s::__sleep() should return an array only containing the names of instance-variables to serialize", ZSTR_VAL(object->ce->name));
        if (EG(exception)) {
            return;
        }
    }
    name = zval_get_tmp_string(entry, &tmp);
    if (!EG(exception) && !add_sleep_property(e, object, properties, state, name, name)
        && !add_mangled(e, object, properties, state, object->ce->name, name) && !add_mangled(e, object, properties, state, NULL, name)) {
        diagnose_sleep(e, E_WARNING, "\"%s\" returned as member variable from __sleep() but does not exist", ZSTR_VAL(name));
    }
    zend_tmp_string_release(tmp);
}

static HashTable *sleep_state(lyo_encoder *e, zend_object *object, HashTable *names)
{
    HashTable *state = zend_new_array(names->nNumOfElements);
    HashTable *properties = NULL;
    zval zv, *entry;

    if (object->properties || !has_plain_slots(object)) {
        ZVAL_OBJ(&zv, object);
        properties = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    }
    ZEND_HASH_FOREACH_VAL(names, entry) {
        if (EG(exception)) {
            break;
        }
        add_sleep_name(e, object, properties, state, entry);
    } ZEND_HASH_FOREACH_END();
    if (properties) {
        zend_release_properties(properties);
    }
    return state;
}

/* The state that __sleep() chooses, held until the end; NULL: failed, or written as null. */
static LYO_NOINLINE HashTable *state_of_sleep(lyo_encoder *e, zend_object *object, zend_function *hook, bool *written)
{
    zval names, state;

    *written = false;
    lyo_encoder_own(e);
    call_hook(hook, object, &names);
    if (EG(exception)) {
        zval_ptr_dtor(&names);
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    if (Z_TYPE(names) != IS_ARRAY) {
        zval_ptr_dtor(&names);
        diagnose_sleep(e, E_WARNING, "%s::__sleep() should return an array only containing the names of instance-variables to serialize", ZSTR_VAL(object->ce->name));
        *written = write_as_null(e, object);
        return NULL;
    }
    ZVAL_ARR(&state, sleep_state(e, object, Z_ARRVAL(names)));
    zval_ptr_dtor(&names);
    keep_result(e, object, &state);
    if (EG(exception)) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    return Z_ARRVAL(state);
}

/* Second pass: what the object's hook gave in the first one. */
static LYO_NOINLINE bool write_kept(lyo_encoder *e, zend_object *object, const zval *result)
{
    switch (Z_TYPE_P(result)) {
        case IS_ARRAY:
            return write_table_state(e, object, object->ce->name, Z_ARRVAL_P(result), !object->ce->__serialize);
        case IS_STRING:
            write_payload(e, object, Z_STR_P(result));
            return true;
        default:
            return write_as_null(e, object);
    }
}

/* --- objects ------------------------------------------------------------------------------------------------------------------ */

static bool write_again(lyo_encoder *e, lyo_node *node, zend_object *object, bool by_reference)
{
    if (node->ordinal == LYO_ORDINAL_NULL) {
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
    } else if (by_reference) {
        lyo_write_use_reference(e, node);
    } else if (object->ce->ce_flags & ZEND_ACC_ENUM) {
        lyo_write_instance(e, node->ordinal);
    } else {
        e->sharing = true;
        lyo_buffer_byte(&e->body, LYO_TAG_USE_OBJECT);
        lyo_buffer_varlen(&e->body, node->ordinal);
    }
    return true;
}

bool lyo_write_object(lyo_encoder *e, zend_object *object, bool by_reference)
{
    bool found;
    zend_class_entry *ce = object->ce;
    lyo_node *node = lyo_identity_put(&e->identity, (zend_refcounted *)object, &found);

    if (found) {
        return write_again(e, node, object, by_reference);
    }
    node->offset = lyo_encoder_offset(e);
    node->reference = LYO_NOT_REFERENCED;
    if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE)) {
        return lyo_encoder_fail(e, LYO_FAILED_NOT_SERIALIZABLE, ce->name);
    }
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        node->ordinal = lyo_define_case(e, ce->name, Z_STR_P(zend_enum_fetch_case_name(object)));
        lyo_write_instance(e, node->ordinal);
        return true;
    }
    zval *result = UNEXPECTED(e->hook_results) ? kept_result(e, object) : NULL;
    if (result) {
        return write_kept(e, object, result);
    }
    if (ce->__serialize) {
        HashTable *state = state_of_serialize(e, object);
        return state && write_table_state(e, object, ce->name, state, false);
    }
    if (ce->serialize) {
        return write_custom(e, object);
    }
    zval *hook = ce != php_ce_incomplete_class ? zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP)) : NULL;
    if (hook) {
        bool written;
        HashTable *state = state_of_sleep(e, object, Z_FUNC_P(hook), &written);
        return state ? write_table_state(e, object, ce->name, state, true) : written;
    }
    return write_properties(e, object);
}
