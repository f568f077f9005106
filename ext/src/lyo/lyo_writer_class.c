/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_writer_class.h"

#include "ext/standard/php_incomplete_class.h"

lyo_class_info *lyo_make_class_info(lyo_encoder *e, zend_class_entry *ce)
{
    if (UNEXPECTED(!e->classes)) {
        e->classes = lyo_class_infos_new(false);
        e->pass = ++e->classes->passes;
    }
    lyo_class_info *info = lyo_class_place(e->classes, ce);
    *info = (lyo_class_info){.ce = ce};
    info->kind = lyo_kind_of_class(ce, &info->sleep);
    return info;
}

/* Returns true if the state has the known keys of the class, which are valid. */
static bool has_known_keys(lyo_encoder *e, const lyo_class_info *info, const lyo_record *record)
{
    if (info->count != record->count) {
        return false;
    }
    for (uint32_t i = 0; i < record->count; i++) {
        if (!lyo_key_equals(&e->strings.longs, &info->keys[i], &record->slots[i].key)) {
            return false;
        }
    }
    return true;
}

/* Returns true if the known keys of a class are the names of all its slots, in order. */
static bool has_names_of_slots(const lyo_class_info *info)
{
    if (info->count != (uint32_t)info->ce->default_properties_count) {
        return false;
    }
    for (uint32_t i = 0; i < info->count; i++) {
        const zend_property_info *property = LYO_SLOT_INFO(info->ce, i);
        const zend_string *name = info->keys[i].name;
        if (!property || !name || !lyo_same_string(property->name, name)) {
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

uint32_t lyo_renew_class_info(lyo_encoder *e, lyo_class_info *info)
{
    LYO_ASSERT(info->pass != e->pass);
    uint32_t id = info->known ? lyo_recall_state(e, &info->known) : LYO_NOT_DEFINED;

    if (id != LYO_NOT_DEFINED) {
        info->definition = id;
        info->pass = e->pass;
    }
    return id;
}

/*
 * Returns the definition of a state to which what is known of its class does not lead, or whose class is
 * missing.
 */
static LYO_NOINLINE uint32_t choose_anew(lyo_encoder *e, lyo_class_info *info, bool same,
                                         zend_string *class_name, const lyo_key *keys, uint32_t count)
{
    lyo_prefix *known;
    uint32_t id = lyo_define_state(e, class_name, &keys, count, &known);

    if (EXPECTED(info && id != LYO_NOT_DEFINED)) {
        if (!same) {
            info->count = count;
            info->known = known;
            info->keys = keys;
            info->slots = has_names_of_slots(info);
        }
        if (EXPECTED(known != NULL)) {
            info->known = known;
            info->keys = known->defined.keys;
        }
        info->pass = e->pass;
        info->definition = id;
    }
    return id;
}

uint32_t lyo_choose_definition(lyo_encoder *e, zend_object *object, zend_string *class_name,
                               const lyo_record *record)
{
    lyo_class_info *info = NULL;
    bool same = false;

    if (UNEXPECTED(record->count > LYO_LIMIT_SHAPE_KEYS)) {
        return LYO_NOT_DEFINED;
    }
    if (EXPECTED(object->ce != php_ce_incomplete_class)) {
        info = lyo_class_info_of(e, object->ce);
        same = lyo_leads_to_definition(e, info) && has_known_keys(e, info, record);
    }
    if (same) {
        uint32_t id = lyo_definition_by_info(e, info);
        if (EXPECTED(id != LYO_NOT_DEFINED)) {
            return id;
        }
    }
    return choose_anew(e, info, same, class_name, copy_keys(e, record), record->count);
}

uint32_t lyo_define_keys(lyo_encoder *e, lyo_class_info *info, const lyo_key *keys, uint32_t count)
{
    LYO_ASSERT(lyo_is_made_at_once(e, info->ce->name) && (const char *)keys == e->string_room);
    return choose_anew(e, info, false, info->ce->name, keys, count);
}
