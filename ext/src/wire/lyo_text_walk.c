/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walk does not recurse: it keeps the number of entries that each open container still needs. Each byte
 * is looked at once.
 */
#include "wire/lyo_text_walk.h"

#include <string.h>

#define EMBEDDED_LEVELS 32
/* Digits of a size or count that fit 63 bits. */
#define MOST_DIGITS 18
/* An entry has at least four bytes of key and two of value. */
#define LEAST_ENTRY 6

typedef struct text_walk {
    const uint8_t *data, *p, *end;
    const uint8_t *token; /* first byte of what is being read */
    const lyo_text_walk_options *options;
    lyo_error *error;
    uint64_t elements; /* that containers claimed so far */
    uint64_t values;   /* that back references count */
    bool opaque;       /* a payload has an unknown number of slots */
    uint32_t depth;
    uint32_t capacity;
    uint64_t *levels; /* entries that are still to come, by level */
    uint64_t embedded[EMBEDDED_LEVELS];
} text_walk;

/* --- bytes ---------------------------------------------------------------------------------------------- */

static bool refuse_text(text_walk *w, lyo_error_code code)
{
    *w->error = (lyo_error){code, (size_t)(w->token - w->data)};
    return false;
}

static size_t text_left(const text_walk *w)
{
    return (size_t)(w->end - w->p);
}

/* Refuses the byte at p, which is not what must be there. */
static bool refuse_byte(text_walk *w)
{
    return refuse_text(w, w->p == w->end ? LYO_ERR_TRUNCATED : LYO_ERR_TAG);
}

static bool literal(text_walk *w, const char *bytes)
{
    for (; *bytes; bytes++, w->p++) {
        if (w->p == w->end || *w->p != (uint8_t)*bytes) {
            return refuse_byte(w);
        }
    }
    return true;
}

/* True if the byte at p is one of these, which it then moves behind. */
static bool one_of(text_walk *w, const char *bytes)
{
    if (w->p == w->end || *w->p == '\0' || !strchr(bytes, *w->p)) {
        return false;
    }
    w->p++;
    return true;
}

static size_t digits(text_walk *w)
{
    const uint8_t *first = w->p;

    while (w->p < w->end && *w->p >= '0' && *w->p <= '9') {
        w->p++;
    }
    return (size_t)(w->p - first);
}

/* Reads a size or count. */
static bool text_number(text_walk *w, uint64_t *number)
{
    while (w->p + 1 < w->end && w->p[0] == '0' && w->p[1] >= '0' && w->p[1] <= '9') {
        w->p++;
    }
    const uint8_t *first = w->p;
    const size_t count = digits(w);

    if (count == 0 || count > MOST_DIGITS) {
        return count ? refuse_text(w, LYO_ERR_TAG) : refuse_byte(w);
    }
    for (*number = 0; first < w->p; first++) {
        *number = *number * 10 + (uint64_t)(*first - '0');
    }
    return true;
}

/* Reads the number of an object, which PHP reads with its sign, and as 0 if there are no digits. */
static bool signed_number(text_walk *w, uint64_t *number)
{
    const bool negative = w->p < w->end && *w->p == '-';

    one_of(w, "+-");
    if (w->p < w->end && *w->p == ':') {
        *number = 0;
        return true;
    }
    return text_number(w, number) && (!negative || *number == 0 || refuse_text(w, LYO_ERR_TAG));
}

/* Reads :5:"bytes and sets *bytes and *size to these bytes. */
static bool quoted(text_walk *w, const uint8_t **bytes, size_t *size)
{
    uint64_t n = 0;

    if (!literal(w, ":") || !text_number(w, &n) || !literal(w, ":\"")) {
        return false;
    }
    if (n > text_left(w)) {
        return refuse_text(w, LYO_ERR_TRUNCATED);
    }
    *bytes = w->p;
    *size = (size_t)n;
    w->p += n;
    return true;
}

/* --- leaves --------------------------------------------------------------------------------------------- */

