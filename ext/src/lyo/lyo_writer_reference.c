/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PHP references: which of them have a token of their own, what stands behind the others, and where a second
 * pass is needed.
 */
#include "lyo/lyo_writer.h"

static zend_ulong key_of(const zend_refcounted *address)
{
    return (zend_ulong)(uintptr_t)address >> 3;
}

static void remember_address(HashTable **set, const zend_refcounted *address)
{
    zval null;

    if (!*set) {
        *set = zend_new_array(8);
    }
    ZVAL_NULL(&null);
    zend_hash_index_add(*set, key_of(address), &null);
}

static void pin(lyo_encoder *e, const zend_refcounted *address)
{
    remember_address(&e->pinned, address);
}

static bool is_in(const HashTable *set, const zend_refcounted *address)
{
    return UNEXPECTED(set != NULL) && zend_hash_index_exists(set, key_of(address));
}

zval *lyo_unwrap_reference(const lyo_encoder *e, zval *cell)
{
    bool plain = Z_REFCOUNT_P(cell) == 1 && !(e->repeating && is_in(e->to_objects, Z_COUNTED_P(cell)));
    return plain ? Z_REFVAL_P(cell) : cell;
}

void lyo_assume_plain(lyo_encoder *e, zval *cell)
{
    if (UNEXPECTED(Z_TYPE_P(cell) == IS_REFERENCE) && Z_REFCOUNT_P(cell) > 1) {
        remember_address(&e->assumed, Z_COUNTED_P(cell));
    }
}

static void remember_reference(lyo_encoder *e, zend_reference *reference)
{
    if (e->owning) {
        lyo_memory_add_reference(&e->memory, reference);
    }
}

zval *lyo_plain(lyo_encoder *e, zval *cell)
{
    if (EXPECTED(Z_TYPE_P(cell) != IS_REFERENCE) || Z_REFCOUNT_P(cell) == 1) {
        return lyo_unwrap(e, cell);
    }
    zval *value = lyo_memory_value(&e->memory, Z_REF_P(cell));
    if (Z_TYPE_P(value) == IS_OBJECT || is_in(e->pinned, Z_COUNTED_P(cell)) ||
        lyo_identity_find(&e->identity, Z_COUNTED_P(cell))) {
        return cell;
    }
    return value;
}

bool lyo_is_pinned(const lyo_encoder *e, const zval *cell)
{
    return is_in(e->pinned, Z_COUNTED_P(cell));
}

zval *lyo_skip_reference(lyo_encoder *e, zval *cell)
{
    if (Z_TYPE_P(cell) != IS_REFERENCE || Z_REFCOUNT_P(cell) == 1 || is_in(e->values, Z_COUNTED_P(cell))) {
        return lyo_plain(e, cell);
    }
    remember_address(&e->skipped, Z_COUNTED_P(cell));
    return cell;
}

bool lyo_has_skipped_values(lyo_encoder *e)
{
    uint32_t known = e->values ? zend_hash_num_elements(e->values) : 0;
    zend_ulong key;

    ZEND_HASH_FOREACH_NUM_KEY(e->skipped, key)
    {
        const zend_refcounted *address = (const zend_refcounted *)(uintptr_t)(key << 3);
        const lyo_node *node = lyo_identity_find(&e->identity, address);
        if (node && node->reference == LYO_NOT_REFERENCED && !is_in(e->pinned, address) &&
            Z_TYPE_P(lyo_memory_value(&e->memory, (zend_reference *)address)) != IS_OBJECT) {
            remember_address(&e->values, address);
        }
    }
    ZEND_HASH_FOREACH_END();
    return e->values && zend_hash_num_elements(e->values) > known;
}

void lyo_note_plain(lyo_encoder *e, zval *cell)
{
    bool found;

    if (EXPECTED(Z_TYPE_P(cell) != IS_REFERENCE) || Z_REFCOUNT_P(cell) == 1) {
        return;
    }
    lyo_node *node = lyo_identity_put(&e->identity, Z_COUNTED_P(cell), &found);
    if (found) {
        pin(e, node->address);
        return;
    }
    node->offset = LYO_NO_OFFSET;
    node->reference = LYO_NOT_REFERENCED;
    node->ordinal = LYO_NO_ORDINAL;
    remember_reference(e, Z_REF_P(cell));
}

void lyo_write_use_reference(lyo_encoder *e, lyo_node *node)
{
    if (UNEXPECTED(node->offset == LYO_NO_OFFSET || is_in(e->assumed, node->address))) {
        pin(e, node->address);
    }
    if (node->reference == LYO_NOT_REFERENCED) {
        LYO_GROW(e->references, e->reference_count, e->reference_capacity, 8);
        e->references[e->reference_count] = node->offset;
        node->reference = e->reference_count++;
    }
    LYO_ASSERT(node->reference < e->reference_count);
    e->sharing = true;
    lyo_buffer_byte(&e->body, LYO_TAG_USE_REFERENCE);
    lyo_buffer_varlen(&e->body, node->reference);
}

/*
 * Writes the value of a reference where it is first met, as it is remembered now. define: see
 * lyo_write_array().
 */
static LYO_NOINLINE bool write_referenced(lyo_encoder *e, lyo_node *node, bool define)
{
    zval *value = lyo_memory_value(&e->memory, (zend_reference *)node->address);

    node->offset = lyo_encoder_offset(e);
    node->reference = LYO_NOT_REFERENCED;
    node->ordinal = LYO_NO_ORDINAL;
    if (UNEXPECTED(Z_TYPE_P(value) == IS_OBJECT)) {
        return lyo_write_object(e, Z_OBJ_P(value), true); /* a hook put it there */
    }
    return lyo_write_slot(e, value, false, define);
}

bool lyo_write_reference(lyo_encoder *e, zval *cell, const HashTable *parent, bool define)
{
    if (lyo_unwrap(e, cell) != cell) {
        return lyo_write_cell(e, Z_REFVAL_P(cell), parent, define);
    }
    bool found;
    zend_reference *reference = Z_REF_P(cell);
    zval *value = lyo_memory_value(&e->memory, reference);

    if (Z_TYPE_P(value) == IS_OBJECT) {
        remember_address(&e->to_objects, (zend_refcounted *)reference);
        return lyo_write_object(e, Z_OBJ_P(value), true);
    }
    lyo_node *node = lyo_identity_put(&e->identity, (zend_refcounted *)reference, &found);
    if (!found) {
        remember_reference(e, reference);
    } else {
        lyo_write_use_reference(e, node);
        return true;
    }
    return write_referenced(e, node, define);
}
