/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bytes to values (spec section 7). One lyo_decoder per call, on the C stack.
 *
 * What keeps it safe: every zval is null before its token is read, every container is complete before its first element is;
 * nothing that a back reference can name is freed before the end; memory is reserved only for what bytes have paid for; no
 * code of the application runs before all bytes are accepted.
 */
#ifndef LYO_READER_H
#define LYO_READER_H

#include "lyo/lyo_mechanisms.h"
#include "php/lyo_classes.h"
#include "php/lyo_room.h"
#include "php/lyo_table.h"
#include "wire/lyo_error.h"

#define LYO_EMBEDDED_STRINGS 128
#define LYO_EMBEDDED_DEFINITIONS 16
#define LYO_EMBEDDED_CLASSES 8

/** Strings by id. */
typedef struct lyo_string_table {
    zend_string **strings; /* borrowed: what holds them lasts until the end */
    uint32_t count;
    uint32_t capacity; /* LYO_EMBEDDED_STRINGS: strings are the decoder's */
    uint32_t enough;   /* what it first grows to, if that is more than fourfold */
} lyo_string_table;

typedef struct lyo_definition {
    uint8_t kind;
    bool fresh;  /* layout is of this decode, and no record has taken it over */
    bool taken;  /* the first record has taken layout over, which is borrowed from it since */
    bool named;  /* shapes: no key is an int */
    bool listed; /* class shapes: the keys are 0 to count - 1 in this order */
    /* class shapes: all keys are slots, each another one, of a simple class without __unserialize */
    bool direct;
    bool covering;  /* direct, and no slot is without a key */
    uint32_t count; /* keys */
    uint32_t class_index;
    size_t offset; /* of the definition, for messages */
    zend_string *case_name;
    zend_object *enum_case;
    /* one for each key of a class shape; owned. NULL with direct: the keys are all slots in their order */
    lyo_target *targets;
    /* shapes of at least one key: a table with the keys; owned. NULL if all keys are slots and the class was known before, or most often if the keys are listed */
    HashTable *layout;
} lyo_definition;

typedef struct lyo_decoder {
    lyo_decoding base;
    const uint8_t *data;
    const uint8_t *body;
    const uint8_t *end; /* of the payload, extended header or preamble that is being read */
    /* end or next_reference, whichever comes first: below it a token begins, and is no first slot of a reference */
    const uint8_t *limit;
    const uint8_t *next_reference; /* next position of the reference table, or the highest address */
    const lyo_decode_mechanisms *mechanisms;
    lyo_error_code end_code; /* what running into end means: TRUNCATED or SIZE */
    uint32_t max_depth;
    uint64_t elements_left; /* until the limit */
    lyo_string_table strings;
    lyo_string_table names; /* of the preamble */
    lyo_definition *definitions;
    lyo_class *classes;
    uint32_t definition_capacity;
    uint32_t class_capacity;

    /* from here on all is zero at first */
    bool sharing;
    bool borrowed; /* definitions and classes are the shape cache's, resolved in this request */
    bool thorough; /* all definitions get a layout, for the shape cache */
    uint32_t depth;
    uint64_t pending; /* bytes that open containers need at least */
    uint64_t credit_used;
    uint32_t definition_count;
    uint32_t class_count;
    HashTable *class_indices; /* address of a name => index, in the preamble; NULL for few classes */

    zend_object **objects; /* by ordinal, with sharing; borrowed */
    uint32_t object_count;
    uint32_t object_capacity;
    zend_reference **references; /* by index; NULL before it begins; borrowed */
    uint64_t *reference_offsets;
    uint32_t *reference_order; /* indices by offset */
    uint32_t reference_count;
    uint32_t reference_next; /* in reference_order */

    struct lyo_cached_preamble *cached; /* where definitions and classes are copied from */

    lyo_error error; /* with BYTES */
    /* what follows is not initialised */
    lyo_definition embedded_definitions[LYO_EMBEDDED_DEFINITIONS];
    lyo_class embedded_classes[LYO_EMBEDDED_CLASSES];
    zend_string *embedded_strings[LYO_EMBEDDED_STRINGS];
    zend_string *embedded_names[LYO_EMBEDDED_STRINGS];
} lyo_decoder;

/**
 * Decodes size bytes at data, which are borrowed and never written to; they need no NUL behind them and no alignment. Returns
 * true and the value in *result, never a PHP reference. Returns false, and *result undefined as a zval, if it failed: then *d
 * tells why until lyo_decoder_free(d), which must be called in either case.
 */
bool lyo_decode(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options,
                const lyo_decode_mechanisms *mechanisms, zval *result);
void lyo_decoder_free(lyo_decoder *d);

/** A decoder that has read nothing: for tests of its parts. */
void lyo_decoder_init(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options,
                      const lyo_decode_mechanisms *mechanisms);

