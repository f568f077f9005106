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
    *note = (lyo_class_note){.ce = ce, .room = note->room, .room_count = note->room_count};
    note->kind = lyo_kind_of_class(ce, &note->sleep);
    return note;
}

bool lyo_has_noted_content(lyo_class_note *note, const lyo_key *noted, zend_string *name, zend_ulong h)
{
    if (noted->h != h || !noted->name || !name || !lyo_same_string(noted->name, name)) {
        return false;
    }
    if (note->keys == note->room && ZSTR_IS_INTERNED(name)) {
        note->room[noted - note->keys].name = name; /* the next object most likely has this string */
    }
    return true;
}

/* Returns true if the state has the keys of the note. */
static bool has_noted_keys(const lyo_encoder *e, lyo_class_note *note, const lyo_key_list *list)
{
    const lyo_key *noted = lyo_noted_keys(e, note), *key = list->first;

    if (!noted || note->count != list->count) {
        return false;
    }
    for (const lyo_key *end = noted + list->count; noted < end; noted++) {
        if (!lyo_is_noted_key(note, noted, key->name, key->h)) {
            return false;
        }
        key = (const lyo_key *)((const char *)key + list->stride);
    }
    return true;
}

/* Copies the keys into contiguous memory, which is valid until the next state. */
static lyo_key *copy_keys(lyo_encoder *e, const lyo_key_list *list)
{
    lyo_key *keys = lyo_key_room(e, list->count);
    const lyo_key *key = list->first;

    for (uint32_t i = 0; i < list->count; i++) {
        keys[i] = *key;
        key = (const lyo_key *)((const char *)key + list->stride);
    }
    return keys;
}

static bool are_interned(const lyo_key *keys, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (keys[i].name && !ZSTR_IS_INTERNED(keys[i].name)) {
            return false;
        }
    }
    return true;
}

/* Returns the room of the note, for n keys, or NULL if there is no room left. */
static lyo_key *room_of(lyo_class_notes *notes, lyo_class_note *note, uint32_t n)
{
    if (note->room_count < n) {
        if (LYO_NOTED_KEYS - notes->key_count < n) {
            return NULL;
        }
        note->room = notes->keys + notes->key_count;
        note->room_count = n;
        notes->key_count += n;
    }
    return note->room ? note->room : notes->keys;
}

/* Notes the keys of a state, which are valid until the end of the call. known: see lyo_define_state(). */
static void learn(lyo_encoder *e, lyo_class_note *note, const lyo_key *keys, uint32_t n,
                  const lyo_trail *known)
{
    lyo_key *room = known || are_interned(keys, n) ? room_of(e->notes, note, n) : NULL;

    note->slots = false;
    note->count = n;
    note->known = NULL;
    if (known && !(room && are_interned(keys, n))) {
        keys = known->defined.keys;
    }
    note->keys = room ? memcpy(room, keys, n * sizeof *keys) : keys;
    note->lasting = room || known;
}

uint32_t lyo_renew_note(lyo_encoder *e, lyo_class_note *note)
{
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
                                         zend_string *class_name, const lyo_key_list *list)
{
    const lyo_key *keys = copy_keys(e, list);
    lyo_trail *known;
    uint32_t id = lyo_define_state(e, class_name, &keys, list->count, &known);

    if (EXPECTED(note && id != LYO_NOT_DEFINED)) {
        if (!same) {
            learn(e, note, keys, list->count, known);
        }
        if (EXPECTED(known != NULL)) {
            note->known = known;
        }
        note->pass = e->pass;
        note->definition = id;
    }
    return id;
}

uint32_t lyo_choose_definition(lyo_encoder *e, zend_object *object, zend_string *class_name,
                               const lyo_key_list *list)
{
    lyo_class_note *note = NULL;
    bool same = false;

    if (UNEXPECTED(list->count > LYO_LIMIT_SHAPE_KEYS)) {
        return LYO_NOT_DEFINED;
    }
    if (EXPECTED(object->ce != php_ce_incomplete_class)) {
        note = lyo_note_of(e, object->ce);
        same = (note->pass == e->pass || note->known) && has_noted_keys(e, note, list);
    }
    if (same) {
        uint32_t id = lyo_noted_definition(e, note);
        if (EXPECTED(id != LYO_NOT_DEFINED)) {
            return id;
        }
    }
    return choose_anew(e, note, same, class_name, list);
}
