/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reader as an instance of the grammar: it stores leaves and strings in zvals. Quick calls (LYO_QUICK)
 * are inlined into the loops over slots and read the commonest tokens. This takes 45 % fewer instructions
 * than a call for each token. Tokens that are rare, invalid or too near the end are left to lyo_read_slot().
 */
#ifndef LYO_READER_SINK_H
#define LYO_READER_SINK_H

#include "lyo/lyo_reader_check.h"
#include "lyo/lyo_reader_string.h"

typedef lyo_decoder lyo_sink;
typedef zval *lyo_out;

#define sink_fail(d, code, at) lyo_reader_fail(d, code, at)
#define sink_has_stack(d) (!LYO_STACK_EXHAUSTED())
#define sink_strings(d, how) (lyo_strings_of(d, how)->count)
#define sink_has_names(d, how) (!(LYO_IN_PREAMBLE & (how)))

/*
 * Bytes that must be readable behind a short string. Values are copied in words that begin with their bytes;
 * keys in words that end with theirs, so they need none. Most payloads have a string near their end.
 */
#define sink_margin(how) ((LYO_AS_KEY & (how)) ? 0 : LYO_WORD)
#define sink_near_end(d, p, out, how) lyo_read_last_string(d, p, out)

#define sink_null(out) ZVAL_NULL(out)
#define sink_bool(out, value) ZVAL_BOOL(out, value)
#define sink_int(out, value) ZVAL_LONG(out, value)
#define sink_double(out, value) ZVAL_DOUBLE(out, value)

LYO_INLINE const uint8_t *sink_empty_array(const lyo_decoder *d, const uint8_t *p, zval *out)
{
    ZVAL_EMPTY_ARRAY(out);
    return p + 1;
}

LYO_INLINE void sink_brief(lyo_decoder *d, const uint8_t *bytes, const size_t length, zval *out,
                           const unsigned how)
{
    if (length) {
        ZVAL_CHAR(out, *bytes);
    } else {
        ZVAL_EMPTY_STRING(out);
    }
}

LYO_INLINE bool sink_string(lyo_decoder *d, const uint8_t *bytes, size_t length, const bool brief, zval *out,
                            const unsigned how)
{
    zend_string *s;

    if ((how & LYO_QUICK) && (how & LYO_AS_KEY) && length <= LYO_KNOWN_MOST &&
        UNEXPECTED(lyo_must_look_for_known(d))) {
        s = lyo_known_or_new(d, (const char *)bytes, length);
        lyo_string_table_add(lyo_strings_of(d, how), s);
        ZVAL_STR(out, s);
        return true;
    }
    if ((how & LYO_QUICK) && (how & LYO_AS_KEY)) {
        /* the first bytes of a payload: no whole word ends here */
        if (brief && UNEXPECTED(bytes - d->data < LYO_WORD - 2)) {
            return false;
        }
        s = brief ? lyo_new_name(bytes, length) : lyo_new_long_name(bytes, length);
    } else if ((how & LYO_QUICK) && brief) {
        s = lyo_new_short_string(bytes, length);
    } else {
        s = zend_string_init((const char *)bytes, length, 0);
    }
    if (!brief && UNEXPECTED(length >= LYO_LONG_STRING)) {
        s = lyo_unite(d, s, how);
    }
    lyo_string_table_add(lyo_strings_of(d, how), s);
    ZVAL_NEW_STR(out, s);
    return true;
}

LYO_INLINE bool sink_earlier(lyo_decoder *d, size_t index, zval *out, const unsigned how)
{
    if (how & LYO_IN_PREAMBLE) {
        ZVAL_STR_COPY(out, lyo_string_of(d, &d->names, (uint32_t)index));
    } else {
        zend_string *s = d->strings.strings[index];
        LYO_ASSERT(index < d->strings.count && ZSTR_LEN(s) >= 2);
        ZVAL_STR_COPY(out, s); /* a key may be a string that PHP has already */
    }
    return true;
}

