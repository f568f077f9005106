/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Makes objects and fills their slots. Their hooks are deferred until the whole input is accepted. The class
 * decides what a state is: the argument of __unserialize(), or properties.
 */
#include "php/lyo_objects.h"
#include "php/lyo_shown.h"
#include "lyo/lyo_reader_key.h"

#include "ext/standard/php_incomplete_class.h"

/* --- making objects ------------------------------------------------------------------------------------- */

static void note_ordinal(lyo_decoder *d, zend_object *object)
{
    if (d->sharing) {
        LYO_GROW(d->objects, d->object_count, d->object_capacity, 32);
        d->objects[d->object_count++] = object;
    }
}

/* Makes an object of the class in *out and gives it its ordinal. */
static zend_object *make_object(lyo_decoder *d, const lyo_class *class, zval *out)
{
    zend_object *object = lyo_make_object(&d->base, class, out);

    if (EXPECTED(object)) {
        note_ordinal(d, object);
    }
    return object;
}

/* --- properties ----------------------------------------------------------------------------------------- */

/*
 * Returns the null value of a dynamic property. Fast path: the property is new and raises no diagnostic.
 * room: properties still to come, including this one.
 */
static zval *place_of(lyo_decoder *d, zend_object *object, const lyo_target *target, uint32_t room)
{
    HashTable *properties = object->properties;

    if (UNEXPECTED(target->deprecated)) {
        return lyo_dynamic_place(&d->base, object, target);
    }
    if (!properties) {
        properties = zend_std_get_properties(object);
        lyo_before_block((size_t)room * sizeof(lyo_entry));
        zend_hash_extend(properties, lyo_places(properties) + room, 0);
    }
    if (lyo_table_has_room(properties)) {
        zval *place = lyo_table_add(properties, target->name);
        if (EXPECTED(place)) {
            zend_string_addref(target->name);
            return place;
        }
    }
    return lyo_dynamic_place(&d->base, object, target);
}

/* room: properties still to come, including this one. pending: d->pending for what follows the value. */
LYO_INLINE const uint8_t *read_property(lyo_decoder *d, const uint8_t *p, zend_object *object,
                                        const lyo_target *target, uint32_t room, uint64_t pending)
{
    zval *slot;

    if (UNEXPECTED(!target->offset)) {
        /* nothing else is added to this table before the value is read, so the pointer stays valid */
        slot = place_of(d, object, target, room);
    } else {
        slot = OBJ_PROP(object, target->offset);
        lyo_clear_slot(&d->base, target->info, slot);
    }
    p = lyo_read_cell(d, p, slot, pending);
    if (target->info && UNEXPECTED(!lyo_accept_typed(&d->base, target->info, slot, p != NULL))) {
        return NULL;
    }
    return p;
}

/*
 * Makes an object of a class with a direct definition. Its slots are undefined and have only their initial
 * flags: default values are not copied, because they would be overwritten.
 */
static zend_object *make_direct(lyo_decoder *d, const lyo_class *class, zval *out)
{
    zend_object *object = zend_objects_new(class->ce);
    const zval *from = CE_DEFAULT_PROPERTIES_TABLE(class->ce);

    for (zval *slot = object->properties_table, *end = slot + class->ce->default_properties_count; slot < end;
         slot++, from++) {
        ZVAL_UNDEF(slot);
        Z_PROP_FLAG_P(slot) = Z_PROP_FLAG_P(from);
    }
    ZVAL_OBJ(out, object);
    if (UNEXPECTED(class->ce->destructor)) {
        lyo_silence(&d->base, object);
    }
    note_ordinal(d, object);
    return object;
}

/*
 * Reads all slots of an object in their order. None has a value yet. A function of its own, so that other
 * states do not need its C stack.
 */
