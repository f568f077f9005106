/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk does not recurse. It keeps its levels on a stack of its own, so it can walk values of any depth.
 */
#include "wire/lyo_igbinary_walk.h"

#include <stdlib.h>

#define EMBEDDED_LEVELS 32

/* An array or object whose entries are being walked. */
typedef struct level {
    uint32_t left; /* entries that are still to come */
    lyo_igbinary_part part;
} level;

typedef struct message_walk {
    const uint8_t *data, *p, *end;
    uint64_t strings; /* number of strings that have a number */
    uint64_t ids;
    uint32_t depth;
    uint32_t capacity;
    uint32_t max_depth;
    level *levels;
    void *(*reallocate)(void *memory, size_t size);
    lyo_igbinary_error *error;
    level embedded[EMBEDDED_LEVELS];
} message_walk;

static bool fail(message_walk *w, lyo_igbinary_error_code code, lyo_igbinary_part part, uint64_t a,
                 uint64_t b)
{
    *w->error = (lyo_igbinary_error){code, part, (size_t)(w->p - w->data), a, b};
    return false;
}

static size_t left(const message_walk *w)
{
    return (size_t)(w->end - w->p);
}

/* Reads a number of this width. */
static bool number(message_walk *w, unsigned width, lyo_igbinary_part part, uint64_t *v)
{
    if (left(w) < width) {
        return fail(w, LYO_IGB_END, part, 0, 0);
    }
    *v = lyo_load_be(w->p, width);
    w->p += width;
    return true;
}

/* Reads a tag. */
static bool next_tag(message_walk *w, lyo_igbinary_part part, uint8_t *tag)
{
    if (!left(w)) {
        return fail(w, LYO_IGB_END, part, 0, 0);
    }
    *tag = *w->p++;
    return true;
}

/* Reads a length, and as many bytes. */
static bool counted(message_walk *w, unsigned width, lyo_igbinary_part part)
{
    uint64_t length;

    if (!number(w, width, part, &length)) {
        return false;
    }
    if (left(w) < length) {
        return fail(w, LYO_IGB_END, part, 0, 0);
    }
    w->p += length;
    return true;
}

/* Reads the length and bytes of a new string. */
static bool chars(message_walk *w, unsigned width)
{
    w->strings++;
    return counted(w, width, LYO_IGB_PART_CHARARRAY);
}

/* Reads the number of an earlier string. */
static bool string_number(message_walk *w, unsigned width)
{
    uint64_t at;

    if (!number(w, width, LYO_IGB_PART_STRING, &at)) {
        return false;
    }
    return at < w->strings || fail(w, LYO_IGB_STRING_NUMBER, LYO_IGB_PART_STRING, 0, 0);
}

/* What became of a token. */
typedef enum outcome {
    WRONG, /* the error is recorded */
    GOOD,
    OTHER /* it is of another kind; nothing was read */
} outcome;

/* Reads the rest of a string after its tag. */
static outcome string(message_walk *w, uint8_t tag)
{
    if (lyo_igbinary_in(tag, LYO_IGB_STRING_ID8)) {
        return string_number(w, lyo_igbinary_width(tag, LYO_IGB_STRING_ID8)) ? GOOD : WRONG;
    }
    if (lyo_igbinary_in(tag, LYO_IGB_STRING8) || tag == LYO_IGB_STRING64) {
        return chars(w, tag == LYO_IGB_STRING64 ? 8 : lyo_igbinary_width(tag, LYO_IGB_STRING8)) ? GOOD
                                                                                                : WRONG;
    }
    return tag == LYO_IGB_STRING_EMPTY ? GOOD : OTHER;
}

/* --- levels --------------------------------------------------------------------------------------------- */

static bool grow_levels(message_walk *w)
{
    uint32_t capacity = w->capacity * 2;
    level *levels = w->reallocate(w->levels == w->embedded ? NULL : w->levels, capacity * sizeof *levels);

    if (!levels) {
        return fail(w, LYO_IGB_MEMORY, LYO_IGB_PART_VALUE, 0, 0);
    }
    if (w->levels == w->embedded) {
        memcpy(levels, w->embedded, sizeof w->embedded);
    }
    w->levels = levels;
    w->capacity = capacity;
    return true;
}

