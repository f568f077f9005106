/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What waits until the whole input is accepted: destructors, diagnostics, hooks. And what stays alive until then.
 */
#include "engine/lyo_reader.h"

#include "Zend/zend_interfaces.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_var.h"

void lyo_defer(lyo_decoder *d, zend_object *object, zval *state, bool custom, zend_function *wakeup)
{
    LYO_GROW(d->deferred, d->deferred_count, d->deferred_capacity, 8);
    lyo_deferred *deferred = &d->deferred[d->deferred_count++];
    GC_ADDREF(object);
    deferred->object = object;
    ZVAL_COPY_VALUE(&deferred->state, state);
    deferred->custom = custom;
    deferred->wakeup = wakeup;
}

void lyo_keep(lyo_decoder *d, zval *value)
{
    LYO_GROW(d->kept, d->kept_count, d->kept_capacity, 8);
    ZVAL_COPY_VALUE(&d->kept[d->kept_count++], value);
}

void lyo_hold(lyo_decoder *d, int level, zend_string *message)
{
    LYO_GROW(d->held, d->held_count, d->held_capacity, 4);
    lyo_held *held = &d->held[d->held_count++];
    held->level = level;
    held->message = zend_string_copy(message);
}

void lyo_silence(lyo_decoder *d, zend_object *object)
{
    LYO_GROW(d->silenced, d->silenced_count, d->silenced_capacity, 8);
    GC_ADDREF(object);
    GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
    d->silenced[d->silenced_count++] = object;
}

static void restore_destructors(lyo_decoder *d)
{
    for (uint32_t i = 0; i < d->silenced_count; i++) {
        GC_DEL_FLAGS(d->silenced[i], IS_OBJ_DESTRUCTOR_CALLED);
    }
}

static bool emit_held(lyo_decoder *d)
{
    for (uint32_t i = 0; i < d->held_count; i++) {
        d->options->diagnose(d->held[i].level, false, ZSTR_VAL(d->held[i].message));
        if (EG(exception)) {
            return false;
        }
    }
    return true;
}

/* What unserialize() and serialize() inside a hook must not see, or must see instead. */
typedef struct isolation {
    unsigned lock;
    struct php_unserialize_data *data;
    unsigned level;
} isolation;

/* Calls Serializable::unserialize(). An unserialize() inside it that says nothing of classes has the policy of this call. */
static bool call_unserialize(lyo_decoder *d, const lyo_deferred *deferred)
{
    isolation outer = {BG(serialize_lock), BG(unserialize).data, BG(unserialize).level};
    zval argument, result;
    zend_class_entry *ce = deferred->object->ce;
    zend_function *method = zend_hash_str_find_ptr(&ce->function_table, "unserialize", sizeof "unserialize" - 1);

    BG(serialize_lock) = 0;
    BG(unserialize).data = NULL;
    BG(unserialize).level = 0;
    php_unserialize_data_t data = php_var_unserialize_init();
    php_var_unserialize_set_allowed_classes(data, (HashTable *)d->options->allowed_classes);
    php_var_unserialize_set_max_depth(data, d->options->max_depth);
    ZVAL_COPY_VALUE(&argument, &deferred->state);
    ZVAL_UNDEF(&result);
    zend_call_known_instance_method_with_1_params(method, deferred->object, &result, &argument);
    zval_ptr_dtor(&result);
    /* runs the hooks of objects that an inner unserialize() has built into the shared context */
    php_var_unserialize_destroy(data);
    BG(serialize_lock) = outer.lock;
    BG(unserialize).data = outer.data;
    BG(unserialize).level = outer.level;
    return !EG(exception);
}

static bool call_hook(lyo_deferred *deferred)
{
    zval result;

    ZVAL_UNDEF(&result);
    BG(serialize_lock)++;
    if (deferred->wakeup) {
        zend_call_known_instance_method_with_0_params(deferred->wakeup, deferred->object, &result);
    } else {
        zend_call_known_instance_method_with_1_params(deferred->object->ce->__unserialize, deferred->object, &result, &deferred->state);
        zval_ptr_dtor(&deferred->state);
        ZVAL_UNDEF(&deferred->state);
    }
    BG(serialize_lock)--;
    zval_ptr_dtor(&result);
    return !EG(exception);
}

static void silence_rest(lyo_decoder *d, uint32_t from, bool custom)
{
    for (uint32_t i = from; i < d->deferred_count; i++) {
        if (d->deferred[i].custom <= custom) {
            GC_ADD_FLAGS(d->deferred[i].object, IS_OBJ_DESTRUCTOR_CALLED);
        }
    }
}

bool lyo_run_deferred(lyo_decoder *d)
{
    restore_destructors(d);
    if (!emit_held(d)) {
        silence_rest(d, 0, true);
        return lyo_reader_fail_class(d, LYO_FAILED_EXCEPTION) != NULL;
    }
    for (uint32_t i = 0; i < d->deferred_count; i++) {
        if (d->deferred[i].custom && !call_unserialize(d, &d->deferred[i])) {
            /* as after a failed read: nothing else of this value runs */
            silence_rest(d, 0, true);
            return lyo_reader_fail_class(d, LYO_FAILED_EXCEPTION) != NULL;
        }
    }
    for (uint32_t i = 0; i < d->deferred_count; i++) {
        if (!d->deferred[i].custom && !call_hook(&d->deferred[i])) {
            silence_rest(d, i, false);
            return lyo_reader_fail_class(d, LYO_FAILED_EXCEPTION) != NULL;
        }
    }
    return true;
}
