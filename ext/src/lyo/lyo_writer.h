/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer: values to bytes (spec section 6). Each call has its own lyo_encoder on the C stack, also calls
 * nested in user code.
 *
 * The body is written in one pass, with the preamble in a second buffer; lyo_encode() joins them. Pointers
 * borrowed from the value are safe while no user code runs. From the first hook on, lyo_memory.h holds what
 * they point to (lyo_encoder_own()).
 */
#ifndef LYO_WRITER_H
#define LYO_WRITER_H

#include "php/lyo_buffer.h"
#include "lyo/lyo_class_infos.h"
#include "lyo/lyo_decimal.h"
#include "lyo/lyo_definitions.h"
#include "php/lyo_identity.h"
#include "php/lyo_memory.h"
#include "lyo/lyo_mechanisms.h"
#include "lyo/lyo_strings.h"
#include "wire/lyo_error.h"

/** Bytes of magic and head, in front of the body. */
#define LYO_HEAD_SIZE 2

/** An object of which properties are being written. */
typedef struct lyo_open_state {
    struct lyo_open_state *outer; /* NULL: none */
    zend_object *object;
    lyo_record *record; /* NULL: its properties are read in place */
    uint32_t read;      /* number of properties that were read */
    uint32_t ordinal;   /* for lyo_encoder_own() */
} lyo_open_state;

/**
 * Memory for strings and keys that live until the end of the call. Each string has one reference that is
 * never released.
 */
typedef struct lyo_string_block {
    struct lyo_string_block *previous;
    zend_string room[]; /* strings, one after the other */
} lyo_string_block;

/**
 * Buffers on the C stack. Without a lasting room, a body of up to LYO_BODY_ROOM bytes is copied once, into a
 * result of its exact size.
 */
#define LYO_BODY_ROOM 768
#define LYO_PREAMBLE_ROOM 512
/**
 * Room on the C stack for strings that the writer makes, and for the keys of shapes: 32 bytes for each string
 * or for two keys.
 */
#define LYO_MADE_STRINGS 36

typedef struct lyo_encoder {
    lyo_buffer body;     /* magic, head, body */
    lyo_buffer preamble; /* definitions */
    lyo_string_ids strings;
    lyo_identity identity;
    const lyo_encode_options *options;
    zval root; /* the value; held from the first hook on */
    /* reset for each pass */
    uint32_t reference_count;
    uint32_t object_count;
    uint32_t depth;
    bool sharing; /* an object or reference was met again */
    lyo_equal_arrays arrays;
    uint64_t credit_used;
    uint64_t pass; /* its number, for lyo_class_info.pass */
    /* shared by all passes */
    uint32_t max_depth;
    uint32_t reference_capacity;
    size_t *references;       /* body offset of the first slot of each reference */
    HashTable *pinned;        /* PHP references that need a slot with its own token, by address; NULL: none */
    HashTable *to_objects;    /* PHP references that hold an object, by address; NULL: none */
    HashTable *assumed;       /* PHP references that a choice of form looked behind, by address; NULL: none */
    HashTable *skipped;       /* PHP references that a choice of form took for such, by address; NULL: none */
    HashTable *values;        /* those of them that an earlier pass has found to be values; NULL: none */
    lyo_open_state *open;     /* the innermost open state; NULL: none */
    lyo_memory memory;        /* once `owning`, all that was read; before, only open states */
    char *string_room;        /* where the next made string begins */
    char *string_end;         /* where the room for it ends */
    lyo_string_block *blocks; /* made strings that do not fit on the C stack; NULL: none */
    lyo_class_infos *classes; /* from the options, else allocated when first needed */
    unsigned scale_hint;      /* hint of lyo_decimal_of() for the next float */
    bool repeating;           /* this pass reads what an earlier one has recorded */
    /* writing a list as rows while checking failed once; not tried again in this call */
    bool no_speculation;
    bool owning; /* set before the first hook runs; from then on, values are held */
    lyo_failure failure;
    lyo_error error;         /* valid with LYO_FAILED_BYTES */
    zend_string *class_name; /* set by some failures; borrowed */
    zend_string *scope;      /* class of the last private key of another class; NULL: none yet */
    lyo_definitions definitions;
    /* the rest is not initialised, nor is the end of definitions */
    uint8_t body_room[LYO_BODY_ROOM];
    uint8_t preamble_room[LYO_PREAMBLE_ROOM];
    zend_string made_strings[LYO_MADE_STRINGS];
} lyo_encoder;