static bool is_hex(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Reads :5:"bytes"; where a byte may be a backslash and two hexadecimal digits. */
static bool escaped_string(text_walk *w)
{
    uint64_t n = 0;

    if (!literal(w, ":") || !text_number(w, &n) || !literal(w, ":\"")) {
        return false;
    }
    for (; n; n--) {
        const size_t size = w->p < w->end && *w->p == '\\' ? 3 : 1;
        if (text_left(w) < size) {
            return refuse_text(w, LYO_ERR_TRUNCATED);
        }
        if (size == 3 && !(is_hex(w->p[1]) && is_hex(w->p[2]))) {
            return refuse_text(w, LYO_ERR_TAG);
        }
        w->p += size;
    }
    return literal(w, "\";");
}

static bool text_string(text_walk *w)
{
    const uint8_t *bytes;
    size_t size;

    return quoted(w, &bytes, &size) && literal(w, "\";");
}

static bool text_int(text_walk *w)
{
    if (!literal(w, ":")) {
        return false;
    }
    one_of(w, "+-");
    return (digits(w) || refuse_byte(w)) && literal(w, ";");
}

static bool text_double(text_walk *w)
{
    if (!literal(w, ":")) {
        return false;
    }
    if (w->p < w->end && *w->p == 'N') {
        return literal(w, "NAN;");
    }
    const bool positive = one_of(w, "+");
    if (!positive) {
        one_of(w, "-");
        if (w->p < w->end && *w->p == 'I') {
            return literal(w, "INF;");
        }
    }
    size_t count = digits(w);
    if (one_of(w, ".")) {
        count += digits(w);
    }
    if (!count) {
        return refuse_byte(w);
    }
    if (one_of(w, "eE")) {
        one_of(w, "+-");
        if (!digits(w)) {
            return refuse_byte(w);
        }
    }
    return literal(w, ";");
}

static bool text_bool(text_walk *w)
{
    return literal(w, ":") && (one_of(w, "01") || refuse_byte(w)) && literal(w, ";");
}

static bool back_reference(text_walk *w)
{
    uint64_t slot = 0;

    return literal(w, ":") && text_number(w, &slot) && literal(w, ";") &&
           (w->opaque || (slot > 0 && slot <= w->values) || refuse_text(w, LYO_ERR_TAG));
}

/* --- containers and classes ----------------------------------------------------------------------------- */

static bool grow_text_levels(text_walk *w)
{
    const uint32_t capacity = w->capacity * 2;
    uint64_t *levels =
        w->options->reallocate(w->levels == w->embedded ? NULL : w->levels, capacity * sizeof *levels);

    if (!levels) {
        return refuse_text(w, LYO_OK);
    }
    if (w->levels == w->embedded) {
        memcpy(levels, w->embedded, sizeof w->embedded);
    }
    w->levels = levels;
    w->capacity = capacity;
    return true;
}

/* Begins a container of so many entries. counts: it is a level also without entries. */
static bool begin_entries(text_walk *w, uint64_t n, bool counts)
{
    if (n > text_left(w) / LEAST_ENTRY) {
        return refuse_text(w, LYO_ERR_TRUNCATED);
    }
    if (w->options->max_depth && (n || counts) && w->depth >= w->options->max_depth) {
        return refuse_text(w, LYO_ERR_DEPTH);
    }
    w->elements += n;
    if (w->options->max_elements && w->elements > w->options->max_elements) {
        return refuse_text(w, LYO_ERR_ELEMENTS);
    }
    if (w->depth == w->capacity && !grow_text_levels(w)) {
        return false;
    }
    w->levels[w->depth++] = n;
    return true;
}

static bool text_array(text_walk *w)
{
    uint64_t n = 0;

    return literal(w, ":") && text_number(w, &n) && literal(w, ":{") && begin_entries(w, n, false);
}

static bool is_of_a_name(uint8_t c)
{
    return c >= 0x80 || c == '\\' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static void report_name(const text_walk *w, const uint8_t *name, size_t length, bool is_enum)
{
    if (w->options->name) {
        w->options->name(w->options->context, (const char *)name, length, is_enum);
    }
}

/* Reports the name of a class, if a class may have it. */
static bool class_name(text_walk *w, const uint8_t *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!is_of_a_name(name[i]) || (i == 0 && name[i] == '\\')) {
            return refuse_text(w, LYO_ERR_TAG);
        }
    }
    report_name(w, name, length, false);
    return true;
}

