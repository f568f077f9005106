/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds and makes definitions. The writer's other files use only these functions of lyo_definitions.
 */
#ifndef LYO_WRITER_DEFINITIONS_H
#define LYO_WRITER_DEFINITIONS_H

#include "lyo/lyo_writer.h"

/* --- maps ----------------------------------------------------------------------------------------------- */

/** The slow path of lyo_find_map() on the trail, after a wrong guess. */
uint32_t lyo_look_for_map(lyo_encoder *e, const HashTable *ht, bool define, uint32_t sign);

/**
 * Returns the index of the shape of a map without holes if it is the shape of the last map with the same
 * length and first key; else LYO_NO_SHAPE.
 */
LYO_INLINE uint32_t lyo_guess_shape(const lyo_encoder *e, const HashTable *ht)
{
    const lyo_definitions *d = &e->definitions;
    uint32_t guess = d->guesses[(lyo_entries(ht)->h + zend_hash_num_elements(ht)) % LYO_MAP_GUESSES];

    return guess && lyo_shapes_match(&d->shapes, guess - 1, ht) ? guess - 1 : LYO_NO_SHAPE;
}

/**
 * Returns the id of the definition of a map without holes if it is found without hashing the keys; else
 * LYO_NOT_DEFINED. On the trail, a map that is the next known definition is defined here. define: see
 * lyo_write_array().
 */
LYO_INLINE uint32_t lyo_find_map(lyo_encoder *e, const HashTable *ht, bool define)
{
    const lyo_definitions *d = &e->definitions;

    if (!d->on_trail) {
        uint32_t shape = lyo_guess_shape(e, ht);
        return shape != LYO_NO_SHAPE ? d->shapes.shapes[shape].definition : LYO_NOT_DEFINED;
    }
    const lyo_entry *first = lyo_entries(ht);
    uint32_t n = zend_hash_num_elements(ht);
    uint32_t sign = lyo_trail_sign(n, first->h, first[n - 1].h);
    lyo_trail_guess guess = e->options->trails->guesses[sign % LYO_TRAIL_GUESSES];

    if (guess.rest == (uint16_t)(sign >> 8) && guess.id < d->count &&
        lyo_trail_is_map(d->path[guess.id].trail, ht)) {
        return guess.id;
    }
    return lyo_look_for_map(e, ht, define, sign);
}

/**
 * Returns the id of the definition of a shapeable map whose keys have this hash, and defines it if needed.
 * LYO_NOT_DEFINED: the map must be written without a definition (spec section 6.2). looked: lyo_find_map()
 * has been tried and has not found it.
 */
uint32_t lyo_define_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool define, bool looked);

/**
 * Returns the index of the shape of a shapeable map whose keys have this hash. The shape may be undefined.
 * looked: as above.
 */
uint32_t lyo_meet_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool looked);
/** Returns true if a map (hash layout) has the keys of the shape. */
LYO_INLINE bool lyo_has_shape(const lyo_encoder *e, uint32_t shape, const HashTable *ht)
{
    return lyo_shapes_match(&e->definitions.shapes, shape, ht);
}
/** Defines a shape if it is undefined. Returns the id of its definition. */
uint32_t lyo_define_shape(lyo_encoder *e, uint32_t shape);

/**
 * Like lyo_find_map(), but off the trail a shape that was only met is defined here. looked: lyo_find_map()
 * has been tried and has not found it.
 */
LYO_INLINE uint32_t lyo_find_met_map(lyo_encoder *e, const HashTable *ht, bool define, bool looked)
{
    if (e->definitions.on_trail) {
        return looked ? LYO_NOT_DEFINED : lyo_find_map(e, ht, define);
    }
    uint32_t shape = lyo_guess_shape(e, ht);
    return shape != LYO_NO_SHAPE ? lyo_define_shape(e, shape) : LYO_NOT_DEFINED;
}

/* --- objects -------------------------------------------------------------------------------------------- */

