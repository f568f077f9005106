/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses the definition of a state: from the note of its class if that fits, else by a lookup; a new one is
 * made if needed.
 */
#ifndef LYO_WRITER_CLASS_H
#define LYO_WRITER_CLASS_H

#include "lyo/lyo_writer_definitions.h"

/** Makes the note of a class. It may replace the note of another class. */
lyo_class_note *lyo_make_note(lyo_encoder *e, zend_class_entry *ce);

/** Returns the note of a class. User code may replace it, so the pointer is not valid after a hook. */
LYO_INLINE lyo_class_note *lyo_note_of(lyo_encoder *e, zend_class_entry *ce)
{
    if (EXPECTED(e->notes)) {
        lyo_class_note *note = lyo_class_place(e->notes, ce);
        if (EXPECTED(note->ce == ce)) {
            return note;
        }
    }
    return lyo_make_note(e, ce);
}

/** Returns true if the keys of the note are valid in this pass, and it may lead to a definition. */
LYO_INLINE bool lyo_leads_to_definition(const lyo_encoder *e, const lyo_class_note *note)
{
    return note->pass == e->pass || note->known;
}

/** Returns the id, in this pass, of the definition of a note from another pass, or LYO_NOT_DEFINED. */
uint32_t lyo_renew_note(lyo_encoder *e, lyo_class_note *note);
/** Returns the id of the definition for a state with the keys of the note, or LYO_NOT_DEFINED. */
LYO_INLINE uint32_t lyo_noted_definition(lyo_encoder *e, lyo_class_note *note)
{
    return EXPECTED(note->pass == e->pass) ? note->definition : lyo_renew_note(e, note);
}

/**
 * Returns the id of the definition for the state in a record, or LYO_NOT_DEFINED for an open class (spec
 * section 6.3).
 */
uint32_t lyo_choose_definition(lyo_encoder *e, zend_object *object, zend_string *class_name,
                               const lyo_record *record);

/**
 * Defines a state with these keys, if it is new, and notes them. Returns the id of the definition. The keys
 * are in lyo_encoder_room() and differ from those of the note. lyo_is_made_at_once() is true for the class.
 */
uint32_t lyo_define_keys(lyo_encoder *e, lyo_class_note *note, const lyo_key *keys, uint32_t count);

#endif
