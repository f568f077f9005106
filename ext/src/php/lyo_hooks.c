/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_hooks.h"

#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"
#include "php/lyo_classes.h"
#include "php/lyo_string.h"
#include "php/lyo_table.h"

lyo_class_kind lyo_kind_of_class(const zend_class_entry *ce, zend_function **sleep)
{
    *sleep = NULL;
    if (UNEXPECTED(ce->ce_flags & (ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ANON_CLASS))) {
        return LYO_CLASS_REFUSES;
    }
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        return LYO_CLASS_ENUM;
    }
    if (ce->__serialize) {
        return LYO_CLASS_GIVES;
    }
    if (ce->serialize) { /* what C code writes is not read, see lyo_reads_payload() */
        return ce->serialize == zend_user_serialize ? LYO_CLASS_CUSTOM : LYO_CLASS_REFUSES;
    }
    if (ce == php_ce_incomplete_class) {
        return LYO_CLASS_MISSING;
    }
    zval *hook = zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP));
    *sleep = hook ? Z_FUNC_P(hook) : NULL;
    return hook ? LYO_CLASS_SLEEPS : LYO_CLASS_PLAIN;
}

void lyo_call_hook(lyo_isolation *isolation, uint32_t depth, zend_function *hook, zend_object *object,
                   zval *result)
{
    lyo_serializer_state outer;
    lyo_isolate(isolation, true, &outer);

    isolation->levels += depth + LYO_LEVELS_OF_A_CALL;
    zend_call_known_instance_method_with_0_params(hook, object, result);
    isolation->levels -= depth + LYO_LEVELS_OF_A_CALL;
    lyo_rejoin(isolation, &outer);
}

bool lyo_call_serializer(lyo_isolation *isolation, uint32_t depth, zend_object *object, zval *payload)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    zval zv;

    ZVAL_OBJ(&zv, object);
    lyo_serializer_state outer;
    lyo_isolate(isolation, false, &outer);
    /* all calls of serialize() in the hook share this numbering; so will the calls of unserialize() */
    php_serialize_data_t data = php_var_serialize_init();
    isolation->levels += depth + LYO_LEVELS_OF_A_CALL;
    int result = object->ce->serialize(&zv, &bytes, &size, (zend_serialize_data *)data);
    isolation->levels -= depth + LYO_LEVELS_OF_A_CALL;
    php_var_serialize_destroy(data);
    lyo_rejoin(isolation, &outer);
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

/* --- __sleep() ------------------------------------------------------------------------------------------ */

void lyo_diagnose_name(lyo_diagnose diagnose, int level, const char *format, const char *name)
{
    char *message;
    zend_spprintf(&message, 0, format, name);
    diagnose(level, true, message);
    efree(message);
}

void lyo_diagnose_sleep_names(zend_object *object, lyo_diagnose diagnose)
{
    lyo_diagnose_name(
        diagnose, E_WARNING,
        "%s::__sleep() should return an array only containing the names of instance-variables to serialize",
        ZSTR_VAL(object->ce->name));
}

/*
 * Returns the declared property that this unmangled name means in code of the class, or NULL. It is the one
 * that a search for the mangled names would find in the end, but no mangled names are made.
 */
static zend_property_info *own_property(const zend_class_entry *ce, const zend_string *name)
{
    zend_property_info *info = zend_hash_find_ptr(&ce->properties_info, (zend_string *)name);

    if (!info || (info->flags & ZEND_ACC_STATIC) || ((info->flags & ZEND_ACC_PRIVATE) && info->ce != ce) ||
        LYO_IS_VIRTUAL(info)) {
        return NULL;
    }
    return info;
}

/*
 * True if the property is private or protected, and code of the class uses this name for it. It saves a look
 * into the table of properties: 13 % of encoding 50 entities of six such properties.
 */
static bool is_named_inside(const zend_class_entry *ce, const zend_property_info *info,
                            const zend_string *name)
{
    bool is_private = info->flags & ZEND_ACC_PRIVATE;
    size_t scope = is_private ? ZSTR_LEN(ce->name) + 2 : 3; /* "\0Class\0" or "\0*\0" */

    return !(info->flags & ZEND_ACC_PUBLIC) && (!is_private || info->ce == ce) &&
           ZSTR_LEN(info->name) == scope + ZSTR_LEN(name) &&
           !memcmp(ZSTR_VAL(info->name) + scope, ZSTR_VAL(name), ZSTR_LEN(name));
}

