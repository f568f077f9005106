/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The grammar of strings and keys (spec sections 4.2 and 4.3), and of ints, which may be keys. The layout of
 * each of these tokens is defined only here.
 *
 * This file is a template. The file that includes it defines a sink, which decides at compile time what
 * happens with the tokens. The compiler then produces code as if grammar and sink had been written together.
 *
 * An instance defines these types before it includes this file:
 *
 *   lyo_sink  its state, with the members end, end_code and names.count
 *   lyo_out   the place where a leaf goes
 *
 * It also defines these functions. Most take the lyo_out and `how`, a constant of each call (see
 * lyo_token.h):
 *
 *   sink_fail(s, code, at)                       records an error at that byte
 *   sink_strings(s, how)                         returns how many strings have an id
 *   sink_has_names(s, how)                       true where a string of the preamble can be referred to
 *   sink_brief(s, bytes, length, out, how)       takes an empty string or one of one byte
 *   sink_string(s, bytes, length, brief, out, how)
 *                                                takes a string that gets the next id; brief: STRING_SHORT
 *   sink_earlier(s, index, out, how)             takes the earlier string with that id
 *   sink_name(s, id, out, how)                   takes a string of the preamble
 *   sink_prefixed(s, at, out, how)               reads a string that shares its beginning with an earlier
 *                                                one, by lyo_get_prefixed(); like a token function
 *   sink_text(s, at, out, how)                   calls lyo_string_token() in a function of its own; at may
 *                                                be the end
 *
 * sink_string(), sink_earlier() and sink_name() return false if they failed. In careful calls they have
 * recorded the error by then. In quick calls they may return false for any reason.
 *
 * An instance may define as macros, both or none:
 *
 *   sink_margin(how)                             how many bytes must be readable after a short string in a
 *                                                quick call; by default 0
 *   sink_near_end(s, at, out, how)               reads a short string without that margin, like a token
 *                                                function
 */
#ifndef LYO_GRAMMAR_STRING_H
#define LYO_GRAMMAR_STRING_H

#include "wire/lyo_key.h"
#include "wire/lyo_token.h"

#ifndef sink_margin
#define sink_margin(how) 0
#define sink_near_end(s, at, out, how) NULL
#endif

/** Least and greatest int that is encoded in the tag alone. */
#define LYO_INT_SMALL_LEAST (-1)
#define LYO_INT_SMALL_MOST (LYO_TAG_INT_SMALL_LAST - LYO_TAG_INT_SMALL + LYO_INT_SMALL_LEAST)
/** Length of the longest string whose length is encoded in the tag. */
#define LYO_STRING_SHORT_MOST (LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT + 2u)

/**
 * Result for an invalid token. A quick call records no error: it returns NULL, and the careful call that
 * follows finds out what is wrong.
 */
#define LYO_WRONG(code, at) ((how & LYO_QUICK) ? NULL : (sink_fail(s, (code), (at)), (const uint8_t *)NULL))

/** True if there are n bytes from p on. */
#define LYO_HAS(p, n) ((uint64_t)(s->end - (p)) >= (uint64_t)(n))

/* --- ints ----------------------------------------------------------------------------------------------- */

LYO_INLINE bool lyo_is_small_int(uint8_t tag)
{
    return LYO_IS_TAG(tag, LYO_TAG_INT_SMALL);
}

/** Returns the value of an INT_SMALL. */
LYO_INLINE int64_t lyo_small_int(uint8_t tag)
{
    return (int64_t)tag - LYO_TAG_INT_SMALL + LYO_INT_SMALL_LEAST;
}

/** True for an INT, which is not an INT_SMALL. */
LYO_INLINE bool lyo_is_int(uint8_t tag)
{
    return LYO_IS_TAG(tag, LYO_TAG_INT);
}

