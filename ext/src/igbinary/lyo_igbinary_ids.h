/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The arrays, objects and PHP references that one message in igbinary's format has written so far, with their
 * ids. They are found by address.
 *
 * A container with only one holder cannot be met again. It gets an id but no entry in the hash table, which
 * saves most of the work. When the holder itself may be met again, this shortcut ends, and all containers are
 * entered after the fact: an array in a PHP reference may be written again as a value, with everything in it,
 * and user code may return anything again. Before user code runs, the table also takes a reference to
 * everything it has met.
 */
#ifndef LYO_IGBINARY_IDS_H
#define LYO_IGBINARY_IDS_H

#include "php/lyo_identity.h"
#include "php/lyo_room.h"

#define LYO_IGB_NO_ID UINT32_MAX
/** Id of an object that was written as null. */
#define LYO_IGB_ID_NULL (UINT32_MAX - 1)

/** Containers that fit the struct itself. */
#define LYO_IGB_MET 32

typedef struct lyo_igbinary_ids {
    uint32_t count; /* number of ids given */
    bool complete;  /* everything that has an id also has an entry */
    bool owning;    /* everything that has an id is kept alive by a reference; implies complete */
    /* Everything that was met, in that order. Until complete is set, the index is the id. */
    zend_refcounted **met;
    uint32_t met_count;
    uint32_t met_capacity;
    zend_refcounted *root; /* the outermost array: it has id 0 and no entry, so it is never found */
    lyo_identity entries;  /* ids by address, as ordinals */
    zend_refcounted *embedded[LYO_IGB_MET];
} lyo_igbinary_ids;

void lyo_igbinary_ids_init(lyo_igbinary_ids *ids);
void lyo_igbinary_ids_free(lyo_igbinary_ids *ids);

/** Returns the id of a container that was met before. Else gives it the next id and returns LYO_IGB_NO_ID. */
uint32_t lyo_igbinary_ids_meet(lyo_igbinary_ids *ids, zend_refcounted *address);

/**
 * Gives the next id without an entry: to the outermost array, or to a container with a single holder while
 * complete is false. lyo_igbinary_ids_meet() makes the entry itself.
 */
LYO_INLINE void lyo_igbinary_ids_pass(lyo_igbinary_ids *ids, zend_refcounted *address)
{
    if (UNEXPECTED(ids->met_count == ids->met_capacity)) {
        ids->met_capacity = lyo_room_times(ids->met_capacity, 4);
        ids->met =
            lyo_room_grow(ids->met, ids->embedded, ids->met_count, ids->met_capacity, sizeof *ids->met);
    }
    ids->met[ids->met_count++] = address;
    ids->count++;
}

/** Takes the last id back from an object that has an entry. The object counts as null from now on. */
void lyo_igbinary_ids_annul(lyo_igbinary_ids *ids, zend_refcounted *address);

/** Gives the next id to an annulled object: it is written as a null in a PHP reference, which has an id. */
void lyo_igbinary_ids_renew(lyo_igbinary_ids *ids, zend_refcounted *address);

/**
 * For LYO_ASSERT(): true if each entry can be found and its id has been given, and if everything that was met
 * has an entry once complete is set.
 */
bool lyo_igbinary_ids_are_sound(const lyo_igbinary_ids *ids);

/** Enters everything that was met, and from now on everything that is met. */
void lyo_igbinary_ids_complete(lyo_igbinary_ids *ids);

/** As lyo_igbinary_ids_complete(), and also keeps everything alive until lyo_igbinary_ids_free(). */
void lyo_igbinary_ids_own(lyo_igbinary_ids *ids);

#endif
