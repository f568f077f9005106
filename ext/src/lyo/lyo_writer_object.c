/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: identity, the choice of the class's hook, and the state (spec section 6.3). Property slots are
 * read in place: no property table is built for an object without one.
 */
#include "lyo/lyo_writer_object.h"

#include "php/lyo_hooks.h"
#include "php/lyo_room.h"
#include "lyo/lyo_writer_class.h"
#include "lyo/lyo_writer_leaf.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

/* --- fields: the properties of open states -------------------------------------------------------------- */

LYO_INLINE zval *behind(zval *cell)
{
    return Z_TYPE_P(cell) == IS_INDIRECT ? Z_INDIRECT_P(cell) : cell;
}

static LYO_NOINLINE void add_fields(lyo_encoder *e, uint32_t n)
{
    e->field_capacity = lyo_room_times(e->field_capacity + n, 2);
    e->fields =
        lyo_room_grow(e->fields, e->embedded_fields, e->field_count, e->field_capacity, sizeof *e->fields);
}

/*
 * Returns room for n more fields. Their stack is in the encoder rather than on the C stack, so that a level
 * of nesting stays small.
 */
LYO_INLINE lyo_field *more_fields(lyo_encoder *e, uint32_t n)
{
    if (UNEXPECTED(e->field_capacity - e->field_count < n)) {
        add_fields(e, n);
    }
    return e->fields + e->field_count;
}

static void push_slots(lyo_encoder *e, zend_object *object)
{
    zend_class_entry *ce = object->ce;
    lyo_field *field = more_fields(e, (uint32_t)ce->default_properties_count);

    for (int i = 0; i < ce->default_properties_count; i++) {
        zend_property_info *info = LYO_SLOT_INFO(ce, i);
        if (!info) {
            continue;
        }
        zval *slot = OBJ_PROP(object, info->offset);
        if (Z_TYPE_P(slot) != IS_UNDEF) {
            *field++ = (lyo_field){{info->name, ZSTR_H(info->name)}, slot};
        }
    }
    e->field_count = (uint32_t)(field - e->fields);
}

void lyo_push_table(lyo_encoder *e, HashTable *ht, bool incomplete)
{
    zend_ulong h;
    zend_string *key;
    zval *cell;
    lyo_field *field = more_fields(e, zend_hash_num_elements(ht));

    ZEND_HASH_FOREACH_KEY_VAL (ht, h, key, cell) {
        cell = behind(cell);
        if (EXPECTED(Z_TYPE_P(cell) != IS_UNDEF) &&
            !(UNEXPECTED(incomplete) && key && zend_string_equals_literal(key, MAGIC_MEMBER))) {
            *field++ = (lyo_field){{key, h}, cell};
        }
    }
    ZEND_HASH_FOREACH_END();
    e->field_count = (uint32_t)(field - e->fields);
}

/* --- states --------------------------------------------------------------------------------------------- */

/* Returns field i of an open state. */
static lyo_field field_at(const lyo_encoder *e, const lyo_open_state *state, uint32_t i)
{
    if (!state->direct) {
        return e->fields[state->base + i];
    }
    if (state->table) {
        lyo_entry *bucket = &lyo_entries(state->table)[i];
        return (lyo_field){{bucket->key, bucket->h}, behind(&bucket->val)};
    }
    zend_string *name = LYO_SLOT_INFO(state->object->ce, i)->name;
    return (lyo_field){{name, ZSTR_H(name)}, OBJ_PROP_NUM(state->object, i)};
}

/*
 * Begins the record of an open state. Fields that were read already are recorded with their current values,
 * which no hook has changed yet.
 */
static void remember_state(lyo_encoder *e, lyo_open_state *state)
{
    state->record = lyo_memory_begin(&e->memory, state->object, state->count, state->watched);
    for (uint32_t i = 0; i < state->count; i++) {
        lyo_field field = field_at(e, state, i);
        lyo_remembered_set(&state->record->slots[i], &field.key,
                           i < state->read ? lyo_unwrap(field.cell) : NULL);
    }
}

static LYO_NOINLINE void add_state(lyo_encoder *e)
{
    e->state_capacity = lyo_room_times(e->state_capacity, 2);
    e->states =
        lyo_room_grow(e->states, e->embedded_states, e->state_count, e->state_capacity, sizeof *e->states);
}

