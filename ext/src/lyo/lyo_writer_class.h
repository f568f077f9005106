/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which definition a state is written under: by what is noted of its class, or found or made.
 */
#ifndef LYO_WRITER_CLASS_H
#define LYO_WRITER_CLASS_H

#include "lyo/lyo_writer_definitions.h"

/** Notes a class, where another one may have been noted. */
lyo_class_note *lyo_make_note(lyo_encoder *e, zend_class_entry *ce);

/** The note of a class. A hook may put another one in its place. */
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

/** Its keys, or NULL if they are not known any more. */
LYO_INLINE const lyo_key *lyo_noted_keys(const lyo_encoder *e, const lyo_class_note *note)
{
    if (EXPECTED(note->keys != NULL)) {
        return note->keys;
    }
    return note->pass == e->pass ? lyo_kept_keys(e, note->kept) : NULL;
}

/** True if a key whose name lies elsewhere is that key of the note. */
bool lyo_has_noted_content(lyo_class_note *note, const lyo_key *noted, zend_string *name, zend_ulong h);
/** True if a key is that key of the note. */
LYO_INLINE bool lyo_is_noted_key(lyo_class_note *note, const lyo_key *noted, zend_string *name, zend_ulong h)
{
    return EXPECTED(noted->name == name) ? EXPECTED(name != NULL) || noted->h == h
                                         : lyo_has_noted_content(note, noted, name, h);
}

/** True if the note may tell a definition of this pass. */
LYO_INLINE bool lyo_tells_definition(const lyo_encoder *e, const lyo_class_note *note)
{
    return note->pass == e->pass || lyo_may_recall(e, note->known);
}

/** The definition of a note that is not of this pass, or LYO_NOT_DEFINED. */
uint32_t lyo_renew_note(lyo_encoder *e, lyo_class_note *note);
/** The id of the definition of a state that has the keys of the note, or LYO_NOT_DEFINED. */
LYO_INLINE uint32_t lyo_noted_definition(lyo_encoder *e, lyo_class_note *note)
{
    return EXPECTED(note->pass == e->pass) ? note->definition : lyo_renew_note(e, note);
}

/** Keys that stand at equal distances: those of fields, or of what is remembered. */
typedef struct lyo_key_list {
    const lyo_key *first;
    size_t stride;
    uint32_t count;
} lyo_key_list;

/** The id of the definition under which a state of these keys is written, or LYO_NOT_DEFINED for an open class (spec section 6.3). */
uint32_t lyo_choose_definition(lyo_encoder *e, zend_object *object, zend_string *class_name,
                               const lyo_key_list *list);

#endif
