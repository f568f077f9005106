/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A growing output buffer. It begins in memory that the caller has on the C stack, if any, and then moves to
 * a zend_string, so that a large payload is returned without a copy.
 */
#ifndef LYO_BUFFER_H
#define LYO_BUFFER_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/**
 * Writable bytes behind the end. They are not part of the output: numbers are stored as 8 bytes, and the last
 * bytes of strings as 16.
 */
#define LYO_BUFFER_SLACK 16

typedef struct lyo_buffer {
    zend_string *string; /* owned; NULL while the output fits in the room */
    /* first byte; NULL: no room given, and nothing reserved yet */
    uint8_t *start;
    uint8_t *p; /* next byte to write */
    /* behind the last byte of the output's memory, without slack */
    uint8_t *end;
    /* returns the bytes to leave free at the front of the string; NULL: none */
    size_t (*front)(struct lyo_buffer *buffer);
} lyo_buffer;

/** Starts a buffer in size bytes of room, including the slack. The room must live as long as the buffer. */
LYO_INLINE void lyo_buffer_init(lyo_buffer *buffer, uint8_t *room, size_t size)
{
    LYO_ASSERT(size >= LYO_BUFFER_SLACK);
    buffer->string = NULL;
    buffer->start = buffer->p = room;
    buffer->end = room + size - LYO_BUFFER_SLACK;
    buffer->front = NULL;
}

/** Slow path of lyo_buffer_reserve(): makes room for at least n more bytes in a zend_string. */
void lyo_buffer_grow(lyo_buffer *buffer, size_t n);

/** Makes sure that n more bytes can be written at buffer->p. */
LYO_INLINE void lyo_buffer_reserve(lyo_buffer *buffer, size_t n)
{
    LYO_ASSERT(buffer->p <= buffer->end); /* behind it is the slack */
    if (UNEXPECTED((size_t)(buffer->end - buffer->p) < n)) {
        lyo_buffer_grow(buffer, n);
    }
}

/** Bytes written so far. */
LYO_INLINE size_t lyo_buffer_size(const lyo_buffer *buffer)
{
    return (size_t)(buffer->p - buffer->start);
}

/** Bytes of the string before the first byte of output. There must be a string. */
LYO_INLINE size_t lyo_buffer_gap(const lyo_buffer *buffer)
{
    LYO_ASSERT(buffer->string != NULL);
    return (size_t)(buffer->start - (uint8_t *)ZSTR_VAL(buffer->string));
}

LYO_INLINE void lyo_buffer_byte(lyo_buffer *buffer, uint8_t byte)
{
    lyo_buffer_reserve(buffer, 1);
    *buffer->p++ = byte;
}

LYO_INLINE void lyo_buffer_varlen(lyo_buffer *buffer, uint64_t v)
{
    lyo_buffer_reserve(buffer, LYO_VARLEN_MAX);
    buffer->p = lyo_put_varlen(buffer->p, v);
}

/** Writes a tag that includes the width of its number (first + width - 1), then the number in width bytes. */
LYO_INLINE void lyo_buffer_sized(lyo_buffer *buffer, uint8_t first, uint64_t v, unsigned width)
{
    LYO_ASSERT(width >= 1 && width <= 8);
    lyo_buffer_reserve(buffer, 9);
    buffer->p[0] = (uint8_t)(first + width - 1);
    lyo_store_wide(buffer->p + 1, v);
    buffer->p += 1 + width;
}

/** Frees the string of the buffer, if any. */
LYO_INLINE void lyo_buffer_free(lyo_buffer *buffer)
{
    if (buffer->string) {
        zend_string_efree(buffer->string);
        buffer->string = NULL;
    }
}

#endif