/**
 * Encodes a value that is neither a PHP reference nor alone (see lyo_is_alone()). Returns a new string. On
 * failure returns NULL, and the members failure, error and class_name of *failed say why. value is borrowed.
 * It is not changed, except by its own hooks.
 */
zend_string *lyo_encode(zval *value, const lyo_encode_options *options, lyo_encoder *failed);

/* --- between the writer's files ------------------------------------------------------------------------- */

/** Returns the body offset of the next byte. */
LYO_INLINE size_t lyo_encoder_offset(const lyo_encoder *e)
{
    return (size_t)(e->body.p - e->body.start) - LYO_HEAD_SIZE;
}

/** The body offset of a value without its own token: a cell of a vector, a row, or a cell of rows. */
#define LYO_NO_OFFSET SIZE_MAX

/**
 * Returns the value of a cell for choosing the form of its container. To serialize(), a PHP reference that is
 * met only once is an ordinary value. So for a reference that is met for the first time this returns the
 * value behind it. If the reference is met again later, a second pass gives it its own slot (pin() in
 * lyo_writer_reference.c). Returns the cell itself for a reference that was met before, is pinned, or holds an
 * object.
 */
zval *lyo_plain(lyo_encoder *e, zval *cell);
/**
 * Notes that a choice of form looked behind this cell with lyo_plain(). If the cell is a PHP reference that
 * is met again, the choice was wrong, and a second pass follows.
 */
void lyo_assume_plain(lyo_encoder *e, zval *cell);
/**
 * Notes a PHP reference that is written without its own token. Does nothing for other cells. If it is met
 * again, another pass follows.
 */
void lyo_note_plain(lyo_encoder *e, zval *cell);
/** Returns true if a PHP reference needs a slot with its own token. */
bool lyo_is_pinned(const lyo_encoder *e, const zval *cell);
/**
 * Returns the value of a cell for a choice of form as lyo_plain() does, but takes a PHP reference for one that
 * is met again. If it is not, another pass follows. To be used where a value behind a reference is rare.
 */
zval *lyo_skip_reference(lyo_encoder *e, zval *cell);
/** Returns true if PHP references were skipped that are values. Then another pass must follow. */
bool lyo_has_skipped_values(lyo_encoder *e);

/**
 * Takes references to everything that the tables point to, now and from now on. Must be called before user
 * code runs, because that may free or change it.
 */
void lyo_encoder_own(lyo_encoder *e);

/** Sets the failure unless one is set already. Returns false. */
bool lyo_encoder_fail(lyo_encoder *e, lyo_failure failure, zend_string *class_name);

/** Sets the failure for exceeding the maximum depth. Returns false. */
bool lyo_encoder_too_deep(lyo_encoder *e);
/** Enters a level. Returns false, with a failure set, if it exceeds the maximum depth or the C stack. */
LYO_INLINE bool lyo_encoder_enter(lyo_encoder *e)
{
    lyo_heed_limit();
    e->depth++;
    return EXPECTED(e->depth <= e->max_depth) && !LYO_STACK_EXHAUSTED() ? true : lyo_encoder_too_deep(e);
}

/**
 * Returns room for size bytes, at e->string_room. To keep it, the caller moves e->string_room behind it, to a
 * multiple of 8. What was kept lives until the end of the call.
 */
void *lyo_encoder_room(lyo_encoder *e, size_t size);
/** Returns a string of these bytes that lives until the end of the call. */
zend_string *lyo_encoder_string(lyo_encoder *e, const char *bytes, size_t length);

/**
 * Writes the value of a slot that user code can reach, including references and identity. watched: guard
 * against arrays that contain themselves, as lyo_write_cell() does. define: see lyo_write_array().
 */
bool lyo_write_slot(lyo_encoder *e, zval *slot, bool watched, bool define);
/**
 * Writes the value of a cell of the array `parent`, which the caller holds. An array that is being written
 * already becomes null, as in serialize(): only a PHP reference can make it contain itself. define: see
 * lyo_write_array().
 */
bool lyo_write_cell(lyo_encoder *e, zval *cell, const HashTable *parent, bool define);
/**
 * Writes a cell that is a PHP reference. Not part of lyo_write_cell(), so that this takes no room on the C stack of
 * nested levels, and that cells of other types need no registers for it.
 */
bool lyo_write_reference(lyo_encoder *e, zval *cell, const HashTable *parent, bool define);

void lyo_write_double(lyo_encoder *e, double v);
void lyo_write_string(lyo_encoder *e, zend_string *s);
/** Writes a leaf: null, bool, int, float or string. */
void lyo_write_leaf(lyo_encoder *e, const zval *v);

