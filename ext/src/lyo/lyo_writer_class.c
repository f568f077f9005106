/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_writer_class.h"

#include "ext/standard/php_incomplete_class.h"

lyo_class_note *lyo_make_note(lyo_encoder *e, zend_class_entry *ce)
{
    if (UNEXPECTED(!e->notes)) {
        e->notes = lyo_class_notes_new(false);
        e->pass = ++e->notes->passes;
    }
    lyo_class_note *note = lyo_class_place(e->notes, ce);
    *note = (lyo_class_note){.ce = ce};
    note->kind = lyo_kind_of_class(ce, &note->sleep);
    return note;
}

/* Returns true if the state has the keys of the note, which are valid. */
static bool has_noted_keys(lyo_encoder *e, const lyo_class_note *note, const lyo_record *record)
{
    if (note->count != record->count) {
        return false;
    }
    for (uint32_t i = 0; i < record->count; i++) {
        if (!lyo_key_equals(&e->strings.longs, &note->keys[i], &record->slots[i].key)) {
            return false;
        }
    }
    return true;
}

/* Returns true if the keys of the note are the names of all slots of its class, in order. */
static bool has_names_of_slots(const lyo_class_note *note)
{
    if (note->count != (uint32_t)note->ce->default_properties_count) {
        return false;
    }
    for (uint32_t i = 0; i < note->count; i++) {
        const zend_property_info *info = LYO_SLOT_INFO(note->ce, i);
        const zend_string *name = note->keys[i].name;
        if (!info || !name || !lyo_same_string(info->name, name)) {
            return false;
        }
    }
    return true;
}

/* Copies the keys into contiguous memory, which is valid until the next state. */
static lyo_key *copy_keys(lyo_encoder *e, const lyo_record *record)
{
    lyo_key *keys = lyo_encoder_room(e, record->count * sizeof *keys);

    for (uint32_t i = 0; i < record->count; i++) {
        keys[i] = record->slots[i].key;
    }
    return keys;
}

uint32_t lyo_renew_note(lyo_encoder *e, lyo_class_note *note)
{
    LYO_ASSERT(note->pass != e->pass);
    uint32_t id = note->known ? lyo_recall_state(e, &note->known) : LYO_NOT_DEFINED;

    if (id != LYO_NOT_DEFINED) {
        note->definition = id;
        note->pass = e->pass;
    }
    return id;
}

/*
 * Returns the definition of a state to which the note of its class does not lead, or whose class is missing.
 */
static LYO_NOINLINE uint32_t choose_anew(lyo_encoder *e, lyo_class_note *note, bool same,
                                         zend_string *class_name, const lyo_key *keys, uint32_t count)
{
    lyo_prefix *known;
    uint32_t id = lyo_define_state(e, class_name, &keys, count, &known);

    if (EXPECTED(note && id != LYO_NOT_DEFINED)) {
        if (!same) {
            note->count = count;
            note->known = known;
            note->keys = keys;
            note->slots = has_names_of_slots(note);
        }
        if (EXPECTED(known != NULL)) {
            note->known = known;
            note->keys = known->defined.keys;
        }
        note->pass = e->pass;
        note->definition = id;
    }
    return id;
}

uint32_t lyo_choose_definition(lyo_encoder *e, zend_object *object, zend_string *class_name,
                               const lyo_record *record)
{
    lyo_class_note *note = NULL;
    bool same = false;

    if (UNEXPECTED(record->count > LYO_LIMIT_SHAPE_KEYS)) {
        return LYO_NOT_DEFINED;
    }
    if (EXPECTED(object->ce != php_ce_incomplete_class)) {
        note = lyo_note_of(e, object->ce);
        same = lyo_leads_to_definition(e, note) && has_noted_keys(e, note, record);
    }
    if (same) {
        uint32_t id = lyo_noted_definition(e, note);
        if (EXPECTED(id != LYO_NOT_DEFINED)) {
            return id;
        }
    }
    return choose_anew(e, note, same, class_name, copy_keys(e, record), record->count);
}

uint32_t lyo_define_keys(lyo_encoder *e, lyo_class_note *note, const lyo_key *keys, uint32_t count)
{
    LYO_ASSERT(lyo_is_made_at_once(e, note->ce->name) && (const char *)keys == e->string_room);
    return choose_anew(e, note, false, note->ce->name, keys, count);
}
