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

/* Records the table that a hook returned, and takes it over. */
static lyo_record *keep_state(lyo_encoder *e, zend_object *object, zval *state, bool watched)
{
    lyo_record *record = lyo_record_table(e, object, Z_ARRVAL_P(state), watched);

    ZVAL_COPY_VALUE(&record->kept, state);
    return record;
}

static lyo_record *ask_serialize(lyo_encoder *e, zend_object *object)
{
    zval state;

    lyo_call_hook(e->options->isolation, e->depth, object->ce->__serialize, object, &state);
    if (UNEXPECTED(EG(exception) || Z_TYPE(state) != IS_ARRAY)) {
        zval_ptr_dtor(&state);
        lyo_encoder_fail(e, EG(exception) ? LYO_FAILED_EXCEPTION : LYO_FAILED_NO_ARRAY, object->ce->name);
        return NULL;
    }
    return keep_state(e, object, &state, false);
}

static lyo_record *ask_custom(lyo_encoder *e, zend_object *object)
{
    zval payload;

    if (!lyo_call_serializer(e->options->isolation, e->depth, object, &payload)) {
        return give_null(e, object);
    }
    return lyo_memory_give(&e->memory, object, &payload);
}

static lyo_record *ask_sleep(lyo_encoder *e, zend_object *object, zend_function *sleep)
{
    zval names, state;

    lyo_call_hook(e->options->isolation, e->depth, sleep, object, &names);
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
        lyo_memory_drop(&e->memory, record);
        ZVAL_ARR(&state, lyo_sleep_state(object, Z_ARRVAL(names), e->options->diagnose));
        record = keep_state(e, object, &state, true);
    }
    zval_ptr_dtor(&names);
    if (EG(exception)) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    return record;
}

lyo_record *lyo_ask_object(lyo_encoder *e, zend_object *object, const lyo_class_info *info)
{
    switch (info->kind) {
    case LYO_CLASS_GIVES:
        return ask_serialize(e, object);
    case LYO_CLASS_CUSTOM:
        return ask_custom(e, object);
    case LYO_CLASS_SLEEPS:
        return ask_sleep(e, object, info->sleep);
    default:
        lyo_encoder_fail(e, LYO_FAILED_NOT_SERIALIZABLE, object->ce->name);
        return NULL;
    }
}
