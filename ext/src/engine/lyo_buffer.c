/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_buffer.h"

/* Least bytes of the first string. */
#define LEAST 232
#define ROOM 256

void lyo_buffer_grow(lyo_buffer *buffer, size_t n)
{
    size_t used = lyo_buffer_size(buffer), gap = 0;
    size_t size = buffer->string     ? (size_t)(buffer->end - buffer->start)
                  : used > LEAST / 2 ? used
                                     : LEAST / 2;

    if (UNEXPECTED(n > SIZE_MAX / 4 || size > SIZE_MAX / 4)) {
        zend_error_noreturn(E_ERROR, "Possible integer overflow in memory allocation (%zu + %zu)", size, n);
    }
    /* behind a long string there is room for its tokens' neighbours and the preamble, so that it is copied once */
    size = size * 2 > used + n + ROOM ? size * 2 : used + n + ROOM;
    if (buffer->string) {
        gap = lyo_buffer_gap(buffer);
        buffer->string = zend_string_extend(buffer->string, gap + size + LYO_BUFFER_SLACK, 0);
    } else {
        gap = buffer->front ? buffer->front(buffer) : 0;
        buffer->string = zend_string_alloc(gap + size + LYO_BUFFER_SLACK, 0);
        if (used) {
            memcpy(ZSTR_VAL(buffer->string) + gap, buffer->start, used);
        }
    }
    buffer->start = (uint8_t *)ZSTR_VAL(buffer->string) + gap;
    buffer->p = buffer->start + used;
    buffer->end = buffer->start + size;
}