static LYO_NOINLINE const uint8_t *read_slots(lyo_decoder *d, const uint8_t *p, zend_object *object)
{
    zval *slot = object->properties_table, *end = slot + object->ce->default_properties_count;
    zend_property_info **infos = object->ce->properties_info_table;
    uint64_t pending = d->pending + (uint64_t)(end - slot);

    do {
        zend_property_info *info = *infos++;
        p = lyo_read_cell(d, p, slot, --pending);
        if (ZEND_TYPE_IS_SET(info->type) && UNEXPECTED(!lyo_accept_typed(&d->base, info, slot, p != NULL))) {
            return NULL;
        }
    } while (EXPECTED(p) && ++slot < end);
    d->pending = pending;
    return p;
}

/* True if the n properties are read as a map is: stdClass has no slots. */
LYO_INLINE bool is_table(const lyo_class *class, uint64_t n)
{
    return class->ce == zend_standard_class_def && n > 0;
}

static const uint8_t *read_properties(lyo_decoder *d, const uint8_t *p, zend_object *object,
                                      lyo_definition *definition)
{
    if (is_table(&definition->class, definition->count)) {
        object->properties = lyo_new_record(definition);
        p = lyo_fill_record(d, p, object->properties, definition->count);
        lyo_table_name_ints(object->properties);
        return p;
    }
    if (UNEXPECTED(!definition->targets) && !lyo_prepare_targets(d, definition)) {
        return NULL;
    }
    const lyo_target *target = definition->targets;
    const uint64_t outer = d->pending;
    for (uint32_t left = definition->count; p && left > 0; left--) {
        p = read_property(d, p, object, target++, left, outer + left - 1);
    }
    d->pending = outer;
    return p;
}

/* --- states --------------------------------------------------------------------------------------------- */

/* Reads the array for __unserialize(). Its keys are those of a class shape. */
static const uint8_t *read_state(lyo_decoder *d, const uint8_t *p, lyo_definition *definition, zval *state)
{
    if (!definition->count) {
        LYO_EMPTY_STATE(state);
        return p;
    }
    ZVAL_ARR(state, lyo_new_record(definition));
    return lyo_fill_record(d, p, Z_ARR_P(state), definition->count);
}

static const uint8_t *read_open_properties(lyo_decoder *d, const uint8_t *p, const lyo_class *class,
                                           zend_object *object, HashTable *keys, uint32_t n)
{
    const uint64_t outer = d->pending;

    while (p && n--) {
        lyo_target target;
        zval *cell;
        if (!(p = lyo_read_key_into(d, p, 0, class->name, keys, &cell))) {
            return NULL;
        }
        const lyo_entry *key = lyo_entry_of(cell); /* a name lives until the end */
        zend_string *name = lyo_property_name(&d->base, key->key, (zend_long)key->h);
        if (!lyo_find_target(&d->base, class, name, LYO_NO_SLOT, &target)) {
            return NULL;
        }
        p = read_property(d, p, object, &target, n + 1, outer + 2 * (uint64_t)n);
    }
    d->pending = outer;
    return p;
}

/* --- forms ---------------------------------------------------------------------------------------------- */

/*
 * False, with the failure recorded, if the class takes no state: it writes its own payload, and has no
 * __unserialize().
 */
static bool takes_state(lyo_decoder *d, const lyo_class *class)
{
    if (UNEXPECTED(class->ce->serialize && !class->ce->__unserialize)) {
        lyo_decoding_mismatch(&d->base, "Erroneous data format for unserializing '%s'",
                              ZSTR_VAL(class->ce->name));
        return false;
    }
    return true;
}

static const uint8_t *read_shaped(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                                  lyo_definition *definition, zval *out)
{
    const lyo_class *class = &definition->class;
    zend_object *object;
    zval state;

    if (UNEXPECTED(!lyo_enter(d, p, tag, definition->count, definition->count))) {
        return NULL;
    }
    if (class->plain && !definition->direct && !definition->targets && !is_table(class, definition->count) &&
        !lyo_prepare_targets(d, definition)) {
        return NULL;
    }
    ZVAL_UNDEF(&state);
    if (EXPECTED(definition->direct)) {
        object = make_direct(d, class, out);
        p = read_slots(d, p, object);
    } else if (!(object = make_object(d, class, out)) || !takes_state(d, class)) {
        return NULL;
    } else {
        p = class->ce->__unserialize ? read_state(d, p, definition, &state)
                                     : read_properties(d, p, object, definition);
    }
    if (UNEXPECTED(!p)) {
        zval_ptr_dtor(&state);
        return NULL;
    }
    if (class->wakeup || class->ce->__unserialize) {
        lyo_complete(&d->base, class, object, &state);
    }
    d->depth--;
    return p;
}

