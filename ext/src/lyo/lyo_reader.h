/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Bytes to values (spec section 7). One lyo_decoder per call, on the C stack.
 *
 * Invariants that keep it safe:
 *
 * - Every zval is null before its token is read.
 * - Every container is complete before its first element is read.
 * - Nothing that a back reference can name is freed before the end.
 * - Memory is reserved only in proportion to the bytes of the input.
 * - No code of the application runs before all bytes are accepted.
 */
#ifndef LYO_READER_H
#define LYO_READER_H

#include "lyo/lyo_mechanisms.h"
#include "php/lyo_classes.h"
#include "php/lyo_room.h"
#include "php/lyo_table.h"
#include "wire/lyo_error.h"
#include "wire/lyo_position.h"

#define LYO_EMBEDDED_STRINGS 128
#define LYO_EMBEDDED_DEFINITIONS 16

/**
 * Longest name of a class that is looked up wherever a definition names it. A longer one is looked up once for
 * all definitions, after the walk, because each of them may take two bytes only.
 */
#define LYO_SETTLED_NAME 255

/** Strings by id. */
typedef struct lyo_string_table {
    zend_string **strings; /* borrowed; their owners live until the end */
    uint32_t count;
    uint32_t capacity; /* LYO_EMBEDDED_STRINGS: the decoder's embedded array */
} lyo_string_table;

typedef struct lyo_definition {
    uint8_t kind;
    bool fresh;  /* the definition owns the layout; else the first record that was read, or the shape cache */
    bool direct; /* class shapes of a plain class (lyo_class): key i is slot i, and every slot has a key */
    uint32_t count;  /* keys */
    lyo_class class; /* of its own: another definition may name the same class */
    zend_string *case_name;
    zend_object *enum_case;
    /*
     * One for each key of a class shape; owned. NULL if direct, if they are not looked up yet, or if objects
     * take a state.
     */
    lyo_target *targets;
    /*
     * Table of the keys, for shapes with at least one key. NULL if the keys were read without a table, as
     * slots of a class that was loaded (direct).
     */
    HashTable *layout;
} lyo_definition;

/** An array of the array table. */
typedef struct lyo_equal_array {
    HashTable *table; /* borrowed; NULL until the array is complete */
    lyo_array_facts facts;
} lyo_equal_array;

typedef struct lyo_decoder {
    lyo_decoding base;
    const uint8_t *data;
    const uint8_t *body;
    const uint8_t *end; /* end of the part that is being read: payload, extended header or preamble */
    /*
     * end or next_reference, whichever comes first. A position below it has a byte to read, and is not
     * a place of a table.
     */
    const uint8_t *limit;
    const uint8_t *next_reference; /* next place of both tables, or the highest address */
    const lyo_decode_mechanisms *mechanisms;
    lyo_error_code end_code; /* error for reading beyond end: TRUNCATED or SIZE */
    uint32_t max_depth;
    uint32_t known_wait; /* the new key that makes this 0 is looked for among PHP's strings */
    uint32_t deepest; /* depth that was reached since the innermost lyo_measure_begin(); at first max_depth */
    uint64_t elements_left; /* elements that may still be read */
    lyo_string_table strings;
    lyo_string_table names; /* of the preamble */
    lyo_definition *definitions;
    uint32_t definition_capacity;

    /* all fields from here on start as zero */
    bool sharing;
    bool has_arrays; /* there is an array table */
    bool borrowed;   /* the definitions belong to the shape cache, and are resolved */
    bool classed;    /* a definition names a class */
    bool walked;     /* the walk has found nothing wrong */
    bool thorough;   /* every shape with keys gets a layout, because the shape cache wants the preamble */
    uint32_t depth;
    uint64_t pending; /* least number of bytes that the open containers still need */
    uint64_t credit_used;
    uint64_t allowance_used; /* elements that occurred again */
    uint64_t marks;          /* objects, enum cases, and beginnings and uses of references */
    uint32_t definition_count;

    zend_object **objects; /* by ordinal, if sharing; borrowed */
    uint32_t object_count;
    uint32_t object_capacity;
    zend_reference **references; /* by index; NULL until its first slot is read; borrowed */
    lyo_equal_array *arrays;     /* by index */
    lyo_position *positions;     /* of both tables, sorted by position */
    uint32_t reference_count;
    uint32_t array_count;
    uint32_t places;     /* of both tables */
    uint32_t place_next; /* in positions */

    struct lyo_cached_preamble *cached; /* source of the copied definitions, if any */

    lyo_error error; /* if base.failure is LYO_FAILED_BYTES */
    /* the fields below are not initialised */
    lyo_definition embedded_definitions[LYO_EMBEDDED_DEFINITIONS];
    zend_string *embedded_strings[LYO_EMBEDDED_STRINGS];
    zend_string *embedded_names[LYO_EMBEDDED_STRINGS];
} lyo_decoder;

