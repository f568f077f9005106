/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bytes of igbinary's format, versions 1 and 2, to values.
 *
 * What keeps it safe: every zval is null before its value is read, every container is complete before
 * its first element is, nothing that a number can name is freed before the end, memory is reserved for bytes that are there, and no
 * code of the application runs before all bytes are accepted. A class that has to be loaded first makes the reader walk them.
 */
#ifndef LYO_IGBINARY_READER_H
#define LYO_IGBINARY_READER_H

#include "php/lyo_classes.h"
#include "php/lyo_entries.h"
#include "php/lyo_room.h"
#include "wire/lyo_igbinary_walk.h"

#define LYO_IGB_EMBEDDED 48
/** Keys up to this length are taken from the strings that the process has for good: they are names in the code, mostly. */
#define LYO_IGB_INTERNED_KEY 31
/** Tables that are remembered for their keys. */
#define LYO_IGB_SHAPES 32

/** A property that stood at a certain place of the last object of a class. */
typedef struct lyo_igbinary_key {
    uint32_t string; /* number of its name */
    bool known;
    lyo_target target;
} lyo_igbinary_key;

/** A class that the message names. */
typedef struct lyo_igbinary_known_class {
    lyo_class class; /* name is owned */
    lyo_igbinary_key *keys;
    uint32_t key_count;
    uint32_t next_slot; /* behind the one that was found last */
} lyo_igbinary_known_class;

/** A string that has a number. */
typedef struct lyo_igbinary_string {
    zend_string *string;             /* borrowed from the value, or from what is kept */
    lyo_igbinary_known_class *class; /* of that name; NULL: not met as one; owned */
} lyo_igbinary_string;

typedef struct lyo_igbinary_decoder {
    lyo_decoding base;
    const uint8_t *data;
    const uint8_t *end;
    uint32_t depth;
    uint32_t max_depth;
    uint64_t pending; /* entries that open containers need at least, of a byte or more */
    bool walked;      /* all bytes are known to be good */
    bool shared;      /* something was met again */
    lyo_igbinary_string *strings;
    uint32_t string_count;
    uint32_t string_capacity;
    uint32_t class_count;
    zend_refcounted **ids; /* arrays, objects and PHP references by id; borrowed */
    uint32_t id_count;
    uint32_t id_capacity;
    size_t size;
    lyo_igbinary_error error;                /* with BYTES */
    const HashTable *shapes[LYO_IGB_SHAPES]; /* by their first key; complete, and alive until the end */
    lyo_igbinary_string embedded_strings[LYO_IGB_EMBEDDED];
    zend_refcounted *embedded_ids[LYO_IGB_EMBEDDED];
} lyo_igbinary_decoder;

/**
 * Decodes size bytes at data, which are borrowed and never written to. Returns true and the value in *result, never a PHP reference. Returns
 * false, and *result undefined as a zval, if it failed: then d->base.failure tells why, and with LYO_FAILED_BYTES d->error, until
 * lyo_igbinary_decoder_free(d), which must be called in either case.
 */
bool lyo_igbinary_decode(lyo_igbinary_decoder *d, const uint8_t *data, size_t size,
                         const lyo_decode_options *options, zval *result);
void lyo_igbinary_decoder_free(lyo_igbinary_decoder *d);

/**
 * Decodes a message that is one null, bool, string, number of up to 32 bits or float. False: it is something else, or broken, and *result is undefined.
 */
bool lyo_igbinary_decode_leaf(const uint8_t *data, size_t size, zval *result);

/* --- between the reader's files -------------------------------------------------------------------------------------------------- */

/** Bad bytes: the walk will tell what is wrong with them. Returns NULL. */
const uint8_t *lyo_igbinary_refuse(lyo_igbinary_decoder *d);

/** Makes sure that all bytes are good before code of the application runs. */
bool lyo_igbinary_accept(lyo_igbinary_decoder *d);

/** Enters a level and claims n entries. */
LYO_INLINE bool lyo_igbinary_open(lyo_igbinary_decoder *d, const uint8_t *p, uint64_t n)
{
    uint64_t left = (uint64_t)(d->end - p);

    if (UNEXPECTED(n > left || d->pending > left - n) || UNEXPECTED(++d->depth > d->max_depth) ||
        LYO_STACK_EXHAUSTED()) {
        lyo_igbinary_refuse(d);
        return false;
    }
    d->pending += n;
    return true;
}

/** Reads the value at p into *out, which must be null. group: the PHP reference that out is in, or NULL. */
const uint8_t *lyo_igbinary_read(lyo_igbinary_decoder *d, const uint8_t *p, zval *out, zend_reference *group);

/** Reads n entries of an array into *out, which must be null. id: the array takes one, or gives it to group. */
const uint8_t *lyo_igbinary_read_array(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t n, zval *out,
                                       bool id, zend_reference *group);

/** Reads an object, class: the number of the string that is its name. */
const uint8_t *lyo_igbinary_read_object(lyo_igbinary_decoder *d, const uint8_t *p, uint32_t class, zval *out,
                                        zend_reference *group);

/** What stands behind the tag of an int. */
const uint8_t *lyo_igbinary_read_long(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                      zend_long *v);

/** Reads a string at p; *number is its number, LYO_IGB_NO_NUMBER for the empty one. key: it is to become a key. The string has a reference of its own. */
const uint8_t *lyo_igbinary_read_string(lyo_igbinary_decoder *d, const uint8_t *p, bool key, zend_string **s,
                                        uint32_t *number);
#define LYO_IGB_NO_NUMBER UINT32_MAX

/** Reads a new string, behind a tag with a length of this width, and numbers it. The string has a reference of its own. */
const uint8_t *lyo_igbinary_read_chars(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width, bool key,
                                       zend_string **s);

/** Reads the number of a string that was there before. */
const uint8_t *lyo_igbinary_read_number(lyo_igbinary_decoder *d, const uint8_t *p, unsigned width,
                                        uint32_t *number);

/** Gives the next id. */
LYO_INLINE void lyo_igbinary_add_id(lyo_igbinary_decoder *d, void *address)
{
    if (UNEXPECTED(d->id_count == d->id_capacity)) {
        d->id_capacity = lyo_room_times(d->id_capacity, 2);
        if (d->ids == d->embedded_ids) {
            d->ids = safe_emalloc(d->id_capacity, sizeof *d->ids, 0);
            memcpy(d->ids, d->embedded_ids, sizeof d->embedded_ids);
        } else {
            d->ids = safe_erealloc(d->ids, d->id_capacity, sizeof *d->ids, 0);
        }
    }
    d->ids[d->id_count++] = address;
}

/** Keeps a string alive until the end; takes over its reference. */
LYO_INLINE void lyo_igbinary_keep_string(lyo_igbinary_decoder *d, zend_string *s)
{
    zval zv;

    if (!ZSTR_IS_INTERNED(s)) {
        ZVAL_STR(&zv, s);
        lyo_keep(&d->base, &zv);
    }
}

#endif