/* Returns room for one more state. */
LYO_INLINE lyo_open_state *next_state(lyo_encoder *e)
{
    if (UNEXPECTED(e->state_count == e->state_capacity)) {
        add_state(e);
    }
    return &e->states[e->state_count];
}

/* Begins the state that was stored there. */
LYO_INLINE void push_state(lyo_encoder *e, lyo_open_state *state)
{
    if (UNEXPECTED(e->owning)) {
        remember_state(e, state);
    }
    e->state_count++;
}

/*
 * Writes field i of the innermost state. If a hook has unset the slot since the state was begun, null is
 * written.
 */
LYO_INLINE bool write_field(lyo_encoder *e, zval *cell, uint32_t i, bool watched)
{
    if (UNEXPECTED(e->owning)) {
        ZVAL_COPY(&e->states[e->state_count - 1].record->slots[i].value, lyo_unwrap(cell));
    }
    if (lyo_write_quick(e, cell)) {
        return true;
    }
    e->states[e->state_count - 1].read = i + 1;
    return lyo_write_slot(e, cell, watched);
}

LYO_INLINE void write_class(lyo_encoder *e, uint32_t definition, zend_string *class_name, uint32_t n)
{
    if (EXPECTED(definition != LYO_NOT_DEFINED)) {
        lyo_write_instance(e, definition);
    } else {
        lyo_write_instance(e, lyo_define_class(e, LYO_DEF_OPEN_CLASS, class_name));
        lyo_buffer_varlen(&e->body, n);
    }
}

bool lyo_write_state(lyo_encoder *e, zend_object *object, zend_string *class_name, uint32_t base,
                     bool watched, bool kept)
{
    uint32_t n = e->field_count - base;
    bool written = lyo_encoder_enter(e);

    if (written) {
        lyo_key_list list = {&e->fields[base].key, sizeof(lyo_field), n};
        uint32_t definition = lyo_choose_definition(e, object, class_name, &list);
        uint32_t ordinal = e->object_count++;
        write_class(e, definition, class_name, n);
        uint32_t i = 0;
        if (EXPECTED(definition != LYO_NOT_DEFINED && !e->owning)) {
            const lyo_field *field = e->fields + base;
            while (i < n && lyo_write_quick(e, field->cell)) {
                i++;
                field++;
            }
        }
        bool open = !kept && (i < n || e->owning);
        if (open) {
            lyo_open_state *state = next_state(e);
            *state = (lyo_open_state){.base = base,
                                      .count = n,
                                      .read = i,
                                      .ordinal = ordinal,
                                      .watched = watched,
                                      .object = object};
            push_state(e, state);
        }
        for (; written && i < n; i++) {
            if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
                lyo_put_state_key(e, false, class_name, &e->fields[base + i].key);
            }
            zval *cell = e->fields[base + i].cell;
            written = kept ? lyo_write_quick(e, cell) || lyo_write_slot(e, cell, watched)
                           : write_field(e, cell, i, watched);
        }
        e->state_count -= open;
    }
    e->depth--;
    e->field_count = base;
    return written;
}

bool lyo_write_remembered(lyo_encoder *e, zend_object *object, zend_string *class_name, lyo_record *record)
{
    lyo_key_list list = {&record->slots[0].key, sizeof(lyo_remembered), record->count};
    bool written = lyo_encoder_enter(e);

    if (written) {
        uint32_t definition = lyo_choose_definition(e, object, class_name, &list);
        e->object_count++;
        write_class(e, definition, class_name, list.count);
        for (lyo_remembered *slot = record->slots, *end = slot + record->count; written && slot < end;
             slot++) {
            if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
                lyo_put_state_key(e, false, class_name, &slot->key);
            }
            written = lyo_write_quick(e, &slot->value) || lyo_write_slot(e, &slot->value, record->watched);
        }
    }
    e->depth--;
    return written;
}

/* --- objects with the noted keys of their class: fields are read in place ------------------------------- */