/** Returns room for n keys to pass to lyo_define_state(). */
lyo_key *lyo_key_room(lyo_encoder *e, uint32_t n);
/**
 * Returns the id of the definition for a state with these keys, which are in that room, and defines it if
 * needed. LYO_NOT_DEFINED: the state must be written by an open class (spec section 6.3). After the call, the
 * keys are at lyo_known_keys(*known), which lasts, or, if *known is NULL, at lyo_kept_keys(*kept) for this
 * pass.
 */
uint32_t lyo_define_state(lyo_encoder *e, zend_string *class_name, const lyo_key *keys, uint32_t n,
                          lyo_trail **known, uint32_t *kept);
/** Returns keys that last as long as the trails. */
LYO_INLINE const lyo_key *lyo_known_keys(const lyo_trail *known)
{
    return known->defined.keys;
}
/** Returns the keys at an index that is valid in this pass. The pointer is valid until a shape is added. */
LYO_INLINE const lyo_key *lyo_kept_keys(const lyo_encoder *e, uint32_t kept)
{
    return e->definitions.shapes.keys + kept;
}
/** Returns true if lyo_recall_state() may be called. */
LYO_INLINE bool lyo_may_recall(const lyo_encoder *e, const lyo_trail *known)
{
    return e->definitions.on_trail && known;
}
/**
 * Returns the id that a definition of an earlier pass or call has in this one, and defines it if that is due;
 * LYO_NOT_DEFINED: it is neither defined nor due. Sets *known to the definition found.
 */
uint32_t lyo_recall_state(lyo_encoder *e, lyo_trail **known);

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name);
uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name);

/* --- the preamble --------------------------------------------------------------------------------------- */

/** Initialises the members that the passes of a value share. */
LYO_INLINE void lyo_definitions_begin(lyo_definitions *d)
{
    d->path = d->embedded_path;
    d->path_capacity = LYO_EMBEDDED_PATH;
    d->mark_capacity = d->scratch_size = 0;
    d->marks = NULL;
    d->scratch = NULL;
}
/** Initialises the members of one pass. */
LYO_INLINE void lyo_definitions_init(lyo_encoder *e)
{
    lyo_definitions *d = &e->definitions;

    lyo_buffer_init(&e->preamble, e->preamble_room, sizeof e->preamble_room);
    lyo_shapes_init(&d->shapes);
    d->count = d->mark_count = 0;
    d->trail = d->moved_at = NULL;
    d->on_trail = e->options->trails != NULL;
    d->classes = NULL;
    memset(d->guesses, 0, sizeof d->guesses);
    memset(d->signs, 0, sizeof d->signs);
}
/** Frees the members of one pass. */
LYO_INLINE void lyo_definitions_free(lyo_encoder *e)
{
    lyo_buffer_free(&e->preamble);
    lyo_shapes_free(&e->definitions.shapes);
    if (UNEXPECTED(e->definitions.classes)) {
        zend_hash_destroy(e->definitions.classes);
        efree(e->definitions.classes);
    }
}
/** Returns true if members that the passes share were allocated. */
LYO_INLINE bool lyo_definitions_grown(const lyo_definitions *d)
{
    return ((uintptr_t)d->marks | (uintptr_t)d->scratch) != 0 || d->path != d->embedded_path;
}
/** Frees the allocated members that the passes share. */
void lyo_definitions_free_grown(lyo_definitions *d);

/** Returns the size in bytes of the definitions so far. */
LYO_INLINE size_t lyo_preamble_size(const lyo_encoder *e)
{
    const lyo_definitions *d = &e->definitions;

    return EXPECTED(d->on_trail) ? (d->trail ? d->trail->size : 0) : lyo_buffer_size(&e->preamble);
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
/** The slow path of lyo_offer_definitions(): there are new definitions, and trails. */
void lyo_offer_marked(lyo_encoder *e);
/** At the end of an encode: offers new definitions to the trails, for later values. */
LYO_INLINE void lyo_offer_definitions(lyo_encoder *e)
{
    if (UNEXPECTED(e->definitions.mark_count > 0)) {
        lyo_offer_marked(e);
    }
}

#endif
