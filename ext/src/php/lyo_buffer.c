/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_buffer.h"

#include "php/lyo_limit.h"

#include "Zend/zend_alloc_sizes.h"

/* Least size of the first string, in bytes. */
#define LEAST 232
/* Free bytes that remain at least behind the n bytes that are asked for. */
#define ROOM 256
/* Most extra bytes behind a long string: an eighth of its length, but not more than this. */
#define NEIGHBOURS 16384
/*
 * PHP allocates a string of at most this size, including the gap at the front, in a chunk that it has. A larger
 * one is a new mapping; the page faults of the first access to each page cost as much as encoding it.
 */
#define MOST_AT_HAND (ZEND_MM_MAX_LARGE_SIZE - sizeof(zend_string) - LYO_BUFFER_SLACK)

/* zend_string_extend() that ends the request at memory_limit. Nobody else holds the string. */
static zend_string *extend(zend_string *string, size_t length)
{
    string = lyo_reallocate(string, 1, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(length)));
    ZSTR_LEN(string) = length;
    return string;
}

void lyo_buffer_grow(lyo_buffer *buffer, size_t n)
{
    size_t used = lyo_buffer_size(buffer), gap = 0, least;
    size_t size = buffer->string ? (size_t)(buffer->end - buffer->start) : MAX(used, LEAST / 2);

    if (UNEXPECTED(n > SIZE_MAX / 4 || size > SIZE_MAX / 4)) {
        zend_error_noreturn(E_ERROR, "Possible integer overflow in memory allocation (%zu + %zu)", size, n);
    }
    /*
     * Extra room behind a long string for the values around it. The buffer may not be extensible in place,
     * and the string should be copied only once.
     */
    least = used + n + ROOM;
    size = MAX(size * 2, least + MIN(n / 8, NEIGHBOURS));
    if (buffer->string) {
        gap = lyo_buffer_gap(buffer);
    } else if (buffer->front) {
        gap = buffer->front(buffer);
    }
    if (gap + size > MOST_AT_HAND && gap + least <= MOST_AT_HAND) {
        size = MOST_AT_HAND - gap;
    }
    if (buffer->string) {
        buffer->string = extend(buffer->string, gap + size + LYO_BUFFER_SLACK);
    } else {
        lyo_before_block(gap + size);
        buffer->string = zend_string_alloc(gap + size + LYO_BUFFER_SLACK, 0);
        if (used) {
            memcpy(ZSTR_VAL(buffer->string) + gap, buffer->start, used);
        }
    }
    buffer->start = (uint8_t *)ZSTR_VAL(buffer->string) + gap;
    buffer->p = buffer->start + used;
    buffer->end = buffer->start + size;
    LYO_ASSERT((size_t)(buffer->end - buffer->p) >= n);
}