/* Returns true if the object's fields can be read in place, and have the keys of the note, which are valid. */
LYO_INLINE bool is_as_noted(const lyo_class_note *note, zend_object *object)
{
    const HashTable *table = object->properties;
    const lyo_key *key = note->keys;
    const zval *slot = object->properties_table;

    if (UNEXPECTED(!lyo_has_plain_slots(object))) {
        return false;
    }
    if (!table) {
        if (!note->slots) {
            return false;
        }
        for (const zval *end = slot + note->count; slot < end; slot++) {
            if (Z_TYPE_P(slot) == IS_UNDEF) {
                return false;
            }
        }
        return true;
    }
    if (lyo_places(table) != note->count || lyo_is_packed(table)) {
        return false;
    }
    for (lyo_entry *bucket = lyo_entries(table), *end = bucket + note->count; bucket < end;
         bucket++, key++, slot++) {
        /* an entry that points to a slot has the slot's name: objects of unserialize() 1.17 without this */
        bool named = note->slots && Z_TYPE(bucket->val) == IS_INDIRECT && Z_INDIRECT(bucket->val) == slot;
        if ((!named && !lyo_key_is(key, bucket)) || Z_TYPE_P(behind(&bucket->val)) == IS_UNDEF) {
            return false;
        }
    }
    return true;
}

/*
 * Writes the remaining fields, from the first that is no leaf on, or all of them if user code may have run.
 */
static LYO_NOINLINE bool write_rest(lyo_encoder *e, zend_object *object, uint32_t n, uint32_t i,
                                    uint32_t ordinal)
{
    HashTable *table = object->properties;
    lyo_open_state *state = next_state(e);
    bool written = true;

    *state = (lyo_open_state){.count = n,
                              .read = i,
                              .ordinal = ordinal,
                              .watched = table != NULL,
                              .direct = true,
                              .object = object,
                              .table = table};
    push_state(e, state);
    if (table) {
        GC_TRY_ADDREF(table);
        for (; written && i < n; i++) {
            written = write_field(e, behind(&lyo_entries(table)[i].val), i, true);
        }
        zend_release_properties(table);
    } else {
        for (; written && i < n; i++) {
            written = write_field(e, OBJ_PROP_NUM(object, i), i, false);
        }
    }
    e->state_count--;
    e->depth--;
    return written;
}

/* Writes an object for which is_as_noted() is true. */
LYO_INLINE bool write_as_noted(lyo_encoder *e, zend_object *object, uint32_t definition, uint32_t n)
{
    HashTable *table = object->properties;
    uint32_t i = 0, ordinal = e->object_count;

    if (UNEXPECTED(!lyo_encoder_enter(e))) {
        e->depth--;
        return false;
    }
    e->object_count++;
    lyo_write_instance(e, definition);
    if (EXPECTED(!e->owning)) {
        if (table) {
            while (i < n && lyo_write_quick(e, behind(&lyo_entries(table)[i].val))) {
                i++;
            }
        } else {
            while (i < n && lyo_write_quick(e, OBJ_PROP_NUM(object, i))) {
                i++;
            }
        }
    }
    /* Once hooks have run, an object without properties is remembered too: a later hook may add some. */
    if (EXPECTED(i == n && !e->owning)) {
        e->depth--;
        return true;
    }
    return write_rest(e, object, n, i, ordinal);
}

zend_string *lyo_class_name_of(lyo_encoder *e, zend_object *object)
{
    if (object->ce != php_ce_incomplete_class) {
        return object->ce->name;
    }
    zend_string *name = php_lookup_class_name(object);
    if (!name) {
        return object->ce->name;
    }
    zend_string *kept = lyo_encoder_string(e, ZSTR_VAL(name), ZSTR_LEN(name));
    zend_string_release(name);
    return kept;
}

/*
 * Pushes the properties of an object without hooks. Sets *held to the table that they are in, which the
 * caller must release afterwards, or to NULL if they are slots. May run user code only if the object has no
 * plain slots.
 */
static void push_properties(lyo_encoder *e, zend_object *object, HashTable **held)
{
    zval zv;

    if (UNEXPECTED(!lyo_has_plain_slots(object))) {
        ZVAL_OBJ(&zv, object);
        *held = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
    } else {
        *held = object->properties;
        if (!*held) {
            push_slots(e, object);
            return;
        }
        GC_TRY_ADDREF(*held);
    }
    if (*held && !EG(exception)) {
        lyo_push_table(e, *held, object->ce == php_ce_incomplete_class);
    }
}

static LYO_NOINLINE bool write_any_properties(lyo_encoder *e, zend_object *object)
{
    zend_string *class_name = lyo_class_name_of(e, object);
    uint32_t base = e->field_count;
    HashTable *held;

    if (UNEXPECTED(!lyo_has_plain_slots(object))) {
        lyo_encoder_own(e);
    }
    push_properties(e, object, &held);
    if (UNEXPECTED(EG(exception))) {
        if (held) {
            zend_release_properties(held);
        }
        return lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
    }
    bool written = lyo_write_state(e, object, class_name, base, held != NULL, false);
    if (held) {
        zend_release_properties(held);
    }
    return written;
}

