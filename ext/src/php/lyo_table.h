/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fills PHP's hash tables without a lookup, a resize test or a call for each entry. This file and
 * lyo_entries.h are the only ones that rely on their memory layout: the position of the hash slots, and the
 * chains through Z_NEXT. With LYO_PLAIN_TABLES it uses the engine's own calls.
 */
#ifndef LYO_TABLE_H
#define LYO_TABLE_H

#include "php/lyo_entries.h"
#include "php/lyo_hash.h"
#include "php/lyo_limit.h"
#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#ifndef LYO_PLAIN_TABLES
/** Returns a new HashTable without data. flags: HASH_FLAG_*. */
LYO_INLINE HashTable *lyo_table_head(uint32_t flags, uint32_t size, uint32_t mask)
{
    HashTable *ht = emalloc(sizeof *ht);

    GC_SET_REFCOUNT(ht, 1);
    GC_TYPE_INFO(ht) = GC_ARRAY;
    HT_FLAGS(ht) = flags;
    ht->nTableMask = mask;
    ht->nNumUsed = 0;
    ht->nNumOfElements = 0;
    ht->nTableSize = size;
    ht->nInternalPointer = 0;
    ht->nNextFreeElement = ZEND_LONG_MIN;
    ht->pDestructor = ZVAL_PTR_DTOR;
    return ht;
}
#endif

/**
 * Returns a new table of hash layout with room for n entries. Adding up to n entries never moves its buckets.
 */
LYO_INLINE HashTable *lyo_table_new(uint32_t n)
{
    HashTable *ht;

#ifndef LYO_PLAIN_TABLES
    if (EXPECTED(n <= HT_MIN_SIZE)) { /* the usual case: all sizes are constants */
        ht = lyo_table_head(HASH_FLAG_STATIC_KEYS, HT_MIN_SIZE, HT_SIZE_TO_MASK(HT_MIN_SIZE));
        HT_SET_DATA_ADDR(ht, emalloc(HT_SIZE_EX(HT_MIN_SIZE, HT_SIZE_TO_MASK(HT_MIN_SIZE))));
        /* every slot is HT_INVALID_IDX */
        memset(HT_GET_DATA_ADDR(ht), 0xFF, HT_HASH_SIZE(HT_SIZE_TO_MASK(HT_MIN_SIZE)));
        return ht;
    }
#endif
    lyo_before_block((size_t)n * sizeof(Bucket));
    ht = zend_new_array(n);
    zend_hash_real_init_mixed(ht);
    return ht;
}

/**
 * Returns a new, empty list with room for n (not 0) elements. Write the elements, then call
 * lyo_table_filled().
 */
LYO_INLINE HashTable *lyo_table_new_list(uint32_t n)
{
    HashTable *ht;

    LYO_ASSERT(n > 0);
#ifndef LYO_PLAIN_TABLES
    if (EXPECTED(n <= HT_MIN_SIZE)) {
        ht = lyo_table_head(HASH_FLAG_PACKED | HASH_FLAG_STATIC_KEYS, HT_MIN_SIZE, HT_MIN_MASK);
        HT_SET_DATA_ADDR(ht, emalloc(HT_PACKED_SIZE_EX(HT_MIN_SIZE, HT_MIN_MASK)));
        HT_HASH_RESET_PACKED(ht);
        ht->nNextFreeElement = (zend_long)n;
        return ht;
    }
#endif
    lyo_before_block((size_t)n * sizeof(zval));
    ht = zend_new_array(n);
    zend_hash_real_init_packed(ht);
    ht->nNextFreeElement = (zend_long)n;
    return ht;
}

/**
 * Declares the first n elements or buckets of a list or record filled. Until then the table looks empty, so
 * that freeing it early touches no uninitialised value.
 */
LYO_INLINE void lyo_table_filled(HashTable *ht, uint32_t n)
{
    LYO_ASSERT(n <= ht->nTableSize);
    ht->nNumUsed = ht->nNumOfElements = n;
}

/**
 * Writes bucket number `index`, the next free one: a null under a string key with hash h, or under the int h
 * if key is NULL. Returns false if the key exists. The table's counts do not change, and the table owns no
 * reference to the key, until lyo_table_appended() is called once for all new entries.
 */
