/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_memory.h"

#include "Zend/zend_alloc_sizes.h"

/**
 * Bytes of a block of the arena, for about 15 records of 5 slots. PHP keeps lists of free blocks up to this
 * size; to allocate and free 4000 bytes took 8 % of encoding a small object with a hook.
 */
#define BLOCK ZEND_MM_MAX_SMALL_SIZE

static zend_ulong key_of_address(const void *address)
{
    return (zend_ulong)(uintptr_t)address >> 3;
}

static void free_record(lyo_record *record)
{
    for (uint32_t i = 0; i < record->count; i++) {
        lyo_remembered *slot = &record->slots[i];
        if (slot->key.name && UNEXPECTED(!ZSTR_IS_INTERNED(slot->key.name))) {
            zend_string_release(slot->key.name);
        }
        if (Z_REFCOUNTED(slot->value)) {
            i_zval_ptr_dtor(&slot->value);
        }
    }
    i_zval_ptr_dtor(&record->kept);
}

void lyo_memory_free(lyo_memory *memory)
{
    /*
     * values that only hooks made are destroyed in the order in which they were written, as after serialize()
     */
    for (lyo_record *record = memory->first; record; record = record->next) {
        free_record(record);
    }
    if (memory->arena) {
        zend_arena_destroy(memory->arena);
    }
    if (memory->index) {
        zend_array_release(memory->index);
    }
    if (memory->references) {
        zend_array_release(memory->references);
    }
    memset(memory, 0, sizeof *memory);
}

/* --- records -------------------------------------------------------------------------------------------- */

static void enter_record(lyo_memory *memory, lyo_record *record)
{
    if (record->object) {
        zend_hash_index_add_ptr(memory->index, key_of_address(record->object), record);
    }
}

lyo_record *lyo_memory_begin(lyo_memory *memory, zend_object *object, uint32_t n, bool watched)
{
    if (UNEXPECTED(!memory->arena)) {
        memory->arena = zend_arena_create(BLOCK);
        memory->end = &memory->first;
    }
    void *before = zend_arena_checkpoint(memory->arena);
    lyo_record *record = zend_arena_alloc(&memory->arena, sizeof *record + n * sizeof *record->slots);
    *record = (lyo_record){
        .before = before, .place = memory->end, .object = object, .count = n, .watched = watched};
    LYO_ASSERT(!*memory->end);
    *memory->end = record;
    memory->end = &record->next;
    if (UNEXPECTED(memory->index)) {
        enter_record(memory, record);
    }
    return record;
}

void lyo_memory_hold_names(const lyo_record *record)
{
    for (uint32_t i = 0; i < record->count; i++) {
        if (record->slots[i].key.name) {
            zend_string_addref(record->slots[i].key.name);
        }
    }
}

void lyo_memory_drop(lyo_memory *memory, lyo_record *record)
{
    LYO_ASSERT(memory->end == &record->next);
    LYO_ASSERT(!Z_REFCOUNTED(record->kept));
    if (UNEXPECTED(memory->index)) {
        zend_hash_index_del(memory->index, key_of_address(record->object));
    }
    memory->end = record->place;
    *memory->end = NULL;
    zend_arena_release(&memory->arena, record->before);
}

lyo_record *lyo_memory_give(lyo_memory *memory, zend_object *object, zval *result)
{
    lyo_record *record = lyo_memory_begin(memory, object, 0, false);

    record->given = true;
    ZVAL_COPY_VALUE(&record->kept, result);
    return record;
}

void lyo_memory_hold(lyo_memory *memory, const zval *value)
{
    ZVAL_COPY(&lyo_memory_begin(memory, NULL, 0, false)->kept, value);
}

lyo_record *lyo_memory_find(lyo_memory *memory, const zend_object *object)
{
    if (!memory->index) {
        memory->index = zend_new_array(8);
        for (lyo_record *record = memory->first; record; record = record->next) {
            enter_record(memory, record);
        }
    }
    return zend_hash_index_find_ptr(memory->index, key_of_address(object));
}

/* --- references ----------------------------------------------------------------------------------------- */

void lyo_memory_add_reference(lyo_memory *memory, zend_reference *reference)
{
    if (!memory->references) {
        memory->references = zend_new_array(8);
    }
    if (!zend_hash_index_exists(memory->references, key_of_address(reference))) {
        lyo_record *record = lyo_memory_begin(memory, NULL, 1, false);
        record->slots[0].key = (lyo_key){NULL, 0};
        ZVAL_COPY(&record->slots[0].value, &reference->val);
        GC_ADDREF(reference);
        ZVAL_REF(&record->kept, reference);
        zend_hash_index_add_new_ptr(memory->references, key_of_address(reference), &record->slots[0].value);
    }
}

void lyo_memory_renew_reference(lyo_memory *memory, zend_reference *reference)
{
    zval *value = zend_hash_index_find_ptr(memory->references, key_of_address(reference));

    LYO_ASSERT(value != NULL);
    /* the writer may still be reading the old value, or rows of which it is one */
    lyo_memory_give(memory, NULL, value);
    ZVAL_COPY(value, &reference->val);
}

zval *lyo_memory_value(const lyo_memory *memory, zend_reference *reference)
{
    zval *value =
        memory->references ? zend_hash_index_find_ptr(memory->references, key_of_address(reference)) : NULL;
    return value ? value : &reference->val;
}
