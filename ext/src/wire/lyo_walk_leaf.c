/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves of the walk (spec section 4).
 */
#include "lyo_walk_sink.h"

const uint8_t *lyo_walk_prefixed(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf)
{
    lyo_prefix_token token;
    size_t count = w->strings.count;
    lyo_error_code code = lyo_get_prefixed(p, w->end, count, &token);

    if (code != LYO_OK) {
        return lyo_walk_fail(w, code == LYO_ERR_TRUNCATED ? w->end_code : code, p);
    }
    const lyo_walk_span earlier = LYO_WALK_ITEM(lyo_walk_span, w->strings, count - token.distance);
    if (token.prefix > earlier.size) {
        return lyo_walk_fail(w, LYO_ERR_SIZE, p);
    }
    if ((uint64_t)(w->end - token.bytes) < token.rest) {
        return lyo_walk_fail(w, w->end_code, p);
    }
    if (token.rest == 0) { /* so that three bytes do not become 255 */
        return sink_string(w, earlier.bytes, token.prefix, false, leaf, 0) ? token.bytes : NULL;
    }
    const size_t rest = (size_t)token.rest, size = token.prefix + rest;
    uint8_t *joined = lyo_walk_take(w, size, 1);
    if (!joined) {
        return NULL;
    }
    memcpy(joined, earlier.bytes, token.prefix);
    memcpy(joined + token.prefix, token.bytes, rest);
    return sink_string(w, joined, size, false, leaf, 0) ? token.bytes + rest : NULL;
}

LYO_NOINLINE const uint8_t *lyo_walk_string(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf,
                                            unsigned how)
{
    return p < w->end ? lyo_string_token(w, p, leaf, how & LYO_AS_KEY) : lyo_walk_fail(w, w->end_code, p);
}

LYO_NOINLINE const uint8_t *lyo_walk_leaf_token(lyo_walker *w, const uint8_t *p, lyo_walk_leaf *leaf,
                                                unsigned how)
{
    return p < w->end ? lyo_leaf_token(w, p, leaf, how & LYO_IN_SLOT) : lyo_walk_fail(w, w->end_code, p);
}
