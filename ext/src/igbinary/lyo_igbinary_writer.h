/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values to bytes of igbinary's format, version 2, byte for byte as igbinary writes them. One encoder per call, on the C stack.
 *
 * Two numberings run through a message: strings, and what can be met again (arrays, objects, PHP references).
 */
#ifndef LYO_IGBINARY_WRITER_H
#define LYO_IGBINARY_WRITER_H

#include "php/lyo_buffer.h"
#include "php/lyo_entries.h"
#include "igbinary/lyo_igbinary_ids.h"
#include "igbinary/lyo_igbinary_strings.h"
#include "php/lyo_options.h"
#include "wire/lyo_igbinary_bytes.h"

typedef struct lyo_igbinary_encode_options {
    bool compact_strings; /* a string that was written before is written as its number */
    uint32_t (*bearable_depth)(
        zend_long asked);  /* levels that the C stack bears, asked for when they are many; never NULL */
    lyo_diagnose diagnose; /* never NULL */
    struct lyo_isolation *isolation; /* never NULL; borrowed */
} lyo_igbinary_encode_options;

/** What speaks for the objects of a class. */
typedef enum lyo_igbinary_kind {
    LYO_IGB_PLAIN, /* their properties */
    LYO_IGB_CASE,
    LYO_IGB_STATE,   /* __serialize() */
    LYO_IGB_PAYLOAD, /* serialize() */
    LYO_IGB_SLEEP,   /* __sleep() */
    LYO_IGB_REFUSED
} lyo_igbinary_kind;

/** A class that was met. */
typedef struct lyo_igbinary_class {
    zend_class_entry *ce; /* NULL: free */
    uint32_t keys;        /* index of the number of its first property's name */
    uint32_t number;      /* of its name; LYO_IGB_NO_STRING: not written yet */
    uint32_t properties;  /* declared ones */
    lyo_igbinary_kind kind;
} lyo_igbinary_class;

#define LYO_IGB_CLASS_SLOTS 8

typedef struct lyo_igbinary_encoder {
    lyo_buffer out;
    lyo_igbinary_strings strings; /* all, or the names of classes alone */
    uint32_t *numbers;            /* without compact_strings: numbers of the names of classes */
    uint32_t number_capacity;
    uint32_t string_count; /* without compact_strings: numbers given */
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
    bool compact;            /* options->compact_strings */
    lyo_igbinary_class embedded_classes[LYO_IGB_CLASS_SLOTS];
} lyo_igbinary_encoder;

/**
 * Encodes a value. Returns a new string, or NULL: then *e tells why (failure and class_name). value is borrowed and, unless its own hooks
 * change it, left as it was.
 */
zend_string *lyo_igbinary_encode(lyo_igbinary_encoder *e, zval *value,
                                 const lyo_igbinary_encode_options *options);

/* --- between the writer's files -------------------------------------------------------------------------------------------------- */

/*
 * Functions that write take the next byte to write and give the one behind what they wrote, NULL when they failed: in a register it costs nothing,
 * and what is written may not be reached through e->out meanwhile.
 */

/** Bytes that can be written without asking, wherever a value or a key begins: a short string, or an int. */
#define LYO_IGB_TOKEN 48

/** Strings up to this length are copied in steps of 8 bytes: PHP's strings can be read up to a multiple of 8. */
#define LYO_IGB_SHORT 32

uint8_t *lyo_igbinary_more_room(lyo_igbinary_encoder *e, uint8_t *p, size_t n);

/** Makes sure that n bytes can be written at p, which may move. */
LYO_INLINE uint8_t *lyo_igbinary_room(lyo_igbinary_encoder *e, uint8_t *p, size_t n)
{
    return EXPECTED((size_t)(e->out.end - p) >= n) ? p : lyo_igbinary_more_room(e, p, n);
}

/** Sets the failure if it is the first; returns NULL. */
uint8_t *lyo_igbinary_fail(lyo_igbinary_encoder *e, lyo_failure failure, zend_string *class_name);

/** Makes the tables keep what they point to. To be called before user code runs. */
void lyo_igbinary_own(lyo_igbinary_encoder *e);

/** Whether one level more is one too many; then it is a failure. */
bool lyo_igbinary_too_deep(lyo_igbinary_encoder *e);

/** Enters a level; false with a failure when it is one too many. */
LYO_INLINE bool lyo_igbinary_enter(lyo_igbinary_encoder *e)
{
    return EXPECTED(++e->depth <= e->max_depth && !LYO_STACK_EXHAUSTED()) || !lyo_igbinary_too_deep(e);
}

/** Writes what stands in a slot of an array or object. */
uint8_t *lyo_igbinary_write_slot(lyo_igbinary_encoder *e, uint8_t *p, zval *slot);

/** Writes a string, or its number if it is known. */
uint8_t *lyo_igbinary_write_string(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s);

/** As lyo_igbinary_write_string() for a string that is not empty; *number is its number. Only with compact_strings. */
uint8_t *lyo_igbinary_write_numbered(lyo_igbinary_encoder *e, uint8_t *p, zend_string *s, uint32_t *number);

/** Writes the head of an object: the name of its class, or the number of that, which *number becomes. */
uint8_t *lyo_igbinary_write_class(lyo_igbinary_encoder *e, uint8_t *p, zend_string *name, uint32_t *number);

/** Writes the entries of an array or of a table of properties from one on (hidden: one is not written), behind their count. */
uint8_t *lyo_igbinary_write_entries(lyo_igbinary_encoder *e, uint8_t *p, HashTable *ht, uint32_t first,
                                    const zend_string *hidden);

/** Writes an object; referenced: it was met through a PHP reference. */
uint8_t *lyo_igbinary_write_object(lyo_igbinary_encoder *e, uint8_t *p, zend_object *object, bool referenced);

#endif
