/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the writer knows about the classes of the running request: which hook gives the state of an object,
 * and the keys and definition of the last state. That is valid until the request ends, because no class and
 * no property name is freed before.
 */
#ifndef LYO_CLASS_INFOS_H
#define LYO_CLASS_INFOS_H

#include "lyo/lyo_shapes.h"
#include "php/lyo_hooks.h"

/** Number of classes; a power of two. */
#define LYO_CLASS_INFOS 128
typedef struct lyo_class_info {
    zend_class_entry *ce; /* NULL: the place is free */
    zend_function *sleep; /* __sleep(), for LYO_CLASS_SLEEPS */
    uint64_t pass;        /* the pass for which definition is valid; 0: none */
    uint32_t definition;  /* id of the definition of the last state */
    /*
     * argument of lyo_recall_state() in other passes; NULL: none, and the keys are valid for that pass only
     */
    struct lyo_prefix *known;
    uint32_t count;      /* number of keys of the last state */
    const lyo_key *keys; /* keys of the last state: of `known`, or of that pass */
    uint8_t kind;        /* a lyo_class_kind */
    bool slots;          /* the keys are the names of all slots, in order */
} lyo_class_info;

typedef struct lyo_class_infos {
    uint64_t passes;                        /* number of passes so far */
    lyo_class_info places[LYO_CLASS_INFOS]; /* the address of a class selects its place */
} lyo_class_infos;

/** Returns new, empty places. The caller frees them with pefree(, lasting). */
LYO_INLINE lyo_class_infos *lyo_class_infos_new(bool lasting)
{
    return pecalloc(1, sizeof(lyo_class_infos), lasting);
}

/** Forgets all classes, at the end of a request. */
LYO_INLINE void lyo_class_infos_forget(lyo_class_infos *classes)
{
    memset(classes, 0, sizeof *classes);
}

/** Returns the place of a class. It may hold what is known of another class. */
LYO_INLINE lyo_class_info *lyo_class_place(lyo_class_infos *classes, const zend_class_entry *ce)
{
    /* class entries are often adjacent, some 500 bytes each, at multiples of 8 */
    return &classes->places[(uint64_t)(uintptr_t)ce * UINT64_C(0x9E3779B97F4A7C15) >> 57];
}

#endif