/* --- between the reader's files --------------------------------------------------------------------------------------- */

/** Notes an error at p if it is the first; returns NULL. */
const uint8_t *lyo_reader_fail(lyo_decoder *d, lyo_error_code code, const uint8_t *p);

/** Reads the token at p into *out, which must be null. Returns the byte behind it, or NULL. */
const uint8_t *lyo_read_value(lyo_decoder *d, const uint8_t *p, zval *out);
/** Read what the tag begins, whose number is known, from p behind that. n of a list or map is a count. */
const uint8_t *lyo_read_instance(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t id,
                                 zval *out);
const uint8_t *lyo_read_list(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t n, zval *out);
const uint8_t *lyo_read_map(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t n, zval *out);
const uint8_t *lyo_use_object(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t ordinal,
                              zval *out);
const uint8_t *lyo_use_reference(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t index,
                                 zval *out);
/** Reads a leaf, with LYO_IN_SLOT also the empty array, into *out, which must be null. */
const uint8_t *lyo_read_leaf(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how);
/** Reads a string token; *s gets a reference of its own. */
const uint8_t *lyo_read_string(lyo_decoder *d, const uint8_t *p, zend_string **s);
/** First slot of a reference: makes it one. */
const uint8_t *lyo_read_reference_slot(lyo_decoder *d, const uint8_t *p, zval *out);

/** To be called when the value begins, and when d->next_reference has changed. */
LYO_INLINE void lyo_set_limit(lyo_decoder *d)
{
    d->limit = d->next_reference < d->end ? d->next_reference : d->end;
    if (UNEXPECTED(d->mechanisms->without & LYO_LEAVES)) {
        d->limit = d->data; /* no token is below it */
    }
}

/** A new table of the definition's keys, at least one, to be filled. */
LYO_INLINE HashTable *lyo_new_record(lyo_definition *definition)
{
    if (definition->fresh) { /* most shapes of small payloads have one record */
        definition->fresh = false;
        definition->taken = true;
        lyo_table_filled(definition->layout, 0);
        return definition->layout;
    }
    return lyo_table_clone(definition->layout, definition->count);
}

/** Reads n slots, `stride` bytes apart, which may hold anything. On failure the rest of them are null. */
const uint8_t *lyo_read_run(lyo_decoder *d, const uint8_t *p, zval *cell, size_t stride, uint32_t n);

/** Reads the values of a definition's keys into a new table, which is *table also on failure. */
LYO_INLINE const uint8_t *lyo_read_record(lyo_decoder *d, const uint8_t *p, lyo_definition *definition,
                                          HashTable **table)
{
    HashTable *ht = *table = lyo_new_record(definition);

    p = lyo_read_run(d, p, &lyo_entries(ht)->val, sizeof(lyo_entry), definition->count);
    lyo_table_filled(ht, definition->count);
    return p;
}

/** Reads the value of a slot into *out, which must be null. */
LYO_INLINE const uint8_t *lyo_read_slot(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (UNEXPECTED(p >= d->next_reference)) {
        return lyo_read_reference_slot(d, p, out);
    }
    return lyo_read_value(d, p, out);
}

const uint8_t *lyo_read_vector(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out);
/** Reads a column into n cells, which are null; *kind gets its kind without bit 7. */
const uint8_t *lyo_read_column(lyo_decoder *d, const uint8_t *p, zval *cells, uint32_t n, uint8_t *kind);
const uint8_t *lyo_read_rows(lyo_decoder *d, const uint8_t *p, zval *out);
const uint8_t *lyo_read_object(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                               lyo_definition *definition, zval *out);

/** Reads head, preamble and reference table; returns the body. */
const uint8_t *lyo_read_head(lyo_decoder *d, const uint8_t *p);

/** Resolves all classes; with load false only those that need no code to run: then *complete tells if that was all of them. */
bool lyo_resolve_classes(lyo_decoder *d, bool load, bool *complete);
/** The index of the class of this name. Takes over the name. */
uint32_t lyo_class_index(lyo_decoder *d, zend_string *name);
/** Reads the name of a class that is loaded, and settles it. NULL: nothing was done. */
const uint8_t *lyo_read_known_class(lyo_decoder *d, const uint8_t *p, uint32_t *index);
/** Reads the keys of a shape of a settled class, if they are slots in the order of the class. NULL: nothing was done. */
const uint8_t *lyo_read_slot_keys(lyo_decoder *d, const uint8_t *p, lyo_definition *definition);
/** Frees the targets of a definition, and makes it one that has none. */
void lyo_free_targets(lyo_definition *definition);
/** Finds where the keys of a class shape go. */
bool lyo_prepare_targets(lyo_decoder *d, lyo_definition *definition);

#endif