LYO_INLINE bool write_properties(lyo_encoder *e, lyo_class_note *note, zend_object *object)
{
    if (EXPECTED(lyo_tells_definition(e, note)) && EXPECTED(is_as_noted(note, object))) {
        uint32_t definition = lyo_noted_definition(e, note);
        if (EXPECTED(definition != LYO_NOT_DEFINED)) {
            return write_as_noted(e, object, definition, note->count);
        }
    }
    return write_any_properties(e, object);
}

/*
 * Returns true if the state of the object with this ordinal is open. Open states are in the order of their
 * ordinals, so this is a binary search.
 */
static bool is_open(const lyo_encoder *e, uint32_t ordinal)
{
    uint32_t from = 0, to = e->state_count;

    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (e->states[middle].ordinal == ordinal) {
            return true;
        }
        if (e->states[middle].ordinal < ordinal) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return false;
}

void lyo_remember_states(lyo_encoder *e)
{
    for (uint32_t i = 0; i < e->state_count; i++) {
        remember_state(e, &e->states[i]);
    }
}

void lyo_remember_object(lyo_encoder *e, const lyo_node *node)
{
    zend_object *object = (zend_object *)node->address;

    if (node->ordinal >= e->object_count || lyo_note_of(e, object->ce)->kind > LYO_CLASS_MISSING ||
        is_open(e, node->ordinal)) {
        return;
    }
    /* The object was written completely, and without a hook, so no code runs here. */
    uint32_t base = e->field_count;
    HashTable *held;
    push_properties(e, object, &held);
    uint32_t n = e->field_count - base;
    lyo_open_state state = {.base = base,
                            .count = n,
                            .read = n,
                            .ordinal = node->ordinal,
                            .watched = held != NULL,
                            .object = object};
    remember_state(e, &state);
    if (held) {
        zend_release_properties(held);
    }
    e->field_count = base;
}

/* --- objects -------------------------------------------------------------------------------------------- */

static bool write_again(lyo_encoder *e, lyo_node *node, zend_object *object, bool by_reference)
{
    if (by_reference) {
        lyo_write_use_reference(e, node);
    } else if (node->ordinal == LYO_ORDINAL_NULL) {
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
    } else if (object->ce->ce_flags & ZEND_ACC_ENUM) {
        lyo_write_instance(e, node->ordinal);
    } else {
        e->sharing = true;
        lyo_buffer_byte(&e->body, LYO_TAG_USE_OBJECT);
        lyo_buffer_varlen(&e->body, node->ordinal);
    }
    return true;
}

/* Holds an object that was met through a PHP reference, because a hook may put another value into that. */
static LYO_NOINLINE void hold_object(lyo_encoder *e, zend_object *object)
{
    zval zv;

    ZVAL_OBJ(&zv, object);
    lyo_memory_hold(&e->memory, &zv);
}

bool lyo_write_object(lyo_encoder *e, zend_object *object, bool by_reference)
{
    bool found;
    zend_class_entry *ce = object->ce;
    lyo_node *node = lyo_identity_put(&e->identity, (zend_refcounted *)object, &found);

    if (found) {
        return write_again(e, node, object, by_reference);
    }
    node->offset = lyo_encoder_offset(e);
    node->reference = LYO_NOT_REFERENCED;
    if (UNEXPECTED(by_reference)) {
        hold_object(e, object);
    }
    if (UNEXPECTED(e->repeating)) {
        lyo_record *record = lyo_memory_find(&e->memory, object);
        if (record) {
            node->ordinal = e->object_count;
            return lyo_write_record(e, object, record);
        }
    }
    lyo_class_note *note = lyo_note_of(e, ce);
    if (EXPECTED(note->kind <= LYO_CLASS_MISSING)) {
        node->ordinal = e->object_count;
        return write_properties(e, note, object);
    }
    node->ordinal = LYO_NO_ORDINAL;
    if (note->kind == LYO_CLASS_ENUM) {
        node->ordinal = lyo_define_case(e, ce->name, Z_STR_P(zend_enum_fetch_case_name(object)));
        lyo_write_instance(e, node->ordinal);
        return true;
    }
    lyo_record *record = lyo_ask_object(e, object, note);
    if (UNEXPECTED(!record)) {
        return false;
    }
    node->ordinal = e->object_count;
    return lyo_write_record(e, object, record);
}
