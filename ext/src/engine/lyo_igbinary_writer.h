/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values to bytes of igbinary's format, version 2, byte for byte as igbinary writes them. One encoder per call, on the C stack.
 *
 * Two numberings run through a message: strings, and what can be met again (arrays, objects, PHP references).
 */
#ifndef LYO_IGBINARY_WRITER_H
#define LYO_IGBINARY_WRITER_H

#include "engine/lyo_buffer.h"
#include "engine/lyo_igbinary_ids.h"
#include "engine/lyo_igbinary_strings.h"
#include "engine/lyo_options.h"
#include "wire/lyo_igbinary_bytes.h"

typedef struct lyo_igbinary_encode_options {
    bool compact_strings;  /* a string that was written before is written as its number */
    uint32_t (*bearable_depth)(zend_long asked); /* levels that the C stack bears, asked for when they are many; never NULL */
    lyo_diagnose diagnose; /* never NULL */
} lyo_igbinary_encode_options;

/** What is known of a class whose objects are slots and nothing else. */
typedef struct lyo_igbinary_class {
    const zend_class_entry *ce; /* NULL: free */
    uint32_t keys;              /* index of the first key number; LYO_IGB_NO_STRING: none written yet */
} lyo_igbinary_class;

#define LYO_IGB_CLASS_SLOTS 16

typedef struct lyo_igbinary_encoder {
    lyo_buffer out;
    lyo_igbinary_strings strings; /* all, or the names of classes alone */
    uint32_t *numbers;      /* without compact_strings: numbers of the names of classes */
    uint32_t number_capacity;
    uint32_t string_count;  /* without compact_strings: numbers given */
    lyo_igbinary_ids ids;
    lyo_igbinary_class *classes;
    uint32_t class_mask;
    uint32_t class_count;
    uint32_t *keys; /* numbers of property names, class by class; LYO_IGB_NO_STRING: not written yet */
    uint32_t key_count;
    uint32_t key_capacity;
    uint32_t depth;
    uint32_t max_depth;
    zend_string **temporaries; /* strings made here that a table points to */
    uint32_t temporary_count;
    uint32_t temporary_capacity;
    const lyo_igbinary_encode_options *options;
    lyo_failure failure;     /* BYTES: too deep */
    zend_string *class_name; /* with some failures; borrowed */
    lyo_igbinary_class embedded_classes[LYO_IGB_CLASS_SLOTS];
} lyo_igbinary_encoder;

/**
 * Encodes a value. Returns a new string, or NULL: then *e tells why (failure and class_name). value is borrowed and, unless its own hooks
 * change it, left as it was.
 */
zend_string *lyo_igbinary_encode(lyo_igbinary_encoder *e, zval *value, const lyo_igbinary_encode_options *options);

/* --- between the writer's files -------------------------------------------------------------------------------------------------- */

/** Sets the failure if it is the first; returns false. */
bool lyo_igbinary_fail(lyo_igbinary_encoder *e, lyo_failure failure, zend_string *class_name);

/** Makes the tables keep what they point to. To be called before user code runs. */
void lyo_igbinary_own(lyo_igbinary_encoder *e);

/** Enters a level; false with a failure when it is one too many. */
bool lyo_igbinary_enter(lyo_igbinary_encoder *e);

/** Writes what stands in a slot of an array or object. */
bool lyo_igbinary_write_slot(lyo_igbinary_encoder *e, zval *slot);

/** Writes a string, or its number if it is known. */
void lyo_igbinary_write_string(lyo_igbinary_encoder *e, zend_string *s);

/** As lyo_igbinary_write_string() for a string that is not empty; returns its number. Only with compact_strings. */
uint32_t lyo_igbinary_write_numbered(lyo_igbinary_encoder *e, zend_string *s);

/** As lyo_igbinary_write_string() for a key. */
void lyo_igbinary_write_key(lyo_igbinary_encoder *e, zend_string *s);

/** Writes the head of an object: the name of its class, or the number of that. */
void lyo_igbinary_write_class(lyo_igbinary_encoder *e, zend_string *name);

/** Writes the entries of an array or of a table of properties (hidden: one is not written), behind their count. */
bool lyo_igbinary_write_entries(lyo_igbinary_encoder *e, HashTable *ht, const zend_string *hidden);

/** Writes an object; referenced: it was met through a PHP reference. */
bool lyo_igbinary_write_object(lyo_igbinary_encoder *e, zend_object *object, bool referenced);

/** A tag of a family and its number. */
LYO_INLINE void lyo_igbinary_sized(lyo_igbinary_encoder *e, uint8_t first, uint32_t v)
{
    lyo_buffer_reserve(&e->out, 5);
    e->out.p = lyo_igbinary_put_sized(e->out.p, first, v);
}

#endif