/** Returns true for a leaf and for an empty array. A payload of only such a value needs no tables. */
LYO_INLINE bool lyo_is_alone(const zval *v)
{
    return Z_TYPE_P(v) < IS_ARRAY || Z_TYPE_P(v) == IS_RESOURCE ||
           (Z_TYPE_P(v) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(v)) == 0);
}
/** Returns the payload of such a value as a new string. */
zend_string *lyo_encode_alone(const zval *v);

/** Returns the size of the token of an int. */
LYO_INLINE unsigned lyo_int_token_size(zend_long v)
{
    return v >= -1 && v <= 62 ? 1 : 1 + lyo_int_size(v);
}

/** Writes a string token into the preamble. */
void lyo_put_name(lyo_encoder *e, zend_string *s);
/** Writes an int token into a buffer. */
LYO_INLINE void lyo_put_int(lyo_buffer *buffer, zend_long v)
{
    if (EXPECTED(v >= -1 && v <= 62)) {
        lyo_buffer_byte(buffer, (uint8_t)(v + 2));
    } else {
        lyo_buffer_sized(buffer, LYO_TAG_INT, (uint64_t)v, lyo_int_size(v));
    }
}
LYO_INLINE void lyo_write_int(lyo_encoder *e, zend_long v)
{
    lyo_put_int(&e->body, v);
}
/** Writes the key of an entry: the string or, if that is NULL, the int h. */
LYO_INLINE void lyo_write_key(lyo_encoder *e, zend_string *key, zend_long h)
{
    if (key) {
        lyo_write_string(e, key);
    } else {
        lyo_write_int(e, h);
    }
}
/**
 * Writes a count: the tag short_first + n - 1 for n up to 8, else the tag long_first + width - 1 and the
 * count.
 */
LYO_INLINE void lyo_put_count(lyo_buffer *buffer, uint8_t short_first, uint8_t long_first, uint32_t n)
{
    if (EXPECTED(n <= 8)) {
        lyo_buffer_byte(buffer, (uint8_t)(short_first + n - 1));
    } else {
        lyo_buffer_sized(buffer, long_first, n, lyo_uint_size(n));
    }
}

/** Writes a use of the PHP reference whose first slot is that of the node. */
void lyo_write_use_reference(lyo_encoder *e, lyo_node *node);

/** Writes an array. define: its shape must be defined when it is first met (spec section 6.2). */
bool lyo_write_array(lyo_encoder *e, HashTable *ht, bool define);
/** The same for a cell of the array `parent`, as in lyo_write_cell(). */
bool lyo_write_nested(lyo_encoder *e, HashTable *ht, const HashTable *parent, bool define);
bool lyo_write_list(lyo_encoder *e, HashTable *ht);
/** Writes an object. by_reference: it was met through a PHP reference. */
bool lyo_write_object(lyo_encoder *e, zend_object *object, bool by_reference);

/** Tries the forms of spec section 6.1 except rows. Returns true if the list was written. */
bool lyo_write_vector(lyo_encoder *e, const HashTable *ht);
/**
 * Tries the form of spec section 6.4, for a list whose first two values are maps of one shape. Returns true
 * if the rows were written, or if writing failed (*failed).
 */
bool lyo_write_rows(lyo_encoder *e, const HashTable *ht, bool *failed);

/** Writes the tag of an instance. */
LYO_INLINE void lyo_write_instance(lyo_encoder *e, uint32_t definition)
{
    if (EXPECTED(definition <= LYO_TAG_INSTANCE_SHORT_LAST - LYO_TAG_INSTANCE_SHORT)) {
        lyo_buffer_byte(&e->body, (uint8_t)(LYO_TAG_INSTANCE_SHORT + definition));
    } else {
        lyo_buffer_sized(&e->body, LYO_TAG_INSTANCE, definition, lyo_uint_size(definition));
    }
}
/** Writes a state key (spec section 4.3) of an object of class_name into the preamble or the body. */
void lyo_put_state_key(lyo_encoder *e, bool preamble, zend_string *class_name, const lyo_key *key);

/**
 * Returns the value of a PHP reference with a refcount of 1, as serialize() takes it, else the cell. In a
 * second pass, a reference to an object counts with a refcount of 1, too: a hook may have dropped the others
 * since the first.
 */
zval *lyo_unwrap_reference(const lyo_encoder *e, zval *cell);
LYO_INLINE zval *lyo_unwrap(const lyo_encoder *e, zval *cell)
{
    return UNEXPECTED(Z_TYPE_P(cell) == IS_REFERENCE) ? lyo_unwrap_reference(e, cell) : cell;
}

#endif
