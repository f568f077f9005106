/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk does not recurse. It keeps its levels on a stack of its own, so it can walk values of any depth.
 */
#include "wire/lyo_igbinary_walk.h"

#define EMBEDDED_LEVELS 32

#define TOKEN(kind, width) (LYO_IGB_IS_##kind << 4 | (width))
#define SIZED(kind) TOKEN(kind, 1), TOKEN(kind, 2), TOKEN(kind, 4)
#define SIGNED(width) TOKEN(LONG, width), TOKEN(LONG, width)
const uint8_t lyo_igbinary_tokens[LYO_IGB_TAGS] = {
    TOKEN(CONSTANT, 0), SIZED(BACK),  TOKEN(CONSTANT, 0),  TOKEN(CONSTANT, 0), SIGNED(1),
    SIGNED(2),          SIGNED(4),    TOKEN(DOUBLE, 8),    TOKEN(EMPTY, 0),    SIZED(STRING_ID),
    SIZED(STRING),      SIZED(ARRAY), SIZED(OBJECT),       SIZED(OBJECT_ID),   SIZED(PAYLOAD),
    SIGNED(8),          SIZED(BACK),  TOKEN(REFERENCE, 0), TOKEN(STRING, 8),   TOKEN(CASE, 0)};

/* An array or object whose entries are being walked. */
typedef struct level {
    uint32_t left; /* entries that are still to come */
    const char *part;
} level;

typedef struct message_walk {
    const uint8_t *data, *p, *end;
    const uint8_t *token; /* first byte of the token that is being read */
    uint64_t strings;     /* number of strings that have a number */
    uint64_t ids;
    uint64_t elements; /* entries that containers claimed so far */
    uint64_t max_elements;
    uint32_t depth;
    uint32_t capacity;
    uint32_t max_depth;
    level *levels;
    void *(*reallocate)(void *memory, size_t size);
    lyo_igbinary_error *error;
    level embedded[EMBEDDED_LEVELS];
} message_walk;

static bool fail(message_walk *w, lyo_igbinary_error_code code, const char *part, uint64_t a, uint64_t b)
{
    *w->error =
        (lyo_igbinary_error){code, part, (size_t)(w->p - w->data), (size_t)(w->token - w->data), a, b};
    return false;
}

static size_t left(const message_walk *w)
{
    return (size_t)(w->end - w->p);
}

static bool skip(message_walk *w, uint64_t n, const char *part)
{
    if (left(w) < n) {
        return fail(w, LYO_IGB_END, part, 0, 0);
    }
    w->p += n;
    return true;
}

/* Reads a number of this width. */
static bool number(message_walk *w, unsigned width, const char *part, uint64_t *v)
{
    if (!skip(w, width, part)) {
        return false;
    }
    *v = lyo_load_be(w->p - width, width);
    return true;
}

/* Reads a tag. */
static bool next_tag(message_walk *w, const char *part, lyo_igbinary_token *token)
{
    w->token = w->p;
    if (!skip(w, 1, part)) {
        return false;
    }
    *token = lyo_igbinary_token_of(w->p[-1]);
    return true;
}

/* Refuses the tag that was read last. */
static bool unknown(message_walk *w, lyo_igbinary_error_code code, const char *part)
{
    return fail(w, code, part, w->p[-1], 0);
}