static LYO_NOINLINE const uint8_t *read_open(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                                             const lyo_definition *definition, zval *out)
{
    const lyo_class *class = &definition->class;
    const bool state = class->ce->__unserialize != NULL;
    zend_object *object;
    uint64_t n;
    zval table; /* the state, the property table, or the keys that were read */

    p = lyo_varlen_token(d, p, tag, &n);
    if (!p || UNEXPECTED(!lyo_enter(d, p, tag, n, lyo_twice(n))) || !(object = make_object(d, class, out)) ||
        !takes_state(d, class)) {
        return NULL;
    }
    ZVAL_ARR(&table, lyo_table_new((uint32_t)n));
    if (is_table(class, n)) {
        object->properties = Z_ARR(table);
    }
    p = state || is_table(class, n) ? lyo_read_entries(d, p, class->name, Z_ARR(table), (uint32_t)n)
                                    : read_open_properties(d, p, class, object, Z_ARR(table), (uint32_t)n);
    if (is_table(class, n)) {
        lyo_table_name_ints(object->properties);
    } else if (!p || !state) { /* a back reference may name the keys */
        lyo_keep(&d->base, &table);
    }
    if (p) {
        lyo_complete(&d->base, class, object, &table);
    }
    d->depth--;
    return p;
}

static LYO_NOINLINE const uint8_t *read_custom(lyo_decoder *d, const uint8_t *p, lyo_definition *definition,
                                               zval *out)
{
    const lyo_class *class = &definition->class;
    zval payload;

    if (!(p = lyo_read_string(d, p, &payload, 0))) {
        return NULL;
    }
    lyo_keep(&d->base, &payload); /* a back reference may name it */
    if (class->ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE) {
        return lyo_refuse_object(&d->base, class);
    }
    if (!class->incomplete && !lyo_reads_payload(class->ce)) {
        return lyo_decoding_mismatch(&d->base, "Class %s has no unserializer", ZSTR_VAL(class->ce->name));
    }
    zend_object *object = make_object(d, class, out);
    if (!object) {
        return NULL;
    }
    if (class->incomplete) {
        lyo_hold(&d->base, E_WARNING, "Class %s has no unserializer", ZSTR_VAL(class->ce->name));
    } else {
        Z_TRY_ADDREF(payload);
        lyo_defer(&d->base, LYO_DEFERRED_PAYLOAD, object, &payload);
    }
    return p;
}

static const uint8_t *read_case(lyo_decoder *d, const uint8_t *p, const lyo_definition *definition, zval *out)
{
    const lyo_class *class = &definition->class;

    if (UNEXPECTED(!definition->enum_case)) {
        return lyo_decoding_mismatch(&d->base, "%s::%s is not an enum case", lyo_shown(&d->base, class->name),
                                     lyo_shown(&d->base, definition->case_name));
    }
    ZVAL_OBJ_COPY(out, definition->enum_case);
    return p;
}

const uint8_t *lyo_read_object(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                               lyo_definition *definition, zval *out)
{
    d->marks++;
    switch (definition->kind) {
    case LYO_DEF_CLASS_SHAPE:
        return read_shaped(d, p, tag, definition, out);
    case LYO_DEF_OPEN_CLASS:
        return read_open(d, p, tag, definition, out);
    case LYO_DEF_CUSTOM_CLASS:
        return read_custom(d, p, definition, out);
    default:
        return read_case(d, p, definition, out);
    }
}
