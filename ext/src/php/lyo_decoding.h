/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The part of a decoder that all formats share: the options, the failure, what is deferred until the whole
 * input is accepted, and what must stay alive until then. It is the first field of every decoder.
 */
#ifndef LYO_DECODING_H
#define LYO_DECODING_H

#include "php/lyo_options.h"
#include "wire/lyo_bytes.h"

/** Three groups, which are run one after the other, each in the order in which the actions were deferred. */
typedef enum lyo_deferred_kind {
    LYO_DEFERRED_DESTRUCTOR, /* switching the destructor of the object on */

    /*
     * a warning or notice. state: the message; level: its level. With an object, state is the name of a dynamic
     * property of it. Its message is made when it is raised, because a payload may have many long ones.
     */
    LYO_DEFERRED_DIAGNOSTIC,
    LYO_DEFERRED_PAYLOAD, /* Serializable::unserialize(); state: the payload */

    LYO_DEFERRED_STATE,   /* __unserialize(); state: the array */
    LYO_DEFERRED_WAKEUP,  /* __wakeup() */
    LYO_DEFERRED_RELEASE, /* the end of state, a replaced value: between hooks, as after unserialize() */

    LYO_DEFERRED_END /* is not run: state, to which only the decoder's tables refer, lives until the end */
} lyo_deferred_kind;

/** An action that is deferred until the input is accepted. */
typedef struct lyo_deferred {
    lyo_deferred_kind kind;
    int level;           /* of a diagnostic */
    zend_object *object; /* owned; NULL: none */
    zval state;          /* owned; undefined: none */
} lyo_deferred;

/** A class that the input names. */
typedef struct lyo_class {
    zend_string *name;         /* as in the input; the format decides who owns it */
    zend_class_entry *ce;      /* class of objects; NULL: not resolved yet */
    zend_class_entry *enum_ce; /* class of enum cases; NULL: not resolved yet, or missing */
    bool wakeup;               /* __wakeup() is to be called */
    bool incomplete;           /* refused or missing: ce is __PHP_Incomplete_Class */
    bool refused;              /* lyo_decoding_refuse() has its name */
    bool simple;               /* zend_objects_new() and setting slots make a complete object */
    bool plain;                /* simple, and a state consists of properties only */
} lyo_class;

/**
 * Most classes that one input may make PHP load or look for. An autoloader takes time for each, and may
 * remember those that are missing under names that the author of the input has chosen.
 */
#define LYO_MOST_LOADS 4096
#define LYO_TOO_MANY_LOADS "too many classes to load"

/** A long string that was read. */
typedef struct lyo_long_string {
    zend_string *string; /* borrowed */
    size_t length;       /* here, too, so that others are passed over without a look at them */
    uint32_t hash;       /* of all bytes, seeded; 0: not needed yet */
} lyo_long_string;

typedef struct lyo_decoding {
    const lyo_decode_options *options; /* borrowed */

    /* all fields from here on start as zero */
    lyo_failure failure;
    uint32_t deferred_kinds; /* bit n: actions of kind n are deferred */
    uint32_t deferred_count;
    uint32_t deferred_capacity;
    lyo_deferred *deferred; /* owned */
    char *reason;           /* see lyo_failure; owned */
    HashTable *refused;     /* with LYO_FAILED_CLASSES: list of names; owned */
    uint32_t loads;         /* classes that PHP was made to load or to look for */
    uint32_t long_count;
    uint32_t long_capacity;
    lyo_long_string *longs;  /* the first LYO_FEW_LONG; owned; NULL: at most one */
    HashTable *more_longs;   /* the others, borrowed, by their hashes; owned; NULL: none */
    zend_string *first_long; /* borrowed: most inputs have no second one, and need no list */
} lyo_decoding;

LYO_INLINE void lyo_decoding_init(lyo_decoding *d, const lyo_decode_options *options)
{
    d->options = options;
    memset(&d->failure, 0, sizeof *d - offsetof(lyo_decoding, failure));
}

/** Slow path of lyo_decoding_free(). Most decodes have nothing to free here. */
void lyo_decoding_free_rare(lyo_decoding *d);
LYO_INLINE void lyo_decoding_free(lyo_decoding *d)
{
    if (UNEXPECTED(d->deferred || d->longs || d->failure != LYO_FAILED_NOT)) {
        lyo_decoding_free_rare(d);
    }
}

/** Length from which on equal strings become one. */
#define LYO_LONG_STRING 4096
/** So many long strings are in a list, and hashed only if their lengths are equal. */
#define LYO_FEW_LONG 64
/**
 * Takes over a new string of at least LYO_LONG_STRING bytes. Returns it, or the same string as it was read before:
 * many places may refer to either in turn, and what compares strings later would take the length each time. All
 * of them live until the end.
 */
zend_string *lyo_unite_long(lyo_decoding *d, zend_string *s);

/** Records a failure if it is the first one. Returns NULL. */
const uint8_t *lyo_decoding_fail(lyo_decoding *d, lyo_failure failure);
/**
 * Records LYO_FAILED_MISMATCH, if it is the first failure: the running class cannot hold the state. format:
 * that of printf(). Returns NULL.
 */
const uint8_t *lyo_decoding_mismatch(lyo_decoding *d, const char *format, ...);
/** Adds the name of a class that is refused or missing, once. The caller records the failure. */
void lyo_decoding_refuse(lyo_decoding *d, lyo_class *class);

/** Defers an action. object: a reference is added; NULL: none. state: taken over; NULL: none. */
void lyo_defer(lyo_decoding *d, lyo_deferred_kind kind, zend_object *object, const zval *state);
/** Takes over a value and keeps it alive until the end. */
void lyo_keep(lyo_decoding *d, const zval *value);
/** Defers a diagnostic. format: that of printf(). */
void lyo_hold(lyo_decoding *d, int level, const char *format, ...);
/** Switches the destructor of a new object off until the input is accepted. */
void lyo_silence(lyo_decoding *d, zend_object *object);
/**
 * After acceptance: switches destructors on, emits diagnostics and calls hooks in order. False if one threw.
 */
bool lyo_run_deferred(lyo_decoding *d);

#endif