LYO_INLINE bool lyo_table_append(HashTable *ht, uint32_t index, zend_string *key, zend_ulong h)
{
#ifdef LYO_PLAIN_TABLES
    zval *added = key ? zend_hash_add_empty_element(ht, key) : zend_hash_index_add_empty_element(ht, h);

    LYO_ASSERT(!added || added == &ht->arData[index].val);
    if (added && key) {
        zend_string_release(key);
    }
    return added != NULL;
#else
    Bucket *buckets = ht->arData, *b;
    uint32_t *slot = &HT_HASH_EX(buckets, (uint32_t)h | ht->nTableMask), first = *slot;

    LYO_ASSERT(index < ht->nTableSize && !lyo_is_packed(ht));
    for (uint32_t at = first; UNEXPECTED(at != HT_INVALID_IDX); at = Z_NEXT(b->val)) {
        b = HT_HASH_TO_BUCKET_EX(buckets, at);
        if (b->h == h && (b->key == key || (b->key && key && zend_string_equal_content(b->key, key)))) {
            return false;
        }
    }
    *slot = HT_IDX_TO_HASH(index);
    b = buckets + index;
    b->h = h;
    b->key = key;
    ZVAL_NULL(&b->val);
    Z_NEXT(b->val) = first;
    return true;
#endif
}

/** The same for an int key. */
LYO_INLINE bool lyo_table_append_int(HashTable *ht, uint32_t index, zend_long h)
{
    if (!lyo_table_append(ht, index, NULL, (zend_ulong)h)) {
        return false;
    }
    if (h >= ht->nNextFreeElement) {
        ht->nNextFreeElement = h < ZEND_LONG_MAX ? h + 1 : ZEND_LONG_MAX;
    }
    return true;
}

/**
 * Sets the number of entries to n after lyo_table_append(). counted: at least one key may not be interned.
 */
LYO_INLINE void lyo_table_appended(HashTable *ht, uint32_t n, bool counted)
{
    ht->nNumUsed = ht->nNumOfElements = n;
    if (counted) {
        HT_FLAGS(ht) &= ~HASH_FLAG_STATIC_KEYS;
    }
}

/** Appends a null under an int key to a table without holes, and returns it. NULL: the key exists. */
LYO_INLINE zval *lyo_table_add_int(HashTable *ht, zend_long h)
{
    uint32_t index = ht->nNumUsed;

    LYO_ASSERT(!lyo_has_holes(ht));
    if (!lyo_table_append_int(ht, index, h)) {
        return NULL;
    }
    lyo_table_appended(ht, index + 1, false);
    return &ht->arData[index].val;
}

/** The same under a string key. On success the table takes over the reference to the key. */
LYO_INLINE zval *lyo_table_add(HashTable *ht, zend_string *key)
{
    uint32_t index = ht->nNumUsed;

    if (!ZSTR_H(key)) {
        ZSTR_H(key) = lyo_hash(key);
    }
    if (!lyo_table_append(ht, index, key, ZSTR_H(key))) {
        return NULL;
    }
    lyo_table_appended(ht, index + 1, !ZSTR_IS_INTERNED(key));
    return &ht->arData[index].val;
}

/**
 * Returns a new table with the n keys of another one (hash layout, no holes) and no values. Write the values,
 * then call lyo_table_filled().
 */
LYO_INLINE HashTable *lyo_table_clone(const HashTable *like, uint32_t n)
{
    LYO_ASSERT(!lyo_is_packed(like) && n <= like->nTableSize);
#ifdef LYO_PLAIN_TABLES
    HashTable *ht = lyo_table_new(n);

    for (uint32_t i = 0; i < n; i++) {
        const Bucket *b = &like->arData[i];
        lyo_table_append(ht, i, b->key ? zend_string_copy(b->key) : NULL, b->h);
    }
    lyo_table_filled(ht, 0);
#else
    HashTable *ht = lyo_table_head(like->u.flags & HASH_FLAG_STATIC_KEYS, like->nTableSize, like->nTableMask);
    void *data;

    ht->nNextFreeElement = like->nNextFreeElement;
    if (EXPECTED(like->nTableSize == HT_MIN_SIZE)) { /* constants: nested records take 6 % less */
        data = emalloc(HT_SIZE_EX(HT_MIN_SIZE, HT_SIZE_TO_MASK(HT_MIN_SIZE)));
        memcpy(data, HT_GET_DATA_ADDR(like), HT_HASH_SIZE(HT_SIZE_TO_MASK(HT_MIN_SIZE)) + n * sizeof(Bucket));
    } else {
        data = emalloc(HT_SIZE_EX(like->nTableSize, like->nTableMask));
        memcpy(data, HT_GET_DATA_ADDR(like), HT_HASH_SIZE(like->nTableMask) + (size_t)n * sizeof(Bucket));
    }
    HT_SET_DATA_ADDR(ht, data);
    if (!(HT_FLAGS(ht) & HASH_FLAG_STATIC_KEYS)) {
        for (Bucket *b = ht->arData, *end = b + n; b < end; b++) {
            if (b->key) {
                zend_string_addref(b->key);
            }
        }
    }
#endif
    return ht;
}

