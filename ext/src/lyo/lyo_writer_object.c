/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: identity, the choice of the class's hook, and the state (spec section 6.3). Property slots are
 * read in place: no property table is built for an object without one.
 */
#include "lyo/lyo_writer_object.h"

#include "php/lyo_hooks.h"
#include "lyo/lyo_writer_class.h"
#include "lyo/lyo_writer_equal.h"
#include "lyo/lyo_writer_leaf.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

/* --- records: the properties of an object that is being written ---------------------------------------- */

LYO_INLINE zval *behind(zval *cell)
{
    return Z_TYPE_P(cell) == IS_INDIRECT ? Z_INDIRECT_P(cell) : cell;
}

static lyo_record *record_slots(lyo_encoder *e, zend_object *object)
{
    uint32_t n = (uint32_t)object->ce->default_properties_count;
    lyo_record *record = lyo_memory_begin(&e->memory, object, n, false);
    lyo_remembered *end = record->slots;

    for (uint32_t i = 0; i < n; i++) {
        zend_property_info *info = LYO_SLOT_INFO(object->ce, i);
        /* the property may have another slot: a child may add a hook to it */
        zval *slot = info ? OBJ_PROP(object, info->offset) : NULL;
        if (slot && Z_TYPE_P(slot) != IS_UNDEF) {
            lyo_remembered_set(end++, info->name, ZSTR_H(info->name), slot, e->owning);
        }
    }
    record->count = (uint32_t)(end - record->slots);
    return record;
}

lyo_record *lyo_record_table(lyo_encoder *e, zend_object *object, HashTable *ht, bool watched)
{
    zend_ulong h;
    zend_string *key;
    zval *cell;
    bool incomplete = object->ce == php_ce_incomplete_class;
    lyo_record *record = lyo_memory_begin(&e->memory, object, zend_hash_num_elements(ht), watched);
    lyo_remembered *end = record->slots;

    ZEND_HASH_FOREACH_KEY_VAL (ht, h, key, cell) {
        cell = behind(cell);
        if (EXPECTED(Z_TYPE_P(cell) != IS_UNDEF) &&
            !(UNEXPECTED(incomplete) && key && zend_string_equals_literal(key, MAGIC_MEMBER))) {
            lyo_remembered_set(end++, key, h, cell, e->owning);
        }
    }
    ZEND_HASH_FOREACH_END();
    record->count = (uint32_t)(end - record->slots);
    return record;
}

/*
 * When hooks may run, keeps the property table that a record points to until its values are read, so that
 * they copy it instead of changing it.
 */
static void keep_table(const lyo_encoder *e, lyo_record *record, HashTable *table)
{
    if (table && e->owning && record->count > 0 && !(GC_FLAGS(table) & GC_IMMUTABLE)) {
        GC_ADDREF(table);
        ZVAL_ARR(&record->kept, table);
    }
}

/*
 * Holds an object that may have been met through a PHP reference, because a hook may put another value into
 * that.
 */
static void hold_object(lyo_encoder *e, zend_object *object)
{
    zval zv;

    ZVAL_OBJ(&zv, object);
    lyo_memory_hold(&e->memory, &zv);
}

/* Returns the record of an object without hooks. Runs user code only if the object has no plain slots. */
static lyo_record *record_properties(lyo_encoder *e, zend_object *object)
{
    zval zv;
    HashTable *table = object->properties;
    bool plain = lyo_has_plain_slots(object);

    if (UNEXPECTED(!plain)) {
        ZVAL_OBJ(&zv, object);
        table = zend_get_properties_for(&zv, ZEND_PROP_PURPOSE_SERIALIZE);
        table = table ? table : (HashTable *)&zend_empty_array;
        zend_object *instance = LYO_INSTANCE_OF(object);
        if (instance) { /* the table points to its slots, and a hook may replace it */
            hold_object(e, instance);
        }
    }
    lyo_record *record = table ? lyo_record_table(e, object, table, true) : record_slots(e, object);
    keep_table(e, record, table);
    if (UNEXPECTED(!plain)) {
        zend_release_properties(table);
    }
    if (UNEXPECTED(EG(exception))) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    return record;
}

/*
 * Returns the value of a slot. When hooks may run, it is read into the record. If a hook has unset the
 * property since the record was begun, that is null.
 */
