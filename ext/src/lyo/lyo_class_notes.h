/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the writer knows of the classes of the running request: which hook gives the state of their objects, which keys the last state of each had,
 * and which definition. This is good until the request ends: until then no class goes, nor do the names of its properties.
 */
#ifndef LYO_CLASS_NOTES_H
#define LYO_CLASS_NOTES_H

#include "lyo/lyo_shapes.h"

/** A power of two. */
#define LYO_CLASS_NOTES 128
/** Keys that are kept from call to call, of all classes. */
#define LYO_NOTED_KEYS 2048

/** Who tells the state of an object. */
typedef enum lyo_class_kind {
    LYO_CLASS_PLAIN,   /* its properties */
    LYO_CLASS_MISSING, /* the same, of a class that is not there: its objects name it */
    LYO_CLASS_GIVES,   /* __serialize() */
    LYO_CLASS_CUSTOM,  /* serialize() */
    LYO_CLASS_SLEEPS,  /* __sleep() */
    LYO_CLASS_ENUM,
    LYO_CLASS_REFUSES
} lyo_class_kind;

typedef struct lyo_class_note {
    zend_class_entry *ce; /* NULL: the note is free */
    zend_function *sleep; /* __sleep(), if kind is LYO_CLASS_SLEEPS */
    uint64_t pass;        /* number of the pass for which definition and kept are good; 0: for none */
    uint32_t definition;  /* id of the last state's definition */
    /* what lyo_recall_state() finds the definition by in other passes; NULL: nothing */
    struct lyo_trail *known;
    uint32_t count; /* keys of the last state */
    /* the keys: a copy in room if all names are interned, else the keys of known. NULL: lyo_kept_keys(kept), in that pass */
    const lyo_key *keys;
    uint32_t kept;
    uint32_t room_count; /* keys for which room has space */
    lyo_key *room;       /* in lyo_class_notes.keys; NULL: none yet */
    uint8_t kind;        /* a lyo_class_kind */
    bool slots;          /* keys are the names of all slots, in their order */
} lyo_class_note;

typedef struct lyo_class_notes {
    uint64_t passes; /* so far */
    uint32_t key_count;
    lyo_class_note places[LYO_CLASS_NOTES]; /* each class has one, which its address leads to */
    lyo_key keys[LYO_NOTED_KEYS];           /* not initialised */
} lyo_class_notes;

/** Makes an empty one; to be freed by pefree(, lasting). */
LYO_INLINE lyo_class_notes *lyo_class_notes_new(bool lasting)
{
    lyo_class_notes *notes = pemalloc(sizeof *notes, lasting);
    memset(notes, 0, offsetof(lyo_class_notes, keys));
    return notes;
}

/** Forgets all classes: when a request ends. */
LYO_INLINE void lyo_class_notes_forget(lyo_class_notes *notes)
{
    memset(notes, 0, offsetof(lyo_class_notes, keys));
}

/** The place of a class, which another one may have. */
LYO_INLINE lyo_class_note *lyo_class_place(lyo_class_notes *notes, const zend_class_entry *ce)
{
    /* classes lie one behind the other, some 500 bytes each: their addresses are multiples of 8 */
    return &notes->places[(uint64_t)(uintptr_t)ce * UINT64_C(0x9E3779B97F4A7C15) >> 57];
}

#endif
