/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_objects.h"

#include "ext/standard/php_incomplete_class.h"

const uint8_t *lyo_refuse_object(lyo_decoding *d, const lyo_class *class)
{
    if (d->failure == LYO_FAILED_NOT) {
        d->reason = estrdup(ZSTR_VAL(class->ce->name));
    }
    return lyo_decoding_fail(d, LYO_FAILED_NOT_UNSERIALIZABLE);
}

zend_object *lyo_make_object(lyo_decoding *d, const lyo_class *class, zval *out)
{
    zend_object *object;

    if (UNEXPECTED(class->ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE)) {
        lyo_refuse_object(d, class);
        return NULL;
    }
    if (EXPECTED(class->simple)) {
        object = zend_objects_new(class->ce);
        object_properties_init(object, class->ce);
        ZVAL_OBJ(out, object);
    } else {
        if (object_init_ex(out, class->ce) != SUCCESS) {
            ZVAL_NULL(out);
            lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
            return NULL;
        }
        object = Z_OBJ_P(out);
    }
    if (class->ce->destructor) {
        lyo_silence(d, object);
    }
    if (UNEXPECTED(class->incomplete)) {
        php_store_class_name(out, class->name);
    }
    return object;
}

zval *lyo_dynamic_place(lyo_decoding *d, zend_object *object, const lyo_target *target)
{
    if (target->deprecated) {
        zval name;
        ZVAL_STR_COPY(&name, target->name);
        lyo_defer(d, LYO_DEFERRED_DIAGNOSTIC, object, &name);
    }
    zval *place = zend_hash_lookup(zend_std_get_properties(object), target->name); /* null if it is new */
    place = UNEXPECTED(Z_TYPE_P(place) == IS_INDIRECT) ? Z_INDIRECT_P(place) : place;
    lyo_clear_slot(d, NULL, place);
    return place;
}

void lyo_complete(lyo_decoding *d, const lyo_class *class, zend_object *object, zval *state)
{
    if (class->ce->__unserialize && !class->incomplete) {
        lyo_defer(d, LYO_DEFERRED_STATE, object, state);
    } else if (class->wakeup) {
        lyo_defer(d, LYO_DEFERRED_WAKEUP, object, NULL);
    }
}
