/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tokens that can be read without a sink: short strings and prefixed strings (spec section 4.2). Also the
 * flags that say how a token is read.
 */
#ifndef LYO_TOKEN_H
#define LYO_TOKEN_H

#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

/** How a token is read. Each call passes a constant, so the compiler leaves out what it rules out. */
enum lyo_how {
    /* what is invalid, rare or near the end of the data returns NULL, without any effect */
    LYO_QUICK = 1,
    LYO_IN_PREAMBLE = 2, /* string ids refer to the preamble */
    /* it is a key: anything but a string is the error KEY, and readers that need hashes compute its hash */
    LYO_AS_KEY = 4,
    LYO_IN_SLOT = 8 /* it is a value, so the empty array is allowed */
};

/** True if the two bytes of the head are all that precedes the value. size is that of the payload. */
LYO_INLINE bool lyo_is_plain_head(const uint8_t *data, size_t size)
{
    return size > 2 && data[0] == LYO_MAGIC && data[1] == LYO_VERSION << 4;
}

/** True if tag is within first and first_LAST. One comparison. */
#define LYO_IS_TAG(tag, first) ((tag) - (unsigned)(first) <= (unsigned)(first##_LAST) - (unsigned)(first))

/** Distance in strings up to which BACKREF_NEAR is the only valid back reference. */
#define LYO_NEAREST (LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1u)
/** Number of ids that BACKREF_12 can express. */
#define LYO_BACKREF_12_IDS ((LYO_TAG_BACKREF_12_LAST - LYO_TAG_BACKREF_12 + 1u) << 8)

LYO_INLINE bool lyo_is_short_string(uint8_t tag)
{
    return LYO_IS_TAG(tag, LYO_TAG_STRING_SHORT);
}

/** Length of a short string. */
LYO_INLINE size_t lyo_short_length(uint8_t tag)
{
    return tag - LYO_TAG_STRING_SHORT + 2u;
}

/**
 * Returns the bytes of the string at p and sets *length. The string was read before, and is a short one or
 * has a length of one byte.
 */
LYO_INLINE const uint8_t *lyo_bytes_of_string(const uint8_t *p, size_t *length)
{
    bool brief = lyo_is_short_string(*p);
    *length = brief ? lyo_short_length(*p) : p[1];
    return brief ? p + 1 : p + 2;
}

typedef struct lyo_prefix_token {
    uint32_t distance; /* strings back: 1 to 255 */
    uint32_t prefix;   /* bytes of that string: 4 to 255 */
    /* length of its own bytes after the prefix; the caller must check that they are there */
    uint64_t rest;
    const uint8_t *bytes; /* address of its own bytes */
} lyo_prefix_token;

/**
 * Reads the token at p, which is before end. Its tag is PREFIXED to PREFIXED_SHORT. count is the number of
 * strings that have an id. Returns LYO_OK; TRUNCATED if end comes first; STRING_ID if the distance is 0 or
 * there is no such string; OVERLONG if another form is shorter.
 */
LYO_INLINE lyo_error_code lyo_get_prefixed(const uint8_t *p, const uint8_t *end, size_t count,
                                           lyo_prefix_token *token)
{
    const uint8_t nearest = LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1;
    const uint8_t tag = *p++;
    /* a single byte has both lengths */
    const bool packed = tag >= LYO_TAG_PREFIXED_SHORT_NEAR;
    const bool near = packed ? tag <= LYO_TAG_PREFIXED_SHORT_NEAR_LAST : tag != LYO_TAG_PREFIXED;

    if (LYO_UNLIKELY(end - p < (near ? 1 : 2))) {
        return LYO_ERR_TRUNCATED;
    }
    token->distance = near ? tag - (packed ? LYO_TAG_PREFIXED_SHORT_NEAR : LYO_TAG_PREFIXED_NEAR) + 1u : *p++;
    if (packed) {
        token->prefix = LYO_LIMIT_PREFIX_LEAST + (*p & 15u);
        token->rest = *p++ >> 4;
    } else {
        token->prefix = *p++;
        lyo_error_code code = lyo_get_varlen(&p, end, &token->rest);
        if (LYO_UNLIKELY(code != LYO_OK)) {
            return code;
        }
    }
    token->bytes = p;
    if (!near && LYO_UNLIKELY(token->distance <= nearest)) {
        return token->distance == 0 ? LYO_ERR_STRING_ID : LYO_ERR_OVERLONG;
    }
    if (!packed && LYO_UNLIKELY(token->prefix < LYO_LIMIT_PREFIX_LEAST ||
                                (token->prefix < LYO_LIMIT_PREFIX_LEAST + 16 && token->rest < 16))) {
        return LYO_ERR_OVERLONG;
    }
    return LYO_LIKELY(token->distance <= count) ? LYO_OK : LYO_ERR_STRING_ID;
}

#endif
