/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds and makes definitions. The writer's other files use only these functions of lyo_definitions.
 */
#ifndef LYO_WRITER_DEFINITIONS_H
#define LYO_WRITER_DEFINITIONS_H

#include "lyo/lyo_writer.h"

/* --- maps ----------------------------------------------------------------------------------------------- */

/** Returns where the index of the shape of a map is guessed. With holes the guess is worse, but is verified. */
LYO_INLINE uint16_t *lyo_guess_of(lyo_encoder *e, const HashTable *ht)
{
    const lyo_entry *first = lyo_entries(ht);
    uint32_t n = zend_hash_num_elements(ht), sign = (uint32_t)(first->h + first[n - 1].h * 3 + n);

    LYO_ASSERT(n > 0);
    return &e->strings.memory->guesses[(sign ^ sign >> 8) % LYO_MAP_GUESSES];
}

/** Returns the index of the shape that is guessed for a map without holes, or LYO_NO_SHAPE if it is wrong. */
LYO_INLINE uint32_t lyo_guess_shape(lyo_encoder *e, const HashTable *ht)
{
    const lyo_shapes *shapes = &e->definitions.shapes;
    uint32_t guess = *lyo_guess_of(e, ht);

    return guess < shapes->count && lyo_defines_map(&e->strings.longs, &shapes->shapes[guess].defined, ht)
               ? guess
               : LYO_NO_SHAPE;
}

/**
 * If a known prefix goes on with the shape of a map without holes, and it may be defined now, defines it and
 * returns its id; else returns LYO_NOT_DEFINED. define: see lyo_write_array().
 */
uint32_t lyo_follow_map(lyo_encoder *e, const HashTable *ht, bool define);

/**
 * Returns the id of the definition of a shapeable map, and defines it if needed. LYO_NOT_DEFINED: the map
 * must be written without a definition (spec section 6.2).
 */
uint32_t lyo_define_map(lyo_encoder *e, const HashTable *ht, bool define);

/** Returns the index of the shape of a shapeable map. The shape may be undefined. */
uint32_t lyo_meet_map(lyo_encoder *e, const HashTable *ht);
/** Returns true if a map (hash layout) has the keys of the shape. */
LYO_INLINE bool lyo_has_shape(lyo_encoder *e, uint32_t shape, const HashTable *ht)
{
    return lyo_defines_map(&e->strings.longs, &e->definitions.shapes.shapes[shape].defined, ht);
}
LYO_INLINE bool lyo_is_defined(const lyo_encoder *e, uint32_t shape)
{
    return e->definitions.shapes.shapes[shape].definition != LYO_NOT_DEFINED;
}
/** Defines a shape that was only met. Returns the id of its definition. */
uint32_t lyo_define_met(lyo_encoder *e, uint32_t shape);
/** Defines a shape if it is undefined. Returns the id of its definition. */
LYO_INLINE uint32_t lyo_define_shape(lyo_encoder *e, uint32_t shape)
{
    uint32_t definition = e->definitions.shapes.shapes[shape].definition;

    return EXPECTED(definition != LYO_NOT_DEFINED) ? definition : lyo_define_met(e, shape);
}

/**
 * Returns the id of the definition of a map without holes if its shape was met and is guessed, so that its
 * keys need no hash, or by lyo_follow_map(); else LYO_NOT_DEFINED.
 */
LYO_INLINE uint32_t lyo_find_map(lyo_encoder *e, const HashTable *ht, bool define)
{
    uint32_t shape = lyo_guess_shape(e, ht);

    return EXPECTED(shape != LYO_NO_SHAPE) ? lyo_define_shape(e, shape) : lyo_follow_map(e, ht, define);
}

/* --- objects -------------------------------------------------------------------------------------------- */

/** Returns true if a state of this class is defined when it is first met. */
LYO_INLINE bool lyo_is_made_at_once(const lyo_encoder *e, const zend_string *class_name)
{
    return lyo_encoder_offset(e) < LYO_LIMIT_EAGER || !zend_string_equals_literal(class_name, "stdClass");
}

/**
 * Returns the id of the definition for a state with these keys, and defines it if needed. The keys may be in
 * lyo_encoder_room(), where they are kept if the shape is new, or must last longer. LYO_NOT_DEFINED: the
 * state must be written by an open class (spec section 6.3). Sets *known to the known prefix that ends with it,
 * or to NULL. Sets *keys to keys that are valid until the end of the call.
 */
uint32_t lyo_define_state(lyo_encoder *e, zend_string *class_name, const lyo_key **keys, uint32_t n,
                          lyo_prefix **known);
/**
 * Returns the id that a definition of an earlier pass or call has in this one, and defines it if that is due;
 * LYO_NOT_DEFINED: it is neither defined nor due. Sets *known to the prefix found.
 */
uint32_t lyo_recall_state(lyo_encoder *e, lyo_prefix **known);

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name);
uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name);

/* --- the preamble --------------------------------------------------------------------------------------- */

/** Initialises the members that the passes of a value share. */
LYO_INLINE void lyo_definitions_begin(lyo_definitions *d)
{
    d->mark_capacity = 0;
    d->marks = NULL;
}
/** Initialises the members of one pass. */
LYO_INLINE void lyo_definitions_init(lyo_encoder *e)
{
    lyo_definitions *d = &e->definitions;

    lyo_buffer_init(&e->preamble, e->preamble_room, sizeof e->preamble_room);
    lyo_shapes_init(&d->shapes, &e->strings.longs);
    d->count = d->undefined = d->mark_count = 0;
    d->prefix = d->moved_at = NULL;
    d->is_prefix = e->options->prefixes != NULL;
}
/** Frees the members of one pass. */
LYO_INLINE void lyo_definitions_free(lyo_encoder *e)
{
    lyo_buffer_free(&e->preamble);
    lyo_shapes_free(&e->definitions.shapes);
}
/** Returns the size in bytes of the definitions so far. */
LYO_INLINE size_t lyo_preamble_size(const lyo_encoder *e)
{
    const lyo_definitions *d = &e->definitions;

    return EXPECTED(d->is_prefix) ? (d->prefix ? d->prefix->size : 0) : lyo_buffer_size(&e->preamble);
}
/** Writes the definitions at p. Returns the byte behind them. */
uint8_t *lyo_put_preamble(const lyo_encoder *e, uint8_t *p);
/**
 * Called when the body moves to a string. Returns the bytes in front of the body of the last value that moved
 * at the same definition; 0: unknown.
 */
size_t lyo_recall_front(lyo_encoder *e);
/** Remembers, for lyo_recall_front(), how many bytes are in front of a body that has moved. */
void lyo_remember_front(const lyo_encoder *e, size_t front);
/** The slow path of lyo_offer_definitions(): there are new definitions, and a cache of prefixes. */
void lyo_offer_marked(lyo_encoder *e);
/** At the end of an encode: offers new definitions to the known prefixes, for later values. */
LYO_INLINE void lyo_offer_definitions(lyo_encoder *e)
{
    if (UNEXPECTED(e->definitions.mark_count > 0)) {
        lyo_offer_marked(e);
    }
}

#endif
