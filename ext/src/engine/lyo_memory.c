/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_memory.h"

static zend_ulong key_of(const zend_reference *reference)
{
    return (zend_ulong)(uintptr_t)reference >> 3;
}

void lyo_memory_free(lyo_memory *memory)
{
    for (uint32_t i = 0; i < memory->slot_count; i++) {
        if (memory->slots[i].key.name) {
            zend_string_release(memory->slots[i].key.name);
        }
        zval_ptr_dtor(&memory->slots[i].value);
    }
    if (memory->slots) {
        efree(memory->slots);
    }
    if (memory->records) {
        efree(memory->records);
    }
    if (memory->references) {
        zend_array_release(memory->references);
    }
    memset(memory, 0, sizeof *memory);
}

void lyo_memory_add_reference(lyo_memory *memory, zend_reference *reference)
{
    if (!memory->references) {
        memory->references = zend_new_array(8);
    }
    if (zend_hash_index_add(memory->references, key_of(reference), &reference->val)) {
        Z_TRY_ADDREF(reference->val);
    }
}

static lyo_remembered *add_slots(lyo_memory *memory, uint32_t n)
{
    if (memory->slot_capacity - memory->slot_count < n) {
        memory->slot_capacity = (memory->slot_capacity + n + 16) * 2;
        memory->slots = safe_erealloc(memory->slots, memory->slot_capacity, sizeof *memory->slots, 0);
    }
    memory->slot_count += n;
    return &memory->slots[memory->slot_count - n];
}

void lyo_memory_renew_reference(lyo_memory *memory, zend_reference *reference)
{
    zval *value = zend_hash_index_find(memory->references, key_of(reference));
    lyo_remembered *kept = add_slots(memory, 1);

    /* the value so far moves into a slot of no record: the writer may be in the middle of it, or of rows that it is one of */
    kept->key.name = NULL;
    ZVAL_COPY_VALUE(&kept->value, value);
    ZVAL_COPY(value, &reference->val);
}

zval *lyo_memory_value(const lyo_memory *memory, zend_reference *reference)
{
    zval *value = memory->references ? zend_hash_index_find(memory->references, key_of(reference)) : NULL;
    return value ? value : &reference->val;
}

/* A record is its slots behind one whose value is their number. */
uint32_t lyo_memory_begin(lyo_memory *memory, uint32_t ordinal, uint32_t n, bool watched)
{
    while (memory->record_capacity <= ordinal) {
        memory->record_capacity = memory->record_capacity ? memory->record_capacity * 2 : 16;
        memory->records = safe_erealloc(memory->records, memory->record_capacity, sizeof *memory->records, 0);
    }
    for (; memory->record_count <= ordinal; memory->record_count++) {
        memory->records[memory->record_count] = LYO_NO_RECORD;
    }
    lyo_remembered *head = add_slots(memory, n + 1);
    head->key.name = NULL;
    ZVAL_LONG(&head->value, n);
    Z_EXTRA(head->value) = watched;
    memory->records[ordinal] = memory->slot_count - n;
    return memory->records[ordinal];
}

void lyo_memory_set(lyo_memory *memory, uint32_t at, const lyo_key *key, zval *value)
{
    lyo_remembered *slot = &memory->slots[at];
    slot->key = *key;
    if (key->name) {
        zend_string_addref(key->name);
    }
    if (value) {
        ZVAL_COPY(&slot->value, value);
    } else {
        ZVAL_UNDEF(&slot->value);
    }
}

void lyo_memory_fill(lyo_memory *memory, uint32_t at, zval *value)
{
    ZVAL_COPY(&memory->slots[at].value, value);
}

lyo_remembered *lyo_memory_of(const lyo_memory *memory, uint32_t ordinal, uint32_t *n, bool *watched)
{
    if (!lyo_memory_has(memory, ordinal)) {
        return NULL;
    }
    lyo_remembered *slots = &memory->slots[memory->records[ordinal]];
    *n = (uint32_t)Z_LVAL(slots[-1].value);
    *watched = Z_EXTRA(slots[-1].value);
    return slots;
}
