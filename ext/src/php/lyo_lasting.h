/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lasting copies: immutable arrays that outlive the request. Releasing one does nothing, and a write to it makes
 * a copy, as with the constant arrays of OPcache. All tables and strings of a copy are in one block of memory.
 *
 * The strings are interned, but not permanent (IS_STR_PERMANENT): PCRE keeps a pattern that is permanent from
 * request to request. Strings that are interned already are copied, too, because others may free them earlier:
 * OPcache does when it starts anew.
 */
#ifndef LYO_LASTING_H
#define LYO_LASTING_H

#include "php/lyo_entries.h"

/** Most levels of arrays that are copied: the copy is made by recursion. */
#define LYO_LASTING_DEPTH 256

/* A string or an array that may be in several places. */
typedef struct lyo_lasting_note {
    const void *from;
    uintptr_t
        to; /* its copy; 0: not copied yet; odd: not copied yet, and twice the levels of an array, + 1 */
} lyo_lasting_note;

/* The last table with so many keys, because tables with the same keys follow each other. */
typedef struct lyo_lasting_record {
    const HashTable *from; /* NULL: there was none */
    const HashTable *to;   /* with all keys copied */
} lyo_lasting_record;

#define LYO_LASTING_NOTES 64
#define LYO_LASTING_RECORDS 16

/** One copy that is being made. */
typedef struct lyo_lasting {
    size_t bytes;    /* that the copy needs */
    char *next;      /* where the next table or string goes */
    uint32_t height; /* levels of arrays */
    uint32_t count;  /* of notes */
    uint32_t mask;   /* number of places for notes - 1 */
    lyo_lasting_note *notes;
    lyo_lasting_note embedded_notes[LYO_LASTING_NOTES];
    lyo_lasting_record records[LYO_LASTING_RECORDS];
} lyo_lasting;

/**
 * Measures an array. Returns false if it contains an object or a PHP reference, is too deep, or if there is no
 * memory. Call lyo_lasting_free() in both cases.
 */
bool lyo_lasting_measure(lyo_lasting *l, const HashTable *array);
/** Copies the array that was measured to a block of l->bytes bytes, and returns the copy. */
HashTable *lyo_lasting_copy(lyo_lasting *l, const HashTable *array, void *block);
void lyo_lasting_free(lyo_lasting *l);

/* Blocks of copies. A build for tests (LYO_KEEP_GUARD) has them in pages of their own: tests/Kept/guard.h. */
#ifndef LYO_KEEP_GUARD
#define LYO_BLOCK_TAKE(size) malloc(size)
#define LYO_BLOCK_GIVE(block, size) free(block)
#define LYO_BLOCK_OPEN(block, size) ((void)0) /* it is filled, or used again: it is read from now on */
#define LYO_BLOCK_REST(block, size) ((void)0) /* no request that runs has used it */
#define LYO_BLOCK_FAULT(name) false           /* a mistake that a test asks for */
#endif

#endif