LYO_INLINE zval *record_value(lyo_encoder *e, lyo_remembered *slot)
{
    if (Z_TYPE(slot->value) != IS_INDIRECT) {
        return &slot->value;
    }
    zval *cell = Z_INDIRECT(slot->value);
    if (EXPECTED(!e->owning)) {
        return cell;
    }
    ZVAL_COPY(&slot->value, lyo_unwrap(e, cell));
    return &slot->value;
}

/*
 * Releases the table of a record whose values are all read. If a property is added while its table is held,
 * PHP gives the object a copy of the table, through which garbage collection finds no cycles.
 */
static void release_table(lyo_record *record)
{
    zval_ptr_dtor(&record->kept);
    ZVAL_UNDEF(&record->kept);
}

static void record_values(lyo_encoder *e, lyo_record *record, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        record_value(e, &record->slots[i]);
    }
}

/* Holds an object that was met and, if it is completely written, what was read of it. */
static void own_object(lyo_encoder *e, zend_object *object, uint32_t ordinal)
{
    hold_object(e, object);
    if (ordinal < e->object_count && !(object->ce->ce_flags & ZEND_ACC_ENUM)) {
        lyo_record *record = record_properties(e, object);
        record_values(e, record, record->count);
        if (Z_TYPE(record->kept) == IS_ARRAY) {
            /* without zval_ptr_dtor(): garbage collection may run destructors, and not all is held yet */
            zend_array_release(Z_ARRVAL(record->kept));
            ZVAL_UNDEF(&record->kept);
        }
    }
}

void lyo_encoder_own(lyo_encoder *e)
{
    if (e->owning) {
        return;
    }
    e->owning = true;
    lyo_memory_hold(&e->memory, &e->root);
    for (lyo_open_state *open = e->open; open; open = open->outer) {
        if (open->record) {
            lyo_memory_hold_names(open->record);
            keep_table(e, open->record, open->object->properties);
        } else {
            open->record = record_properties(e, open->object);
        }
        record_values(e, open->record, open->read);
        /* the loop below records what is completely written */
        lyo_node *node = lyo_identity_find(&e->identity, (zend_refcounted *)open->object);
        LYO_ASSERT(node && open->read > 0); /* code runs only where one of its properties is written */
        open->ordinal = node->ordinal;
        node->ordinal = LYO_NO_ORDINAL;
    }
    for (uint32_t at = 0, left = e->identity.count; left > 0; left--) {
        const lyo_node *node = lyo_identity_next(&e->identity, &at);
        if (GC_TYPE(node->address) == IS_REFERENCE) {
            lyo_memory_add_reference(&e->memory, (zend_reference *)node->address);
        } else {
            own_object(e, (zend_object *)node->address, node->ordinal);
        }
    }
    for (const lyo_open_state *open = e->open; open; open = open->outer) {
        lyo_identity_find(&e->identity, (zend_refcounted *)open->object)->ordinal = open->ordinal;
    }
}

/* Returns the name of an object's class, also of a missing one. It lives until the end of the call. */
static zend_string *class_name_of(lyo_encoder *e, zend_object *object)
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

/* Writes an object from what its hook gave: the payload of serialize(), or null. */
static bool write_given(lyo_encoder *e, zend_object *object, const lyo_record *record)
{
    const zval *value = &record->kept;

    if (Z_TYPE_P(value) == IS_STRING) {
        e->object_count++;
        lyo_write_instance(e, lyo_define_class(e, LYO_DEF_CUSTOM_CLASS, object->ce->name));
        lyo_write_string(e, Z_STR_P(value));
    } else { /* null, here and wherever it is met again */
        lyo_identity_find(&e->identity, (zend_refcounted *)object)->ordinal = LYO_ORDINAL_NULL;
        lyo_buffer_byte(&e->body, LYO_TAG_NULL);
    }
    return true;
}

/*
 * Writes the properties of an object from i on: those of its record or, without one, n as they are.
 * open_class: name of the class if it is an open one, else NULL.
 */
