/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_hooks.h"

#include "Zend/zend_interfaces.h"
#include "engine/lyo_isolation.h"

void lyo_call_hook(zend_function *hook, zend_object *object, zval *result)
{
    BG(serialize_lock)++;
    zend_call_known_instance_method_with_0_params(hook, object, result);
    BG(serialize_lock)--;
}

bool lyo_call_serializer(zend_object *object, zval *payload)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    zval zv;

    ZVAL_OBJ(&zv, object);
    lyo_isolation outer = lyo_isolate();
    /* every serialize() in the hook numbers its values in this data, as every unserialize() that reads them will */
    php_serialize_data_t data = php_var_serialize_init();
    int result = object->ce->serialize(&zv, &bytes, &size, (zend_serialize_data *)data);
    php_var_serialize_destroy(data);
    lyo_rejoin(&outer);
    if (result != SUCCESS || EG(exception)) {
        if (bytes) {
            efree(bytes);
        }
        return false;
    }
    ZVAL_STRINGL(payload, (char *)bytes, size);
    efree(bytes);
    return true;
}

/* --- __sleep() ---------------------------------------------------------------------------------------------------------------- */

static void diagnose_sleep(lyo_diagnose diagnose, int level, const char *format, const char *name)
{
    char *message;
    zend_spprintf(&message, 0, format, name);
    diagnose(level, true, message);
    efree(message);
}

void lyo_diagnose_sleep_names(zend_object *object, lyo_diagnose diagnose)
{
    diagnose_sleep(diagnose, E_WARNING, "%s::__sleep() should return an array only containing the names of instance-variables to serialize", ZSTR_VAL(object->ce->name));
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
static bool add_sleep_property(lyo_diagnose diagnose, zend_object *object, HashTable *properties, HashTable *state, zend_string *mangled, zend_string *given)
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
        diagnose_sleep(diagnose, LYO_SLEEP_TWICE, "\"%s\" is returned from __sleep() multiple times", ZSTR_VAL(given));
        return true;
    }
    Z_TRY_ADDREF_P(cell);
    return true;
}

static bool add_mangled(lyo_diagnose diagnose, zend_object *object, HashTable *properties, HashTable *state, zend_string *scope, zend_string *name)
{
    zend_string *mangled = zend_mangle_property_name(scope ? ZSTR_VAL(scope) : "*", scope ? ZSTR_LEN(scope) : 1, ZSTR_VAL(name), ZSTR_LEN(name), 0);
    bool added = add_sleep_property(diagnose, object, properties, state, mangled, name);
    zend_string_release(mangled);
    return added;
}

/* One entry of what __sleep() returned: as given, else a private of the class, else a protected property. */
static void add_sleep_name(lyo_diagnose diagnose, zend_object *object, HashTable *properties, HashTable *state, zval *entry)
{
    zend_string *tmp, *name;

    ZVAL_DEREF(entry);
    if (Z_TYPE_P(entry) != IS_STRING) {
        lyo_diagnose_sleep_names(object, diagnose);
        if (EG(exception)) {
            return;
        }
    }
    name = zval_get_tmp_string(entry, &tmp);
    if (!EG(exception) && !add_sleep_property(diagnose, object, properties, state, name, name)
        && !add_mangled(diagnose, object, properties, state, object->ce->name, name) && !add_mangled(diagnose, object, properties, state, NULL, name)) {
        diagnose_sleep(diagnose, E_WARNING, "\"%s\" returned as member variable from __sleep() but does not exist", ZSTR_VAL(name));
    }
    zend_tmp_string_release(tmp);
}

HashTable *lyo_sleep_state(zend_object *object, HashTable *names, lyo_diagnose diagnose)
{
    HashTable *state = zend_new_array(names->nNumOfElements);
    HashTable *properties = NULL;
    zval zv, *entry;

    if (object->properties || !lyo_has_plain_slots(object)) {
        ZVAL_OBJ(&zv, object);
        properties = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    }
    ZEND_HASH_FOREACH_VAL(names, entry) {
        if (EG(exception)) {
            break;
        }
        add_sleep_name(diagnose, object, properties, state, entry);
    } ZEND_HASH_FOREACH_END();
    if (properties) {
        zend_release_properties(properties);
    }
    return state;
}