/* Returns the index of the slot that a name means, or -1. at: where the search for mangled names begins. */
static LYO_NOINLINE int find_any_slot(zend_object *object, const zend_string *name, int at)
{
    const zend_class_entry *ce = object->ce;

    if (ZSTR_VAL(name)[0] == '\0') {
        return lyo_find_slot(ce, name, at);
    }
    const zend_property_info *own = own_property(ce, name);
    /* a dynamic property may have the same unmangled name as a private or protected one */
    if (!own || (object->properties && !(own->flags & ZEND_ACC_PUBLIC) &&
                 zend_hash_exists(object->properties, (zend_string *)name))) {
        return -1;
    }
    /*
     * a property to which a child has added a hook is listed in the place of its parent's slot, not of its
     * own
     */
    at = (int)OBJ_PROP_TO_NUM(own->offset);
    return LYO_SLOT_INFO(ce, at) == own ? at : lyo_find_slot(ce, own->name, at);
}

/* The same. Most likely it is the slot behind `at`: inline, objects with __sleep() take 0.97 to encode. */
LYO_INLINE int find_next_slot(zend_object *object, const zend_string *name, int at)
{
    const zend_class_entry *ce = object->ce;

    if (EXPECTED(++at < ce->default_properties_count)) {
        const zend_property_info *info = LYO_SLOT_INFO(ce, at);
        if (info &&
            (lyo_same_string(info->name, name) || (!object->properties && is_named_inside(ce, info, name)))) {
            return at;
        }
    }
    return find_any_slot(object, name, at);
}

/* Most slots of a class whose objects lyo_sleep_slots() reads: a bitmap has one bit for each. */
#define MOST_SLEEP_SLOTS 64

bool lyo_sleep_slots(zend_object *object, HashTable *names, lyo_remembered *slots)
{
    lyo_remembered *end = slots;
    uint64_t named = 0;
    zval *entry;
    int at = -1;

    if (!lyo_has_plain_slots(object) || object->ce->default_properties_count > MOST_SLEEP_SLOTS) {
        return false;
    }
    ZEND_HASH_FOREACH_VAL (names, entry) {
        if (Z_TYPE_P(entry) != IS_STRING || (at = find_next_slot(object, Z_STR_P(entry), at)) < 0) {
            return false;
        }
        const zend_property_info *info = LYO_SLOT_INFO(object->ce, at);
        const zval *slot = OBJ_PROP(object, info->offset);
        if (Z_TYPE_P(slot) == IS_UNDEF || UNEXPECTED(named >> at & 1)) {
            return false;
        }
        named |= UINT64_C(1) << at;
        end->key = (lyo_key){info->name, ZSTR_H(info->name)};
        ZVAL_COPY_VALUE(&end->value, slot);
        end++;
    }
    ZEND_HASH_FOREACH_END();
    for (lyo_remembered *slot = slots; slot < end; slot++) {
        zend_string_addref(slot->key.name);
        Z_TRY_ADDREF(slot->value);
    }
    return true;
}

/* A state that is being built from the names of __sleep(). */
typedef struct sleeper {
    lyo_diagnose diagnose;
    zend_object *object;
    HashTable *state;
    int last;              /* slot of the last one found */
    HashTable *properties; /* property table of the object, held; NULL: not needed yet */
    zend_object *instance; /* the object to whose slots it points, held, if that is another one; else NULL */
} sleeper;

/*
 * Adds the value of a property to the state. False: it has no value and no type. A typed property without a
 * value is skipped, and the result is true.
 */
