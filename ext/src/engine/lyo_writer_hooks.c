/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Objects of classes with hooks: asking the hook, and keeping what it gave until the end.
 */
#include "engine/lyo_writer_object.h"

#include "Zend/zend_interfaces.h"
#include "engine/lyo_dates.h"
#include "engine/lyo_hooks.h"
#include "engine/lyo_plain_hooks.h"
#include "engine/lyo_steady_hooks.h"
#include "engine/lyo_writer_class.h"
#include "ext/standard/php_incomplete_class.h"

/* The object stands as null. */
static lyo_record *give_null(lyo_encoder *e, zend_object *object)
{
    zval null;

    if (EG(exception)) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    ZVAL_NULL(&null);
    return lyo_memory_give(&e->memory, object, &null);
}

/* That, here and wherever it is met again. */
static bool write_as_null(lyo_encoder *e, zend_object *object)
{
    lyo_identity_get(&e->identity, (zend_refcounted *)object)->ordinal = LYO_ORDINAL_NULL;
    lyo_buffer_byte(&e->body, LYO_TAG_NULL);
    return true;
}

/* False for the hooks of PHP's dates and of SPL, which read the object and nothing else: 10 % of an encode with one date is holding everything before it. */
static bool may_run_code(const zend_function *hook)
{
    if (hook->type != ZEND_INTERNAL_FUNCTION || !hook->internal_function.module) {
        return true;
    }
    const char *module = hook->internal_function.module->name;
    return strcmp(module, "date") != 0 && strcmp(module, "SPL") != 0;
}

/* What a hook gives. */
static void ask_hook(lyo_encoder *e, lyo_class_note *note, zend_function *hook, zend_object *object,
                     zval *result)
{
    if (note->called < LYO_CALLED_OFTEN) {
        if (lyo_plain_hook_gives(hook, object, result)) {
            return;
        }
        note->called++;
    }
    if (may_run_code(hook)) {
        lyo_encoder_own(e);
    }
    lyo_call_hook(e->options->isolation, hook, object, result);
}

/* The state of one of PHP's own dates. NULL: it is none, or not as simple as that. */
static lyo_record *ask_date(lyo_encoder *e, zend_object *object)
{
    lyo_record *record = lyo_memory_begin(&e->memory, object, LYO_DATE_SLOTS, false);

    if (!lyo_date_state(object, record->slots)) {
        lyo_memory_drop(&e->memory, record);
        return NULL;
    }
    return record;
}

static lyo_record *ask_serialize(lyo_encoder *e, zend_object *object, lyo_class_note *note)
{
    zval state;
    lyo_record *record;

    if (object->ce->__serialize->type == ZEND_INTERNAL_FUNCTION && (record = ask_date(e, object))) {
        return record;
    }
    ask_hook(e, note, object->ce->__serialize, object, &state);
    if (UNEXPECTED(EG(exception) || Z_TYPE(state) != IS_ARRAY)) {
        zval_ptr_dtor(&state);
        if (EG(exception)) {
            lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        } else {
            lyo_encoder_fail(e, LYO_FAILED_NO_ARRAY, object->ce->name);
        }
        return NULL;
    }
    return lyo_memory_give(&e->memory, object, &state);
}

static void write_payload(lyo_encoder *e, zend_object *object, zend_string *payload)
{
    e->object_count++;
    lyo_write_instance(e, lyo_define_class(e, LYO_DEF_CUSTOM_CLASS, object->ce->name));
    lyo_write_string(e, payload);
}

static lyo_record *ask_custom(lyo_encoder *e, zend_object *object)
{
    zval payload;

    lyo_encoder_own(e);
    if (!lyo_call_serializer(e->options->isolation, object, &payload)) {
        return give_null(e, object);
    }
    return lyo_memory_give(&e->memory, object, &payload);
}

/* The declared properties that __sleep() has named. NULL: it is not as simple as that. */
static lyo_record *take_sleep_slots(lyo_encoder *e, zend_object *object, HashTable *names)
{
    lyo_record *record = lyo_memory_begin(&e->memory, object, names->nNumOfElements, true);
    uint32_t n = lyo_sleep_slots(object, names, record->slots);

    if (n == LYO_NO_SLEEP_SLOTS) {
        lyo_memory_drop(&e->memory, record);
        return NULL;
    }
    lyo_memory_cut(&e->memory, record, n);
    return record;
}

/* True if a table of properties has a slot in this place. */
static bool stands_at(const HashTable *table, uint32_t at, const zval *slot)
{
    return at < table->nNumUsed && Z_TYPE(table->arData[at].val) == IS_INDIRECT &&
           Z_INDIRECT(table->arData[at].val) == slot;
}

/*
 * Which of its first 64 slots have a value, a bit for each. False: that does not tell which properties the object has: some are not
 * declared, or stand in another order, or there are later slots without a value.
 */
static bool tell_present(zend_object *object, uint64_t *present)
{
    const HashTable *table = object->properties;
    uint32_t count = (uint32_t)object->ce->default_properties_count, at = 0;
    uint64_t bits = 0;

    if (!lyo_has_plain_slots(object) || (table && HT_IS_PACKED(table))) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!LYO_SLOT_INFO(object->ce, i)) { /* of a property that a parent has declared before */
            continue;
        }
        const zval *slot = OBJ_PROP_NUM(object, i);
        if (table && !stands_at(table, at++, slot)) {
            return false;
        }
        if (i < 64) {
            bits |= (uint64_t)(Z_TYPE_P(slot) != IS_UNDEF) << i;
        } else if (Z_TYPE_P(slot) == IS_UNDEF) {
            return false;
        }
    }
    *present = bits;
    return !table || at == table->nNumUsed;
}

