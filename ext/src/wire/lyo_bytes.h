/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers as bytes: little-endian loads and stores, varlen, zigzag, and the rules for shortest forms of
 * spec/format.md sections 1 and 4. No state, no allocation, no Zend header. Loads use memcpy() or single
 * bytes, because input may be unaligned.
 */
#ifndef LYO_BYTES_H
#define LYO_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lyo_tags.h"

#if defined(__GNUC__) || defined(__clang__)
#define LYO_LIKELY(x) __builtin_expect(!!(x), 1)
#define LYO_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define LYO_NOINLINE __attribute__((noinline))
#define LYO_INLINE static inline __attribute__((always_inline))
/* For a function that a header declares: inlined in its own file, called from others. */
#define LYO_INLINED_HERE inline __attribute__((always_inline))
#else
#define LYO_LIKELY(x) (x)
#define LYO_UNLIKELY(x) (x)
#define LYO_NOINLINE
#define LYO_INLINE static inline
#define LYO_INLINED_HERE
#endif

/**
 * An invariant. It is checked only with LYO_CHECKS: in PHP builds with assertions (lyo_compat.h), by make
 * test-checks, in tests/Unit and by the fuzzer of the walk. assert() is not used, because php.h defines
 * NDEBUG in PHP builds without assertions.
 */
