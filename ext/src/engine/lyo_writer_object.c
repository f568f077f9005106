/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects: identity, which of a class's hooks speaks for it, and its state (spec section 6.3). Property slots are read in
 * place: no property table is made that was not there.
 */
#include "engine/lyo_writer_object.h"

#include "engine/lyo_hooks.h"
#include "engine/lyo_writer_leaf.h"

#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

/* --- fields: the cells of the states that are being written --------------------------------------------------------------- */

/* A stack in the encoder, not on the C stack: a level of nesting stays small. Room for n more fields at its end. */
LYO_INLINE lyo_field *more_fields(lyo_encoder *e, uint32_t n)
{
    if (UNEXPECTED(e->field_capacity - e->field_count < n)) {
        lyo_encoder_add_fields(e, n);
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

/* The cells of a list: a state that __serialize() gave. */
static void push_packed(lyo_encoder *e, HashTable *ht)
{
    zend_ulong h;
    zval *cell;
    lyo_field *field = more_fields(e, ht->nNumOfElements);

    ZEND_HASH_PACKED_FOREACH_KEY_VAL (ht, h, cell) {
        *field++ = (lyo_field){{NULL, h}, cell};
    }
    ZEND_HASH_FOREACH_END();
    e->field_count = (uint32_t)(field - e->fields);
}

void lyo_push_table(lyo_encoder *e, HashTable *ht, bool incomplete)
{
    if (HT_IS_PACKED(ht)) {
        push_packed(e, ht);
        return;
    }
    lyo_field *field = more_fields(e, ht->nNumOfElements);

    for (Bucket *bucket = ht->arData, *end = bucket + ht->nNumUsed; bucket < end; bucket++) {
        zval *cell = &bucket->val;
        if (Z_TYPE_P(cell) == IS_INDIRECT) {
            cell = Z_INDIRECT_P(cell);
        }
        if (UNEXPECTED(Z_TYPE_P(cell) == IS_UNDEF) ||
            (UNEXPECTED(incomplete) && bucket->key &&
             zend_string_equals_literal(bucket->key, MAGIC_MEMBER))) {
            continue;
        }
        *field++ = (lyo_field){{bucket->key, bucket->h}, cell};
    }
    e->field_count = (uint32_t)(field - e->fields);
}

void lyo_push_record(lyo_encoder *e, lyo_record *record)
{
    lyo_field *field = more_fields(e, record->count);

    for (uint32_t i = 0; i < record->count; i++) {
        field[i] = (lyo_field){record->slots[i].key, &record->slots[i].value};
    }
    e->field_count += record->count;
}

/* --- state ----------------------------------------------------------------------------------------------------------------- */

LYO_INLINE lyo_class_plan *plan_of(lyo_encoder *e, const zend_string *class_name)
{
    return &e->plans[((uintptr_t)class_name >> 5) % LYO_CLASS_PLANS];
}

/* True if the fields from base on have these keys, by their addresses. */
LYO_INLINE bool same_names(const lyo_key *key, const lyo_field *field, const lyo_field *end)
{
    for (; field < end; field++, key++) {
        if (field->key.name != key->name || (UNEXPECTED(!key->name) && field->key.h != key->h)) {
            return false;
        }
    }
    return true;
}

/* The keys of the fields from base on, until the next value. */
static lyo_key *keys_of(lyo_encoder *e, uint32_t base)
{
    uint32_t n = e->field_count - base;
    lyo_key *keys = lyo_encoder_scratch(e, n);

    for (uint32_t i = 0; i < n; i++) {
        keys[i] = e->fields[base + i].key;
    }
    return keys;
}

/* True if the fields from base on are the definition of the class on the path, whose class is known to be the same. */
static bool is_step_of(const lyo_encoder *e, const lyo_step *step, uint32_t base)
{
    return step->keys != LYO_NO_KEYS && step->trail->defined.count == e->field_count - base &&
           same_names(e->shapes.keys + step->keys, e->fields + base, e->fields + e->field_count);
}

/* The id of a definition on the path, or of one that may be made now and is the next one there; else LYO_NOT_DEFINED. */
static uint32_t look_on_path(lyo_encoder *e, const lyo_defined *defined)
{
    uint32_t id = lyo_find_step(e, defined);

    if (id != LYO_NOT_DEFINED) {
        return id;
    }
    if (EXPECTED(e->on_trail) && lyo_encoder_offset(e) < LYO_LIMIT_EAGER) {
        lyo_trail *trail = lyo_trails_find(e->options->trails, e->trail, defined);
        if (trail) {
            if (UNEXPECTED(e->classes)) {
                lyo_classes_get(e, defined->class_name)->known = true;
            }
            return lyo_follow_trail(e, trail);
        }
    }
    return LYO_NOT_DEFINED;
}

/* The same for the fields from base on. */
static uint32_t find_on_path(lyo_encoder *e, zend_string *class_name, uint32_t base)
{
    lyo_class_plan *plan = plan_of(e, class_name);

    if (plan->class_name == class_name && is_step_of(e, &e->path[plan->shape], base)) {
        return plan->shape;
    }
    lyo_defined defined = {0, LYO_DEF_CLASS_SHAPE, e->field_count - base, class_name, keys_of(e, base)};
    uint32_t id = look_on_path(e, &defined);
    if (EXPECTED(id != LYO_NOT_DEFINED)) {
        plan->class_name = class_name;
        plan->shape = id;
        if (e->path[id].keys == LYO_NO_KEYS) {
            e->path[id].keys = lyo_shapes_keep(&e->shapes, defined.keys, defined.count);
        }
    }
    return id;
}

/* The index of the shape of the fields from base on. */
static uint32_t find_shape(lyo_encoder *e, zend_string *class_name, uint32_t base)
{
    uint32_t n = e->field_count - base, known = e->shapes.count;
    lyo_class_plan *plan = plan_of(e, class_name);

    if (e->on_trail) { /* none of the path */
        return lyo_shapes_put(&e->shapes, class_name, keys_of(e, base), n);
    }
    if (plan->class_name == class_name) {
        const lyo_shape *shape = &e->shapes.shapes[plan->shape];
        if (shape->count == n &&
            same_names(e->shapes.keys + shape->keys, e->fields + base, e->fields + e->field_count)) {
            return plan->shape;
        }
    }
    const lyo_key *keys = keys_of(e, base);
    plan->class_name = class_name;
    plan->shape = lyo_shapes_put(&e->shapes, class_name, keys, n);
    if (plan->shape < known) {
        lyo_shapes_rename(&e->shapes, plan->shape, keys); /* the next object has these, most likely */
    }
    return plan->shape;
}

/* The id of the shape under which the fields from base on are written, or LYO_NOT_DEFINED for an open class (spec section 6.3). */
static uint32_t choose_definition(lyo_encoder *e, zend_string *class_name, uint32_t base)
{
    if (e->field_count - base > LYO_LIMIT_SHAPE_KEYS) {
        return LYO_NOT_DEFINED;
    }
    if (EXPECTED(e->on_trail)) {
        uint32_t definition = find_on_path(e, class_name, base);
        if (EXPECTED(definition != LYO_NOT_DEFINED)) {
            return definition;
        }
    }
    uint32_t known = e->shapes.count;
    uint32_t shape = find_shape(e, class_name, base);
    if (e->shapes.shapes[shape].definition != LYO_NOT_DEFINED || shape < known ||
        lyo_encoder_offset(e) < LYO_LIMIT_EAGER ||
        (!lyo_is_class_known(e, class_name) && !zend_string_equals_literal(class_name, "stdClass"))) {
        return lyo_define_shape(e, shape);
    }
    return LYO_NOT_DEFINED;
}

/* Begins the record of a state. What was read of it is as it was then. */
static void remember_state(lyo_encoder *e, lyo_open_state *state)
{
    state->record = lyo_memory_begin(&e->memory, state->object, state->count, state->watched);
    for (uint32_t i = 0; i < state->count; i++) {
        const lyo_field *field = &e->fields[state->base + i];
        lyo_remembered_set(&state->record->slots[i], &field->key,
                           i < state->read ? lyo_unwrap(field->cell) : NULL);
    }
}

static void push_state(lyo_encoder *e, lyo_open_state state)
{
    if (UNEXPECTED(e->state_count == e->state_capacity)) {
        lyo_encoder_add_state(e);
    }
    e->states[e->state_count] = state;
    if (UNEXPECTED(e->owning) && !state.kept) {
        remember_state(e, &e->states[e->state_count]);
    }
    e->state_count++;
}

/* Field i of the innermost state, which begins at base. */
LYO_INLINE zval *read_field(lyo_encoder *e, uint32_t base, uint32_t i)
{
    lyo_open_state *state = &e->states[e->state_count - 1];
    zval *cell = e->fields[base + i].cell;

    if (UNEXPECTED(state->record != NULL)) {
        ZVAL_COPY(&state->record->slots[i].value, lyo_unwrap(cell));
    }
    state->read = i + 1;
    return cell;
}

bool lyo_write_state(lyo_encoder *e, zend_object *object, zend_string *class_name, uint32_t base,
                     bool watched, bool kept)
{
    uint32_t n = e->field_count - base;
    bool written = lyo_encoder_enter(e);

    if (written) {
        uint32_t definition = choose_definition(e, class_name, base);
        uint32_t ordinal = e->object_count++;
        if (kept) {
            lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = ordinal;
        }
        push_state(e, (lyo_open_state){base, n, 0, ordinal, watched, kept, object, NULL});
        if (EXPECTED(definition != LYO_NOT_DEFINED)) {
            lyo_write_instance(e, definition);
        } else {
            lyo_write_instance(e, lyo_define_class(e, LYO_DEF_OPEN_CLASS, class_name));
            lyo_buffer_varlen(&e->body, n);
        }
        for (uint32_t i = 0; written && i < n; i++) {
            if (UNEXPECTED(definition == LYO_NOT_DEFINED)) {
                lyo_put_state_key(e, false, class_name, &e->fields[base + i].key);
            }
            /* a hook that ran since may have unset the slot: null is written then */
            zval *slot = read_field(e, base, i);
            written = lyo_write_quick(e, slot) || lyo_write_slot(e, slot, watched);
        }
        e->state_count--;
    }
    e->depth--;
    e->field_count = base;
    return written;
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
 * Pushes the properties of an object without hooks. *held is the table that they stand in, to be released afterwards, or NULL: then they are
 * slots. May run code only if the object has no plain slots.
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

static bool write_properties(lyo_encoder *e, zend_object *object)
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

/* True if a state of the object of this ordinal is being written: those on the stack were begun in the order of their ordinals. */
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

void lyo_remember_objects(lyo_encoder *e)
{
    for (uint32_t i = 0; i < e->state_count; i++) {
        if (!e->states[i].kept) {
            remember_state(e, &e->states[i]);
        }
    }
    uint32_t at = 0;
    for (lyo_node *node; (node = lyo_identity_next(&e->identity, &at));) {
        zend_object *object = (zend_object *)node->address;
        if (GC_TYPE(object) != IS_OBJECT || (object->ce->ce_flags & ZEND_ACC_ENUM) ||
            node->ordinal >= e->object_count || object->ce->__serialize || lyo_find_sleep(object->ce) ||
            is_open(e, node->ordinal)) {
            continue;
        }
        /* written to its end without a hook: no code runs here */
        uint32_t base = e->field_count;
        HashTable *held;
        push_properties(e, object, &held);
        uint32_t n = e->field_count - base;
        lyo_open_state state = {base, n, n, node->ordinal, held != NULL, false, object, NULL};
        remember_state(e, &state);
        if (held) {
            zend_release_properties(held);
        }
        e->field_count = base;
    }
}

/* --- objects ------------------------------------------------------------------------------------------------------------------ */

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
        zval zv;
        ZVAL_OBJ(&zv, object);
        lyo_memory_hold(&e->memory, &zv); /* a hook may put something else into the PHP reference */
    }
    if (UNEXPECTED(e->repeating)) {
        lyo_record *record = lyo_memory_find(&e->memory, object);
        if (record) {
            node->ordinal = LYO_NO_ORDINAL;
            return lyo_write_record(e, object, record);
        }
    }
    if (EXPECTED(plan_of(e, ce->name)->plain == ce)) {
        node->ordinal = e->object_count;
        return write_properties(e, object);
    }
    node->ordinal = LYO_NO_ORDINAL;
    if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE)) {
        return lyo_encoder_fail(e, LYO_FAILED_NOT_SERIALIZABLE, ce->name);
    }
    if (ce->ce_flags & ZEND_ACC_ENUM) {
        node->ordinal = lyo_define_case(e, ce->name, Z_STR_P(zend_enum_fetch_case_name(object)));
        lyo_write_instance(e, node->ordinal);
        return true;
    }
    if (ce->__serialize) {
        uint32_t base = e->field_count;
        return lyo_push_serialized(e, object) && lyo_write_state(e, object, ce->name, base, false, true);
    }
    if (ce->serialize) {
        return lyo_write_custom(e, object);
    }
    zend_function *sleep = lyo_find_sleep(ce);
    if (sleep) {
        bool written;
        uint32_t base = e->field_count;
        return lyo_push_sleep(e, object, sleep, &written)
                   ? lyo_write_state(e, object, ce->name, base, true, true)
                   : written;
    }
    plan_of(e, ce->name)->plain = ce;
    node->ordinal = e->object_count;
    return write_properties(e, object);
}