LYO_INLINE bool sink_name(lyo_decoder *d, size_t id, zval *out, const unsigned how)
{
    ZVAL_STR_COPY(out, lyo_string_of(d, &d->names, (uint32_t)id));
    return true;
}

#define sink_prefixed lyo_read_prefixed
#define sink_text lyo_read_string

#include "wire/lyo_grammar.h"

/**
 * Reads a leaf or empty array into *out, whose old value is not freed. p is below d->limit. NULL: nothing was
 * done.
 */
LYO_INLINE const uint8_t *lyo_read_quick(lyo_decoder *d, const uint8_t *p, zval *out)
{
    return lyo_leaf_token(d, p, out, LYO_QUICK | LYO_IN_SLOT);
}

/* --- values --------------------------------------------------------------------------------------------- */

typedef zval *lyo_place;

/*
 * Enters a level of n elements that need at least `bytes` bytes. The caller adds the bytes still to come to
 * d->pending before it reads anything that may be a container.
 */
LYO_INLINE bool lyo_enter(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t n, uint64_t bytes)
{
    lyo_heed_limit();
    return lyo_open(d, p, tag, 1, n, n, bytes, d->pending);
}

#define sink_list lyo_read_list
#define sink_map lyo_read_map
#define sink_leaf(d, p, out) lyo_read_leaf(d, p, out, LYO_IN_SLOT)
#define sink_instance(d, p, tag, id, out) lyo_read_instance(d, p, tag, (uint32_t)(id), out)
#define sink_vector lyo_read_vector
#define sink_rows lyo_read_rows
#define sink_runs lyo_read_runs

LYO_INLINE const lyo_array_facts *sink_array(const lyo_decoder *d, uint64_t index)
{
    return EXPECTED(index < d->array_count) && EXPECTED(d->arrays[index].table) ? &d->arrays[index].facts
                                                                                : NULL;
}

LYO_INLINE const uint8_t *sink_use_array(lyo_decoder *d, const uint8_t *p, const uint8_t *tag, uint64_t index,
                                         zval *out)
{
    ZVAL_ARR(out, d->arrays[index].table);
    GC_ADDREF(Z_ARR_P(out));
    return p;
}
#define sink_use_object lyo_use_object
#define sink_use_reference lyo_use_reference

#include "wire/lyo_grammar_value.h"

/**
 * Reads a token that lyo_read_quick() did not read into *out, which must be null. The commonest containers
 * take one call for each level.
 */
LYO_INLINE const uint8_t *lyo_read_other(lyo_decoder *d, const uint8_t *p, zval *out)
{
    const lyo_checkpoint before = lyo_checkpoint_of(d);

    LYO_ASSERT(Z_TYPE_P(out) == IS_NULL);
    if (EXPECTED(p < d->limit) && EXPECTED(lyo_is_short_container(*p))) {
        p = lyo_short_container_token(d, p, out);
    } else {
        p = lyo_read_slot(d, p, out);
    }
    LYO_ASSERT(!p || lyo_checkpoint_holds(d, &before, out));
    return p;
}

/** Reads a value into *out, which must be null. */
LYO_INLINE const uint8_t *lyo_read_into(lyo_decoder *d, const uint8_t *p, zval *out)
{
    const uint8_t *next = EXPECTED(p < d->limit) ? lyo_read_quick(d, p, out) : NULL;

    return next ? next : lyo_read_other(d, p, out);
}

/** The same, but *out may be uninitialised. pending: d->pending for what follows the value. */
LYO_INLINE const uint8_t *lyo_read_cell(lyo_decoder *d, const uint8_t *p, zval *out, uint64_t pending)
{
    const uint8_t *next = EXPECTED(p < d->limit) ? lyo_read_quick(d, p, out) : NULL;

    if (!next) {
        d->pending = pending;
        ZVAL_NULL(out);
        next = lyo_read_other(d, p, out);
    }
    return next;
}

#endif