/**
 * Decodes size bytes at data. The bytes are borrowed and never written to. They need no NUL behind them and
 * no alignment. Returns true with the value in *result, which is never a PHP reference. Returns false with
 * *result IS_UNDEF on failure; *d then holds the reason. Call lyo_decoder_free(d) in either case.
 */
bool lyo_decode(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options,
                const lyo_decode_mechanisms *mechanisms, zval *result);
void lyo_decoder_free(lyo_decoder *d);

/** Initialises a decoder that has read nothing, for tests of its parts. */
void lyo_decoder_init(lyo_decoder *d, const uint8_t *data, size_t size, const lyo_decode_options *options,
                      const lyo_decode_mechanisms *mechanisms);

/* --- between the reader's files ------------------------------------------------------------------------- */

/** Records an error at p if it is the first one. Returns NULL. */
const uint8_t *lyo_reader_fail(lyo_decoder *d, lyo_error_code code, const uint8_t *p);

/** Reads the token at p into *out, which must be null. Returns the byte behind it, or NULL on failure. */
const uint8_t *lyo_read_value(lyo_decoder *d, const uint8_t *p, zval *out);
/**
 * Read the rest of the token at `tag`. Its number is decoded, and p is behind that.
 */
const uint8_t *lyo_read_instance(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint32_t id,
                                 zval *out);
const uint8_t *lyo_read_list(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out);
const uint8_t *lyo_read_map(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out);
const uint8_t *lyo_use_object(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t ordinal,
                              zval *out);
const uint8_t *lyo_use_reference(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t index,
                                 zval *out);
/** Reads a leaf into *out, which must be null. With LYO_IN_SLOT also the empty array. */
const uint8_t *lyo_read_leaf(lyo_decoder *d, const uint8_t *p, zval *out, unsigned how);
/** Reads a slot that begins at or after the next place: the first slot of a reference, or an array. */
const uint8_t *lyo_read_place(lyo_decoder *d, const uint8_t *p, zval *out);

/** Sets d->limit. Call it before the value is read, and after every change of d->next_reference. */
LYO_INLINE void lyo_set_limit(lyo_decoder *d)
{
    d->limit = d->next_reference < d->end ? d->next_reference : d->end;
    if (UNEXPECTED(d->mechanisms->without & LYO_LEAVES)) {
        d->limit = d->data; /* switches the quick reader off: no token begins below it */
    }
}

/** Returns a table with the definition's keys (at least one) and no values, for the caller to fill. */
LYO_INLINE HashTable *lyo_new_record(lyo_definition *definition)
{
    LYO_ASSERT(definition->count > 0 && definition->layout != NULL);
    if (definition->fresh) { /* most shapes of small payloads have only one record */
        definition->fresh = false;
        lyo_table_filled(definition->layout, 0);
        return definition->layout;
    }
    return lyo_table_clone(definition->layout, definition->count);
}

/** Reads the n values of a new record. On failure the remaining ones are null. */
const uint8_t *lyo_fill_record(lyo_decoder *d, const uint8_t *p, HashTable *record, uint32_t n);

/** Reads the value of a slot into *out, which must be null. */
LYO_INLINE const uint8_t *lyo_read_slot(lyo_decoder *d, const uint8_t *p, zval *out)
{
    if (UNEXPECTED(p >= d->next_reference)) {
        return lyo_read_place(d, p, out);
    }
    return lyo_read_value(d, p, out);
}

const uint8_t *lyo_read_vector(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out);
/** Reads a column into cell `column` of each of n rows, which must be null. */
const uint8_t *lyo_read_column(lyo_decoder *d, const uint8_t *p, const zval *rows, uint32_t n,
                               uint32_t column);
const uint8_t *lyo_read_rows(lyo_decoder *d, const uint8_t *p, zval *out);
const uint8_t *lyo_read_runs(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, zval *out);
const uint8_t *lyo_read_object(lyo_decoder *d, const uint8_t *p, const uint8_t *tag,
                               lyo_definition *definition, zval *out);

/** Reads head, preamble and reference table. Returns the start of the body, or NULL on failure. */
const uint8_t *lyo_read_head(lyo_decoder *d, const uint8_t *p);

/**
 * Resolves all classes; with load false, only those that need no code to run. Returns false if that is not
 * all of them; with load true, this is a failure.
 */
bool lyo_resolve_classes(lyo_decoder *d, bool load);
/** Reads the keys of a shape of a settled class, if all of them are slots of it. NULL: nothing was done. */
const uint8_t *lyo_read_slot_keys(lyo_decoder *d, const uint8_t *p, lyo_definition *definition);
/** Looks up the targets of a class shape. Returns false if a key is refused. */
bool lyo_prepare_targets(lyo_decoder *d, lyo_definition *definition);

#endif
