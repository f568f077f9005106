/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bytes of igbinary's format, versions 1 and 2, to values.
 *
 * What keeps it safe: Every zval is null before its value is read. Every container is complete before its
 * first element is read. Nothing that a number can refer to is freed before the end. Memory is reserved only
 * for bytes that are there. No application code runs before all bytes are accepted: if a class must be loaded
 * first, the reader first walks all bytes.
 */
#ifndef LYO_IGBINARY_READER_H
#define LYO_IGBINARY_READER_H

#include "php/lyo_classes.h"
#include "php/lyo_entries.h"
#include "php/lyo_room.h"
#include "wire/lyo_igbinary_walk.h"

#define LYO_IGB_EMBEDDED 48
/**
 * Keys up to this length are looked up among the interned strings of the process, because most of them are
 * names that occur in code.
 */
#define LYO_IGB_INTERNED_KEY 31
/** Number of tables that are remembered for their keys. */
#define LYO_IGB_SHAPES 32

/** The property at a certain position of the last object of a class. */
typedef struct lyo_igbinary_key {
    const zend_string *name; /* as in the message; NULL: none yet, or an int */
    lyo_target target;
} lyo_igbinary_key;

/** A class that the message names. */
typedef struct lyo_igbinary_known_class {
    lyo_class class; /* name is owned */
    lyo_igbinary_key *keys;
    uint32_t key_count;
    uint32_t next_slot; /* slot after the one that was found last */
} lyo_igbinary_known_class;

/** A string that has a number. */
typedef struct lyo_igbinary_string {
    zend_string *string;             /* borrowed from the value, or from what the decoder keeps alive */
    lyo_igbinary_known_class *class; /* the class of that name; NULL: not used as a class name yet; owned */
} lyo_igbinary_string;

typedef struct lyo_igbinary_decoder {
    lyo_decoding base;
    const uint8_t *data;
    const uint8_t *end;
    uint32_t max_depth;
    uint64_t max_elements;

    /* all fields from here to shapes start as zero */
    uint32_t depth;
    uint64_t pending;    /* entries that open containers still need; each takes at least one byte */
    uint64_t elements;   /* entries that containers claimed so far */
    uint64_t named_ints; /* int keys that have become names of properties */
    bool walked;         /* all bytes were walked and are valid */
    bool shared;         /* something was referred to again */
    uint32_t string_count;
    uint32_t class_count;
    uint32_t id_count;
    lyo_igbinary_error error;                /* set with LYO_FAILED_BYTES */
    const HashTable *shapes[LYO_IGB_SHAPES]; /* by first key; complete tables that live until the end */

    uint32_t string_capacity;
    uint32_t id_capacity;
    lyo_igbinary_string *strings;
    zend_refcounted **ids; /* arrays, objects and PHP references by id; borrowed */
    lyo_igbinary_string embedded_strings[LYO_IGB_EMBEDDED];
    zend_refcounted *embedded_ids[LYO_IGB_EMBEDDED];
} lyo_igbinary_decoder;

/**
 * Decodes size bytes at data, which are borrowed and never written to. On success returns true and sets
 * *result, which is never a PHP reference. On failure returns false and *result is undefined; d->base.failure
 * says why and, with LYO_FAILED_BYTES, d->error. These are valid until lyo_igbinary_decoder_free(d), which
 * must be called in either case.
 */
bool lyo_igbinary_decode(lyo_igbinary_decoder *d, const uint8_t *data, size_t size,
                         const lyo_decode_options *options, zval *result);
void lyo_igbinary_decoder_free(lyo_igbinary_decoder *d);

/**
 * Decodes a message that is just a null, bool, string, int of up to 32 bits or float. Returns false if it is
 * anything else or invalid; *result is undefined then.
 */
bool lyo_igbinary_decode_leaf(const uint8_t *data, size_t size, zval *result);

/* --- shared by the reader's files ----------------------------------------------------------------------- */

/** Refuses invalid bytes. Returns NULL. The walk finds out later what is wrong with them. */
const uint8_t *lyo_igbinary_refuse(lyo_igbinary_decoder *d);

