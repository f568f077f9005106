/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Making objects and filling their properties, for the readers of all formats.
 */
#ifndef LYO_OBJECTS_H
#define LYO_OBJECTS_H

#include "php/lyo_classes.h"

/** Notes that the class refuses to be decoded; returns NULL. */
const uint8_t *lyo_refuse_object(lyo_decoding *d, const lyo_class *class);

/** Makes an object of a resolved class in *out, its destructor off until acceptance. NULL: failed, *out is null. */
zend_object *lyo_make_object(lyo_decoding *d, const lyo_class *class, zval *out);

/** The place of a property that is not declared, a null in the object's table: good until another is added. */
zval *lyo_dynamic_place(lyo_decoding *d, zend_object *object, const lyo_target *target);

/**
 * Checks the value of a typed property, and ties it to the type if it is a PHP reference: that also if it was refused or could not be read,
 * since the object's end will untie it. False: TypeError.
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

/** Puts the old value of a slot aside and makes the slot null. */
LYO_INLINE void lyo_clear_slot(lyo_decoding *d, zend_property_info *info, zval *slot)
{
    if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
        if (Z_ISREF_P(slot) && info) {
            ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), info);
        }
        lyo_keep(d, slot);
    }
    ZVAL_NULL(slot);
}

#endif
