/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the definition of a state: from what is known of its class if that fits, else by a lookup; a new
 * one is made if needed.
 */
#ifndef LYO_WRITER_CLASS_H
#define LYO_WRITER_CLASS_H

#include "lyo/lyo_writer_definitions.h"

/** Makes a place for what is known of a class. It may take that of another class. */
lyo_class_info *lyo_make_class_info(lyo_encoder *e, zend_class_entry *ce);

/** Returns what is known of a class. User code may replace it, so the pointer is not valid after a hook. */
LYO_INLINE lyo_class_info *lyo_class_info_of(lyo_encoder *e, zend_class_entry *ce)
{
    if (EXPECTED(e->classes)) {
        lyo_class_info *info = lyo_class_place(e->classes, ce);
        if (EXPECTED(info->ce == ce)) {
            return info;
        }
    }
    return lyo_make_class_info(e, ce);
}

/** Returns true if the known keys of a class are valid in this pass, and may lead to a definition. */
LYO_INLINE bool lyo_leads_to_definition(const lyo_encoder *e, const lyo_class_info *info)
{
    return info->pass == e->pass || info->known;
}

/** Returns the id, in this pass, of the known definition from another pass, or LYO_NOT_DEFINED. */
uint32_t lyo_renew_class_info(lyo_encoder *e, lyo_class_info *info);
/** Returns the id of the definition for a state with the known keys of its class, or LYO_NOT_DEFINED. */
LYO_INLINE uint32_t lyo_definition_by_info(lyo_encoder *e, lyo_class_info *info)
{
    return EXPECTED(info->pass == e->pass) ? info->definition : lyo_renew_class_info(e, info);
}

/**
 * Returns the id of the definition for the state in a record, or LYO_NOT_DEFINED for an open class (spec
 * section 6.3).
 */
uint32_t lyo_choose_definition(lyo_encoder *e, zend_object *object, zend_string *class_name,
                               const lyo_record *record);

/**
 * Defines a state with these keys, if it is new, and remembers them. Returns the id of the definition. The
 * keys are in lyo_encoder_room() and differ from those that are known. lyo_is_made_at_once() is true for the
 * class.
 */
uint32_t lyo_define_keys(lyo_encoder *e, lyo_class_info *info, const lyo_key *keys, uint32_t count);

#endif
