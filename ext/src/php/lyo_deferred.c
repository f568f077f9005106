/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Everything that is deferred until the whole input is accepted: destructors, diagnostics and hooks.
 */
#include "php/lyo_decoding.h"

#include "php/lyo_isolation.h"
#include "php/lyo_room.h"
#include "Zend/zend_interfaces.h"

LYO_INLINE void add_deferred(lyo_decoding *d, lyo_deferred deferred)
{
    LYO_GROW(d->deferred, d->deferred_count, d->deferred_capacity, 8);
    d->deferred[d->deferred_count++] = deferred;
}

void lyo_defer(lyo_decoding *d, lyo_deferred_kind kind, zend_object *object, zval *state)
{
    GC_ADDREF(object);
    add_deferred(d, (lyo_deferred){.kind = kind, .object = object, .state = *state});
}

void lyo_replace(lyo_decoding *d, zval *value)
{
    add_deferred(d, (lyo_deferred){.kind = LYO_DEFERRED_RELEASE, .state = *value});
}

void lyo_hold(lyo_decoding *d, int level, const char *message)
{
    lyo_deferred diagnostic = {.kind = LYO_DEFERRED_DIAGNOSTIC, .level = level};

    ZVAL_STRING(&diagnostic.state, message);
    add_deferred(d, diagnostic);
}

void lyo_silence(lyo_decoding *d, zend_object *object)
{
    LYO_GROW(d->silenced, d->silenced_count, d->silenced_capacity, 8);
    GC_ADDREF(object);
    GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
    d->silenced[d->silenced_count++] = object;
}

/*
 * Switches destructors on and releases the objects, so that each is destroyed when it would be after
 * unserialize().
 */
static void restore_destructors(lyo_decoding *d)
{
    for (uint32_t i = 0; i < d->silenced_count; i++) {
        GC_DEL_FLAGS(d->silenced[i], IS_OBJ_DESTRUCTOR_CALLED);
        OBJ_RELEASE(d->silenced[i]);
    }
    d->silenced_count = 0;
}

/*
 * Calls Serializable::unserialize(). A call of unserialize() in it without allowed_classes inherits the class
 * policy of this call.
 */
static bool call_unserialize(lyo_decoding *d, const lyo_deferred *deferred)
{
    lyo_serializer_state outer;
    lyo_isolate(d->options->isolation, false, &outer);
    zval argument, result;
    zend_class_entry *ce = deferred->object->ce;
    zend_function *method =
        zend_hash_str_find_ptr(&ce->function_table, "unserialize", sizeof "unserialize" - 1);

    php_unserialize_data_t data = php_var_unserialize_init();
    php_var_unserialize_set_allowed_classes(data, (HashTable *)d->options->allowed_classes);
    php_var_unserialize_set_max_depth(data, d->options->max_depth);
    ZVAL_COPY_VALUE(&argument, &deferred->state);
    ZVAL_UNDEF(&result);
    zend_call_known_instance_method_with_1_params(method, deferred->object, &result, &argument);
    zval_ptr_dtor(&result);
    /* runs the delayed hooks of objects that an inner unserialize() has made */
    php_var_unserialize_destroy(data);
    lyo_rejoin(d->options->isolation, &outer);
    return !EG(exception);
}

static bool call_hook(const lyo_deferred *deferred)
{
    zval result, state;

    ZVAL_UNDEF(&result);
    ZVAL_COPY_VALUE(&state, &deferred->state);
    if (deferred->kind == LYO_DEFERRED_WAKEUP) {
        zval *hook =
            zend_hash_find_known_hash(&deferred->object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
        zend_call_known_instance_method_with_0_params(Z_FUNC_P(hook), deferred->object, &result);
    } else {
        LYO_SET_REINITABLE(deferred->object, true);
        zend_call_known_instance_method_with_1_params(deferred->object->ce->__unserialize, deferred->object,
                                                      &result, &state);
        LYO_SET_REINITABLE(deferred->object, false);
    }
    zval_ptr_dtor(&result);
    return !EG(exception);
}

static bool run(lyo_decoding *d, const lyo_deferred *deferred)
{
    switch (deferred->kind) {
    case LYO_DEFERRED_DIAGNOSTIC:
        d->options->diagnose(deferred->level, false, Z_STRVAL(deferred->state));
        return !EG(exception);
    case LYO_DEFERRED_PAYLOAD:
        return call_unserialize(d, deferred);
    case LYO_DEFERRED_RELEASE:
        return true;
    default:
        return call_hook(deferred);
    }
}

/*
 * Runs deferred actions in order, and releases each object after its action, as unserialize() does. late:
 * runs __unserialize() and __wakeup() and ends replaced values, which comes after all others; else it runs
 * only the others. good: no action has thrown yet. After the first exception no action runs, and the objects
 * that still wait are destroyed without destructor. Returns false if an action threw.
 */
static bool run_all(lyo_decoding *d, bool late, bool good)
{
    for (uint32_t i = 0; i < d->deferred_count; i++) {
        lyo_deferred deferred = d->deferred[i];
        if ((deferred.kind >= LYO_DEFERRED_STATE) != late) {
            continue;
        }
        if (!good || !run(d, &deferred)) {
            good = false;
            if (deferred.object) {
                GC_ADD_FLAGS(deferred.object, IS_OBJ_DESTRUCTOR_CALLED);
            }
        }
        ZVAL_UNDEF(&d->deferred[i].state);
        d->deferred[i].object = NULL;
        if (deferred.object) {
            OBJ_RELEASE(deferred.object); /* before its state: this may be the last reference to the object */
        }
        zval_ptr_dtor(&deferred.state);
    }
    return good;
}

bool lyo_run_deferred(lyo_decoding *d)
{
    if (EXPECTED(!d->silenced_count && !d->deferred_count)) {
        return true;
    }
    lyo_serializer_state outer;
    lyo_isolate(d->options->isolation, true, &outer);
    restore_destructors(d);
    bool good = run_all(d, false, true);
    good = run_all(d, true, good);
    lyo_rejoin(d->options->isolation, &outer);
    if (!good) {
        lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
    }
    return good;
}
