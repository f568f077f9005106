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

/* Elsewhere char is unsigned, or the engine has code of its own; the plain loop below is used there. */
#if defined(__SSE2__) && defined(__x86_64__) && CHAR_MIN < 0
#define LYO_HASHES_WORDS 1
#include <emmintrin.h>

/*
 * Returns the sum of (signed byte i) * 33^(7 - i): first of pairs of bytes, then of pairs of pairs, then of
 * both halves.
 */
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

#ifdef LYO_HASHES_WORDS
/** Continues hash h with 8 more bytes. */
LYO_INLINE uint64_t lyo_hash_step(uint64_t h, uint64_t word)
{
    return h * (UINT64_C(33 * 33 * 33 * 33) * (33 * 33 * 33 * 33)) + lyo_hash_word(word);
}

/**
 * Finishes hash h with the first n (0 to 7) bytes of the word. They are shifted behind zeros, which add
 * nothing to the hash. Two shifts, because a shift by 64 is undefined.
 */
LYO_INLINE uint64_t lyo_hash_tail(uint64_t h, uint64_t word, size_t n)
{
    static const uint64_t powers[8] = {1, 33, 1089, 35937, 1185921, 39135393, 1291467969, 42618442977};

    return (h * powers[n] + lyo_hash_word(word << (63 - 8 * n) << 1)) | UINT64_C(0x8000000000000000);
}
#else
LYO_INLINE zend_ulong lyo_hash_few(zend_ulong h, uint64_t word, size_t n)
{
    for (; n > 0; n--, word >>= 8) {
        h = h * 33 + (zend_ulong)(char)(uint8_t)word;
    }
    return h;
}

LYO_INLINE zend_ulong lyo_hash_step(zend_ulong h, uint64_t word)
{
#if defined(__aarch64__) && !defined(WORDS_BIGENDIAN)
    /* zend_inline_hash_func() has unsigned bytes here, whatever char is, and in the tail those of char */
    for (unsigned i = 0; i < 8; i++, word >>= 8) {
        h = h * 33 + (uint8_t)word;
    }
    return h;
#else
    return lyo_hash_few(h, word, 8);
#endif
}

LYO_INLINE zend_ulong lyo_hash_tail(zend_ulong h, uint64_t word, size_t n)
{
    return lyo_hash_few(h, word, n) | (zend_ulong)1 << (sizeof(zend_ulong) * 8 - 1);
}
#endif

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

/** Returns a word with its letters A to Z in lower case. */
LYO_INLINE uint64_t lyo_lower_word(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), low = word & 0x7F * ones;
    uint64_t capitals = ((low + (0x80 - 'A') * ones) ^ (low + (0x7F - 'Z') * ones)) & ~word & 0x80 * ones;

    return word | capitals >> 2;
}

#endif