/** Reads INT. tag is the byte at p: a constant, or checked by the caller. */
LYO_INLINE const uint8_t *lyo_int_token(lyo_sink *s, const uint8_t *p, uint8_t tag, int64_t *value,
                                        const unsigned how)
{
    unsigned n = tag - LYO_TAG_INT + 1u;

    if (n == 1) {
        if (LYO_UNLIKELY(!LYO_HAS(p, 2))) {
            return LYO_WRONG(s->end_code, p);
        }
        *value = (int8_t)p[1];
        if (LYO_UNLIKELY(*value >= LYO_INT_SMALL_LEAST && *value <= LYO_INT_SMALL_MOST)) {
            return LYO_WRONG(LYO_ERR_OVERLONG, p);
        }
        return p + 2;
    }
    if (LYO_UNLIKELY(!LYO_HAS(p, (how & LYO_QUICK) ? 1 + LYO_WORD : 1 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    *value = (how & LYO_QUICK) ? lyo_load_signed_of_word(p + 1, n) : lyo_load_signed(p + 1, n);
    if (LYO_UNLIKELY(lyo_int_fits(*value, n - 1))) {
        return LYO_WRONG(LYO_ERR_OVERLONG, p);
    }
    return p + 1 + n;
}

/* --- strings -------------------------------------------------------------------------------------------- */

LYO_INLINE const uint8_t *lyo_short_string_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                                 const unsigned how)
{
    size_t length = lyo_short_length(tag);

    if ((how & LYO_QUICK) && sink_margin(how)) {
        if (LYO_UNLIKELY(!LYO_HAS(p, 1 + length + sink_margin(how)))) {
            return sink_near_end(s, p, out, how);
        }
    } else if (LYO_UNLIKELY(!LYO_HAS(p, 1 + length))) {
        return LYO_WRONG(s->end_code, p);
    }
    return sink_string(s, p + 1, length, true, out, how) ? p + 1 + length : NULL;
}

/** Reads STRING. A quick call leaves lengths of more than two bytes to the careful call. */
LYO_INLINE const uint8_t *lyo_long_string_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                                const unsigned how)
{
    unsigned n = tag - LYO_TAG_STRING + 1u;

    if ((how & LYO_QUICK) && n > 2) {
        return NULL;
    }
    if (LYO_UNLIKELY(!LYO_HAS(p, (how & LYO_QUICK) ? 3 : 1 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    const uint8_t *bytes = p + 1 + n;
    uint64_t length = n == 1 ? p[1] : (how & LYO_QUICK) ? lyo_load(p + 1, 2) : lyo_load(p + 1, n);
    if (LYO_UNLIKELY(n == 1 ? length <= LYO_STRING_SHORT_MOST : length >> (8 * (n - 1)) == 0)) {
        return LYO_WRONG(LYO_ERR_OVERLONG, p);
    }
    if (LYO_UNLIKELY(!LYO_HAS(bytes, length))) {
        return LYO_WRONG(s->end_code, p);
    }
    return sink_string(s, bytes, (size_t)length, false, out, how) ? bytes + length : NULL;
}

/** Reads BACKREF_NEAR. */
LYO_INLINE const uint8_t *lyo_near_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                         const unsigned how)
{
    size_t distance = tag - LYO_TAG_BACKREF_NEAR + 1u, count = sink_strings(s, how);

    if (LYO_UNLIKELY(distance > count)) {
        return LYO_WRONG(LYO_ERR_STRING_ID, p);
    }
    return sink_earlier(s, count - distance, out, how) ? p + 1 : NULL;
}

/** Reads BACKREF_12 and, in careful calls, BACKREF. */
LYO_INLINE const uint8_t *lyo_far_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                        const unsigned how)
{
    unsigned n = tag <= LYO_TAG_BACKREF_12_LAST ? 1 : tag - LYO_TAG_BACKREF + 2u;
    uint64_t id, count = sink_strings(s, how);

    if (LYO_UNLIKELY(!LYO_HAS(p, 1 + n))) {
        return LYO_WRONG(s->end_code, p);
    }
    if (n == 1) {
        id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
    } else {
        id = lyo_load(p + 1, n);
        if (LYO_UNLIKELY(id < LYO_BACKREF_12_IDS || lyo_uint_size(id) != n)) {
            return LYO_WRONG(LYO_ERR_OVERLONG, p);
        }
    }
    if (LYO_UNLIKELY(id + LYO_NEAREST >= count)) { /* no such string, or one that has a shorter form */
        return LYO_WRONG(id >= count ? LYO_ERR_STRING_ID : LYO_ERR_OVERLONG, p);
    }
    return sink_earlier(s, (size_t)id, out, how) ? p + 1 + n : NULL;
}

LYO_INLINE const uint8_t *lyo_name_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                         const unsigned how)
{
    if (LYO_UNLIKELY(!LYO_HAS(p, 2))) {
        return LYO_WRONG(s->end_code, p);
    }
    uint32_t id = (uint32_t)(tag - LYO_TAG_NAME) << 8 | p[1];
    if (LYO_UNLIKELY(id >= s->names.count)) {
        return LYO_WRONG(LYO_ERR_STRING_ID, p);
    }
    return sink_name(s, id, out, how) ? p + 2 : NULL;
}

LYO_INLINE const uint8_t *lyo_brief_string_token(lyo_sink *s, const uint8_t *p, uint8_t tag, lyo_out out,
                                                 const unsigned how)
{
    unsigned length = tag == LYO_TAG_STRING_CHAR;

    if (LYO_UNLIKELY(!LYO_HAS(p, 1 + length))) {
        return LYO_WRONG(s->end_code, p);
    }
    sink_brief(s, p + 1, length, out, how);
    return p + 1 + length;
}

/** Reads a string token. Its tag has not been checked; p is before the end. */
LYO_INLINE const uint8_t *lyo_string_token(lyo_sink *s, const uint8_t *p, lyo_out out, const unsigned how)
{
    uint8_t tag = *p;

    LYO_ASSERT(p < s->end);
    if (LYO_LIKELY(lyo_is_short_string(tag))) {
        return lyo_short_string_token(s, p, tag, out, how);
    }
    if (tag >= LYO_TAG_PREFIXED) {
        if (LYO_LIKELY(tag <= LYO_TAG_PREFIXED_SHORT)) {
            return sink_prefixed(s, p, out, how);
        }
        return LYO_LIKELY(tag >= LYO_TAG_BACKREF_NEAR)
                   ? lyo_near_token(s, p, tag, out, how)
                   : LYO_WRONG((how & LYO_AS_KEY) ? LYO_ERR_KEY : LYO_ERR_TAG, p);
    }
    if (LYO_IS_TAG(tag, LYO_TAG_BACKREF_12) || (!(how & LYO_QUICK) && LYO_IS_TAG(tag, LYO_TAG_BACKREF))) {
        return lyo_far_token(s, p, tag, out, how);
    }
    if (LYO_IS_TAG(tag, LYO_TAG_NAME) && sink_has_names(s, how)) {
        return lyo_name_token(s, p, tag, out, how);
    }
    if (LYO_IS_TAG(tag, LYO_TAG_STRING)) {
        return lyo_long_string_token(s, p, tag, out, how);
    }
    if (tag == LYO_TAG_STRING_CHAR || tag == LYO_TAG_STRING_EMPTY) {
        return lyo_brief_string_token(s, p, tag, out, how);
    }
    return LYO_WRONG((how & LYO_AS_KEY) ? LYO_ERR_KEY : LYO_ERR_TAG, p);
}

/* --- keys ----------------------------------------------------------------------------------------------- */

/** True for the tag of a protected or private key. */
LYO_INLINE bool lyo_is_property(uint8_t tag)
{
    return tag - (unsigned)LYO_TAG_KEY_PROTECTED <= LYO_TAG_KEY_PRIVATE_OF - LYO_TAG_KEY_PROTECTED;
}

LYO_INLINE lyo_key_kind lyo_property_kind(uint8_t tag)
{
    return (lyo_key_kind)(LYO_KEY_PROTECTED + (tag - LYO_TAG_KEY_PROTECTED));
}

/**
 * Reads the tokens of a key of a state or of a map. *kind tells which of *number, name and owner are set. The
 * caller must check the rules of 4.3.
 */
LYO_INLINE const uint8_t *lyo_key_token(lyo_sink *s, const uint8_t *p, const bool state, lyo_key_kind *kind,
                                        int64_t *number, lyo_out name, lyo_out owner, const unsigned how)
{
    if (LYO_UNLIKELY(p >= s->end)) {
        return LYO_WRONG(s->end_code, p);
    }
    uint8_t tag = *p;
    *kind = LYO_KEY_INT;
    if (lyo_is_small_int(tag)) {
        *number = lyo_small_int(tag);
        return p + 1;
    }
    if (lyo_is_int(tag)) {
        return lyo_int_token(s, p, tag, number, how);
    }
    if (state && lyo_is_property(tag)) {
        *kind = lyo_property_kind(tag);
        p++;
        if (*kind == LYO_KEY_PRIVATE_OF && !(p = sink_text(s, p, owner, how & ~(unsigned)LYO_AS_KEY))) {
            return NULL;
        }
        return sink_text(s, p, name, how & ~(unsigned)LYO_AS_KEY);
    }
    *kind = LYO_KEY_PLAIN;
    return sink_text(s, p, name, how | LYO_AS_KEY);
}

#endif
