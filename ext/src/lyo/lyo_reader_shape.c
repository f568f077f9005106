/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fast path for the keys of class shapes of loaded classes. It makes no strings: it compares the keys with
 * the names of the slots, which mostly come in the same order. Everything else is left to lyo_reader_head.c.
 */
#include "lyo/lyo_reader_string.h"

/* --- string tokens: an instance of their grammar that takes only tokens known to be valid --------------- */

/* The string that a token must be. */
typedef struct lyo_wanted {
    const char *bytes;
    size_t length;
    bool differs;
} lyo_wanted;

typedef lyo_decoder lyo_sink;
typedef lyo_wanted *lyo_out;

LYO_INLINE bool is_wanted(const lyo_wanted *s, const uint8_t *bytes, size_t length)
{
    return length == s->length && lyo_same_bytes(bytes, s->bytes, length);
}

#define sink_strings(d, how) ((d)->names.count)
#define sink_has_names(d, how) false
#define sink_name(d, id, s, how) false
#define sink_text(d, p, s, how) NULL
#define sink_brief(d, bytes, length, s, how) ((s)->differs = !is_wanted(s, bytes, length))

LYO_INLINE void sink_fail(lyo_decoder *d, lyo_error_code code, const uint8_t *at)
{
    ZEND_UNREACHABLE(); /* LYO_QUICK calls never report errors */
}

LYO_INLINE bool sink_string(lyo_decoder *d, const uint8_t *bytes, size_t length, const bool brief,
                            const lyo_wanted *s, const unsigned how)
{
    if (!is_wanted(s, bytes, length) || (!brief && UNEXPECTED(length > UINT8_MAX))) {
        return false; /* a note cannot name a longer one */
    }
    lyo_string_table_note(d, &d->names, bytes - (brief ? 1 : 2));
    return true;
}

LYO_INLINE bool sink_earlier(const lyo_decoder *d, size_t index, const lyo_wanted *s, const unsigned how)
{
    size_t length;
    const uint8_t *bytes = lyo_entry_bytes(d, d->names.strings[index], &length);

    return is_wanted(s, bytes, length);
}

static const uint8_t *sink_prefixed(lyo_decoder *d, const uint8_t *p, const lyo_wanted *s, unsigned how)
{
    lyo_string_table *table = &d->names;
    lyo_prefix_token token;
    size_t length;

    if (lyo_get_prefixed(p, d->end, table->count, &token) != LYO_OK) {
        return NULL;
    }
    const uint8_t *from = lyo_entry_bytes(d, table->strings[table->count - token.distance], &length);
    if (token.prefix > length || token.rest > (uint64_t)(d->end - token.bytes) ||
        token.prefix + token.rest != s->length || memcmp(s->bytes, from, token.prefix) ||
        memcmp(s->bytes + token.prefix, token.bytes, (size_t)token.rest)) {
        return NULL;
    }
    lyo_string_table_add(table, lyo_keep_name(d, (const uint8_t *)s->bytes, s->length));
    return token.bytes + token.rest;
}

#include "wire/lyo_grammar_string.h"

static LYO_NOINLINE const uint8_t *take_other_string(lyo_decoder *d, const uint8_t *p, lyo_wanted s)
{
    p = EXPECTED(p < d->end) ? lyo_string_token(d, p, &s, LYO_QUICK | LYO_IN_PREAMBLE) : NULL;
    return s.differs ? NULL : p;
}

/* Reads a string token if it is the string s. NULL: nothing was done. Most are short. */
LYO_INLINE const uint8_t *take_string(lyo_decoder *d, const uint8_t *p, lyo_wanted s)
{
    return EXPECTED(p < d->end) && EXPECTED(lyo_is_short_string(*p))
               ? lyo_short_string_token(d, p, *p, &s, LYO_QUICK | LYO_IN_PREAMBLE)
               : take_other_string(d, p, s);
}

/* --- keys ----------------------------------------------------------------------------------------------- */

/*
 * Returns the number of bytes before the name in the property's mangled name. SIZE_MAX: a key of this kind
 * does not name this property.
 */
LYO_INLINE size_t scope_of(const zend_class_entry *ce, const zend_property_info *info, lyo_key_kind kind)
{
    if (kind == LYO_KEY_PLAIN) {
        return info->flags & ZEND_ACC_PUBLIC ? 0 : SIZE_MAX;
    }
    if (UNEXPECTED(ZSTR_LEN(info->name) > LYO_LIMIT_MANGLED)) {
        return SIZE_MAX;
    }
    if (kind == LYO_KEY_PROTECTED) {
        return info->flags & ZEND_ACC_PROTECTED ? 3 : SIZE_MAX;
    }
    return (info->flags & ZEND_ACC_PRIVATE) && (info->ce == ce) == (kind == LYO_KEY_PRIVATE)
               ? ZSTR_LEN(info->ce->name) + 2
               : SIZE_MAX;
}

