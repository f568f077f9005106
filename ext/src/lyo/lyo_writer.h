/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values to bytes (spec section 6). One lyo_encoder per call, on the C stack: nested calls from user code have their own.
 *
 * The body is written in one pass, the preamble beside it; lyo_encode joins them. Borrowed pointers into the value are
 * safe while no user code runs. Before the first hook runs lyo_encoder_own() holds what they point to (lyo_memory.h tells how).
 */
#ifndef LYO_WRITER_H
#define LYO_WRITER_H

#include "php/lyo_buffer.h"
#include "lyo/lyo_class_notes.h"
#include "lyo/lyo_decimal.h"
#include "lyo/lyo_definitions.h"
#include "php/lyo_identity.h"
#include "php/lyo_memory.h"
#include "lyo/lyo_mechanisms.h"
#include "lyo/lyo_strings.h"
#include "wire/lyo_error.h"

/** Bytes of magic and head, in front of the body. */
#define LYO_HEAD_SIZE 2

/** A cell of a state that is being written. */
typedef struct lyo_field {
    lyo_key key;
    zval *cell; /* slot of the object, or entry of a table that is held */
} lyo_field;

/** A state that is being written. */
typedef struct lyo_open_state {
    uint32_t base; /* first of its fields */
    uint32_t count;
    uint32_t read; /* fields that were read */
    uint32_t ordinal;
    bool watched;
    /* the fields are read in place, in table or, if that is NULL, in the object's slots; base is not used */
    bool direct;
    zend_object *object;
    HashTable *table;
    lyo_record *record; /* where what is read is to be remembered; NULL: nowhere */
} lyo_open_state;

/** Memory for strings that live until the end. Each has a reference that is never given back. */
typedef struct lyo_string_block {
    struct lyo_string_block *previous;
    zend_string room[]; /* strings, one behind the other */
} lyo_string_block;

/** Bytes on the C stack: payloads up to so long are copied once, into a string of their size, if there is no lasting room. */
#define LYO_BODY_ROOM 768
#define LYO_PREAMBLE_ROOM 512
/** Fields and states on the C stack. */
#define LYO_EMBEDDED_FIELDS 32
#define LYO_EMBEDDED_STATES 8
/** Room on the C stack for strings that are made: 32 bytes each, the names of some 15 properties. */
#define LYO_MADE_STRINGS 16

typedef struct lyo_encoder {
    lyo_buffer body;     /* magic, head, body */
    lyo_buffer preamble; /* definitions */
    lyo_string_ids strings;
    lyo_identity identity;
    const lyo_encode_options *options;
    zval root; /* the value, held from the first hook on */
    /* each pass has these anew */
    uint32_t reference_count;
    uint32_t object_count;
    uint32_t state_count;
    uint32_t field_count;
    uint32_t depth;
    bool sharing; /* an object or reference was used again */
    uint64_t credit_used;
    uint64_t pass; /* its number in the notes */
    /* and shares these with the next */
    uint32_t max_depth;
    uint32_t reference_capacity;
    uint32_t field_capacity;
    uint32_t state_capacity;
    size_t *references;     /* body offset of the first slot of each reference */
    lyo_field *fields;      /* stack of the states that are being written */
    lyo_open_state *states; /* stack, as fields */
    HashTable *pinned;  /* addresses of PHP references that need a slot with a token of its own; NULL: none */
    HashTable *assumed; /* addresses of PHP references that a choice of form looked into; NULL: none */
    lyo_memory memory;  /* what the first pass read and a hook may have changed since */
    char *string_room;  /* where the next string that is made here begins, */
    char *string_end;   /* and where it must end */
    lyo_string_block *blocks; /* such strings, if they outgrow the C stack; NULL: none */
    lyo_class_notes *notes;   /* of the options, or own ones; NULL until needed then */
    unsigned scale_hint;      /* of floats */
    bool repeating;           /* in a second pass */
    bool wary;                /* a list began with rows of leaves, and went on otherwise */
    bool owning;              /* user code may have run */
    lyo_failure failure;
    lyo_error error;         /* of LYO_FAILED_BYTES */
    zend_string *class_name; /* with some failures; borrowed */
    lyo_definitions definitions;
    /* what follows is not initialised, as the end of definitions */
    uint8_t body_room[LYO_BODY_ROOM];
    uint8_t preamble_room[LYO_PREAMBLE_ROOM];
    lyo_field embedded_fields[LYO_EMBEDDED_FIELDS];
    lyo_open_state embedded_states[LYO_EMBEDDED_STATES];
    zend_string made_strings[LYO_MADE_STRINGS];
} lyo_encoder;

/**
 * Encodes a value that is neither a PHP reference nor alone, as lyo_is_alone() has it. Returns a new string, or NULL: then *failed tells
 * why (its failure, error and class_name). value is borrowed and, unless its own hooks change it, left as it was.
 */
zend_string *lyo_encode(zval *value, const lyo_encode_options *options, lyo_encoder *failed);

/* --- between the writer's files ------------------------------------------------------------------------------------ */

/** Body offset of the next byte. */
LYO_INLINE size_t lyo_encoder_offset(const lyo_encoder *e)
{
    return (size_t)(e->body.p - e->body.start) - LYO_HEAD_SIZE;
}

/** Body offset of what has no token of its own: a cell of a vector, a row or a cell of rows. */
#define LYO_NO_OFFSET SIZE_MAX

/**
 * The value of a cell as far as the form of its container goes: a PHP reference that is met for the first time and not again is
 * no reference to serialize(). Which one is met again shows later: then lyo_pin() makes it an own slot in a second pass.
 */
