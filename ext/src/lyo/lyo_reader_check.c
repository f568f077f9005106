/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Invariants of a decoder, for LYO_ASSERT() only: no build without LYO_CHECKS calls these functions.
 */
#include "lyo/lyo_reader_check.h"

#include "php/lyo_validate.h"
#include "ext/standard/php_incomplete_class.h"

bool lyo_checkpoint_holds(const lyo_decoder *d, const lyo_checkpoint *before, const zval *value)
{
    return d->depth == before->depth && d->pending == before->pending && d->end == before->end &&
           d->strings.count <= d->strings.capacity && d->place_next <= d->places &&
           d->object_count <= d->object_capacity && lyo_is_sound(value);
}

static bool is_legal_class(const lyo_class *class)
{
    if (!class->ce) {
        return !class->incomplete;
    }
    return (!class->plain || (class->simple && !class->incomplete)) &&
           (!class->incomplete || class->ce == php_ce_incomplete_class);
}

/*
 * Checks the layout. One that a record has taken is an array of the value, which hooks may change.
 */
static bool is_legal_layout(const lyo_definition *definition)
{
    if (!definition->layout) {
        return !definition->fresh;
    }
    return definition->count > 0 &&
           (!definition->fresh || lyo_places(definition->layout) == definition->count);
}

/* Checks where the keys of a class shape go. */
static bool is_legal_shape(const lyo_definition *definition)
{
    const lyo_class *class = &definition->class;

    if (definition->direct && (!class->ce || !class->plain || definition->targets ||
                               definition->count != (uint32_t)(class->ce->default_properties_count))) {
        return false;
    }
    /* at least one field must give the keys */
    return !definition->count || definition->layout || definition->targets || definition->direct;
}

bool lyo_definition_is_legal(const lyo_decoder *d, const lyo_definition *definition)
{
    if (!is_legal_layout(definition)) {
        return false;
    }
    if (definition->kind == LYO_DEF_MAP_SHAPE) {
        return !definition->direct && !definition->targets && !definition->case_name &&
               !definition->enum_case && !definition->layout == !definition->count;
    }
    if (!is_legal_class(&definition->class)) {
        return false;
    }
    if (definition->kind == LYO_DEF_CLASS_SHAPE) {
        return !definition->case_name && !definition->enum_case && is_legal_shape(definition);
    }
    return !definition->count && !definition->layout && !definition->targets && !definition->direct &&
           (definition->kind == LYO_DEF_ENUM_CASE) == (definition->case_name != NULL) &&
           (definition->kind == LYO_DEF_ENUM_CASE || !definition->enum_case);
}

bool lyo_definitions_are_legal(const lyo_decoder *d)
{
    for (uint32_t i = 0; i < d->definition_count; i++) {
        if (!lyo_definition_is_legal(d, &d->definitions[i])) {
            return false;
        }
    }
    return true;
}
