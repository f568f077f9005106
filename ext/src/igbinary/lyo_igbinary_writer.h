/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Encodes values in igbinary's format, version 2, with the same bytes that igbinary writes. Each call has an
 * encoder of its own, on the C stack.
 *
 * A message has two independent numberings: one for strings, and one for everything that can be referred to
 * again (arrays, objects, PHP references).
 */
#ifndef LYO_IGBINARY_WRITER_H
#define LYO_IGBINARY_WRITER_H

#include "php/lyo_buffer.h"
#include "php/lyo_entries.h"
#include "igbinary/lyo_igbinary_ids.h"
#include "igbinary/lyo_igbinary_strings.h"
#include "php/lyo_hooks.h"
#include "php/lyo_options.h"
#include "wire/lyo_igbinary_bytes.h"

typedef struct lyo_igbinary_encode_options {
    bool compact_strings; /* a string that was written before is replaced by its number */
    /* Returns how many levels the C stack bears. Called only for values with many levels. Never NULL. */
    uint32_t (*bearable_depth)(zend_long asked);
    lyo_diagnose diagnose;           /* never NULL */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_igbinary_encode_options;

/** What the encoder knows about a class. */
typedef struct lyo_igbinary_class {
    zend_class_entry *ce;
    uint32_t keys;       /* index in encoder.keys of its first property's entry */
    uint32_t number;     /* string number of its name; LYO_IGB_NO_STRING: not written yet */
    uint32_t properties; /* number of declared properties */
    lyo_class_kind kind;
    zend_function *sleep; /* __sleep(), for LYO_CLASS_SLEEPS */
} lyo_igbinary_class;

typedef struct lyo_igbinary_encoder {
    lyo_buffer out;
    uint32_t string_count; /* without compact_strings: how many numbers have been given */
    lyo_igbinary_class *classes;
    uint32_t class_count;
    uint32_t class_capacity;
    uint32_t *keys; /* string numbers of property names, class by class; LYO_IGB_NO_STRING: not written yet */
    uint32_t key_count;
    uint32_t key_capacity;
    uint32_t depth;
    uint32_t max_depth;
    const lyo_igbinary_encode_options *options;
    lyo_failure failure;     /* BYTES: the value is too deep */
    zend_string *class_name; /* set with some failures; borrowed */
    bool compact;            /* options->compact_strings */
    /* these are initialised by functions of their own */
    lyo_igbinary_strings strings; /* all strings; without compact_strings only class names */
    lyo_igbinary_ids ids;
    lyo_identity class_index; /* indices in classes, as ordinals */
} lyo_igbinary_encoder;

/**
 * Encodes a value. Returns a new string. On failure it returns NULL, and e->failure and e->class_name say
 * why. value is borrowed; only its own hooks may change it.
 */
zend_string *lyo_igbinary_encode(lyo_igbinary_encoder *e, zval *value,
                                 const lyo_igbinary_encode_options *options);

/* --- shared by the writer's files ----------------------------------------------------------------------- */

/*
 * Functions that write take the address of the next byte to write. They return the address after what they
 * wrote, or NULL if they failed. This keeps the position in a register. Meanwhile e->out.p is out of date.
 */

/**
 * Bytes that may be written without a check where a value or a key begins: enough for a short string or an
 * int.
 */
#define LYO_IGB_TOKEN 48

/**
 * Strings up to this length are copied 8 bytes at a time, which may read up to the next multiple of 8 as
 * zend_string allocates it.
 */
#define LYO_IGB_SHORT 32

uint8_t *lyo_igbinary_more_room(lyo_igbinary_encoder *e, uint8_t *p, size_t n);

/** Makes sure that n bytes can be written at p. Returns p, or its new address if the buffer moved. */
LYO_INLINE uint8_t *lyo_igbinary_room(lyo_igbinary_encoder *e, uint8_t *p, size_t n)
{
    return EXPECTED((size_t)(e->out.end - p) >= n) ? p : lyo_igbinary_more_room(e, p, n);
}

/** Records a failure unless there is one already. Returns NULL. */
uint8_t *lyo_igbinary_fail(lyo_igbinary_encoder *e, lyo_failure failure, zend_string *class_name);

/** Makes the tables take references to everything they point to. Must be called before user code runs. */
void lyo_igbinary_own(lyo_igbinary_encoder *e);

/** True if the current depth exceeds the limit or the C stack. The failure is recorded then. */
bool lyo_igbinary_too_deep(lyo_igbinary_encoder *e);

/** Enters a level. Returns false, with a failure recorded, if there are too many. */
LYO_INLINE bool lyo_igbinary_enter(lyo_igbinary_encoder *e)
{
    lyo_heed_limit();
    return EXPECTED(++e->depth <= e->max_depth && !LYO_STACK_EXHAUSTED()) || !lyo_igbinary_too_deep(e);
}

/** Writes the value in a slot of an array or object. */
uint8_t *lyo_igbinary_write_slot(lyo_igbinary_encoder *e, uint8_t *p, zval *slot);

/**
 * Writes a string, or its number if it was written before. Sets *number to the number that stands for it from
 * now on, or to LYO_IGB_NO_STRING: the empty string, and strings without compact_strings, are written in
 * full.
 */
uint8_t *lyo_igbinary_write_string(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s, uint32_t *number);

/**
 * Writes the head of an object: the name of its class, or the number of that name. Sets *number to the
 * number.
 */
uint8_t *lyo_igbinary_write_class(lyo_igbinary_encoder *e, uint8_t *p, zend_string *name, uint32_t *number);

/**
 * Writes the entries of an array or property table from index first on. Their count is already written.
 * missing is true if the table has the name of a missing class as a property, which is left out. User code
 * may run meanwhile, so the caller must hold the table, or nothing else may reach it.
 */
uint8_t *lyo_igbinary_write_entries(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht, uint32_t first,
                                    bool missing);

/** Writes an object. referenced is true if it was met through a PHP reference. */
uint8_t *lyo_igbinary_write_object(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, bool referenced);

#endif
