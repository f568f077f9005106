/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Goes through the text of serialize() without creating its value, for what PHP's reader has no option for:
 * it counts elements, and reports the names of classes and enums before PHP loads any. PHP's reader decides
 * about the text afterwards. The walk accepts what PHP accepts, with one exception: it refuses counts and
 * sizes of more than 18 digits. It does not look into the payload of an object (C:).
 */
#ifndef LYO_TEXT_WALK_H
#define LYO_TEXT_WALK_H

#include "wire/lyo_bytes.h"
#include "wire/lyo_error.h"

typedef struct lyo_text_walk_options {
    uint32_t max_depth;    /* levels, counted as PHP does: empty arrays are none; 0: no limit */
    uint64_t max_elements; /* of all arrays and objects together; 0: no limit */
    /* Gets the name of each class or enum, in the order of the text; it points into the text. NULL: nobody does. */
    void (*name)(void *context, const char *name, size_t length, bool is_enum);
    void *context;
    /* as in lyo_walk_options, but never NULL */
    void *(*reallocate)(void *memory, size_t size);
    void (*release)(void *memory);
} lyo_text_walk_options;

/**
 * Walks the first value of a text. More bytes may follow it, as with unserialize(). Returns false with *error
 * set if the text is refused: LYO_ERR_TRUNCATED, LYO_ERR_DEPTH, LYO_ERR_ELEMENTS, or LYO_ERR_TAG for all else,
 * each with the offset of the token. The code is LYO_OK if there was no memory.
 */
bool lyo_text_walk(const uint8_t *data, size_t size, const lyo_text_walk_options *options, lyo_error *error);

#endif