/* Reads a length, and as many bytes. */
static bool counted(message_walk *w, unsigned width, const char *part)
{
    uint64_t length;

    return number(w, width, part, &length) && skip(w, length, part);
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

/* Reads the rest of a leaf. */
static bool leaf(message_walk *w, lyo_igbinary_token token)
{
    switch (token.kind) {
    case LYO_IGB_IS_STRING:
        return chars(w, token.width);
    case LYO_IGB_IS_STRING_ID:
        return string_number(w, token.width);
    case LYO_IGB_IS_LONG:
        return skip(w, token.width, LYO_IGB_PART_LONG);
    case LYO_IGB_IS_DOUBLE:
        return skip(w, token.width, LYO_IGB_PART_DOUBLE);
    default:
        return true;
    }
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

/* Begins an array, or the properties of an object, with a count of this width. */
static bool begin(message_walk *w, unsigned width, const char *part)
{
    uint64_t n;

    if (!number(w, width, part, &n)) {
        return false;
    }
    if (n > left(w)) {
        return fail(w, LYO_IGB_COUNT, part, left(w), n);
    }
    if (w->depth >= w->max_depth) {
        return fail(w, LYO_IGB_DEPTH, part, w->max_depth, 0);
    }
    w->elements += n;
    if (w->max_elements && w->elements > w->max_elements) {
        return fail(w, LYO_IGB_ELEMENTS, part, w->max_elements, 0);
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
    lyo_igbinary_token token;

    if (!next_tag(w, LYO_IGB_PART_ENUM_CASE, &token)) {
        return false;
    }
    if (token.kind == LYO_IGB_IS_OBJECT_ID) {
        return string_number(w, token.width);
    }
    return token.kind == LYO_IGB_IS_STRING || token.kind == LYO_IGB_IS_STRING_ID
               ? leaf(w, token)
               : unknown(w, LYO_IGB_UNKNOWN_CASE, LYO_IGB_PART_ENUM_CASE);
}

/* Reads the contents of an object, after its class. */
static bool body(message_walk *w)
{
    lyo_igbinary_token token;

    w->ids++;
    if (!next_tag(w, LYO_IGB_PART_OBJECT, &token)) {
        return false;
    }
    switch (token.kind) {
    case LYO_IGB_IS_ARRAY:
        return begin(w, token.width, LYO_IGB_PART_PROPERTIES);
    case LYO_IGB_IS_PAYLOAD:
        return counted(w, token.width, LYO_IGB_PART_PAYLOAD);
    case LYO_IGB_IS_CASE:
        return case_name(w);
    default:
        return unknown(w, LYO_IGB_UNKNOWN_BODY, LYO_IGB_PART_OBJECT);
    }
}

static bool reference(message_walk *w, unsigned width)
{
    uint64_t id;

    if (!number(w, width, LYO_IGB_PART_REF, &id)) {
        return false;
    }
    return id < w->ids || fail(w, LYO_IGB_REF_NUMBER, LYO_IGB_PART_REF, id, w->ids);
}

/* Reads arrays, objects and back references. */
static bool other(message_walk *w, lyo_igbinary_token token)
{
    switch (token.kind) {
    case LYO_IGB_IS_ARRAY:
        w->ids++;
        return begin(w, token.width, LYO_IGB_PART_ARRAY);
    case LYO_IGB_IS_OBJECT:
        return chars(w, token.width) && body(w);
    case LYO_IGB_IS_OBJECT_ID:
        return string_number(w, token.width) && body(w);
    case LYO_IGB_IS_BACK:
        return reference(w, token.width);
    default:
        return unknown(w, LYO_IGB_UNKNOWN_TYPE, LYO_IGB_PART_VALUE);
    }
}

static bool value(message_walk *w)
{
    const uint8_t *first = w->p;
    lyo_igbinary_token token;

    do { /* repeated tags still mean a single PHP reference */
        if (!next_tag(w, LYO_IGB_PART_VALUE, &token)) {
            return false;
        }
    } while (token.kind == LYO_IGB_IS_REFERENCE);
    if (token.kind > LYO_IGB_IS_STRING_ID) {
        return other(w, token);
    }
    w->ids += w->p - first > 1; /* a leaf has an id only in a PHP reference */
    return leaf(w, token);
}

/* Reads an entry of an array or object: a key and its value, or a null instead of both. */
static bool entry(message_walk *w, const char *part)
{
    lyo_igbinary_token token;

    if (!next_tag(w, part, &token)) {
        return false;
    }
    if (w->p[-1] == LYO_IGB_NULL) {
        return true;
    }
    return token.kind < LYO_IGB_IS_LONG || token.kind > LYO_IGB_IS_STRING_ID
               ? unknown(w, LYO_IGB_UNKNOWN_KEY, part)
               : leaf(w, token) && value(w);
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
    w->token = w->p;
    return !left(w) || fail(w, LYO_IGB_TRAILING, LYO_IGB_PART_VALUE, 0, 0);
}

bool lyo_igbinary_walk(const uint8_t *data, size_t size, uint32_t max_depth, uint64_t max_elements,
                       void *(*reallocate)(void *, size_t), void (*release)(void *),
                       lyo_igbinary_error *error)
{
    message_walk w = {.data = data,
                      .p = data,
                      .token = data,
                      .end = data + size,
                      .capacity = EMBEDDED_LEVELS,
                      .max_depth = max_depth,
                      .max_elements = max_elements,
                      .reallocate = reallocate,
                      .error = error};

    if (size <= LYO_IGB_HEADER_SIZE) {
        w.token = data + size;
        return fail(&w, LYO_IGB_SHORT_HEADER, LYO_IGB_PART_VALUE, size, 0);
    }
    if (!lyo_igbinary_has_header(data, size)) {
        return fail(&w, LYO_IGB_WRONG_VERSION, LYO_IGB_PART_VALUE, lyo_load_be(data, 4), 0);
    }
    w.p += LYO_IGB_HEADER_SIZE;
    w.levels = w.embedded;
    bool good = walk_all(&w);
    if (w.levels != w.embedded) {
        release(w.levels);
    }
    return good;
}
