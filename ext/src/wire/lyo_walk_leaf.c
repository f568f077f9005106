/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Strings of the walk (spec section 4.2). Strings that share their beginning with an earlier one are joined
 * only when their bytes are needed.
 */
#include "lyo_walk_sink.h"

/** Decodes the token of a string that is not joined yet. It was valid when it was first read. */
static lyo_prefix_token lyo_walk_prefix_of(const lyo_walker *w, const lyo_walk_span *string)
{
    lyo_prefix_token token;
    lyo_get_prefixed(string->bytes, w->end, lyo_is_prefixed_short(*string->bytes), SIZE_MAX, &token, 0);
    return token;
}

/**
 * Joins string i of `strings`: its own bytes, preceded by what each earlier string in the chain contributes.
 */
static bool lyo_walk_join_one(lyo_walker *w, lyo_walk_span *strings, size_t i)
{
    lyo_prefix_token token = lyo_walk_prefix_of(w, &strings[i]);
    size_t left = token.prefix, size = left + (size_t)token.rest, from = i - token.distance;
    uint8_t *joined = lyo_walk_take(w, size);
    if (!joined) {
        return false;
    }
    memcpy(joined + left, token.bytes, (size_t)token.rest);
    for (; lyo_walk_is_apart(&strings[from]); from -= token.distance) {
        token = lyo_walk_prefix_of(w, &strings[from]);
        if (token.prefix < left) {
            memcpy(joined + token.prefix, token.bytes, left - token.prefix);
            left = token.prefix;
        }
    }
    memcpy(joined, strings[from].bytes, left);
    strings[i] = (lyo_walk_span){joined, size};
    return true;
}

/**
 * Joins string i of `strings`. If the chain to a string in one piece is long, every LYO_WALK_STEPS-th string
 * of the chain is joined too, the farthest first. So no later join has a long way to go, and the walk stays
 * linear. The strings that are to be joined form a list meanwhile. It is linked through their size fields,
 * because the sizes can be restored from their tokens.
 */
bool lyo_walk_join(lyo_walker *w, lyo_walk_span *strings, size_t i)
{
    size_t waiting = 0; /* index + 1 of the last one added to the list */
    for (unsigned steps = 0; lyo_walk_is_apart(&strings[i]); steps++) {
        uint32_t distance = lyo_walk_prefix_of(w, &strings[i]).distance;
        if (steps % LYO_WALK_STEPS == 0) {
            strings[i].size = LYO_WALK_APART | waiting;
            waiting = i + 1;
        }
        i -= distance;
    }
    while (waiting > 0) {
        i = waiting - 1;
        waiting = strings[i].size & ~LYO_WALK_APART;
        if (!lyo_walk_join_one(w, strings, i)) {
            return false;
        }
    }
    return true;
}

const uint8_t *lyo_walk_prefixed(lyo_walker *w, const uint8_t *p)
{
    lyo_prefix_token token;
    size_t i = w->strings.count;
    lyo_error_code code = lyo_get_prefixed(p, w->end, lyo_is_prefixed_short(*p), i, &token, 0);
    if (code != LYO_OK) {
        return lyo_walk_fail(w, code == LYO_ERR_TRUNCATED ? w->end_code : code, p);
    }
    const lyo_walk_span *earlier = &LYO_WALK_ITEM(lyo_walk_span, w->strings, i - token.distance);
    if (token.prefix > (earlier->size & ~LYO_WALK_APART)) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, p);
    }
    if (!lyo_walk_has(w, token.bytes, token.rest)) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    const lyo_walk_span apart = {p, LYO_WALK_APART | (token.prefix + (size_t)token.rest)};
    return lyo_walk_add_string(w, apart) ? token.bytes + token.rest : NULL;
}

LYO_NOINLINE const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf,
                                            unsigned how)
{
    return p < w->end ? lyo_string_token(w, p, leaf, how & (LYO_AS_KEY | LYO_WHOLE))
                      : lyo_walk_fail(w, w->end_code, p);
}

LYO_NOINLINE const uint8_t *lyo_walk_leaf_token(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf,
                                                unsigned how)
{
    return p < w->end ? lyo_leaf_token(w, p, leaf, how & LYO_IN_SLOT) : lyo_walk_fail(w, w->end_code, p);
}
