/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The classes of the definitions, all of which are resolved before the first value is built, and the targets
 * of the keys of class shapes.
 */
#include "lyo/lyo_reader.h"
#include "php/lyo_identity.h"

#include "Zend/zend_enum.h"

/* --- before the first value ----------------------------------------------------------------------------- */

static zend_class_constant *find_case(zend_class_entry *ce, zend_string *name)
{
    zend_class_constant *constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(ce), name);
    return constant && (ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE) ? constant : NULL;
}

/*
 * Resolves the class of an enum case. One that is missing or not allowed is refused: a case cannot be
 * incomplete. Returns false if that needs code to run and load is false, or failed.
 */
static bool resolve_class_of_case(lyo_decoder *d, lyo_class *class, bool load)
{
    if (class->refused || lyo_resolve_enum(&d->base, class, load)) {
        return true;
    }
    if (load && d->base.failure == LYO_FAILED_NOT) {
        lyo_decoding_refuse(&d->base, class);
        return true;
    }
    return false;
}

/*
 * Returns false if that needs code to run and load is false, or if an exception was thrown. A missing case is
 * no failure here: it is one when a value needs it.
 */
static bool resolve_case(lyo_decoder *d, lyo_definition *definition, bool load)
{
    lyo_class *class = &definition->class;

    if (!resolve_class_of_case(d, class, load)) {
        return false;
    }
    if (!class->enum_ce || !(class->enum_ce->ce_flags & ZEND_ACC_ENUM)) {
        return true;
    }
    zend_class_constant *constant = find_case(class->enum_ce, definition->case_name);
    if (!constant) {
        return true;
    }
    definition->enum_case = lyo_resolve_case(&d->base, constant, load);
    return definition->enum_case != NULL;
}

/*
 * Resolves what the definition names. Returns false if that needs code to run and load is false, or failed.
 */
static bool resolve_definition(lyo_decoder *d, lyo_definition *definition, bool load)
{
    if (!load && UNEXPECTED(ZSTR_LEN(definition->class.name) > LYO_SETTLED_NAME)) {
        return false;
    }
    if (definition->kind == LYO_DEF_ENUM_CASE) {
        return resolve_case(d, definition, load);
    }
    return lyo_resolve_class(&d->base, &definition->class, load);
}

/*
 * Takes over what is known of the class from the last definition that names it by the same string, so that a
 * name is looked up once, also if it is missing. This definition is the last one then.
 */
static void recall_class(lyo_decoder *d, lyo_identity *names, uint32_t i)
{
    lyo_class *class = &d->definitions[i].class;
    bool found;
    lyo_node *node = lyo_identity_put(names, (zend_refcounted *)class->name, &found);

    if (found) { /* the name is the same, but each definition owns a reference to it */
        *class = d->definitions[node->ordinal].class;
    }
    node->ordinal = i;
}

/* So many definitions are compared with the one before. Classes of later ones are found by their names. */
#define FEW_DEFINITIONS 64

static bool resolve_present(lyo_decoder *d)
{
    const lyo_class *last = NULL;
    lyo_identity names;
    bool resolved = true;

    lyo_identity_init(&names);
    for (uint32_t i = 0; resolved && i < d->definition_count; i++) {
        lyo_definition *definition = &d->definitions[i];
        lyo_class *class = &definition->class;
        if (definition->kind == LYO_DEF_MAP_SHAPE ||
            (definition->kind == LYO_DEF_CLASS_SHAPE && EXPECTED(class->ce))) {
            continue;
        }
        if (UNEXPECTED(i >= FEW_DEFINITIONS)) {
            recall_class(d, &names, i);
        } else if (last && last->name == class->name) { /* the cases of an enum are mostly adjacent */
            *class = *last;
        }
        resolved = resolve_definition(d, definition, false);
        last = class;
    }
    lyo_identity_free(&names);
    return resolved;
}

static bool resolve_loading(lyo_decoder *d)
{
    lyo_identity names;
    bool resolved = true;

    lyo_identity_init(&names);
    for (uint32_t i = 0; resolved && i < d->definition_count; i++) {
        if (d->definitions[i].kind != LYO_DEF_MAP_SHAPE) {
            recall_class(d, &names, i);
            resolved = resolve_definition(d, &d->definitions[i], true);
        }
    }
    lyo_identity_free(&names);
    if (resolved && d->base.refused) {
        lyo_decoding_fail(&d->base, LYO_FAILED_CLASSES);
        return false;
    }
    return resolved;
}

bool lyo_resolve_classes(lyo_decoder *d, bool load)
{
    return load ? resolve_loading(d) : resolve_present(d);
}

/* --- where keys go -------------------------------------------------------------------------------------- */

/* True if key i is slot i, and every slot has a key. */
static bool are_slots(const zend_class_entry *ce, const lyo_target *targets, uint32_t count)
{
    uint32_t i = 0;

    while (i < count && targets[i].offset == OBJ_PROP_TO_OFFSET(i)) {
        i++;
    }
    return i == count && i == (uint32_t)ce->default_properties_count;
}

bool lyo_prepare_targets(lyo_decoder *d, lyo_definition *definition)
{
    const lyo_class *class = &definition->class;

    if (definition->targets || definition->direct || !definition->count) {
        return true;
    }
    /*
     * The definition gets the targets only when all are found. A lack of memory ends this call by a bailout,
     * but the shape cache keeps the definition for later calls.
     */
    LYO_ASSERT(definition->layout != NULL && class->ce != NULL);
    lyo_target *targets = ecalloc(definition->count, sizeof *targets);
    for (uint32_t i = 0; i < definition->count; i++) {
        const lyo_entry *key = &lyo_entries(definition->layout)[i];
        zend_string *name = lyo_property_name(&d->base, key->key, (zend_long)key->h);
        if (!lyo_find_target(&d->base, class, name, i, &targets[i])) {
            efree(targets);
            return false;
        }
    }
    if (class->plain && are_slots(class->ce, targets, definition->count)) {
        efree(targets);
        definition->direct = true;
    } else {
        definition->targets = targets;
    }
    return true;
}
