/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The string hash of PHP's hash tables, computed 8 bytes at a time. This takes 16 instructions for each 8
 * bytes; zend_inline_hash_func() takes 34.
 */
#ifndef LYO_HASH_H
#define LYO_HASH_H

#include "lyo_compat.h"
#include "wire/lyo_bytes.h"

#include <limits.h>

/*
 * Like PHP: on ARM the bytes of whole words have no sign, whatever char is, and those of the tail are chars.
 */
#if defined(__aarch64__) && !defined(WORDS_BIGENDIAN)
#define LYO_HASHES_UNSIGNED true
#else
#define LYO_HASHES_UNSIGNED false
#endif

/*
 * Returns the sum of (byte i) * 33^(7 - i). whole: the word is not the tail. With SSE2: first of pairs of
 * bytes, then of pairs of pairs, then of both halves.
 */
#if defined(__SSE2__) && defined(__x86_64__) && CHAR_MIN < 0
#include <emmintrin.h>

LYO_INLINE uint64_t lyo_hash_word(uint64_t word, const bool whole)
{
    __m128i x = _mm_cvtsi64_si128((int64_t)word);

    (void)whole;
    x = _mm_srai_epi16(_mm_unpacklo_epi8(x, x), 8);
    x = _mm_madd_epi16(x, _mm_set1_epi32(1 << 16 | 33));
    x = _mm_madd_epi16(_mm_packs_epi32(x, x), _mm_set1_epi32(1 << 16 | 33 * 33));
    int64_t halves = _mm_cvtsi128_si64(x);
    return (uint64_t)((int64_t)(int32_t)halves * (33 * 33 * 33 * 33) + (halves >> 32));
}
#else
LYO_INLINE uint64_t lyo_hash_word(uint64_t word, const bool whole)
{
    uint64_t h = 0;

    for (unsigned i = 0; i < 8; i++, word >>= 8) {
        h = h * 33 + (whole && LYO_HASHES_UNSIGNED ? (uint8_t)word : (uint64_t)(char)(uint8_t)word);
    }
    return h;
}
#endif

/** Continues hash h with 8 more bytes. */
LYO_INLINE uint64_t lyo_hash_step(uint64_t h, uint64_t word)
{
    return h * (UINT64_C(33 * 33 * 33 * 33) * (33 * 33 * 33 * 33)) + lyo_hash_word(word, true);
}

/**
 * Finishes hash h with the first n (0 to 7) bytes of the word. They are shifted behind zeros, which add
 * nothing to the hash. Two shifts, because a shift by 64 is undefined.
 */
LYO_INLINE uint64_t lyo_hash_tail(uint64_t h, uint64_t word, size_t n)
{
    static const uint64_t powers[8] = {1, 33, 1089, 35937, 1185921, 39135393, 1291467969, 42618442977};

    return (h * powers[n] + lyo_hash_word(word << (63 - 8 * n) << 1, false)) | UINT64_C(0x8000000000000000);
}

/** The hash before the first byte. */
#define LYO_HASH_START 5381

/** zend_inline_hash_func() of the first len (0 to 15) bytes of two little-endian words. */
LYO_INLINE zend_ulong lyo_hash_words(uint64_t first, uint64_t second, size_t len)
{
    if (len < 8) {
        return lyo_hash_tail(LYO_HASH_START, first, len);
    }
    return lyo_hash_tail(lyo_hash_step(LYO_HASH_START, first), second, len - 8);
}

/**
 * zend_inline_hash_func() of a string. It is read in words, as our own strings are written. That is safe
 * because a zend_string is padded to a multiple of 8 behind its NUL.
 */
LYO_INLINE zend_ulong lyo_hash(const zend_string *s)
{
    const uint8_t *p = (const uint8_t *)ZSTR_VAL(s);
    size_t n = ZSTR_LEN(s);
    zend_ulong h = LYO_HASH_START;

    for (; n >= 8; p += 8, n -= 8) {
        h = lyo_hash_step(h, lyo_load(p, 8));
    }
    return lyo_hash_tail(h, lyo_load(p, 8), n);
}

#endif