#ifdef LYO_CHECKS
#include <stdio.h>
#include <stdlib.h>
#define LYO_ASSERT(condition)                                                                                \
    ((condition)                                                                                             \
         ? (void)0                                                                                           \
         : (fprintf(stderr, "%s:%d: this must hold: %s\n", __FILE__, __LINE__, #condition), abort()))
#else
#define LYO_ASSERT(condition) ((void)sizeof(condition))
#endif

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LYO_BIG_ENDIAN 1
#else
#define LYO_BIG_ENDIAN 0
#endif

/** 10^0 to 10^22: all powers of ten that a double represents exactly, and all scales of decimals. */
static const double lyo_powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/**
 * Bytes that are loaded at once to read a number of any width or to copy a string, if that many are readable.
 */
#define LYO_WORD 8

/** First bytes below this are the value of the varlen itself. */
#define LYO_VARLEN_DIRECT 248u
/** Greatest size of a varlen in bytes. */
#define LYO_VARLEN_MAX 9u

/** Returns the unsigned number in the n (1 to 8) bytes at p. */
LYO_INLINE uint64_t lyo_load(const uint8_t *p, unsigned n)
{
    uint64_t v = 0;
#if LYO_BIG_ENDIAN
    for (unsigned i = 0; i < n; i++) {
        v |= (uint64_t)p[i] << (8 * i);
    }
#else
    /* two overlapping loads: memcpy() with a length that is not constant would be a call */
    if (n >= 4) {
        uint32_t low, high;
        memcpy(&low, p, 4);
        memcpy(&high, p + n - 4, 4);
        v = low | (uint64_t)high << (8 * (n - 4));
    } else if (n >= 2) {
        uint16_t low, high;
        memcpy(&low, p, 2);
        memcpy(&high, p + n - 2, 2);
        v = low | (uint64_t)high << (8 * (n - 2));
    } else {
        v = *p;
    }
#endif
    return v;
}

/** Returns the signed number in the n (1 to 8) bytes at p. */
LYO_INLINE int64_t lyo_load_signed(const uint8_t *p, unsigned n)
{
    uint64_t sign = (uint64_t)1 << (8 * n - 1);
    return (int64_t)((lyo_load(p, n) ^ sign) - sign);
}

/** As lyo_load_signed(), with a single load. LYO_WORD bytes must be readable. */
LYO_INLINE int64_t lyo_load_signed_of_word(const uint8_t *p, unsigned n)
{
    return (int64_t)(lyo_load(p, LYO_WORD) << (64 - 8 * n)) >> (64 - 8 * n);
}

/** Writes the low n (1 to 8) bytes of v at p. */
LYO_INLINE void lyo_store(uint8_t *p, uint64_t v, unsigned n)
{
#if LYO_BIG_ENDIAN
    for (unsigned i = 0; i < n; i++) {
        p[i] = (uint8_t)(v >> (8 * i));
    }
#else
    memcpy(p, &v, n);
#endif
}

/** Writes all 8 bytes of v at p, even if only the first ones are needed. There must be room for 8 bytes. */
LYO_INLINE void lyo_store_wide(uint8_t *p, uint64_t v)
{
    lyo_store(p, v, 8);
}

LYO_INLINE uint64_t lyo_double_bits(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, 8);
    return bits;
}

/** Returns the double at p. Turns every NaN into the one NaN of the format (spec section 2). */
LYO_INLINE double lyo_load_one_nan(const uint8_t *p)
{
    const uint64_t nan = UINT64_C(0x7FF8000000000000), bits = lyo_load(p, 8);
    double d;
    memcpy(&d, &bits, 8);
    if (LYO_UNLIKELY(d != d)) {
        memcpy(&d, &nan, 8);
    }
    return d;
}

/**
 * Returns the double nearest to m / 10^scale. The result is correctly rounded, because both operands of the
 * division are exact.
 */
LYO_INLINE double lyo_decimal(int64_t m, unsigned scale)
{
    LYO_ASSERT(scale < sizeof lyo_powers_of_ten / sizeof *lyo_powers_of_ten);
    return (double)m / lyo_powers_of_ten[scale];
}

/** Returns how many bytes (1 to 8) v needs. */
LYO_INLINE unsigned lyo_uint_size(uint64_t v)
{
#if defined(__GNUC__) || defined(__clang__)
    return (71u - (unsigned)__builtin_clzll(v | 1)) / 8;
#else
    unsigned n = 1;
    while (v >>= 8) {
        n++;
    }
    return n;
#endif
}

/** Returns how many bytes (1 to 8) v needs in two's complement. */
LYO_INLINE unsigned lyo_int_size(int64_t v)
{
    /* u has the bits of v without its copies of the sign; u << 1 adds the one bit that the sign needs */
    uint64_t u = (uint64_t)(v ^ (v >> 63));
    return lyo_uint_size(u | u << 1);
}

/** True if v fits n (1 to 7) bytes in two's complement. */
LYO_INLINE bool lyo_int_fits(int64_t v, unsigned n)
{
    LYO_ASSERT(n >= 1 && n <= 7);
    return (uint64_t)v + (UINT64_C(1) << (8 * n - 1)) < UINT64_C(1) << (8 * n);
}

/**
 * Returns the index (0 to 7), in memory order, of the first byte of v that is not 0. v is not 0, and was
 * loaded in native byte order.
 */
LYO_INLINE unsigned lyo_first_byte(uint64_t v)
{
    LYO_ASSERT(v != 0);
#if (defined(__GNUC__) || defined(__clang__)) && !LYO_BIG_ENDIAN
    return (unsigned)__builtin_ctzll(v) / 8;
#else
    uint8_t bytes[8];
    unsigned i = 0;
    memcpy(bytes, &v, 8);
    while (!bytes[i]) {
        i++;
    }
    return i;
#endif
}

/** True if n bytes are equal. Quicker than memcmp() for strings that are mostly short. */
LYO_INLINE bool lyo_same_bytes(const void *one, const void *other, size_t n)
{
    const uint8_t *a = one, *b = other;

    if (LYO_UNLIKELY(n > 32)) {
        return memcmp(a, b, n) == 0;
    }
    if (n >= 8) {
        for (; n > 8; a += 8, b += 8, n -= 8) {
            if (lyo_load(a, 8) != lyo_load(b, 8)) {
                return false;
            }
        }
        return lyo_load(a + n - 8, 8) == lyo_load(b + n - 8, 8);
    }
    if (n >= 4) {
        return lyo_load(a, 4) == lyo_load(b, 4) && lyo_load(a + n - 4, 4) == lyo_load(b + n - 4, 4);
    }
    return n == 0 || (a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1]);
}

LYO_INLINE uint64_t lyo_zigzag(int64_t v)
{
    return ((uint64_t)v << 1) ^ (v < 0 ? UINT64_MAX : 0);
}

LYO_INLINE int64_t lyo_unzigzag(uint64_t v)
{
    return (int64_t)((v >> 1) ^ (0 - (v & 1)));
}

/** Returns the size (1 to 9) of v as a varlen in bytes. */
LYO_INLINE unsigned lyo_varlen_size(uint64_t v)
{
    return v < LYO_VARLEN_DIRECT ? 1 : 1 + lyo_uint_size(v);
}

/** Writes v as a varlen at p. Returns the address after it. */
LYO_INLINE uint8_t *lyo_put_varlen(uint8_t *p, uint64_t v)
{
    if (v < LYO_VARLEN_DIRECT) {
        *p = (uint8_t)v;
        return p + 1;
    }
    unsigned n = lyo_uint_size(v);
    *p = (uint8_t)(LYO_VARLEN_DIRECT - 1 + n);
    lyo_store(p + 1, v, n);
    return p + 1 + n;
}

/** True if an array can have so many entries (spec section 7.4). Such a count also fits 31 bits. */
LYO_INLINE bool lyo_is_count(uint64_t n)
{
    return n <= LYO_LIMIT_COUNT;
}

/**
 * Draws cells on the credit (spec section 7.3) that so many bytes of the body have earned. Returns false, and
 * draws nothing, if there is not enough.
 */
LYO_INLINE bool lyo_draw_credit(uint64_t *used, uint64_t bytes, uint64_t cells)
{
    uint64_t credit = LYO_LIMIT_CREDIT + (uint64_t)LYO_LIMIT_CREDIT_PER_BYTE * bytes;

    /* credit may be below what is used: rows draw ahead for their row-wise cells */
    if (LYO_UNLIKELY(credit < *used || credit - *used < cells)) {
        return false;
    }
    *used += cells;
    return true;
}

/**
 * Reads a varlen at *p, and moves *p after it only if it is valid. Returns LYO_OK; TRUNCATED if end comes
 * first; OVERLONG if another form is shorter.
 */
LYO_INLINE lyo_error_code lyo_get_varlen(const uint8_t **p, const uint8_t *end, uint64_t *v)
{
    const uint8_t *q = *p;
    if (LYO_UNLIKELY(q >= end)) {
        return LYO_ERR_TRUNCATED;
    }
    if (LYO_LIKELY(*q < LYO_VARLEN_DIRECT)) {
        *v = *q;
        *p = q + 1;
        return LYO_OK;
    }
    unsigned n = *q - (LYO_VARLEN_DIRECT - 1);
    if ((size_t)(end - q) <= n) {
        return LYO_ERR_TRUNCATED;
    }
    *v = lyo_load(q + 1, n);
    if (*v < LYO_VARLEN_DIRECT || lyo_uint_size(*v) != n) {
        return LYO_ERR_OVERLONG;
    }
    *p = q + 1 + n;
    return LYO_OK;
}

/**
 * True if the string is the decimal form of a 64-bit int (spec section 2: no plus sign, no leading zeros, not
 * -0). PHP arrays turn such keys into ints. Sets *value to the int.
 */
static inline bool lyo_numeric_string(const char *s, size_t len, int64_t *value)
{
    const char *p = s, *end = s + len;
    bool negative = len > 0 && *p == '-';
    p += negative;
    /* a 64-bit int has at most 19 digits */
    if (p == end || end - p > 19 || *p < '0' || *p > '9' || (*p == '0' && (end - p > 1 || negative))) {
        return false;
    }
    uint64_t v = 0;
    for (; p < end; p++) {
        if (*p < '0' || *p > '9') {
            return false;
        }
        v = v * 10 + (uint64_t)(*p - '0');
    }
    if (v > (uint64_t)INT64_MAX + negative) {
        return false;
    }
    *value = negative ? (int64_t)(0 - v) : (int64_t)v;
    return true;
}

#endif