static LYO_NOINLINE bool write_fields(lyo_encoder *e, zend_object *object, lyo_record *record, uint32_t i,
                                      uint32_t n, zend_string *open_class)
{
    HashTable *table = object->properties;
    bool watched = record ? record->watched : table != NULL, written = true;
    lyo_open_state state = {.outer = e->open, .object = object, .record = record};

    e->open = &state;
    for (; written && i < n; i++) {
        zval *cell = OBJ_PROP_NUM(object, i);
        if (state.record) { /* lyo_encoder_own() may have made it */
            cell = record_value(e, &state.record->slots[i]);
        } else if (table) {
            cell = behind(&lyo_entries(table)[i].val);
        }
        if (UNEXPECTED(open_class)) {
            lyo_put_state_key(e, false, open_class, &record->slots[i].key);
        }
        if (!lyo_write_quick(e, cell)) {
            state.read = i + 1;
            written = lyo_write_slot(e, cell, watched, false);
        }
    }
    LYO_ASSERT(e->open == &state);
    e->open = state.outer;
    if (UNEXPECTED(e->owning) && written) {
        release_table(state.record);
    }
    return written;
}

/*
 * Writes an object from its record, which is removed unless hooks may run. definition: the one that is known
 * of its class, or LYO_NOT_DEFINED.
 */
static bool write_record(lyo_encoder *e, zend_object *object, lyo_record *record, uint32_t definition)
{
    if (record->given) {
        return write_given(e, object, record);
    }
    bool written = lyo_encoder_enter(e);
    if (EXPECTED(written)) {
        zend_string *class_name = class_name_of(e, object);
        if (definition == LYO_NOT_DEFINED) {
            definition = lyo_choose_definition(e, object, class_name, record);
        }
        bool open = definition == LYO_NOT_DEFINED;
        e->object_count++;
        lyo_write_instance(e, open ? lyo_define_class(e, LYO_DEF_OPEN_CLASS, class_name) : definition);
        if (UNEXPECTED(open)) {
            lyo_buffer_varlen(&e->body, record->count);
        }
        uint32_t n = record->count, i = 0;
        if (EXPECTED(!e->owning && !open)) {
            while (i < n && lyo_write_quick(e, Z_INDIRECT(record->slots[i].value))) {
                i++;
            }
        }
        written = i == n || write_fields(e, object, record, i, n, open ? class_name : NULL);
    }
    e->depth--;
    if (!e->owning) {
        lyo_memory_drop(&e->memory, record);
    }
    return written;
}

/* --- objects with the known keys of their class: fields are read in place ------------------------------- */

/*
 * Returns true if the object's fields can be read in place, and have the known keys of its class, which are
 * valid.
 */
LYO_INLINE bool is_as_known(lyo_long_strings **longs, const lyo_class_info *info, zend_object *object)
{
    const HashTable *table = object->properties;
    const lyo_key *key = info->keys;
    const zval *slot = object->properties_table;

    if (UNEXPECTED(!lyo_has_plain_slots(object))) {
        return false;
    }
    if (!table) {
        if (!info->slots) {
            return false;
        }
        for (const zval *end = slot + info->count; slot < end; slot++) {
            if (Z_TYPE_P(slot) == IS_UNDEF) {
                return false;
            }
        }
        return true;
    }
    if (lyo_places(table) != info->count || lyo_is_packed(table)) {
        return false;
    }
    for (lyo_entry *bucket = lyo_entries(table), *end = bucket + info->count; bucket < end;
         bucket++, key++, slot++) {
        /* an entry that points to a slot has the slot's name: objects of unserialize() 1.17 without this */
        bool named = info->slots && Z_TYPE(bucket->val) == IS_INDIRECT && Z_INDIRECT(bucket->val) == slot;
        if ((!named && !lyo_key_is(longs, key, bucket)) || Z_TYPE_P(behind(&bucket->val)) == IS_UNDEF) {
            return false;
        }
    }
    return true;
}

/*
 * Defines the state of the first object of a class without hooks, and remembers its keys. Returns the
 * definition, or LYO_NOT_DEFINED if the fields cannot be read in place or the state must not be defined yet.
 * With all caches off, values with one small object take 13 to 24 % fewer instructions than with a record.
 */