static bool add_cell(sleeper *s, zval *cell, bool typed, zend_string *mangled, zend_string *given)
{
    if (Z_TYPE_P(cell) == IS_UNDEF) {
        return typed;
    }
    zval *place = lyo_table_add(s->state, zend_string_copy(mangled));
    if (UNEXPECTED(!place)) {
        zend_string_release(mangled);
        lyo_diagnose_name(s->diagnose, LYO_SLEEP_TWICE, "\"%s\" is returned from __sleep() multiple times",
                          ZSTR_VAL(given));
        return true;
    }
    ZVAL_COPY(place, cell);
    return true;
}

/*
 * Adds the property that a name means, if that is a declared one and the table of properties is not needed.
 */
static bool add_slot(sleeper *s, zend_string *name)
{
    if (UNEXPECTED(!lyo_has_plain_slots(s->object)) ||
        (s->last = find_next_slot(s->object, name, s->last)) < 0) {
        return false;
    }
    const zend_property_info *info = LYO_SLOT_INFO(s->object->ce, s->last);
    return add_cell(s, OBJ_PROP(s->object, info->offset), ZEND_TYPE_IS_SET(info->type), info->name, name);
}

/* Gets and holds the property table. Runs user code only if the object has no plain slots. */
static void take_properties(sleeper *s)
{
    zval zv;

    ZVAL_OBJ(&zv, s->object);
    s->properties = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    s->instance = LYO_INSTANCE_OF(s->object);
    if (s->instance) {
        GC_ADDREF(s->instance);
    }
}

/* Adds the property of this mangled name to the state. False: the object does not have it. */
static bool add_property(sleeper *s, zend_string *mangled, zend_string *given)
{
    bool typed = false;
    zval *cell;

    if (!s->properties) {
        take_properties(s);
    }
    cell = s->properties ? zend_hash_find(s->properties, mangled) : NULL;
    if (cell && Z_TYPE_P(cell) == IS_INDIRECT) {
        cell = Z_INDIRECT_P(cell);
        typed = zend_get_typed_property_info_for_slot(s->object, cell) != NULL;
    }
    return cell && add_cell(s, cell, typed, mangled, given);
}

static bool add_mangled(sleeper *s, zend_string *scope, zend_string *name)
{
    zend_string *mangled = zend_mangle_property_name(
        scope ? ZSTR_VAL(scope) : "*", scope ? ZSTR_LEN(scope) : 1, ZSTR_VAL(name), ZSTR_LEN(name), 0);
    bool added = add_property(s, mangled, name);
    zend_string_release(mangled);
    return added;
}

/*
 * Adds the property that a name means: the one of exactly this name, else a private one of the class, else a
 * protected one. False: there is none.
 */
static bool add_named(sleeper *s, zend_string *name)
{
    return add_slot(s, name) || add_property(s, name, name) || add_mangled(s, s->object->ce->name, name) ||
           add_mangled(s, NULL, name);
}

/* Handles one entry of the array that __sleep() returned. */
static void add_entry(sleeper *s, zval *entry)
{
    zend_string *name;

    ZVAL_DEREF(entry);
    if (Z_TYPE_P(entry) != IS_STRING) {
        lyo_diagnose_sleep_names(s->object, s->diagnose);
        if (EG(exception)) {
            return;
        }
    }
    name = zval_get_string(entry); /* held: the initializer of a lazy object may change the entry */
    if (!EG(exception) && !add_named(s, name)) {
        lyo_diagnose_name(s->diagnose, E_WARNING,
                          "\"%s\" returned as member variable from __sleep() but does not exist",
                          ZSTR_VAL(name));
    }
    zend_string_release(name);
}

HashTable *lyo_sleep_state(zend_object *object, HashTable *names, lyo_diagnose diagnose)
{
    sleeper s = {diagnose, object, lyo_table_new(zend_hash_num_elements(names)), -1, NULL, NULL};
    zval *entry;

    if (UNEXPECTED(!lyo_has_plain_slots(object))) {
        take_properties(&s); /* before a name is read, as in serialize() */
    }
    ZEND_HASH_FOREACH_VAL (names, entry) {
        if (EG(exception)) {
            break;
        }
        add_entry(&s, entry);
    }
    ZEND_HASH_FOREACH_END();
    if (s.properties) {
        zend_release_properties(s.properties);
    }
    if (s.instance) {
        OBJ_RELEASE(s.instance);
    }
    return s.state;
}
