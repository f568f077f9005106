/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes objects and fills their properties, for the readers of all formats.
 */
#ifndef LYO_OBJECTS_H
#define LYO_OBJECTS_H

#include "php/lyo_classes.h"

/** Records LYO_FAILED_NOT_UNSERIALIZABLE for the class. Returns NULL. */
const uint8_t *lyo_refuse_object(lyo_decoding *d, const lyo_class *class);

/**
 * Makes an object of a resolved class in *out. Its destructor is off until acceptance. NULL: failure; *out is
 * null.
 */
zend_object *lyo_make_object(lyo_decoding *d, const lyo_class *class, zval *out);

/**
 * Defers the diagnostics of the target. Returns the value of the dynamic property, set to null. The pointer
 * is valid until another property is added to the object.
 */
zval *lyo_dynamic_place(lyo_decoding *d, zend_object *object, const lyo_target *target);

/**
 * Defers the hook of a complete object, and takes over the state if it has __unserialize(). Hooks
 * run in the order in which objects are completed.
 */
void lyo_complete(lyo_decoding *d, const lyo_class *class, zend_object *object, zval *state);

/**
 * Checks the value of a typed property. read: the value was read completely; if not, its type is not checked.
 * If it is a PHP reference, adds the property as a type source of the reference. That is done even if the
 * value is refused or incomplete, because freeing the object removes the type source. Returns false if a
 * TypeError was thrown.
 */
LYO_INLINE bool lyo_accept_typed(lyo_decoding *d, zend_property_info *info, zval *slot, bool read)
{
    if (EXPECTED(!Z_ISREF_P(slot))) {
        if (!read || EXPECTED(ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE_P(slot)))) {
            return true;
        }
    }
    bool accepted = !read || zend_verify_prop_assignable_by_ref(info, slot, /* strict */ 1);
    if (Z_ISREF_P(slot)) {
        ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(slot), info);
    }
    if (UNEXPECTED(!accepted)) {
        lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
    }
    return accepted;
}

/** Sets a slot to null. Its old value is kept alive until the end. */
LYO_INLINE void lyo_clear_slot(lyo_decoding *d, zend_property_info *info, zval *slot)
{
    if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
        if (Z_ISREF_P(slot) && info) {
            ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), info);
        }
        lyo_defer(d, LYO_DEFERRED_RELEASE, NULL, slot);
    }
    ZVAL_NULL(slot);
}

#endif
