/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parts of lyo-dump: a text that grows, notation of leaves, keys and names (spec section 8), and the two printers that
 * listen to a walk.
 */
#ifndef LYO_DUMP_H
#define LYO_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/lyo_walk.h"

/** A growing buffer, always with room for a NUL at the end. */
typedef struct dump_text {
    char *bytes;
    size_t size;
    size_t capacity;
} dump_text;

void dump_text_add(dump_text *text, const char *bytes, size_t size);
void dump_text_puts(dump_text *text, const char *string);
void dump_text_printf(dump_text *text, const char *format, ...);

/** realloc() that ends the program when there is no memory. */
void *dump_reallocate(void *memory, size_t size);

void dump_string(dump_text *text, lyo_walk_span string);
void dump_class(dump_text *text, lyo_walk_span name);
void dump_leaf(dump_text *text, const lyo_walk_leaf *leaf);
void dump_key(dump_text *text, const lyo_walk_key *key);

/** The keys of each shape, remembered while the preamble is read. */
typedef struct dump_shapes {
    lyo_walk_key *keys;
    size_t *first; /* of each definition, its first key */
    size_t key_count, key_capacity;
    size_t count, capacity;
    bool open; /* in a definition */
} dump_shapes;

/** True if the event was about definitions and needs nothing more. */
bool dump_shapes_listen(dump_shapes *shapes, const lyo_walk_event *event);
const lyo_walk_key *dump_shapes_key(const dump_shapes *shapes, uint64_t id, uint64_t index);
void dump_shapes_free(dump_shapes *shapes);

/** Writes diagnostic notation to text; if there is an error, as far as the part before it allows. */
bool dump_diag(const uint8_t *data, size_t size, const lyo_walk_options *options, dump_text *text,
               lyo_error *error);

/** Writes annotated hex to text, up to the error. */
bool dump_hex(const uint8_t *data, size_t size, const lyo_walk_options *options, dump_text *text,
              lyo_error *error);

#endif
