/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tags and numbers of igbinary's format, versions 1 and 2. Numbers are big-endian and unsigned; the tag tells
 * their width.
 */
#ifndef LYO_IGBINARY_BYTES_H
#define LYO_IGBINARY_BYTES_H

#include "wire/lyo_bytes.h"

/** Families of three consecutive tags stand for widths of 1, 2 and 4 bytes. */
enum lyo_igbinary_tag {
    LYO_IGB_NULL = 0x00, /* as a key: the entry is empty */
    LYO_IGB_REF8 = 0x01,
    LYO_IGB_FALSE = 0x04,
    LYO_IGB_TRUE = 0x05,
    LYO_IGB_LONG8P = 0x06, /* even: positive; odd: negative */
    LYO_IGB_LONG16P = 0x08,
    LYO_IGB_DOUBLE = 0x0c,
    LYO_IGB_STRING_EMPTY = 0x0d,
    LYO_IGB_STRING_ID8 = 0x0e,
    LYO_IGB_STRING8 = 0x11,
    LYO_IGB_ARRAY8 = 0x14,
    LYO_IGB_OBJECT8 = 0x17,
    LYO_IGB_OBJECT_ID8 = 0x1a,
    LYO_IGB_PAYLOAD8 = 0x1d, /* payload of Serializable */
    LYO_IGB_LONG64P = 0x20,
    LYO_IGB_OBJREF8 = 0x22,
    LYO_IGB_REFERENCE = 0x25, /* the value after it is in a PHP reference */
    LYO_IGB_STRING64 = 0x26,
    LYO_IGB_ENUM_CASE = 0x27
};

#define LYO_IGB_HEADER_SIZE 4

/** What a tag begins. Those up to LYO_IGB_IS_STRING_ID are leaves. */
typedef enum lyo_igbinary_kind {
    LYO_IGB_IS_CONSTANT, /* null, false or true */
    LYO_IGB_IS_DOUBLE,
    LYO_IGB_IS_LONG,
    LYO_IGB_IS_EMPTY, /* the empty string */
    LYO_IGB_IS_STRING,
    LYO_IGB_IS_STRING_ID,
    LYO_IGB_IS_ARRAY,
    LYO_IGB_IS_OBJECT,    /* with the name of its class */
    LYO_IGB_IS_OBJECT_ID, /* with the number of that name */
    LYO_IGB_IS_PAYLOAD,
    LYO_IGB_IS_CASE,
    LYO_IGB_IS_BACK, /* an id */
    LYO_IGB_IS_REFERENCE,
    LYO_IGB_IS_UNKNOWN
} lyo_igbinary_kind;

/** What a tag begins, and how many bytes its number or double has. */
typedef struct lyo_igbinary_token {
    lyo_igbinary_kind kind;
    unsigned width;
} lyo_igbinary_token;

#define LYO_IGB_TAGS (LYO_IGB_ENUM_CASE + 1)
/** By tag: the kind in the upper and the width in the lower 4 bits. */
extern const uint8_t lyo_igbinary_tokens[LYO_IGB_TAGS];

LYO_INLINE lyo_igbinary_token lyo_igbinary_token_of(uint8_t tag)
{
    const uint8_t both = tag < LYO_IGB_TAGS ? lyo_igbinary_tokens[tag] : LYO_IGB_IS_UNKNOWN << 4;

    return (lyo_igbinary_token){(lyo_igbinary_kind)(both >> 4), both & 15};
}

/** Returns the bytes of v in opposite order. Compilers make one instruction of it. */
LYO_INLINE uint64_t lyo_swapped(uint64_t v)
{
    v = (v & UINT64_C(0x00FF00FF00FF00FF)) << 8 | (v >> 8 & UINT64_C(0x00FF00FF00FF00FF));
    v = (v & UINT64_C(0x0000FFFF0000FFFF)) << 16 | (v >> 16 & UINT64_C(0x0000FFFF0000FFFF));
    return v << 32 | v >> 32;
}

/** Returns the number in 1, 2, 4 or 8 bytes. */
LYO_INLINE uint64_t lyo_load_be(const uint8_t *p, unsigned width)
{
    switch (width) {
    case 1:
        return *p;
    case 2:
        return (uint64_t)p[0] << 8 | p[1];
    case 4:
        return (uint64_t)p[0] << 24 | (uint64_t)p[1] << 16 | (uint64_t)p[2] << 8 | p[3];
    default:
        return lyo_swapped(lyo_load(p, 8));
    }
}

/** True if the data begin with a header of version 1 or 2 and at least one more byte follows. */
LYO_INLINE bool lyo_igbinary_has_header(const uint8_t *data, size_t size)
{
    return size > LYO_IGB_HEADER_SIZE && lyo_load_be(data, 4) - 1 < 2;
}

LYO_INLINE double lyo_load_be_double(const uint8_t *p)
{
    uint64_t bits = lyo_load_be(p, 8);
    double d;
    memcpy(&d, &bits, 8);
    return d;
}

/**
 * Writes the low bytes of a number. width is a constant. Returns the byte after them. In one store: a list of
 * floats takes half as long as with a loop over the bytes.
 */
LYO_INLINE uint8_t *lyo_put_be(uint8_t *p, uint64_t v, const unsigned width)
{
    lyo_store(p, lyo_swapped(v) >> (64 - 8 * width), width);
    return p + width;
}

/**
 * Writes a number in the smallest width, with its tag: that of the first width, of those `step` and 2 `step`
 * behind it, or, for 8 bytes, `widest`. step is a constant.
 */
LYO_INLINE uint8_t *lyo_igbinary_put_number(uint8_t *p, unsigned first, const unsigned step, unsigned widest,
                                            uint64_t v)
{
    if (LYO_LIKELY(v <= 0xff)) {
        p[0] = (uint8_t)first;
        return lyo_put_be(p + 1, v, 1);
    }
    if (v <= 0xffff) {
        p[0] = (uint8_t)(first + step);
        return lyo_put_be(p + 1, v, 2);
    }
    if (v <= 0xffffffff) {
        p[0] = (uint8_t)(first + 2 * step);
        return lyo_put_be(p + 1, v, 4);
    }
    p[0] = (uint8_t)widest;
    return lyo_put_be(p + 1, v, 8);
}

/** Writes a tag of a family and its number in the smallest width, at most 5 bytes. */
LYO_INLINE uint8_t *lyo_igbinary_put_sized(uint8_t *p, unsigned first, uint32_t v)
{
    return lyo_igbinary_put_number(p, first, 1, 0, v);
}

/** Greatest size of an int in bytes, with its tag. */
#define LYO_IGB_LONG_MAX 9

/** Writes an int. The sign is in the tag, and the magnitude has the smallest width. */
LYO_INLINE uint8_t *lyo_igbinary_put_long(uint8_t *p, int64_t v)
{
    const unsigned sign = v < 0;

    return lyo_igbinary_put_number(p, LYO_IGB_LONG8P + sign, 2, LYO_IGB_LONG64P + sign,
                                   sign ? (uint64_t)0 - (uint64_t)v : (uint64_t)v);
}

#endif