/* Begins an array, or the properties of an object. tag must be that of an array. */
static bool begin(message_walk *w, uint8_t tag, lyo_igbinary_part part)
{
    uint64_t n;

    if (!number(w, lyo_igbinary_width(tag, LYO_IGB_ARRAY8), part, &n)) {
        return false;
    }
    if (n > left(w)) {
        return fail(w, LYO_IGB_COUNT, part, left(w), n);
    }
    if (w->max_depth && w->depth >= w->max_depth) {
        return fail(w, LYO_IGB_DEPTH, part, w->max_depth, 0);
    }
    if (w->depth == w->capacity && !grow_levels(w)) {
        return false;
    }
    w->levels[w->depth++] = (level){(uint32_t)n, part};
    return true;
}

/* --- values --------------------------------------------------------------------------------------------- */

/*
 * Reads the name of an enum case: a string that is not empty, or the number of a string, also with the tag
 * for class names.
 */
static bool case_name(message_walk *w)
{
    uint8_t tag;

    if (!next_tag(w, LYO_IGB_PART_ENUM_CASE, &tag)) {
        return false;
    }
    if (lyo_igbinary_in(tag, LYO_IGB_OBJECT_ID8)) {
        return string_number(w, lyo_igbinary_width(tag, LYO_IGB_OBJECT_ID8));
    }
    outcome read = tag == LYO_IGB_STRING_EMPTY ? OTHER : string(w, tag);
    return read == OTHER ? fail(w, LYO_IGB_UNKNOWN_CASE, LYO_IGB_PART_ENUM_CASE, tag, 0) : read == GOOD;
}

/* Reads the contents of an object, after its class. */
static bool body(message_walk *w)
{
    uint8_t tag;

    w->ids++;
    if (!next_tag(w, LYO_IGB_PART_OBJECT, &tag)) {
        return false;
    }
    if (lyo_igbinary_in(tag, LYO_IGB_ARRAY8)) {
        return begin(w, tag, LYO_IGB_PART_PROPERTIES);
    }
    if (lyo_igbinary_in(tag, LYO_IGB_PAYLOAD8)) {
        return counted(w, lyo_igbinary_width(tag, LYO_IGB_PAYLOAD8), LYO_IGB_PART_PAYLOAD);
    }
    return tag == LYO_IGB_ENUM_CASE ? case_name(w)
                                    : fail(w, LYO_IGB_UNKNOWN_BODY, LYO_IGB_PART_OBJECT, tag, 0);
}

static bool reference(message_walk *w, unsigned width)
{
    uint64_t id;

    if (!number(w, width, LYO_IGB_PART_REF, &id)) {
        return false;
    }
    return id < w->ids || fail(w, LYO_IGB_REF_NUMBER, LYO_IGB_PART_REF, id, w->ids);
}

/* Reads a null, bool, number or string. These have an id only after the tag of a PHP reference. */
static outcome leaf(message_walk *w, uint8_t tag)
{
    uint64_t ignored;
    unsigned width = tag == LYO_IGB_DOUBLE ? 8 : lyo_igbinary_long_width(tag);

    if (width) {
        lyo_igbinary_part part = tag == LYO_IGB_DOUBLE ? LYO_IGB_PART_DOUBLE : LYO_IGB_PART_LONG;
        return number(w, width, part, &ignored) ? GOOD : WRONG;
    }
    return tag == LYO_IGB_NULL || tag == LYO_IGB_FALSE || tag == LYO_IGB_TRUE ? GOOD : string(w, tag);
}

