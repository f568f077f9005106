/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fast path for the keys of a shape of a plain class: they are compared with the names of its slots, which
 * mostly come in the same order. No strings are made. Everything else is left to lyo_reader_head.c.
 */
#include "lyo/lyo_reader_string.h"

#include "php/lyo_entries.h"

/** What a string token must hold. */
typedef struct expected_name {
    const char *bytes;
    size_t length;
    zend_string *entry; /* entry of d->names for it: the string, or a note */
    bool met;           /* the token held it */
} expected_name;

/* --- string tokens: an instance of their grammar that takes only the string that is expected ------------ */

typedef lyo_decoder lyo_sink;
typedef expected_name *lyo_out;

#define sink_fail(d, code, at) ((void)(code), (void)(at)) /* LYO_QUICK calls never report errors */
#define sink_strings(d, how) ((d)->names.count)
#define sink_has_names(d, how) false
#define sink_name(d, id, name, how) false

LYO_INLINE bool is_expected(const expected_name *name, const void *bytes, size_t length)
{
    return length == name->length && lyo_same_bytes(bytes, name->bytes, length);
}

LYO_INLINE void sink_brief(const lyo_decoder *d, const uint8_t *bytes, const size_t length,
                           expected_name *name, const unsigned how)
{
    name->met = is_expected(name, bytes, length);
}

LYO_INLINE bool sink_string(lyo_decoder *d, const uint8_t *bytes, size_t length, const bool brief,
                            expected_name *name, const unsigned how)
{
    if ((name->met = is_expected(name, bytes, length))) {
        lyo_string_table_add(&d->names, name->entry);
    }
    return name->met;
}

LYO_INLINE bool sink_earlier(lyo_decoder *d, size_t index, expected_name *name, const unsigned how)
{
    size_t length;
    const char *bytes = lyo_bytes_of_entry(d->names.strings[index], &length);

    return name->met = is_expected(name, bytes, length);
}

LYO_INLINE const uint8_t *sink_prefixed(lyo_decoder *d, const uint8_t *p, expected_name *name,
                                        const unsigned how)
{
    lyo_prefix_token token;
    size_t length;

    if (lyo_get_prefixed(p, d->end, lyo_is_prefixed_short(*p), d->names.count, &token, how) != LYO_OK ||
        token.prefix + token.rest != name->length || token.rest > (uint64_t)(d->end - token.bytes)) {
        return NULL;
    }
    const char *earlier = lyo_bytes_of_entry(d->names.strings[d->names.count - token.distance], &length);
    name->met = token.prefix <= length && !memcmp(earlier, name->bytes, token.prefix) &&
                !memcmp(token.bytes, name->bytes + token.prefix, (size_t)token.rest);
    if (!name->met) {
        return NULL;
    }
    lyo_string_table_add(&d->names, name->entry);
    return token.bytes + token.rest;
}

static const uint8_t *sink_text(lyo_decoder *d, const uint8_t *p, expected_name *name, unsigned how);

#include "wire/lyo_grammar_string.h"

static LYO_NOINLINE const uint8_t *sink_text(lyo_decoder *d, const uint8_t *p, expected_name *name,
                                             unsigned how)
{
    p = EXPECTED(p < d->end) ? lyo_string_token(d, p, name, LYO_QUICK | LYO_IN_PREAMBLE) : NULL;
    return p && name->met ? p : NULL;
}

/* --- keys ----------------------------------------------------------------------------------------------- */

/* Reads the key at p if it has this kind, and this name as a short string, as most have. Else NULL. */
LYO_INLINE const uint8_t *take_short_key(lyo_decoder *d, const uint8_t *p, lyo_key_kind kind,
                                         const expected_name *name)
{
    if (kind != LYO_KEY_PLAIN) {
        if (!lyo_is_property(*p) || lyo_property_kind(*p) != kind || ++p >= d->end) {
            return NULL;
        }
    }
    if (!lyo_is_short_string(*p) || lyo_short_length(*p) != name->length ||
        (size_t)(d->end - p) <= name->length || !lyo_same_bytes(p + 1, name->bytes, name->length)) {
        return NULL;
    }
    lyo_string_table_add(&d->names, name->entry);
    return p + 1 + name->length;
}