/** True for a table of hash layout with a free bucket: adding an entry does not move the others. */
LYO_INLINE bool lyo_table_has_room(const HashTable *ht)
{
    return EXPECTED(ht->nNumUsed < ht->nTableSize) &&
           EXPECTED(!(HT_FLAGS(ht) & (HASH_FLAG_PACKED | HASH_FLAG_UNINITIALIZED)));
}

/** Sets the key that the next appended element gets. */
LYO_INLINE void lyo_table_go_on_with(HashTable *ht, zend_long next)
{
    ht->nNextFreeElement = next;
}

/**
 * Makes the int keys of a table of hash layout strings, as those of a property table are. It has no string
 * that is the decimal form of an int.
 */
LYO_INLINE void lyo_table_name_ints(HashTable *ht)
{
    if (EXPECTED(lyo_next_key(ht) == ZEND_LONG_MIN)) { /* only int keys change it */
        return;
    }
    for (lyo_entry *b = lyo_entries(ht); b < lyo_entries_end(ht); b++) {
        if (!b->key) {
            b->key = zend_long_to_str((zend_long)b->h);
            b->h = zend_string_hash_val(b->key);
        }
    }
    HT_FLAGS(ht) &= ~HASH_FLAG_STATIC_KEYS;
    lyo_table_go_on_with(ht, ZEND_LONG_MIN);
    zend_hash_rehash(ht);
}

/**
 * Lets debug builds accept a change of an array whose refcount is above 1. An array that is an element of
 * itself has such a refcount.
 */
LYO_INLINE void lyo_table_allow_change(HashTable *ht)
{
    HT_ALLOW_COW_VIOLATION(ht);
    (void)ht;
}

/* --- tables that outlive requests ----------------------------------------------------------------------- */

/** Bytes of the data of a lasting copy. Nothing is ever added to it, so it has room for its keys only. */
LYO_INLINE size_t lyo_table_lasting_size(const HashTable *like)
{
    return HT_USED_SIZE(like);
}

/**
 * Returns a permanent, immutable copy of a table of keys (hash layout). Releasing it does nothing. The caller
 * replaces its keys and values, which are not add-ref'd.
 */
LYO_INLINE HashTable *lyo_table_lasting_copy(const HashTable *like)
{
    HashTable *ht = pemalloc(sizeof *ht, 1);
    char *data = pemalloc(lyo_table_lasting_size(like), 1);

    *ht = *like;
    memcpy(data, HT_GET_DATA_ADDR(like), lyo_table_lasting_size(like));
    HT_SET_DATA_ADDR(ht, data);
    GC_SET_REFCOUNT(ht, 2);
    GC_TYPE_INFO(ht) = GC_ARRAY | (GC_IMMUTABLE << GC_FLAGS_SHIFT);
    HT_FLAGS(ht) |= HASH_FLAG_STATIC_KEYS;
    return ht;
}

/** Bytes of a table and its data, both in one block, without room for more entries. */
LYO_INLINE size_t lyo_table_block_size(const HashTable *like)
{
    return sizeof *like + (lyo_is_packed(like) ? HT_PACKED_USED_SIZE(like) : HT_USED_SIZE(like));
}

/** Like lyo_table_lasting_copy() for a table of either kind, in a block of the caller. */
LYO_INLINE HashTable *lyo_table_block_copy(const HashTable *like, void *block)
{
    HashTable *ht = block;

    *ht = *like;
    memcpy(ht + 1, HT_GET_DATA_ADDR(like), lyo_table_block_size(like) - sizeof *ht);
    HT_SET_DATA_ADDR(ht, ht + 1);
    GC_SET_REFCOUNT(ht, 2);
    GC_TYPE_INFO(ht) = GC_ARRAY | (GC_IMMUTABLE << GC_FLAGS_SHIFT);
    HT_FLAGS(ht) |= HASH_FLAG_STATIC_KEYS;
    ht->nInternalPointer = 0;
    return ht;
}

LYO_INLINE void lyo_table_lasting_free(HashTable *ht)
{
    pefree(HT_GET_DATA_ADDR(ht), 1);
    pefree(ht, 1);
}

#endif
