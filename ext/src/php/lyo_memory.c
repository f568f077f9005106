/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_memory.h"

/** Bytes of a block: enough for about 20 records of 5 slots. */
#define BLOCK 4000

static zend_ulong key_of_address(const void *address)
{
    return (zend_ulong)(uintptr_t)address >> 3;
}

static size_t size_of(uint32_t n)
{
    return sizeof(lyo_record) + n * sizeof(lyo_remembered);
}

static lyo_record *record_at(lyo_memory_block *block, size_t at)
{
    return (lyo_record *)((char *)block->room + at);
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
}

/*
 * Reverses the list of blocks. Values that only hooks made are then destroyed in the order in which they were
 * written, as after serialize().
 */
static void oldest_first(lyo_memory *memory)
{
    lyo_memory_block *newer = NULL;

    for (lyo_memory_block *block = memory->blocks; block;) {
        lyo_memory_block *older = block->previous;
        block->previous = newer;
        newer = block;
        block = older;
    }
    memory->blocks = newer;
}

void lyo_memory_free(lyo_memory *memory)
{
    oldest_first(memory);
    while (memory->blocks) {
        lyo_memory_block *block = memory->blocks;
        for (size_t at = 0; at < block->used;) {
            lyo_record *record = record_at(block, at);
            at += size_of(record->count);
            free_record(record);
        }
        memory->blocks = block->previous;
        efree(block);
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

static LYO_NOINLINE void add_block(lyo_memory *memory, size_t least)
{
    size_t size = MAX(least, BLOCK);
    lyo_memory_block *block = safe_emalloc(1, size, sizeof *block);

    *block = (lyo_memory_block){memory->blocks, 0, size};
    memory->blocks = block;
}

static void enter_record(lyo_memory *memory, lyo_record *record)
{
    if (record->object) {
        zend_hash_index_add_ptr(memory->index, key_of_address(record->object), record);
    }
}

lyo_record *lyo_memory_begin(lyo_memory *memory, zend_object *object, uint32_t n, bool watched)
{
    size_t size = size_of(n);

    if (!memory->blocks || memory->blocks->size - memory->blocks->used < size) {
        add_block(memory, size);
    }
    lyo_memory_block *block = memory->blocks;
    lyo_record *record = record_at(block, block->used);
    block->used += size;
    record->object = object;
    record->count = n;
    record->watched = watched;
    record->given = false;
    if (UNEXPECTED(memory->index)) {
        enter_record(memory, record);
    }
    return record;
}

void lyo_memory_cut(lyo_memory *memory, lyo_record *record, uint32_t n)
{
    memory->blocks->used -= size_of(record->count) - size_of(n);
    record->count = n;
}

void lyo_memory_drop(lyo_memory *memory, lyo_record *record)
{
    if (UNEXPECTED(memory->index)) {
        zend_hash_index_del(memory->index, key_of_address(record->object));
    }
    memory->blocks->used -= size_of(record->count);
}

static lyo_record *keep(lyo_memory *memory, zend_object *object, zval *value)
{
    lyo_record *record = lyo_memory_begin(memory, object, 1, false);
    record->slots[0].key.name = NULL;
    ZVAL_COPY_VALUE(&record->slots[0].value, value);
    return record;
}

lyo_record *lyo_memory_give(lyo_memory *memory, zend_object *object, zval *result)
{
    lyo_record *record = keep(memory, object, result);
    record->given = true;
    return record;
}

void lyo_memory_hold(lyo_memory *memory, zval *value)
{
    Z_TRY_ADDREF_P(value);
    keep(memory, NULL, value);
}

static LYO_NOINLINE void build_index(lyo_memory *memory)
{
    memory->index = zend_new_array(8);
    for (lyo_memory_block *block = memory->blocks; block; block = block->previous) {
        for (size_t at = 0; at < block->used;) {
            lyo_record *record = record_at(block, at);
            at += size_of(record->count);
            enter_record(memory, record);
        }
    }
}

lyo_record *lyo_memory_find(lyo_memory *memory, const zend_object *object)
{
    if (!memory->index) {
        build_index(memory);
    }
    return zend_hash_index_find_ptr(memory->index, key_of_address(object));
}

/* --- references ----------------------------------------------------------------------------------------- */

void lyo_memory_add_reference(lyo_memory *memory, zend_reference *reference)
{
    if (!memory->references) {
        memory->references = zend_new_array(8);
    }
    if (zend_hash_index_add(memory->references, key_of_address(reference), &reference->val)) {
        Z_TRY_ADDREF(reference->val);
    }
}

void lyo_memory_renew_reference(lyo_memory *memory, zend_reference *reference)
{
    zval *value = zend_hash_index_find(memory->references, key_of_address(reference));

    keep(memory, NULL, value); /* the writer may still be reading the old value, or rows of which it is one */
    ZVAL_COPY(value, &reference->val);
}

zval *lyo_memory_value(const lyo_memory *memory, zend_reference *reference)
{
    zval *value =
        memory->references ? zend_hash_index_find(memory->references, key_of_address(reference)) : NULL;
    return value ? value : &reference->val;
}
