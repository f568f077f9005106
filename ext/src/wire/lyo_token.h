/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forms of tokens, as far as they ask for no sink: short strings, and those that begin as an earlier one (spec section 4.2). And how a token is read.
 */
#ifndef LYO_TOKEN_H
#define LYO_TOKEN_H

#include "wire/lyo_bytes.h"
#include "wire/lyo_tags.h"

/** How a token is read. Each call has a constant of these, so that what it rules out is not compiled into it. */
enum lyo_how {
    LYO_QUICK = 1, /* what is wrong, rare or near the end of the data gives NULL, and nothing was done */
    LYO_IN_PREAMBLE = 2, /* string ids are those of the preamble */
    LYO_AS_KEY =
        4, /* it is a key: what is no string is KEY, and whoever wants hashes of strings wants this one's */
    LYO_IN_SLOT = 8, /* it is a value: the empty array is one, too */
    LYO_WHOLE = 16   /* the bytes of a string are going to be looked at */
};

/** True if nothing but two bytes stands before the value; size: of the payload. */
LYO_INLINE bool lyo_is_plain_head(const uint8_t *data, size_t size)
{
    return size > 2 && data[0] == LYO_MAGIC && data[1] == LYO_VERSION << 4;
}

/** True if tag is one of first to last, in one comparison. */
#define LYO_IS_TAG(tag, first) ((tag) - (unsigned)(first) <= (unsigned)(first##_LAST) - (unsigned)(first))

/** Strings back to which BACKREF_NEAR is the only back reference. */
#define LYO_NEAREST (LYO_TAG_BACKREF_NEAR_LAST - LYO_TAG_BACKREF_NEAR + 1u)
/** Ids that BACKREF_12 can tell. */
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

/** The bytes of the string at p, that was read before: a short one, or one with a length of a byte. */
LYO_INLINE const uint8_t *lyo_bytes_of_string(const uint8_t *p, size_t *length)
{
    bool brief = lyo_is_short_string(*p);
    *length = brief ? lyo_short_length(*p) : p[1];
    return brief ? p + 1 : p + 2;
}

typedef struct lyo_prefix_token {
    uint32_t distance;    /* strings back: 1 to 255 */
    uint32_t prefix;      /* bytes of that string: 4 to 255 */
    uint64_t rest;        /* bytes of its own behind them; to be compared with what is there */
    const uint8_t *bytes; /* where they begin */
} lyo_prefix_token;

/** True if the tag, one of these, has a byte for both lengths. */
LYO_INLINE bool lyo_is_prefixed_short(uint8_t tag)
{
    return tag >= LYO_TAG_PREFIXED_SHORT_NEAR;
}

/**
 * Reads the token at p, below end, whose tag is PREFIXED to PREFIXED_SHORT; packed: lyo_is_prefixed_short(). count: strings that have an id. LYO_OK;
 * TRUNCATED if end comes first; STRING_ID for no distance, or one to no string; OVERLONG if another form says the same in fewer bytes.
 */
LYO_INLINE lyo_error_code lyo_get_prefixed(const uint8_t *p, const uint8_t *end, const bool packed,
                                           size_t count, lyo_prefix_token *token, const unsigned how)
{
    const uint8_t nearest = LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1;
    const uint8_t tag = *p++;
    const bool near = packed ? tag <= LYO_TAG_PREFIXED_SHORT_NEAR_LAST : tag != LYO_TAG_PREFIXED;

    /* a quick call asks once for all that may come in front of the length */
    if ((how & LYO_QUICK) && LYO_UNLIKELY(end - p < 2)) {
        return LYO_ERR_TRUNCATED;
    }
    if (LYO_LIKELY(near)) {
        token->distance = tag - (packed ? LYO_TAG_PREFIXED_SHORT_NEAR : LYO_TAG_PREFIXED_NEAR) + 1u;
    } else {
        if (!(how & LYO_QUICK) && LYO_UNLIKELY(p == end)) {
            return LYO_ERR_TRUNCATED;
        }
        token->distance = *p++;
    }
    if (!(how & LYO_QUICK) && LYO_UNLIKELY(p == end)) {
        return LYO_ERR_TRUNCATED;
    }
    if (packed) {
        token->prefix = LYO_LIMIT_PREFIX_LEAST + (*p & 15u);
        token->rest = *p++ >> 4;
    } else {
        token->prefix = *p++;
        lyo_varlen_result result = lyo_get_varlen(&p, end, &token->rest);
        if (LYO_UNLIKELY(result != LYO_VARLEN_OK)) {
            return result == LYO_VARLEN_SHORT ? LYO_ERR_TRUNCATED : LYO_ERR_OVERLONG;
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