/* Reads the key at p if it names this property. NULL: it does not, or is not simple. */
LYO_INLINE const uint8_t *take_key(lyo_decoder *d, const uint8_t *p, const zend_class_entry *ce,
                                   const zend_property_info *info)
{
    const lyo_key_kind expected = info->flags & ZEND_ACC_PUBLIC      ? LYO_KEY_PLAIN
                                  : info->flags & ZEND_ACC_PROTECTED ? LYO_KEY_PROTECTED
                                  : info->ce == ce                   ? LYO_KEY_PRIVATE
                                                                     : LYO_KEY_PRIVATE_OF;
    const size_t scope = expected == LYO_KEY_PLAIN       ? 0
                         : expected == LYO_KEY_PROTECTED ? sizeof "\0*\0" - 1
                                                         : ZSTR_LEN(info->ce->name) + 2;
    const uint32_t known = d->names.count;
    lyo_key_kind kind;
    int64_t number;
    expected_name name = {ZSTR_VAL(info->name) + scope, ZSTR_LEN(info->name) - scope,
                          lyo_note_of_property(info->name), false};

    const uint8_t *next =
        EXPECTED(expected != LYO_KEY_PRIVATE_OF) ? take_short_key(d, p, expected, &name) : NULL;
    if (EXPECTED(next)) {
        return next;
    }
    expected_name owner = {ZSTR_VAL(info->ce->name), ZSTR_LEN(info->ce->name), info->ce->name, false};
    p = lyo_key_token(d, p, true, &kind, &number, &name, &owner, LYO_QUICK | LYO_IN_PREAMBLE);
    if (EXPECTED(p) && EXPECTED(kind == expected)) {
        return p;
    }
    d->names.count = known;
    return NULL;
}

/* Reads the key at p if it names a slot. The search begins at slot *at, which becomes the one it names. */
LYO_INLINE const uint8_t *take_slot(lyo_decoder *d, const uint8_t *p, zend_class_entry *ce, uint32_t *at)
{
    const uint32_t slots = (uint32_t)ce->default_properties_count;

    for (uint32_t tries = 0; tries < slots; tries++, ++*at) {
        *at = *at < slots ? *at : 0;
        const zend_property_info *info = LYO_SLOT_INFO(ce, *at);
        /* the name of an anonymous class has a NUL, so that keys cannot name it */
        const uint8_t *next =
            info && !(info->ce->ce_flags & ZEND_ACC_ANON_CLASS) ? take_key(d, p, ce, info) : NULL;
        if (EXPECTED(next)) {
            return next;
        }
    }
    return NULL;
}

/* Most slots of a class that is handled here: a bitmap on the C stack has one bit for each. */
#define MOST_SLOTS 256

/* Reads all keys and sets their targets. NULL: a key names no slot, or one that an earlier key has named. */
static const uint8_t *take_keys(lyo_decoder *d, const uint8_t *p, zend_class_entry *ce, uint32_t n,
                                lyo_target *targets)
{
    uint64_t used[MOST_SLOTS / 64] = {0};

    for (uint32_t i = 0, slot = 0; i < n; i++, slot++) {
        p = EXPECTED(p < d->end) ? take_slot(d, p, ce, &slot) : NULL;
        if (UNEXPECTED(!p) || UNEXPECTED(used[slot / 64] >> slot % 64 & 1)) {
            return NULL;
        }
        used[slot / 64] |= UINT64_C(1) << slot % 64;
        zend_property_info *info = LYO_SLOT_INFO(ce, slot);
        targets[i] = (lyo_target){
            .name = info->name, .info = ZEND_TYPE_IS_SET(info->type) ? info : NULL, .offset = info->offset};
    }
    return p;
}

const uint8_t *lyo_read_slot_keys(lyo_decoder *d, const uint8_t *p, lyo_definition *definition)
{
    const lyo_class *class = &d->classes[definition->class_index];
    const uint32_t n = definition->count, known = d->names.count;

    if (d->thorough || (d->mechanisms->without & LYO_KEYS) || !class->plain || n == 0 ||
        n > (uint32_t) class->ce->default_properties_count ||
        class->ce->default_properties_count > MOST_SLOTS ||
        !zend_string_equals(class->name, class->ce->name)) {
        return NULL;
    }
    lyo_target *targets = safe_emalloc(n, sizeof *targets, 0);
    p = take_keys(d, p, class->ce, n, targets);
    if (UNEXPECTED(!p)) {
        efree(targets);
        d->names.count = known;
        return NULL;
    }
    definition->targets = targets;
    definition->direct = true;
    definition->covering = n == (uint32_t) class->ce->default_properties_count;
    return p;
}
