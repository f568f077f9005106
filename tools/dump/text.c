/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Notation of leaves, keys and names (spec section 8), and the text they go to.
 */
#include "dump.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *dump_reallocate(void *memory, size_t size)
{
    void *result = realloc(memory, size ? size : 1);
    if (!result) {
        fputs("lyo-dump: no memory\n", stderr);
        exit(2);
    }
    return result;
}

/** Makes room for size more bytes and a NUL. */
static char *dump_text_reserve(dump_text *text, size_t size)
{
    if (text->capacity - text->size <= size) {
        text->capacity = (text->size + size + 32) * 2;
        text->bytes = dump_reallocate(text->bytes, text->capacity);
    }
    return text->bytes + text->size;
}

void dump_text_add(dump_text *text, const char *bytes, size_t size)
{
    char *to = dump_text_reserve(text, size);
    if (size > 0) {
        memcpy(to, bytes, size);
    }
    to[size] = 0;
    text->size += size;
}

void dump_text_puts(dump_text *text, const char *string)
{
    dump_text_add(text, string, strlen(string));
}

void dump_text_printf(dump_text *text, const char *format, ...)
{
    char *to = dump_text_reserve(text, 512);
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(to, 512, format, arguments);
    va_end(arguments);
    text->size += size < 0 ? 0 : size > 511 ? 511 : (size_t)size;
}

void dump_string(dump_text *text, lyo_walk_span string)
{
    dump_text_add(text, "\"", 1);
    const uint8_t *end = string.bytes + string.size;
    for (const uint8_t *p = string.bytes; p < end;) {
        const uint8_t *plain = p;
        while (p < end && *p >= 0x20 && *p < 0x7F && *p != '"' && *p != '\\') {
            p++;
        }
        dump_text_add(text, (const char *)plain, (size_t)(p - plain));
        if (p < end) {
            dump_text_printf(text, *p == '"' || *p == '\\' ? "\\%c" : "\\x%02X", *p);
            p++;
        }
    }
    dump_text_add(text, "\"", 1);
}

void dump_class(dump_text *text, lyo_walk_span name)
{
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.bytes[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '_' && c != '\\' && c <= 0x7F) {
            dump_string(text, name);
            return;
        }
    }
    dump_text_add(text, (const char *)name.bytes, name.size);
}

/** Adds 1 to the last digit of a mantissa in the form of %e. Returns 0 if that needs another exponent. */
static void dump_next(char *form)
{
    for (char *p = strchr(form, 'e'); p-- > form;) {
        if (*p >= '0' && *p < '9') {
            ++*p;
            return;
        }
        if (*p == '9') {
            *p = '0';
        }
    }
}

/** The shortest digits that read back as v, without sign, point and trailing zeros. Returns the exponent of the first digit. */
static int dump_digits(double v, char digits[20])
{
    char form[40];
    for (int precision = 0; precision < 17; precision++) {
        snprintf(form, sizeof form, "%.*e", precision, v);
        if (strtod(form, NULL) == v) {
            break;
        }
        /* Doubles below a power of two are half as far apart as those above it. So the nearest decimal may be too far
         * below, and the next one near enough above: 2^-1007 is one of 46 such powers. */
        dump_next(form);
        if (strtod(form, NULL) == v) {
            break;
        }
    }
    char *e = strchr(form, 'e');
    size_t n = 0;
    for (char *p = form; p < e; p++) {
        if (*p >= '0' && *p <= '9') {
            digits[n++] = *p;
        }
    }
    while (n > 1 && digits[n - 1] == '0') {
        n--;
    }
    digits[n] = 0;
    return atoi(e + 1);
}

static void dump_float(dump_text *text, double v)
{
    char digits[20];
    if (v != v) {
        dump_text_puts(text, "nan");
        return;
    }
    if (signbit(v)) {
        dump_text_puts(text, "-");
        v = -v;
    }
    if (isinf(v)) {
        dump_text_puts(text, "inf");
        return;
    }
    int exponent = v == 0 ? (strcpy(digits, "0"), 0) : dump_digits(v, digits);
    int count = (int)strlen(digits);
    if (exponent < -4 || exponent >= 17) {
        dump_text_printf(text, "%c.%se%+d", digits[0], count > 1 ? digits + 1 : "0", exponent);
    } else if (exponent < 0) {
        dump_text_printf(text, "0.%.*s%s", -exponent - 1, "0000", digits);
    } else if (exponent >= count - 1) {
        dump_text_printf(text, "%s%.*s.0", digits, exponent - count + 1, "00000000000000000");
    } else {
        dump_text_printf(text, "%.*s.%s", exponent + 1, digits, digits + exponent + 1);
    }
}

void dump_leaf(dump_text *text, const lyo_walk_leaf *leaf)
{
    switch (leaf->type) {
    case LYO_LEAF_NULL:
        dump_text_puts(text, "null");
        break;
    case LYO_LEAF_FALSE:
        dump_text_puts(text, "false");
        break;
    case LYO_LEAF_TRUE:
        dump_text_puts(text, "true");
        break;
    case LYO_LEAF_INT:
        dump_text_printf(text, "%" PRId64, leaf->integer);
        break;
    case LYO_LEAF_FLOAT:
        dump_float(text, leaf->real);
        break;
    case LYO_LEAF_STRING:
        dump_string(text, leaf->string);
        break;
    case LYO_LEAF_ARRAY:
        dump_text_puts(text, "[]");
        break;
    }
}

void dump_key(dump_text *text, const lyo_walk_key *key)
{
    switch (key->kind) {
    case LYO_KEY_INT:
        dump_text_printf(text, "%" PRId64, key->number);
        return;
    case LYO_KEY_PLAIN:
        break;
    case LYO_KEY_PROTECTED:
        dump_text_puts(text, "protected ");
        break;
    case LYO_KEY_PRIVATE:
        dump_text_puts(text, "private ");
        break;
    case LYO_KEY_PRIVATE_OF:
        dump_text_puts(text, "private ");
        dump_class(text, key->owner);
        dump_text_puts(text, " ");
        break;
    }
    dump_string(text, key->name);
}

bool dump_shapes_listen(dump_shapes *shapes, const lyo_walk_event *event)
{
    switch (event->kind) {
    case LYO_EVENT_DEFINITION:
        if (shapes->count == shapes->capacity) {
            shapes->capacity = shapes->capacity * 2 + 16;
            shapes->first = dump_reallocate(shapes->first, shapes->capacity * sizeof *shapes->first);
        }
        shapes->first[shapes->count++] = shapes->key_count;
        shapes->open = true;
        return true;
    case LYO_EVENT_CLASS:
    case LYO_EVENT_CASE:
    case LYO_EVENT_SHAPE:
        return true;
    case LYO_EVENT_KEY:
        if (!shapes->open) {
            return false;
        }
        if (shapes->key_count == shapes->key_capacity) {
            shapes->key_capacity = shapes->key_capacity * 2 + 64;
            shapes->keys = dump_reallocate(shapes->keys, shapes->key_capacity * sizeof *shapes->keys);
        }
        shapes->keys[shapes->key_count++] = event->key;
        return true;
    default:
        shapes->open = false;
        return false;
    }
}

const lyo_walk_key *dump_shapes_key(const dump_shapes *shapes, uint64_t id, uint64_t index)
{
    return &shapes->keys[shapes->first[id] + index];
}

void dump_shapes_free(dump_shapes *shapes)
{
    free(shapes->keys);
    free(shapes->first);
}