/* Reads a key if it names this property. NULL: it does not, and d->names may have a new entry. */
LYO_INLINE const uint8_t *take_key(lyo_decoder *d, const uint8_t *p, const zend_class_entry *ce,
                                   const zend_property_info *info)
{
    const bool property = lyo_is_property(*p);
    const lyo_key_kind kind = property ? lyo_property_kind(*p) : LYO_KEY_PLAIN;
    const size_t scope = scope_of(ce, info, kind);
    zend_string *owner = info->ce->name;

    p += property;
    if (scope == SIZE_MAX ||
        (kind == LYO_KEY_PRIVATE_OF &&
         !(p = take_string(d, p, (lyo_wanted){ZSTR_VAL(owner), ZSTR_LEN(owner), false})))) {
        return NULL;
    }
    return take_string(d, p, (lyo_wanted){ZSTR_VAL(info->name) + scope, ZSTR_LEN(info->name) - scope, false});
}

/* Most slots of a class that is handled here: a bitmap has one bit for each. */
#define MOST_SLOTS 64

/* Reads a key if it names this slot, and no earlier key has named it. NULL: nothing was done. */
LYO_INLINE const uint8_t *take_slot(lyo_decoder *d, const uint8_t *p, const zend_class_entry *ce,
                                    uint64_t *used, uint32_t slot)
{
    const zend_property_info *info = LYO_SLOT_INFO(ce, slot);
    const uint32_t known = d->names.count;

    if (UNEXPECTED(!info) || UNEXPECTED(*used >> slot & 1) || UNEXPECTED(p >= d->end)) {
        return NULL;
    }
    p = take_key(d, p, ce, info);
    if (EXPECTED(p)) {
        *used |= UINT64_C(1) << slot;
    } else {
        d->names.count = known;
    }
    return p;
}

/*
 * The same for the slots behind *slot and, if it names none of them, those before. *tries: how many more may
 * be tried for this shape.
 */
static LYO_NOINLINE const uint8_t *take_other_slot(lyo_decoder *d, const uint8_t *p,
                                                   const zend_class_entry *ce, uint64_t *used, uint32_t *slot,
                                                   uint32_t *tries)
{
    const uint32_t slots = (uint32_t)ce->default_properties_count;
    const uint8_t *next = NULL;

    for (uint32_t left = slots; !next && left > 0 && *tries > 0; left--, --*tries) {
        *slot = *slot + 1 < slots ? *slot + 1 : 0;
        next = take_slot(d, p, ce, used, *slot);
    }
    return next;
}

/* Makes targets for keys that are slots, but not all slots in their order. */
static LYO_NOINLINE lyo_target *make_targets(const zend_class_entry *ce, const uint8_t *order, uint32_t count)
{
    lyo_target *targets = safe_emalloc(count, sizeof *targets, 0);

    for (uint32_t i = 0; i < count; i++) {
        zend_property_info *info = LYO_SLOT_INFO(ce, order[i]);
        targets[i] = (lyo_target){
            .name = info->name, .info = ZEND_TYPE_IS_SET(info->type) ? info : NULL, .offset = info->offset};
    }
    return targets;
}

/* Slots that are tried beyond one for each key. If that is not enough, a search by hash takes less. */
#define MORE_TRIES 16

/*
 * Reads the keys. order[i] is set to the slot of key i. NULL: a key names no slot, or one twice, or the order
 * is too different.
 */
static const uint8_t *take_keys(lyo_decoder *d, const uint8_t *p, const zend_class_entry *ce, uint32_t count,
                                uint8_t *order, bool *in_order)
{
    const uint32_t slots = (uint32_t)ce->default_properties_count;
    uint32_t tries = count + MORE_TRIES;
    uint64_t used = 0;

    for (uint32_t i = 0, slot = 0; i < count; i++, slot++) {
        const uint8_t *next = slot < slots ? take_slot(d, p, ce, &used, slot) : NULL;
        p = EXPECTED(next) ? next : take_other_slot(d, p, ce, &used, &slot, &tries);
        if (UNEXPECTED(!p)) {
            return NULL;
        }
        order[i] = (uint8_t)slot;
        *in_order &= slot == i;
    }
    return p;
}

const uint8_t *lyo_read_slot_keys(lyo_decoder *d, const uint8_t *p, lyo_definition *definition)
{
    const lyo_class *class = &definition->class;
    const zend_class_entry *ce = class->ce;
    const uint32_t known = d->names.count, count = definition->count;

    if (d->thorough || (d->mechanisms->without & LYO_KEYS) || !class->plain || !count || count > MOST_SLOTS ||
        count > (uint32_t)ce->default_properties_count || ce->default_properties_count > MOST_SLOTS ||
        !zend_string_equals(class->name, ce->name)) { /* private keys are those of this name */
        return NULL;
    }
    uint8_t order[MOST_SLOTS];
    definition->direct = count == (uint32_t)ce->default_properties_count;
    p = take_keys(d, p, ce, count, order, &definition->direct);
    if (UNEXPECTED(!p)) {
        definition->direct = false;
        d->names.count = known;
        return NULL;
    }
    definition->targets = definition->direct ? NULL : make_targets(ce, order, count);
    return p;
}
