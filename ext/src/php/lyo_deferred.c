/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Everything that is deferred until the whole input is accepted: destructors, diagnostics and hooks.
 */
#include "php/lyo_classes.h"

#include "php/lyo_isolation.h"
#include "php/lyo_room.h"
#include "Zend/zend_interfaces.h"

LYO_INLINE lyo_deferred *add_deferred(lyo_decoding *d, lyo_deferred_kind kind)
{
    LYO_GROW(d->deferred, d->deferred_count, d->deferred_capacity, 8);
    lyo_deferred *deferred = &d->deferred[d->deferred_count++];
    d->deferred_kinds |= 1u << kind;
    *deferred = (lyo_deferred){.kind = kind};
    return deferred;
}

void lyo_defer(lyo_decoding *d, lyo_deferred_kind kind, zend_object *object, const zval *state)
{
    lyo_deferred *deferred = add_deferred(d, kind);

    if (object) {
        GC_ADDREF(object);
        deferred->object = object;
    }
    if (state) {
        ZVAL_COPY_VALUE(&deferred->state, state);
    }
}

void lyo_keep(lyo_decoding *d, const zval *value)
{
    lyo_defer(d, LYO_DEFERRED_END, NULL, value);
}

void lyo_hold(lyo_decoding *d, int level, const char *format, ...)
{
    lyo_deferred *diagnostic = add_deferred(d, LYO_DEFERRED_DIAGNOSTIC);
    va_list arguments;

    diagnostic->level = level;
    va_start(arguments, format);
    ZVAL_STR(&diagnostic->state, zend_vstrpprintf(0, format, arguments));
    va_end(arguments);
}

void lyo_silence(lyo_decoding *d, zend_object *object)
{
    lyo_defer(d, LYO_DEFERRED_DESTRUCTOR, object, NULL);
    GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
}

/*
 * Calls Serializable::unserialize(). A call of unserialize() in it without allowed_classes inherits the class
 * policy of this call.
 */
static bool call_unserialize(lyo_decoding *d, lyo_deferred *deferred)
{
    lyo_serializer_state outer;
    lyo_isolate(d->options->isolation, false, &outer);
    zval result;
    zend_class_entry *ce = deferred->object->ce;
    zend_function *method =
        zend_hash_str_find_ptr(&ce->function_table, "unserialize", sizeof "unserialize" - 1);

    php_unserialize_data_t data = php_var_unserialize_init();
    php_var_unserialize_set_allowed_classes(data, (HashTable *)d->options->allowed_classes);
    php_var_unserialize_set_max_depth(data, d->options->max_depth);
    ZVAL_UNDEF(&result);
    zend_call_known_instance_method_with_1_params(method, deferred->object, &result, &deferred->state);
    zval_ptr_dtor(&result);
    /* runs the delayed hooks of objects that an inner unserialize() has made */
    php_var_unserialize_destroy(data);
    lyo_rejoin(d->options->isolation, &outer);
    return !EG(exception);
}

static bool call_hook(lyo_deferred *deferred)
{
    zval result;

    ZVAL_UNDEF(&result);
    if (deferred->kind == LYO_DEFERRED_WAKEUP) {
        zval *hook =
            zend_hash_find_known_hash(&deferred->object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
        zend_call_known_instance_method_with_0_params(Z_FUNC_P(hook), deferred->object, &result);
    } else {
        LYO_SET_REINITABLE(deferred->object, true);
        zend_call_known_instance_method_with_1_params(deferred->object->ce->__unserialize, deferred->object,
                                                      &result, &deferred->state);
        LYO_SET_REINITABLE(deferred->object, false);
    }
    zval_ptr_dtor(&result);
    return !EG(exception);
}

static bool run(lyo_decoding *d, lyo_deferred *deferred)
{
    switch (deferred->kind) {
    case LYO_DEFERRED_DESTRUCTOR:
        GC_DEL_FLAGS(deferred->object, IS_OBJ_DESTRUCTOR_CALLED);
        return true;
    case LYO_DEFERRED_DIAGNOSTIC:
        if (deferred->object) {
            lyo_deprecate_property(d, deferred->object->ce, Z_STR(deferred->state));
        } else {
            d->options->diagnose(deferred->level, false, Z_STRVAL(deferred->state));
        }
        return !EG(exception);
    case LYO_DEFERRED_PAYLOAD:
        return call_unserialize(d, deferred);
    case LYO_DEFERRED_STATE:
    case LYO_DEFERRED_WAKEUP:
        return call_hook(deferred);
    case LYO_DEFERRED_RELEASE:
    case LYO_DEFERRED_END:
        break;
    }
    return true;
}

/*
 * Runs the deferred actions of a group in order, and releases each object after its action, as unserialize()
 * does. good: no action has thrown yet. After the first exception no action runs, and the objects that still
 * wait are destroyed without destructor. Returns false if an action threw.
 */
static bool run_group(lyo_decoding *d, lyo_deferred_kind first, lyo_deferred_kind last, bool good)
{
    if (!(d->deferred_kinds & ((2u << last) - (1u << first)))) {
        return good;
    }
    for (uint32_t i = 0; i < d->deferred_count; i++) {
        if (d->deferred[i].kind < first || d->deferred[i].kind > last) {
            continue;
        }
        lyo_deferred deferred = d->deferred[i];
        if (!good || !run(d, &deferred)) {
            good = false;
            if (deferred.object && deferred.kind != LYO_DEFERRED_DIAGNOSTIC) {
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
    if (EXPECTED(!(d->deferred_kinds & ((1u << LYO_DEFERRED_END) - 1)))) {
        return true;
    }
    lyo_serializer_state outer;
    lyo_isolate(d->options->isolation, true, &outer);
    bool good = run_group(d, LYO_DEFERRED_DESTRUCTOR, LYO_DEFERRED_DESTRUCTOR, true);
    good = run_group(d, LYO_DEFERRED_DIAGNOSTIC, LYO_DEFERRED_PAYLOAD, good);
    good = run_group(d, LYO_DEFERRED_STATE, LYO_DEFERRED_RELEASE, good);
    lyo_rejoin(d->options->isolation, &outer);
    if (!good) {
        lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
    }
    return good;
}