zval *lyo_plain(lyo_encoder *e, zval *cell);
/** A choice of form took the cell for what lyo_plain() gave. If it is a PHP reference and met again, the choice was wrong. */
void lyo_assume_plain(lyo_encoder *e, zval *cell);
/**
 * Notes a PHP reference that was written without a token of its own; does nothing for other cells. early: it was written before serialize() would have
 * come to it, as in columns. When the writer comes to its position, it calls lyo_settle_early() or lyo_settle_row().
 */
void lyo_note_plain(lyo_encoder *e, zval *cell, bool early);
/** The position of a cell that was written early: if a hook has changed a PHP reference since, it is written anew in a second pass. */
void lyo_settle_early(lyo_encoder *e, zval *cell);
/**
 * The same for a row. True: it is not to be written as the row that it was. Either the reference was met before and written there, or a hook has put
 * another value in it, which is written now (*written: false if that failed). Then there is another pass.
 */
bool lyo_settle_row(lyo_encoder *e, zval *cell, bool *written);

/** Holds everything that the tables point to, now and from now on. To be called before user code runs, in which it may be freed or change. */
void lyo_encoder_own(lyo_encoder *e);
/** Its part for objects: remembers the slots that were read of those that are being written, and of one that was written. */
void lyo_remember_states(lyo_encoder *e);
void lyo_remember_object(lyo_encoder *e, const lyo_node *node);

/** Sets the failure if it is the first; returns false. */
bool lyo_encoder_fail(lyo_encoder *e, lyo_failure failure, zend_string *class_name);

/** Sets the failure of a level that is one too many; returns false. */
bool lyo_encoder_too_deep(lyo_encoder *e);
/** Enters a level; false with a LIMIT failure when it is one too many. */
LYO_INLINE bool lyo_encoder_enter(lyo_encoder *e)
{
    e->depth++;
    return EXPECTED(e->depth <= e->max_depth) && !LYO_STACK_EXHAUSTED() ? true : lyo_encoder_too_deep(e);
}

/** Draws cells on the credit at body offset o (spec section 7.3); false, and nothing drawn, if it does not suffice. */
bool lyo_encoder_draw(lyo_encoder *e, size_t o, uint64_t cells);

/** A string of these bytes that lives until the end. */
zend_string *lyo_encoder_string(lyo_encoder *e, const char *bytes, size_t length);

/**
 * Writes the value of a slot that user code can reach: references and identity are seen here. watched: as lyo_write_cell() watches
 * for arrays inside themselves.
 */
bool lyo_write_slot(lyo_encoder *e, zval *slot, bool watched);
/**
 * Writes the value of a cell of the array parent, which is held. An array that is being written already is null here, as for
 * serialize(): only a PHP reference can make it meet itself. define: see lyo_write_array.
 */
bool lyo_write_cell(lyo_encoder *e, zval *cell, const HashTable *parent, bool define);

void lyo_write_double(lyo_encoder *e, double v);
void lyo_write_string(lyo_encoder *e, zend_string *s);
/** Writes a leaf: null, bool, int, float or string. */
void lyo_write_leaf(lyo_encoder *e, const zval *v);

/** True for a leaf and for an empty array: a payload that is nothing else needs no tables. */
LYO_INLINE bool lyo_is_alone(const zval *v)
{
    return Z_TYPE_P(v) < IS_ARRAY || Z_TYPE_P(v) == IS_RESOURCE ||
           (Z_TYPE_P(v) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(v)) == 0);
}
/** The payload of such a value: a new string. */
zend_string *lyo_encode_alone(const zval *v);

/** Bytes of the token of an int. */
LYO_INLINE unsigned lyo_int_token_size(zend_long v)
{
    return v >= -1 && v <= 62 ? 1 : 1 + lyo_int_size(v);
}

/** A string token of the preamble. */
void lyo_put_name(lyo_encoder *e, zend_string *s);
/** An int token into a buffer. */
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
/** A count: tag short_first + n - 1 up to 8, else tag long_first + width - 1 and the count. */
void lyo_put_count(lyo_buffer *buffer, uint8_t short_first, uint8_t long_first, uint32_t n);

/** Writes the use of the PHP reference that begins at the node's first slot. */
void lyo_write_use_reference(lyo_encoder *e, lyo_node *node);

/** Writes an array; define: its shape is to be defined at first sight (spec section 6.2). */
bool lyo_write_array(lyo_encoder *e, HashTable *ht, bool define);
bool lyo_write_list(lyo_encoder *e, HashTable *ht);
/** Writes an object; by_reference: it was met through a PHP reference. */
bool lyo_write_object(lyo_encoder *e, zend_object *object, bool by_reference);

/** Tries the forms of section 6.1 but rows. True if the list was written. */
bool lyo_write_vector(lyo_encoder *e, const HashTable *ht);
/** Tries the forms of section 6.4. True if the rows were written, or if *failed. */
bool lyo_write_rows(lyo_encoder *e, HashTable *ht, bool keyed, bool *failed);

/** The shape index of a shapeable map, or LYO_NO_SHAPE. */
uint32_t lyo_map_shape(lyo_encoder *e, const HashTable *ht);
/** True if both arrays are shapeable maps with the same keys. */
bool lyo_maps_alike(const HashTable *a, const HashTable *b);
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
/** Makes room for n more fields. */
void lyo_encoder_add_fields(lyo_encoder *e, uint32_t n);
/** Makes room for another state. */
void lyo_encoder_add_state(lyo_encoder *e);

/** The value of a cell: a PHP reference that only this cell has left is none, as for serialize(). */
LYO_INLINE zval *lyo_unwrap(zval *cell)
{
    return UNEXPECTED(Z_TYPE_P(cell) == IS_REFERENCE) && Z_REFCOUNT_P(cell) == 1 ? Z_REFVAL_P(cell) : cell;
}

#endif