/* Reads :5:"Class":3:{ and sets *n to the number behind the class. */
static bool class_and_number(text_walk *w, const uint8_t **name, size_t *length, uint64_t *n)
{
    return quoted(w, name, length) && literal(w, "\"") && (*length || refuse_text(w, LYO_ERR_TAG)) &&
           literal(w, ":") && signed_number(w, n) && literal(w, ":{");
}

static bool text_object(text_walk *w)
{
    const uint8_t *name;
    size_t length;
    uint64_t n = 0;

    return class_and_number(w, &name, &length, &n) && begin_entries(w, n, true) &&
           class_name(w, name, length);
}

static bool payload(text_walk *w)
{
    const uint8_t *name;
    size_t length;
    uint64_t n = 0;

    if (!class_and_number(w, &name, &length, &n)) {
        return false;
    }
    if (n > text_left(w)) {
        return refuse_text(w, LYO_ERR_TRUNCATED);
    }
    w->p += n;
    w->opaque = true;
    return literal(w, "}") && class_name(w, name, length);
}

static bool enum_case(text_walk *w)
{
    const uint8_t *name;
    size_t length;

    if (!quoted(w, &name, &length) || !literal(w, "\";")) {
        return false;
    }
    const uint8_t *colon = memchr(name, ':', length);
    if (!colon || colon == name || colon == name + length - 1 ||
        memchr(colon + 1, ':', (size_t)(name + length - colon) - 1)) {
        return refuse_text(w, LYO_ERR_TAG);
    }
    report_name(w, name, (size_t)(colon - name), true);
    return true;
}

/* --- values --------------------------------------------------------------------------------------------- */

static bool next_letter(text_walk *w, uint8_t *letter)
{
    w->token = w->p;
    if (w->p == w->end) {
        return refuse_byte(w);
    }
    *letter = *w->p++;
    return true;
}

static bool text_key(text_walk *w)
{
    uint8_t letter = 0;

    if (!next_letter(w, &letter)) {
        return false;
    }
    switch (letter) {
    case 'i':
        return text_int(w);
    case 's':
        return text_string(w);
    case 'S':
        return escaped_string(w);
    default:
        return refuse_text(w, LYO_ERR_TAG);
    }
}

static bool text_value(text_walk *w)
{
    uint8_t letter = 0;

    if (!next_letter(w, &letter)) {
        return false;
    }
    if (letter == 'r' || letter == 'R') {
        const bool known = back_reference(w);
        w->values += letter == 'r';
        return known;
    }
    w->values++;
    switch (letter) {
    case 'N':
        return literal(w, ";");
    case 'b':
        return text_bool(w);
    case 'i':
        return text_int(w);
    case 'd':
        return text_double(w);
    case 's':
        return text_string(w);
    case 'S':
        return escaped_string(w);
    case 'a':
        return text_array(w);
    case 'O':
        return text_object(w);
    case 'C':
        return payload(w);
    case 'E':
        return enum_case(w);
    default:
        return refuse_text(w, LYO_ERR_TAG);
    }
}

static bool walk_text(text_walk *w)
{
    if (!text_value(w)) {
        return false;
    }
    while (w->depth) {
        uint64_t *left = &w->levels[w->depth - 1];
        if (!*left) {
            w->token = w->p;
            if (!literal(w, "}")) {
                return false;
            }
            w->depth--;
            continue;
        }
        (*left)--;
        if (!text_key(w) || !text_value(w)) {
            return false;
        }
    }
    return true;
}

bool lyo_text_walk(const uint8_t *data, size_t size, const lyo_text_walk_options *options, lyo_error *error)
{
    text_walk w = {.data = data,
                   .p = data,
                   .end = data + size,
                   .token = data,
                   .options = options,
                   .error = error,
                   .capacity = EMBEDDED_LEVELS};

    w.levels = w.embedded;
    const bool good = walk_text(&w);
    if (w.levels != w.embedded) {
        options->release(w.levels);
    }
    return good;
}
