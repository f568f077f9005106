/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PHP's hash tables read in place. This file and lyo_table.h, which makes them, are the only ones that know how they lie in memory: tools/check-layers.php holds
 * the others to it.
 *
 * A table is packed, and has elements, or it is not, and has entries. Some of the places of either may be holes, whose value is undefined.
 */
#ifndef LYO_ENTRIES_H
#define LYO_ENTRIES_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** key: the name, or NULL; h: its hash, or the int; val. */
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

/** True if the table says of itself that no key is counted. */
LYO_INLINE bool lyo_keys_are_static(const HashTable *ht)
{
    return (HT_FLAGS(ht) & HASH_FLAG_STATIC_KEYS) != 0;
}

/** Places in use, holes among them. */
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
    return ht->arData;
}

/** Behind the last one. */
LYO_INLINE lyo_entry *lyo_entries_end(const HashTable *ht)
{
    return ht->arData + ht->nNumUsed;
}

/** The entry that a value stands in. */
LYO_INLINE const lyo_entry *lyo_entry_of(const zval *val)
{
    return (const lyo_entry *)((const char *)val - offsetof(lyo_entry, val));
}

/** The first element of a packed table. */
LYO_INLINE zval *lyo_elements(const HashTable *ht)
{
    return ht->arPacked;
}

/** The key that the next element gets; ZEND_LONG_MIN: there was no int key yet. */
LYO_INLINE zend_long lyo_next_key(const HashTable *ht)
{
    return ht->nNextFreeElement;
}

/** True if nothing was ever put into the table, and no loop goes over it. */
LYO_INLINE bool lyo_is_untouched(const HashTable *ht)
{
    return ht->nNumUsed == 0 && ht->nNextFreeElement == ZEND_LONG_MIN && !HT_HAS_ITERATORS(ht);
}

/* --- the values of either kind, one after the other ------------------------------------------------------------------------- */

typedef struct lyo_cells {
    zval *cell;
    size_t stride;
} lyo_cells;

/** The cells of a table from its first place on, which may be a hole. */
LYO_INLINE lyo_cells lyo_all_cells_of(const HashTable *ht)
{
    return lyo_is_packed(ht) ? (lyo_cells){lyo_elements(ht), sizeof(zval)}
                             : (lyo_cells){&lyo_entries(ht)->val, sizeof(lyo_entry)};
}

/** The first one that is no hole, of a table that is not empty. */
LYO_INLINE lyo_cells lyo_cells_of(const HashTable *ht)
{
    lyo_cells cells = lyo_all_cells_of(ht);

    while (UNEXPECTED(Z_TYPE_P(cells.cell) == IS_UNDEF)) {
        cells.cell = (zval *)((char *)cells.cell + cells.stride);
    }
    return cells;
}

/** Moves to the next one that is no hole. Only while there is one. */
LYO_INLINE void lyo_cells_next(lyo_cells *cells)
{
    do {
        cells->cell = (zval *)((char *)cells->cell + cells->stride);
    } while (UNEXPECTED(Z_TYPE_P(cells->cell) == IS_UNDEF));
}

#endif
