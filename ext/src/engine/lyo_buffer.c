/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_buffer.h"

#define ROOM 256

void lyo_buffer_grow(lyo_buffer *buffer, size_t n)
{
    size_t used = lyo_buffer_size(buffer);
    size_t size = buffer->string ? ZSTR_LEN(buffer->string) - LYO_BUFFER_SLACK : LYO_BUFFER_START / 2;

    if (UNEXPECTED(n > SIZE_MAX / 4 || size > SIZE_MAX / 4)) {
        zend_error_noreturn(E_ERROR, "Possible integer overflow in memory allocation (%zu + %zu)", size, n);
    }
    /* behind a long string there is room for its tokens' neighbours and the preamble, so that it is copied once */
    size = size * 2 > used + n + ROOM ? size * 2 : used + n + ROOM;
    buffer->string = buffer->string ? zend_string_extend(buffer->string, size + LYO_BUFFER_SLACK, 0)
                                    : zend_string_alloc(size + LYO_BUFFER_SLACK, 0);
    buffer->p = (uint8_t *)ZSTR_VAL(buffer->string) + used;
    buffer->end = (uint8_t *)ZSTR_VAL(buffer->string) + size;
}