/** Reads a number of so many bytes. Returns the byte after it, or NULL. */
LYO_INLINE const uint8_t *lyo_igbinary_read_sized(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                                  uint64_t *number)
{
    if (UNEXPECTED((size_t)(d->end - p) < width)) {
        lyo_igbinary_refuse(d);
        return NULL; /* compilers do not know what it returns */
    }
    *number = lyo_load_be(p, width);
    return p + width;
}

/** Reads a length. Returns the byte after it, where so many bytes follow; else NULL. */
LYO_INLINE const uint8_t *lyo_igbinary_read_length(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                                   uint64_t *length)
{
    p = lyo_igbinary_read_sized(d, p, width, length);
    if (EXPECTED(p) && EXPECTED((size_t)(d->end - p) >= *length)) {
        return p;
    }
    lyo_igbinary_refuse(d);
    return NULL;
}

/** Makes sure that all bytes are valid. Must be called before application code runs. */
bool lyo_igbinary_accept(lyo_igbinary_decoder *d);

/** Enters a level and claims n entries. Returns false if there are too many levels or entries, or too few bytes. */
LYO_INLINE bool lyo_igbinary_open(lyo_igbinary_decoder *d, const uint8_t *p, uint64_t n)
{
    uint64_t left = (uint64_t)(d->end - p);

    lyo_heed_limit();
    if (UNEXPECTED(n > left || d->pending > left - n) || UNEXPECTED(++d->depth > d->max_depth) ||
        UNEXPECTED((d->elements += n) > d->max_elements) || LYO_STACK_EXHAUSTED()) {
        lyo_igbinary_refuse(d);
        return false;
    }
    d->pending += n;
    return true;
}

/** Reads the value at p into *out, which must be null. group is the PHP reference that holds out, or NULL. */
const uint8_t *lyo_igbinary_read(lyo_igbinary_decoder *d, const uint8_t *p, zval *out, zend_reference *group);

/**
 * Reads an array of n entries into *out, which must be null. Its id goes to holder, which is a PHP reference,
 * or the object whose state it is; NULL: to the array itself.
 */
const uint8_t *lyo_igbinary_read_array(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n, zval *out,
                                       void *holder);

/** Reads n properties of an object of a class without declared properties that takes any. */
const uint8_t *lyo_igbinary_read_properties(lyo_igbinary_decoder *d, const uint8_t *p, zend_object *object,
                                            uint32_t n);

/** Reads an object. class is the number of the string that names its class. */
const uint8_t *lyo_igbinary_read_object(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t class, zval *out,
                                        zend_reference *group);

/** Reads the int after its tag. */
const uint8_t *lyo_igbinary_read_long(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                      zend_long *v);

/**
 * Reads the string at p. Sets *number to its number, or LYO_IGB_NO_NUMBER for the empty string. key is true
 * if it is going to be a key. The caller gets a reference.
 */
const uint8_t *lyo_igbinary_read_string(lyo_igbinary_decoder *d, const uint8_t *p, bool key, zend_string **s,
                                        uint32_t *number);
#define LYO_IGB_NO_NUMBER UINT32_MAX

/** Reads the number of an earlier string. */
const uint8_t *lyo_igbinary_read_number(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                        uint32_t *number);

/** Gives the next id to an array or object, or to what holds it if that is not NULL. */
LYO_INLINE void lyo_igbinary_add_id(lyo_igbinary_decoder *d, void *value, void *holder)
{
    if (UNEXPECTED(d->id_count == d->id_capacity)) {
        d->id_capacity = lyo_room_times(d->id_capacity, 2);
        d->ids = lyo_room_grow(d->ids, d->embedded_ids, d->id_count, d->id_capacity, sizeof *d->ids);
    }
    d->ids[d->id_count++] = holder ? holder : value;
}

/** Keeps a string alive until the end. Takes over the caller's reference. */
LYO_INLINE void lyo_igbinary_keep_string(lyo_igbinary_decoder *d, zend_string *s)
{
    zval zv;

    if (!ZSTR_IS_INTERNED(s)) {
        ZVAL_STR(&zv, s);
        lyo_keep(&d->base, &zv);
    }
}

#endif
