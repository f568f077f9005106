/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects of classes with hooks: calls the hook, and keeps its result until the end.
 */
#include "lyo/lyo_writer_object.h"

#include "Zend/zend_interfaces.h"
#include "php/lyo_hooks.h"
#include "lyo/lyo_writer_class.h"
#include "ext/standard/php_incomplete_class.h"

/* Keeps null as the state of an object whose hook gave nothing usable. Returns NULL if the hook threw. */
static lyo_record *give_null(lyo_encoder *e, zend_object *object)
{
    zval null;

    if (EG(exception)) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    ZVAL_NULL(&null);
    return lyo_memory_give(&e->memory, object, &null);
}

/* Calls a hook. result: the value that it returned. */
static void ask_hook(lyo_encoder *e, zend_function *hook, zend_object *object, zval *result)
{
    lyo_encoder_own(e);
    lyo_call_hook(e->options->isolation, hook, object, result);
}

static lyo_record *ask_serialize(lyo_encoder *e, zend_object *object)
{
    zval state;

    ask_hook(e, object->ce->__serialize, object, &state);
    if (UNEXPECTED(EG(exception) || Z_TYPE(state) != IS_ARRAY)) {
        zval_ptr_dtor(&state);
        lyo_encoder_fail(e, EG(exception) ? LYO_FAILED_EXCEPTION : LYO_FAILED_NO_ARRAY, object->ce->name);
        return NULL;
    }
    return lyo_memory_give(&e->memory, object, &state);
}

static lyo_record *ask_custom(lyo_encoder *e, zend_object *object)
{
    zval payload;

    lyo_encoder_own(e);
    if (!lyo_call_serializer(e->options->isolation, object, &payload)) {
        return give_null(e, object);
    }
    return lyo_memory_give(&e->memory, object, &payload);
}

static lyo_record *ask_sleep(lyo_encoder *e, zend_object *object, zend_function *sleep)
{
    zval names, state;

    ask_hook(e, sleep, object, &names);
    if (EG(exception)) {
        zval_ptr_dtor(&names);
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    if (Z_TYPE(names) != IS_ARRAY) {
        zval_ptr_dtor(&names);
        lyo_diagnose_sleep_names(object, e->options->diagnose);
        return give_null(e, object);
    }
    lyo_record *record = lyo_memory_begin(&e->memory, object, zend_hash_num_elements(Z_ARRVAL(names)), true);
    if (UNEXPECTED(!lyo_sleep_slots(object, Z_ARRVAL(names), record->slots))) {
        ZVAL_ARR(&state, lyo_sleep_state(object, Z_ARRVAL(names), e->options->diagnose));
        lyo_record_give(record, &state);
    }
    zval_ptr_dtor(&names);
    if (EG(exception)) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    return record;
}

lyo_record *lyo_ask_object(lyo_encoder *e, zend_object *object, const lyo_class_note *note)
{
    switch (note->kind) {
    case LYO_CLASS_GIVES:
        return ask_serialize(e, object);
    case LYO_CLASS_CUSTOM:
        return ask_custom(e, object);
    case LYO_CLASS_SLEEPS:
        return ask_sleep(e, object, note->sleep);
    default:
        lyo_encoder_fail(e, LYO_FAILED_NOT_SERIALIZABLE, object->ce->name);
        return NULL;
    }
}

bool lyo_write_record(lyo_encoder *e, zend_object *object, lyo_record *record)
{
    uint32_t base = e->field_count;

    if (!record->given) {
        return lyo_write_remembered(e, object, lyo_class_name_of(e, object), record);
    }
    switch (Z_TYPE(record->slots->value)) {
    case IS_ARRAY:
        lyo_push_table(e, Z_ARRVAL(record->slots->value), false);
        return lyo_write_state(e, object, object->ce->name, base, !object->ce->__serialize, true);
    case IS_STRING:
        e->object_count++;
        lyo_write_instance(e, lyo_define_class(e, LYO_DEF_CUSTOM_CLASS, object->ce->name));
        lyo_write_string(e, Z_STR(record->slots->value));
        return true;
    default: /* null, here and wherever it is met again */
        lyo_identity_find(&e->identity, (zend_refcounted *)object)->ordinal = LYO_ORDINAL_NULL;
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
        return true;
    }
}
