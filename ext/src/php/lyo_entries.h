/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads PHP's hash tables in place. This file and lyo_table.h, which makes tables, are the only ones that
 * know their memory layout. tools/check-layers.php enforces that.
 *
 * A packed table has elements (zval). Any other table has entries (Bucket). Both kinds may have holes, whose
 * value is IS_UNDEF.
 */
#ifndef LYO_ENTRIES_H
#define LYO_ENTRIES_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** key: the name, or NULL for an int key; h: hash of the name, or the int; val: the value. */
typedef Bucket lyo_entry;

/** A key of a map or state, as the hash table holds it. */
typedef struct lyo_key {
    zend_string *name; /* NULL: the key is the int h */
    zend_ulong h;      /* hash of the name, or the int */
} lyo_key;

LYO_INLINE bool lyo_is_packed(const HashTable *ht)
{
    return (HT_FLAGS(ht) & HASH_FLAG_PACKED) != 0;
}

/** True if the table is flagged to have no refcounted keys. */
LYO_INLINE bool lyo_keys_are_static(const HashTable *ht)
{
    return (HT_FLAGS(ht) & HASH_FLAG_STATIC_KEYS) != 0;
}

/** Number of elements or entries, including holes. */
LYO_INLINE uint32_t lyo_places(const HashTable *ht)
{
    return ht->nNumUsed;
}

LYO_INLINE bool lyo_has_holes(const HashTable *ht)
{
    return ht->nNumUsed != ht->nNumOfElements;
}

/** The first entry of a table that is not packed. */
LYO_INLINE lyo_entry *lyo_entries(const HashTable *ht)
{
    LYO_ASSERT(!lyo_is_packed(ht));
    return ht->arData;
}

/** The end of the entries: behind the last one. */
LYO_INLINE lyo_entry *lyo_entries_end(const HashTable *ht)
{
    return ht->arData + ht->nNumUsed;
}

/** The entry that contains this value. */
LYO_INLINE const lyo_entry *lyo_entry_of(const zval *val)
{
    return (const lyo_entry *)((const char *)val - offsetof(lyo_entry, val));
}

/** The first element of a packed table. */
LYO_INLINE zval *lyo_elements(const HashTable *ht)
{
    LYO_ASSERT(lyo_is_packed(ht));
    return ht->arPacked;
}

/** The key that the next appended element gets. ZEND_LONG_MIN: there was no int key yet. */
LYO_INLINE zend_long lyo_next_key(const HashTable *ht)
{
    return ht->nNextFreeElement;
}

/** True if nothing was ever added to the table and it has no iterators. */
LYO_INLINE bool lyo_is_untouched(const HashTable *ht)
{
    return ht->nNumUsed == 0 && ht->nNextFreeElement == ZEND_LONG_MIN && !HT_HAS_ITERATORS(ht);
}

/* --- the values of either kind, one after the other ----------------------------------------------------- */

typedef struct lyo_cells {
    zval *cell;
    size_t stride;
    uint32_t left; /* number of cells from this one on, without holes */
} lyo_cells;

/** The cells of a table from the first one on, which may be a hole. */
LYO_INLINE lyo_cells lyo_all_cells_of(const HashTable *ht)
{
    uint32_t n = zend_hash_num_elements(ht);

    return lyo_is_packed(ht) ? (lyo_cells){lyo_elements(ht), sizeof(zval), n}
                             : (lyo_cells){&lyo_entries(ht)->val, sizeof(lyo_entry), n};
}

/** The same from the first cell on that is no hole. The table must not be empty. */
LYO_INLINE lyo_cells lyo_cells_of(const HashTable *ht)
{
    lyo_cells cells = lyo_all_cells_of(ht);

    LYO_ASSERT(cells.left > 0);
    while (UNEXPECTED(Z_TYPE_P(cells.cell) == IS_UNDEF)) {
        cells.cell = (zval *)((char *)cells.cell + cells.stride);
    }
    return cells;
}

/** Moves to the next cell that is no hole, unless this was the last one: then no cells are left. */
LYO_INLINE void lyo_cells_next(lyo_cells *cells)
{
    LYO_ASSERT(cells->left > 0);
    if (--cells->left == 0) {
        return;
    }
    do {
        cells->cell = (zval *)((char *)cells->cell + cells->stride);
    } while (UNEXPECTED(Z_TYPE_P(cells->cell) == IS_UNDEF));
}

#endif
