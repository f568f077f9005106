/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects of classes with hooks: asking the hook, and keeping what it gave until the end.
 */
#include "engine/lyo_writer_object.h"

#include "Zend/zend_interfaces.h"
#include "engine/lyo_dates.h"
#include "engine/lyo_hooks.h"
#include "engine/lyo_plain_hooks.h"
#include "ext/standard/php_incomplete_class.h"

zend_function *lyo_find_sleep(const zend_class_entry *ce)
{
    zval *hook = ce != php_ce_incomplete_class
                     ? zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP))
                     : NULL;
    return hook ? Z_FUNC_P(hook) : NULL;
}

/* The object stands as null, here and wherever it is met again. */
static bool write_as_null(lyo_encoder *e, zend_object *object)
{
    zval null;

    if (EG(exception)) {
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    ZVAL_NULL(&null);
    lyo_memory_give(&e->memory, object, &null);
    lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = LYO_ORDINAL_NULL;
    lyo_buffer_byte(&e->body, LYO_TAG_NULL);
    return true;
}

/* False for the hooks of PHP's dates and of SPL, which read the object and nothing else: 10 % of an encode with one date is holding everything before it. */
static bool may_run_code(const zend_function *hook)
{
    if (hook->type != ZEND_INTERNAL_FUNCTION || !hook->internal_function.module) {
        return true;
    }
    const char *module = hook->internal_function.module->name;
    return strcmp(module, "date") != 0 && strcmp(module, "SPL") != 0;
}

/* What a hook gives. */
static void ask_hook(lyo_encoder *e, zend_function *hook, zend_object *object, zval *result)
{
    if (lyo_plain_hook_gives(hook, object, result)) {
        return;
    }
    if (may_run_code(hook)) {
        lyo_encoder_own(e);
    }
    lyo_call_hook(hook, object, result);
}

/* Pushes the state of one of PHP's own dates. False: it is none, or not as simple as that. */
static bool push_date(lyo_encoder *e, zend_object *object)
{
    lyo_record *record = lyo_memory_begin(&e->memory, object, LYO_DATE_SLOTS, false);

    if (!lyo_date_state(object, record->slots)) {
        lyo_memory_drop(&e->memory, record);
        return false;
    }
    lyo_push_record(e, record);
    return true;
}

bool lyo_push_serialized(lyo_encoder *e, zend_object *object)
{
    zval state;

    if (object->ce->__serialize->type == ZEND_INTERNAL_FUNCTION && push_date(e, object)) {
        return true;
    }
    ask_hook(e, object->ce->__serialize, object, &state);
    if (EG(exception)) {
        zval_ptr_dtor(&state);
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    if (Z_TYPE(state) != IS_ARRAY) {
        zval_ptr_dtor(&state);
        return lyo_encoder_fail(e, LYO_FAILED_NO_ARRAY, object->ce->name);
    }
    lyo_memory_give(&e->memory, object, &state);
    lyo_push_table(e, Z_ARRVAL(state), false);
    return true;
}

static void write_payload(lyo_encoder *e, zend_object *object, zend_string *payload)
{
    lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = e->object_count++;
    lyo_write_instance(e, lyo_define_class(e, LYO_DEF_CUSTOM_CLASS, object->ce->name));
    lyo_write_string(e, payload);
}

bool lyo_write_custom(lyo_encoder *e, zend_object *object)
{
    zval zv;

    lyo_encoder_own(e);
    if (!lyo_call_serializer(object, &zv)) {
        return write_as_null(e, object);
    }
    lyo_memory_give(&e->memory, object, &zv);
    write_payload(e, object, Z_STR(zv));
    return true;
}

/* Pushes the declared properties that __sleep() has named. False: it is not as simple as that. */
static bool push_sleep_slots(lyo_encoder *e, zend_object *object, HashTable *names)
{
    lyo_record *record = lyo_memory_begin(&e->memory, object, names->nNumOfElements, true);
    uint32_t n = lyo_sleep_slots(object, names, record->slots);

    if (n == LYO_NO_SLEEP_SLOTS) {
        lyo_memory_drop(&e->memory, record);
        return false;
    }
    lyo_memory_cut(&e->memory, record, n);
    lyo_push_record(e, record);
    return true;
}

bool lyo_push_sleep(lyo_encoder *e, zend_object *object, zend_function *hook, bool *written)
{
    zval names, state;

    *written = false;
    ask_hook(e, hook, object, &names);
    if (EG(exception)) {
        zval_ptr_dtor(&names);
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    if (Z_TYPE(names) != IS_ARRAY) {
        zval_ptr_dtor(&names);
        lyo_diagnose_sleep_names(object, e->options->diagnose);
        *written = write_as_null(e, object);
        return false;
    }
    if (EXPECTED(push_sleep_slots(e, object, Z_ARRVAL(names)))) {
        zval_ptr_dtor(&names);
        return true;
    }
    lyo_encoder_own(e); /* diagnostics run code */
    ZVAL_ARR(&state, lyo_sleep_state(object, Z_ARRVAL(names), e->options->diagnose));
    zval_ptr_dtor(&names);
    lyo_memory_give(&e->memory, object, &state);
    if (EG(exception)) {
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    lyo_push_table(e, Z_ARRVAL(state), false);
    return true;
}

bool lyo_write_record(lyo_encoder *e, zend_object *object, lyo_record *record)
{
    uint32_t base = e->field_count;

    if (!record->given) {
        lyo_push_record(e, record);
        return lyo_write_state(e, object, lyo_class_name_of(e, object), base, record->watched, true);
    }
    switch (Z_TYPE(record->slots->value)) {
    case IS_ARRAY:
        lyo_push_table(e, Z_ARRVAL(record->slots->value), false);
        return lyo_write_state(e, object, object->ce->name, base, !object->ce->__serialize, true);
    case IS_STRING:
        write_payload(e, object, Z_STR(record->slots->value));
        return true;
    default:
        return write_as_null(e, object);
    }
}