static uint32_t count_functions(void)
{
    return zend_hash_num_elements(EG(function_table));
}

/* The state that __sleep() would name, as it is known. NULL: it is to be asked. */
static lyo_record *recall_sleep(lyo_encoder *e, zend_object *object, const lyo_class_note *note)
{
    uint64_t present;

    if (note->names != LYO_NAMES_KNOWN || note->functions != count_functions() || lyo_are_calls_watched() ||
        !tell_present(object, &present) || present != note->present) {
        return NULL;
    }
    lyo_record *record = lyo_memory_begin(&e->memory, object, note->named_count, true);
    for (uint32_t i = 0; i < note->named_count; i++) {
        zend_string *name = LYO_SLOT_INFO(object->ce, note->named[i])->name;
        lyo_key key = {name, ZSTR_H(name)};
        lyo_remembered_set(&record->slots[i], &key, OBJ_PROP_NUM(object, note->named[i]));
    }
    return record;
}

/* Room for the numbers of n slots in a note. False: there is none. */
static bool make_named_room(lyo_class_notes *notes, lyo_class_note *note, uint32_t n)
{
    if (note->named && note->named_room >= n) {
        return true;
    }
    if (LYO_NOTED_SLOTS - notes->slot_count < n) {
        return false;
    }
    note->named = notes->slots + notes->slot_count;
    note->named_room = n;
    notes->slot_count += n;
    return true;
}

/* The number of the slot that has this very name. */
static uint16_t slot_of(const zend_class_entry *ce, const zend_string *name)
{
    int i = 0;

    while (!LYO_SLOT_INFO(ce, i) || LYO_SLOT_INFO(ce, i)->name != name) {
        i++;
    }
    return (uint16_t)i;
}

/* Keeps which slots __sleep() has named, if it will name them again. The hook may have put another class into the place of its note. */
static void learn_sleep(lyo_encoder *e, zend_object *object, const lyo_record *record)
{
    lyo_class_note *note = lyo_note_of(e, object->ce);
    uint64_t present;

    if (note->names == LYO_NAMES_NEW) {
        note->names = LYO_NAMES_ASKED;
        return;
    }
    if (note->functions != count_functions()) {
        note->functions = count_functions();
        note->names =
            !LYO_HAS_HOOKED(object->ce) && lyo_is_steady_hook(note->sleep) ? LYO_NAMES_STEADY : LYO_NAMES_ANY;
    }
    if (note->names == LYO_NAMES_ANY || object->ce->default_properties_count > UINT16_MAX ||
        !tell_present(object, &present) || !make_named_room(e->notes, note, record->count)) {
        return;
    }
    note->names = LYO_NAMES_KNOWN;
    note->present = present;
    note->named_count = record->count;
    for (uint32_t i = 0; i < record->count; i++) {
        note->named[i] = slot_of(object->ce, record->slots[i].key.name);
    }
}

static lyo_record *ask_sleep(lyo_encoder *e, zend_object *object, lyo_class_note *note)
{
    zval names, state;
    lyo_record *record = recall_sleep(e, object, note);

    if (record) {
        return record;
    }
    ask_hook(e, note, note->sleep, object, &names);
    if (EG(exception)) {
        zval_ptr_dtor(&names);
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    if (Z_TYPE(names) != IS_ARRAY) {
        zval_ptr_dtor(&names);
        lyo_diagnose_sleep_names(object, e->options->diagnose);
        return give_null(e, object);
    }
    record = take_sleep_slots(e, object, Z_ARRVAL(names));
    if (EXPECTED(record)) {
        zval_ptr_dtor(&names);
        learn_sleep(e, object, record);
        return record;
    }
    lyo_encoder_own(e); /* diagnostics run code */
    ZVAL_ARR(&state, lyo_sleep_state(object, Z_ARRVAL(names), e->options->diagnose));
    zval_ptr_dtor(&names);
    record = lyo_memory_give(&e->memory, object, &state);
    if (EG(exception)) {
        lyo_encoder_fail(e, LYO_FAILED_EXCEPTION, NULL);
        return NULL;
    }
    return record;
}

lyo_record *lyo_ask_object(lyo_encoder *e, zend_object *object, lyo_class_note *note)
{
    switch (note->kind) {
    case LYO_CLASS_GIVES:
        return ask_serialize(e, object, note);
    case LYO_CLASS_CUSTOM:
        return ask_custom(e, object);
    case LYO_CLASS_SLEEPS:
        return ask_sleep(e, object, note);
    default:
        lyo_encoder_fail(e, LYO_FAILED_NOT_SERIALIZABLE, object->ce->name);
        return NULL;
    }
}

bool lyo_write_record(lyo_encoder *e, zend_object *object, lyo_record *record)
{
    uint32_t base = e->field_count;

    if (!record->given) {
        return lyo_write_remembered(e, object, lyo_class_name_of(e, object), record);
    }
    switch (Z_TYPE(record->slots->value)) {
    case IS_ARRAY:
        lyo_push_table(e, Z_ARRVAL(record->slots->value), false);
        return lyo_write_state(e, object, object->ce->name, base, !object->ce->__serialize, true);
    case IS_STRING:
        write_payload(e, object, Z_STR(record->slots->value));
        return true;
    default:
        return write_as_null(e, object);
    }
}
