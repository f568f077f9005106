/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tokens of strings that begin as an earlier one (spec section 4.2), in front of their own bytes.
 */
#ifndef LYO_PREFIX_H
#define LYO_PREFIX_H

#include "lyo_bytes.h"
#include "lyo_tags.h"

typedef struct lyo_prefix_token {
    uint32_t distance;    /* strings back: 1 to 255 */
    uint32_t prefix;      /* bytes of that string: 4 to 255 */
    uint64_t rest;        /* bytes of its own behind them; to be compared with what is there */
    const uint8_t *bytes; /* where they begin */
} lyo_prefix_token;

/**
 * Reads the token at p, below end, whose tag is PREFIXED to PREFIXED_SHORT. LYO_OK, TRUNCATED if end comes first, STRING_ID for no
 * distance, or OVERLONG if another form says the same in fewer bytes.
 */
LYO_INLINE lyo_error_code lyo_get_prefixed(const uint8_t *p, const uint8_t *end, lyo_prefix_token *token)
{
    const uint8_t nearest = LYO_TAG_PREFIXED_NEAR_LAST - LYO_TAG_PREFIXED_NEAR + 1;
    uint8_t tag = *p++;
    bool packed = tag >= LYO_TAG_PREFIXED_SHORT_NEAR;
    bool near = tag != LYO_TAG_PREFIXED && tag != LYO_TAG_PREFIXED_SHORT;

    if (near) {
        token->distance = tag - (packed ? LYO_TAG_PREFIXED_SHORT_NEAR : LYO_TAG_PREFIXED_NEAR) + 1u;
    } else {
        if (LYO_UNLIKELY(p == end)) {
            return LYO_ERR_TRUNCATED;
        }
        token->distance = *p++;
    }
    if (LYO_UNLIKELY(p == end)) {
        return LYO_ERR_TRUNCATED;
    }
    if (packed) {
        token->prefix = LYO_LIMIT_PREFIX_LEAST + (*p & 15u);
        token->rest = *p++ >> 4;
    } else {
        token->prefix = *p++;
        switch (lyo_get_varlen(&p, end, &token->rest)) {
        case LYO_VARLEN_SHORT:
            return LYO_ERR_TRUNCATED;
        case LYO_VARLEN_OVERLONG:
            return LYO_ERR_OVERLONG;
        default:
            break;
        }
    }
    token->bytes = p;
    if (LYO_UNLIKELY(token->distance == 0)) {
        return LYO_ERR_STRING_ID;
    }
    bool fits = token->prefix < LYO_LIMIT_PREFIX_LEAST + 16 && token->rest < 16;
    return token->prefix < LYO_LIMIT_PREFIX_LEAST || (!near && token->distance <= nearest) || fits != packed
               ? LYO_ERR_OVERLONG
               : LYO_OK;
}

#endif
