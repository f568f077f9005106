/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which arrays, objects and PHP references were written already, and under which id (igbinary's format). Keyed by address.
 *
 * What only one place holds can't be met again, so it gets an id and no entry: most of a value. All are entered after all when that is no
 * longer sure: an array in a PHP reference may be written again as a value, with all that it holds, and user code may show anything
 * again. Before user code runs the table also begins to keep all of it alive.
 */
#ifndef LYO_IGBINARY_IDS_H
#define LYO_IGBINARY_IDS_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#define LYO_IGB_ID_SLOTS 16
#define LYO_IGB_NO_ID UINT32_MAX
/** What stands for an object that was written as null. */
#define LYO_IGB_ID_NULL (UINT32_MAX - 1)

typedef struct lyo_igbinary_id {
    zend_refcounted *address; /* NULL: free */
    uint32_t id;
} lyo_igbinary_id;

typedef struct lyo_igbinary_ids {
    lyo_igbinary_id *slots; /* NULL until the first entry */
    uint32_t mask;
    uint32_t entries;
    uint32_t count; /* ids given */
    bool complete;  /* all that has an id has an entry */
    bool owning;    /* and is kept alive */
    /* all that was met, in that order; until complete also by id, which begins with 1 if there is a root */
    zend_refcounted **met;
    uint32_t met_count;
    uint32_t met_capacity;
    zend_refcounted *root; /* the outermost array: has id 0 and is never found */
    lyo_igbinary_id embedded[LYO_IGB_ID_SLOTS];
} lyo_igbinary_ids;

void lyo_igbinary_ids_init(lyo_igbinary_ids *ids);
void lyo_igbinary_ids_free(lyo_igbinary_ids *ids);

/** The id of what was met before, or LYO_IGB_NO_ID: then it has the next one now. */
uint32_t lyo_igbinary_ids_meet(lyo_igbinary_ids *ids, zend_refcounted *address);

/** Makes room for more that is met. */
void lyo_igbinary_ids_grow(lyo_igbinary_ids *ids);

/** Gives the next id. What has no entry may get one only while not complete, and only if nobody else holds it. */
LYO_INLINE void lyo_igbinary_ids_pass(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    if (UNEXPECTED(ids->met_count == ids->met_capacity)) {
        lyo_igbinary_ids_grow(ids);
    }
    ids->met[ids->met_count++] = address;
    ids->count++;
}

/** Gives id 0 to the outermost array. */
void lyo_igbinary_ids_root(lyo_igbinary_ids *ids, zend_refcounted *address);

/** Takes the last id back from an object that has an entry; it stands as null from now on. */
void lyo_igbinary_ids_annul(lyo_igbinary_ids *ids, zend_refcounted *address);

/** For LYO_ASSERT(): true if each entry is found, under an id that was given, and all that was met has one once all are entered. */
bool lyo_igbinary_ids_are_sound(const lyo_igbinary_ids *ids);

/** Enters all, now and from now on. */
void lyo_igbinary_ids_complete(lyo_igbinary_ids *ids);

/** Enters all and keeps it alive, now and from now on. */
void lyo_igbinary_ids_own(lyo_igbinary_ids *ids);

#endif
