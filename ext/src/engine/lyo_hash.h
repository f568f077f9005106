/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The hash that PHP's tables use for strings, eight bytes at a time: 16 instructions for each eight, where zend_inline_hash_func() takes 34.
 */
#ifndef LYO_HASH_H
#define LYO_HASH_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#include <limits.h>

/* Elsewhere chars are unsigned, or the engine has its own way. */
#if defined(__SSE2__) && defined(__x86_64__) && CHAR_MIN < 0
#define LYO_HASHES_WORDS 1
#include <emmintrin.h>

/* The sum of signed byte i times 33^(7 - i): of pairs of bytes, of pairs of these, of both halves. */
LYO_INLINE uint64_t lyo_hash_word(uint64_t word)
{
    __m128i x = _mm_cvtsi64_si128((int64_t)word);

    x = _mm_srai_epi16(_mm_unpacklo_epi8(x, x), 8);
    x = _mm_madd_epi16(x, _mm_set1_epi32(1 << 16 | 33));
    x = _mm_madd_epi16(_mm_packs_epi32(x, x), _mm_set1_epi32(1 << 16 | 33 * 33));
    int64_t halves = _mm_cvtsi128_si64(x);
    return (uint64_t)((int64_t)(int32_t)halves * (33 * 33 * 33 * 33) + (halves >> 32));
}
#endif

/** zend_inline_hash_func() of the len (up to 15) bytes of two words, little-endian, behind which the words are zero. */
LYO_INLINE zend_ulong lyo_hash_words(uint64_t first, uint64_t second, size_t len)
{
#ifdef LYO_HASHES_WORDS
    /* 33^0 to 33^7; zeros in front of a word's bytes count for nothing */
    static const uint64_t powers[8] = {1, 33, 1089, 35937, 1185921, 39135393, 1291467969, 42618442977};

    if (len < 8) {
        return (5381 * powers[len] + lyo_hash_word(first << (63 - 8 * len) << 1)) |
               UINT64_C(0x8000000000000000);
    }
    uint64_t h = UINT64_C(5381) * (UINT64_C(33 * 33 * 33 * 33) * (33 * 33 * 33 * 33)) + lyo_hash_word(first);
    return (h * powers[len - 8] + lyo_hash_word(second << (127 - 8 * len) << 1)) |
           UINT64_C(0x8000000000000000);
#else
    char bytes[16];

    lyo_store((uint8_t *)bytes, first, 8);
    lyo_store((uint8_t *)bytes + 8, second, 8);
    return zend_inline_hash_func(bytes, len);
#endif
}

/** zend_inline_hash_func() of len bytes. Eight bytes at `bytes` can be read, however few len is. */
LYO_INLINE zend_ulong lyo_hash(const char *bytes, size_t len)
{
#ifdef LYO_HASHES_WORDS
    static const uint64_t starts[8] = {
        UINT64_C(5381),
        UINT64_C(5381) * 33,
        UINT64_C(5381) * 33 * 33,
        UINT64_C(5381) * 33 * 33 * 33,
        UINT64_C(5381) * 33 * 33 * 33 * 33,
        UINT64_C(5381) * 33 * 33 * 33 * 33 * 33,
        UINT64_C(5381) * 33 * 33 * 33 * 33 * 33 * 33,
        UINT64_C(5381) * 33 * 33 * 33 * 33 * 33 * 33 * 33,
    };
    const uint8_t *p = (const uint8_t *)bytes, *end = p + len;
    unsigned first = len % 8;
    /* the first len % 8 bytes, behind zeros; two shifts, as there is none by 64 */
    uint64_t h = starts[first] + lyo_hash_word(lyo_load(p, 8) << (63 - 8 * first) << 1);

    for (p += first; p < end; p += 8) {
        h = h * (UINT64_C(33 * 33 * 33 * 33) * (33 * 33 * 33 * 33)) + lyo_hash_word(lyo_load(p, 8));
    }
    return h | UINT64_C(0x8000000000000000);
#else
    return zend_inline_hash_func(bytes, len);
#endif
}

#endif