/* Reads arrays, objects and back references. */
static bool other(message_walk *w, uint8_t tag)
{
    if (lyo_igbinary_in(tag, LYO_IGB_ARRAY8)) {
        w->ids++;
        return begin(w, tag, LYO_IGB_PART_ARRAY);
    }
    if (lyo_igbinary_in(tag, LYO_IGB_OBJECT8)) {
        return chars(w, lyo_igbinary_width(tag, LYO_IGB_OBJECT8)) && body(w);
    }
    if (lyo_igbinary_in(tag, LYO_IGB_OBJECT_ID8)) {
        return string_number(w, lyo_igbinary_width(tag, LYO_IGB_OBJECT_ID8)) && body(w);
    }
    if (lyo_igbinary_in(tag, LYO_IGB_REF8)) {
        return reference(w, lyo_igbinary_width(tag, LYO_IGB_REF8));
    }
    if (lyo_igbinary_in(tag, LYO_IGB_OBJREF8)) {
        return reference(w, lyo_igbinary_width(tag, LYO_IGB_OBJREF8));
    }
    return fail(w, LYO_IGB_UNKNOWN_TYPE, LYO_IGB_PART_VALUE, tag, 0);
}

static bool value(message_walk *w)
{
    bool referenced = false;
    uint8_t tag;

    do { /* repeated tags still mean a single PHP reference */
        if (!next_tag(w, LYO_IGB_PART_VALUE, &tag)) {
            return false;
        }
        referenced = referenced || tag == LYO_IGB_REFERENCE;
    } while (tag == LYO_IGB_REFERENCE);
    outcome read = leaf(w, tag);
    w->ids += read == GOOD && referenced;
    return read == OTHER ? other(w, tag) : read == GOOD;
}

/* Reads an entry of an array or object: a key and its value, or a null instead of both. */
static bool entry(message_walk *w, lyo_igbinary_part part)
{
    uint64_t ignored;
    uint8_t tag;

    if (!next_tag(w, part, &tag)) {
        return false;
    }
    if (tag == LYO_IGB_NULL) {
        return true;
    }
    unsigned width = lyo_igbinary_long_width(tag);
    outcome key = !width ? string(w, tag) : number(w, width, LYO_IGB_PART_LONG, &ignored) ? GOOD : WRONG;
    return key == OTHER ? fail(w, LYO_IGB_UNKNOWN_KEY, part, tag, 0) : key == GOOD && value(w);
}

static bool walk_all(message_walk *w)
{
    if (!value(w)) {
        return false;
    }
    while (w->depth) {
        level *top = &w->levels[w->depth - 1];
        if (!top->left) {
            w->depth--;
            continue;
        }
        top->left--;
        if (!entry(w, top->part)) {
            return false;
        }
    }
    return !left(w) || fail(w, LYO_IGB_TRAILING, LYO_IGB_PART_VALUE, 0, 0);
}

bool lyo_igbinary_has_header(const uint8_t *data, size_t size)
{
    return size > LYO_IGB_HEADER_SIZE && data[0] == 0 && data[1] == 0 && data[2] == 0 &&
           (data[3] == 1 || data[3] == 2);
}

bool lyo_igbinary_walk(const uint8_t *data, size_t size, uint32_t max_depth,
                       void *(*reallocate)(void *, size_t), void (*release)(void *),
                       lyo_igbinary_error *error)
{
    message_walk w;

    w.data = w.p = data;
    w.end = data + size;
    w.error = error;
    if (size <= LYO_IGB_HEADER_SIZE) {
        return fail(&w, LYO_IGB_SHORT_HEADER, LYO_IGB_PART_VALUE, size, 0);
    }
    if (!lyo_igbinary_has_header(data, size)) {
        return fail(&w, LYO_IGB_WRONG_VERSION, LYO_IGB_PART_VALUE, lyo_load_be32(data), 0);
    }
    w.p += LYO_IGB_HEADER_SIZE;
    w.strings = w.ids = 0;
    w.depth = 0;
    w.capacity = EMBEDDED_LEVELS;
    w.max_depth = max_depth;
    w.levels = w.embedded;
    w.reallocate = reallocate ? reallocate : realloc;
    bool good = walk_all(&w);
    if (w.levels != w.embedded) {
        (release ? release : free)(w.levels);
    }
    return good;
}
