/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Growing output: first in room that the caller has on the C stack, if any, then on a zend_string, so that a large payload is
 * handed over without a copy.
 */
#ifndef LYO_BUFFER_H
#define LYO_BUFFER_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

/** Bytes behind the end that may be written, too, but do not count: numbers are stored in 8 bytes, the last ones of strings in 16. */
#define LYO_BUFFER_SLACK 16

typedef struct lyo_buffer {
    zend_string *string;                        /* owned; NULL while all fits in the room */
    uint8_t *start;                             /* first byte; NULL: no room, and nothing reserved yet */
    uint8_t *p;                                 /* next byte to write */
    uint8_t *end;                               /* behind the last byte that may be written */
    size_t (*front)(struct lyo_buffer *buffer); /* bytes that the string leaves in front; NULL: none */
} lyo_buffer;

/** Begins in size bytes of room, which must live as long as the buffer. */
LYO_INLINE void lyo_buffer_init(lyo_buffer *buffer, uint8_t *room, size_t size)
{
    buffer->string = NULL;
    buffer->start = buffer->p = room;
    buffer->end = room + size - LYO_BUFFER_SLACK;
    buffer->front = NULL;
}

/** Makes room for at least n more bytes, on a string. Slow path of lyo_buffer_reserve. */
void lyo_buffer_grow(lyo_buffer *buffer, size_t n);

/** Makes sure that n more bytes may be written at buffer->p. */
LYO_INLINE void lyo_buffer_reserve(lyo_buffer *buffer, size_t n)
{
    if (UNEXPECTED((size_t)(buffer->end - buffer->p) < n)) {
        lyo_buffer_grow(buffer, n);
    }
}

/** Bytes written so far. */
LYO_INLINE size_t lyo_buffer_size(const lyo_buffer *buffer)
{
    return (size_t)(buffer->p - buffer->start);
}

/** Bytes of the string in front of the first byte. Only if there is a string. */
LYO_INLINE size_t lyo_buffer_gap(const lyo_buffer *buffer)
{
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

/** A tag of a family whose members differ in the width of the number behind them: first + width - 1, then the number. */
LYO_INLINE void lyo_buffer_sized(lyo_buffer *buffer, uint8_t first, uint64_t v, unsigned width)
{
    lyo_buffer_reserve(buffer, 9);
    buffer->p[0] = (uint8_t)(first + width - 1);
    lyo_store_wide(buffer->p + 1, v);
    buffer->p += 1 + width;
}

/** Frees what the buffer holds. */
LYO_INLINE void lyo_buffer_free(lyo_buffer *buffer)
{
    if (buffer->string) {
        zend_string_efree(buffer->string);
        buffer->string = NULL;
    }
}

#endif
