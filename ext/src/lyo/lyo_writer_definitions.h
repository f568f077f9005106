/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds definitions and makes them: what the writer's other files know of lyo_definitions.
 */
#ifndef LYO_WRITER_DEFINITIONS_H
#define LYO_WRITER_DEFINITIONS_H

#include "lyo/lyo_writer.h"

/* --- maps ----------------------------------------------------------------------------------------------------------------- */

/** lyo_find_map() on the trail, where the guess was wrong. */
uint32_t lyo_look_for_map(lyo_encoder *e, const HashTable *ht, bool define, uint32_t sign);

/** The index of the shape of a map without holes, if it is that of the last map that was as long and began with the same key; else LYO_NO_SHAPE. */
LYO_INLINE uint32_t lyo_guess_shape(const lyo_encoder *e, const HashTable *ht)
{
    const lyo_definitions *d = &e->definitions;
    uint32_t guess = d->guesses[(lyo_entries(ht)->h + zend_hash_num_elements(ht)) % LYO_MAP_GUESSES];

    return guess && lyo_shapes_match(&d->shapes, guess - 1, ht) ? guess - 1 : LYO_NO_SHAPE;
}

/**
 * The id of the definition of a map without holes, if it is found without a hash of its keys; else LYO_NOT_DEFINED. One that followed the others before is
 * made. define: as of lyo_write_array().
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
 * The id of the definition of a shapeable map whose keys have this hash, made where it is new; LYO_NOT_DEFINED: it is to be written without one (spec
 * section 6.2). looked: lyo_find_map() has not found it.
 */
uint32_t lyo_define_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool define, bool looked);

/** The index of the shape of a shapeable map whose keys have this hash, which perhaps is not defined. */
uint32_t lyo_meet_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool looked);
/** True if a map (hash layout) has the keys of the shape. */
LYO_INLINE bool lyo_has_shape(const lyo_encoder *e, uint32_t shape, const HashTable *ht)
{
    return lyo_shapes_match(&e->definitions.shapes, shape, ht);
}
/** Defines a shape if it is not; returns its definition's id. */
uint32_t lyo_define_shape(lyo_encoder *e, uint32_t shape);

/** lyo_find_map() for a map that is perhaps new; one whose keys were met is defined. looked: that has not found it. */
LYO_INLINE uint32_t lyo_find_met_map(lyo_encoder *e, const HashTable *ht, bool define, bool looked)
{
    if (e->definitions.on_trail) {
        return looked ? LYO_NOT_DEFINED : lyo_find_map(e, ht, define);
    }
    uint32_t shape = lyo_guess_shape(e, ht);
    return shape != LYO_NO_SHAPE ? lyo_define_shape(e, shape) : LYO_NOT_DEFINED;
}

/* --- objects -------------------------------------------------------------------------------------------------------------- */

/** Room for n keys that are to be looked for. */
lyo_key *lyo_key_room(lyo_encoder *e, uint32_t n);
/**
 * The id of the definition under which a state of these keys, which stand in that room, is written, made where it is new; LYO_NOT_DEFINED: an open class
 * (spec section 6.3). Where its keys stand then: in *known, which lasts, or, if that is NULL, for this pass at *kept.
 */
uint32_t lyo_define_state(lyo_encoder *e, zend_string *class_name, const lyo_key *keys, uint32_t n,
                          lyo_trail **known, uint32_t *kept);
/** Keys that last. */
LYO_INLINE const lyo_key *lyo_known_keys(const lyo_trail *known)
{
    return known->defined.keys;
}
/** Keys of this pass. */
LYO_INLINE const lyo_key *lyo_kept_keys(const lyo_encoder *e, uint32_t kept)
{
    return e->definitions.shapes.keys + kept;
}
/** True if a definition of an earlier pass or call may be one of this. */
LYO_INLINE bool lyo_may_recall(const lyo_encoder *e, const lyo_trail *known)
{
    return e->definitions.on_trail && known;
}
/** The id of a definition that an earlier pass or call had, made where it is due; LYO_NOT_DEFINED: it is neither. *known becomes that of this one. */
uint32_t lyo_recall_state(lyo_encoder *e, lyo_trail **known);

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name);
uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name);

/* --- the preamble --------------------------------------------------------------------------------------------------------- */

/** Makes one for a value: what its passes share. */
LYO_INLINE void lyo_definitions_begin(lyo_definitions *d)
{
    d->path = d->embedded_path;
    d->path_capacity = LYO_EMBEDDED_PATH;
    d->mark_capacity = d->scratch_size = 0;
    d->marks = NULL;
    d->scratch = NULL;
}
/** Makes it empty, for a pass. */
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
/** Frees what a pass has. */
LYO_INLINE void lyo_definitions_free(lyo_encoder *e)
{
    lyo_buffer_free(&e->preamble);
    lyo_shapes_free(&e->definitions.shapes);
    if (UNEXPECTED(e->definitions.classes)) {
        zend_hash_destroy(e->definitions.classes);
        efree(e->definitions.classes);
    }
}
/** True if there is memory that passes share. */
LYO_INLINE bool lyo_definitions_grown(const lyo_definitions *d)
{
    return ((uintptr_t)d->marks | (uintptr_t)d->scratch) != 0 || d->path != d->embedded_path;
}
/** Frees that. */
void lyo_definitions_free_grown(lyo_definitions *d);

/** Bytes of the definitions so far. */
LYO_INLINE size_t lyo_preamble_size(const lyo_encoder *e)
{
    const lyo_definitions *d = &e->definitions;

    return EXPECTED(d->on_trail) ? (d->trail ? d->trail->size : 0) : lyo_buffer_size(&e->preamble);
}
/** Writes them at p; returns the byte behind them. */
uint8_t *lyo_put_preamble(const lyo_encoder *e, uint8_t *p);
/** The body moves to a string: the bytes that the last value had in front of it whose definitions up to here were these; 0: not known. */
size_t lyo_recall_front(lyo_encoder *e);
/** The body has moved, and this has come to stand in front of it. */
void lyo_remember_front(const lyo_encoder *e, size_t front);
/** lyo_offer_definitions() where some are new, and there are trails. */
void lyo_offer_marked(lyo_encoder *e);
/** At the end of an encode: offers definitions that were new to later ones. */
LYO_INLINE void lyo_offer_definitions(lyo_encoder *e)
{
    if (UNEXPECTED(e->definitions.mark_count > 0)) {
        lyo_offer_marked(e);
    }
}

#endif