static LYO_NOINLINE uint32_t define_in_place(lyo_encoder *e, lyo_class_info *info, zend_object *object)
{
    const zend_class_entry *ce = object->ce;
    const HashTable *table = object->properties;
    uint32_t n = table ? zend_hash_num_elements(table) : (uint32_t)ce->default_properties_count;

    if (!lyo_has_plain_slots(object) || ce == php_ce_incomplete_class || n > LYO_LIMIT_SHAPE_KEYS ||
        (table && lyo_is_packed(table)) || !lyo_is_made_at_once(e, ce->name)) {
        return LYO_NOT_DEFINED;
    }
    lyo_key *keys = lyo_encoder_room(e, n * sizeof *keys);
    for (uint32_t i = 0; i < n; i++) {
        if (table) {
            lyo_entry *entry = &lyo_entries(table)[i];
            if (Z_TYPE_P(behind(&entry->val)) == IS_UNDEF) {
                return LYO_NOT_DEFINED;
            }
            keys[i] = (lyo_key){entry->key, entry->h};
        } else {
            const zend_property_info *property = LYO_SLOT_INFO(ce, i);
            const zval *slot = OBJ_PROP_NUM(object, i);
            if (!property || Z_TYPE_P(slot) == IS_UNDEF) {
                return LYO_NOT_DEFINED;
            }
            /* a slot that is no longer used, because a child has added a hook to its property, is undefined */
            LYO_ASSERT(OBJ_PROP(object, property->offset) == slot);
            keys[i] = (lyo_key){property->name, ZSTR_H(property->name)};
        }
    }
    return lyo_define_keys(e, info, keys, n);
}

/* Writes an object whose fields can be read in place, and that has the known keys of its class. */
LYO_INLINE bool write_as_known(lyo_encoder *e, zend_object *object, uint32_t definition, uint32_t n)
{
    HashTable *table = object->properties;
    bool written = lyo_encoder_enter(e);
    uint32_t i = 0;

    if (EXPECTED(written)) {
        e->object_count++;
        lyo_write_instance(e, definition);
        if (table) {
            while (i < n && lyo_write_quick(e, behind(&lyo_entries(table)[i].val))) {
                i++;
            }
        } else {
            while (i < n && lyo_write_quick(e, OBJ_PROP_NUM(object, i))) {
                i++;
            }
        }
        written = i == n || write_fields(e, object, NULL, i, n, NULL);
    }
    e->depth--;
    return written;
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

/* Writes an object from a record: that of an earlier pass, or a new one. definition: see write_record(). */
static LYO_NOINLINE bool write_recorded(lyo_encoder *e, zend_object *object, const lyo_class_info *info,
                                        uint32_t definition, bool by_reference)
{
    bool hooked = info->kind > LYO_CLASS_MISSING;
    lyo_record *record = e->repeating ? lyo_memory_find(&e->memory, object) : NULL;

    if (!record) {
        if (hooked || !lyo_has_plain_slots(object)) {
            lyo_encoder_own(e);
        }
        if (UNEXPECTED(by_reference && e->owning)) {
            hold_object(e, object);
        }
        record = hooked ? lyo_ask_object(e, object, info) : record_properties(e, object);
    }
    return record && write_record(e, object, record, definition);
}

static void write_enum_case(lyo_encoder *e, lyo_node *node, zend_object *object)
{
    node->ordinal = lyo_define_case(e, object->ce->name, Z_STR_P(zend_enum_fetch_case_name(object)));
    lyo_write_instance(e, node->ordinal);
}

bool lyo_write_object(lyo_encoder *e, zend_object *object, bool by_reference)
{
    bool found;
    lyo_node *node = lyo_identity_put(&e->identity, (zend_refcounted *)object, &found);

    if (found) {
        return write_again(e, node, object, by_reference);
    }
    *node = (lyo_node){(zend_refcounted *)object, lyo_encoder_offset(e), e->object_count, LYO_NOT_REFERENCED};
    if (UNEXPECTED(object->ce->ce_flags & ZEND_ACC_ENUM)) {
        write_enum_case(e, node, object);
        return true;
    }
    lyo_class_info *info = lyo_class_info_of(e, object->ce);
    uint32_t definition = LYO_NOT_DEFINED;
    if (EXPECTED(info->kind <= LYO_CLASS_MISSING && !e->repeating)) {
        if (UNEXPECTED(!lyo_leads_to_definition(e, info))) {
            definition = e->owning ? LYO_NOT_DEFINED : define_in_place(e, info, object);
        } else if (EXPECTED(is_as_known(&e->strings.longs, info, object))) {
            definition = lyo_definition_by_info(e, info);
        }
    }
    if (EXPECTED(definition != LYO_NOT_DEFINED && !e->owning)) {
        return write_as_known(e, object, definition, info->count);
    }
    return write_recorded(e, object, info, definition, by_reference);
}
