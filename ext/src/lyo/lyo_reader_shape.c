/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fast path for class shapes of loaded classes. It makes no lasting strings: it looks the class up by the
 * bytes of its name in the payload, and compares the keys with the names of its slots, which mostly come in
 * the same order. Everything else is left to lyo_reader_head.c.
 */
#include "lyo/lyo_reader_string.h"

#include "Zend/zend_operators.h"

typedef struct raw_name {
    const char *bytes;
    size_t length;
    /* string of a token whose bytes are not contiguous in the payload, else NULL; settle_made() frees it */
    zend_string *made;
    uint32_t entry; /* index of made in d->names */
} raw_name;

/* Longest class name that is looked up here. */
#define MOST_CLASS_NAME 128

/* --- string tokens: an instance of their grammar that takes only tokens known to be valid --------------- */

typedef lyo_decoder lyo_sink;
typedef raw_name *lyo_out;

/* Sets *s to a string that was read before. */
LYO_INLINE void take_met(lyo_decoder *d, const zend_string *met, raw_name *s)
{
    if (lyo_is_noted(met)) {
        s->bytes = (const char *)lyo_noted_bytes(d, met, &s->length);
    } else {
        s->bytes = ZSTR_VAL(met);
        s->length = ZSTR_LEN(met);
    }
}

LYO_INLINE void sink_fail(lyo_decoder *d, lyo_error_code code, const uint8_t *at)
{
    ZEND_UNREACHABLE(); /* LYO_QUICK calls never report errors */
}

LYO_INLINE size_t sink_strings(const lyo_decoder *d, const unsigned how)
{
    return d->names.count;
}

LYO_INLINE bool sink_has_names(const lyo_decoder *d, const unsigned how)
{
    return false;
}

LYO_INLINE void sink_brief(const lyo_decoder *d, const uint8_t *bytes, const size_t length, raw_name *s,
                           const unsigned how)
{
    s->bytes = (const char *)bytes;
    s->length = length;
}

LYO_INLINE bool sink_string(lyo_decoder *d, const uint8_t *bytes, size_t length, const bool brief,
                            raw_name *s, const unsigned how)
{
    if (UNEXPECTED(length > UINT8_MAX)) {
        return false; /* a note cannot name a longer one */
    }
    s->bytes = (const char *)bytes;
    s->length = length;
    lyo_string_table_note(d, &d->names, bytes - (brief ? 1 : 2));
    return true;
}

LYO_INLINE bool sink_earlier(lyo_decoder *d, size_t index, raw_name *s, const unsigned how)
{
    take_met(d, d->names.strings[index], s);
    return true;
}

LYO_INLINE bool sink_name(lyo_decoder *d, size_t id, raw_name *s, const unsigned how)
{
    return false;
}

LYO_INLINE const uint8_t *sink_prefixed(lyo_decoder *d, const uint8_t *p, raw_name *s, const unsigned how)
{
    lyo_joined joined = lyo_quick_join(d, p, &d->names);

    s->made = joined.string;
    if (UNEXPECTED(!s->made)) {
        return NULL;
    }
    s->bytes = ZSTR_VAL(s->made);
    s->length = ZSTR_LEN(s->made);
    s->entry = d->names.count - 1;
    return joined.next;
}

static const uint8_t *sink_text(lyo_decoder *d, const uint8_t *p, raw_name *s, unsigned how);

#include "wire/lyo_grammar_string.h"

/*
 * Reads a string token that is known to be valid, and enters a new string into d->names. NULL: not a simple
 * token.
 */
static LYO_NOINLINE const uint8_t *take_string(lyo_decoder *d, const uint8_t *p, raw_name *s)
{
    s->made = NULL;
    return EXPECTED(p < d->end) ? lyo_string_token(d, p, s, LYO_QUICK | LYO_IN_PREAMBLE) : NULL;
}

static const uint8_t *sink_text(lyo_decoder *d, const uint8_t *p, raw_name *s, unsigned how)
{
    return take_string(d, p, s);
}

/*
 * Frees a string that was made, and replaces its entry in d->names. entry NULL: the caller resets
 * d->names.count.
 */
LYO_INLINE void settle_made(lyo_decoder *d, const raw_name *s, zend_string *entry)
{
    if (s->made) {
        d->names.strings[s->entry] = entry;
        zend_string_efree(s->made);
    }
}

/* True if n bytes are equal. Quicker than memcmp() for strings that are mostly short. */
LYO_INLINE bool same_bytes(const char *a, const char *b, size_t n)
{
    if (n >= 8) {
        size_t i = 0;
        do {
            if (lyo_load((const uint8_t *)a + i, 8) != lyo_load((const uint8_t *)b + i, 8)) {
                return false;
            }
            i += 8;
        } while (i + 8 <= n);
        return lyo_load((const uint8_t *)a + n - 8, 8) == lyo_load((const uint8_t *)b + n - 8, 8);
    }
    if (n >= 4) {
        return lyo_load((const uint8_t *)a, 4) == lyo_load((const uint8_t *)b, 4) &&
               lyo_load((const uint8_t *)a + n - 4, 4) == lyo_load((const uint8_t *)b + n - 4, 4);
    }
    return n == 0 || (a[0] == b[0] && a[n - 1] == b[n - 1] && a[n / 2] == b[n / 2]);
}

LYO_INLINE bool equals(const raw_name *s, const char *bytes, size_t length)
{
    return s->length == length && same_bytes(s->bytes, bytes, length);
}

/* --- the class ------------------------------------------------------------------------------------------ */

/*
 * Returns the class of this name, in the same case, if it is loaded and can be used without running code;
 * else NULL.
 */
static zend_class_entry *find_loaded(const raw_name *s)
{
    /* a zend_string on the C stack: hashing it costs half of what zend_hash_str_find() spends on the hash */
    union {
        zend_string string;
        char room[_ZSTR_STRUCT_SIZE(MOST_CLASS_NAME)];
    } lower;

    if (s->length > MOST_CLASS_NAME) {
        return NULL;
    }
    uint8_t *to = (uint8_t *)ZSTR_VAL(&lower.string);
    const uint8_t *from = (const uint8_t *)s->bytes, *end = from + s->length;
    for (; end - from >= LYO_WORD; from += LYO_WORD, to += LYO_WORD) {
        lyo_store(to, lyo_lower_word(lyo_load(from, LYO_WORD)), LYO_WORD);
    }
    uint64_t tail = 0;
    if (s->length >= LYO_WORD) {
        tail = lyo_load_tail(end, (size_t)(end - from));
    } else {
        while (end > from) {
            tail = tail << 8 | *--end;
        }
    }
    lyo_store(to, lyo_lower_word(tail), LYO_WORD);
    ZSTR_LEN(&lower.string) = s->length;
    ZSTR_H(&lower.string) = lyo_hash(&lower.string);
    const zval *found = zend_hash_find_known_hash(EG(class_table), &lower.string);
    zend_class_entry *ce = found ? Z_CE_P(found) : NULL;
    if (!ce || !(ce->ce_flags & ZEND_ACC_LINKED) || !equals(s, ZSTR_VAL(ce->name), ZSTR_LEN(ce->name)) ||
        !lyo_class_is_ready(ce)) {
        return NULL;
    }
    return ce;
}

/* Settles the class of this name. False: it is not loaded, or cannot be used without running code. */
static bool settle_named(const raw_name *s, lyo_class *class)
{
    zend_class_entry *ce = find_loaded(s);

    if (ce) {
        memset(class, 0, sizeof *class);
        lyo_class_settle(class, ce);
    }
    return ce != NULL;
}

const uint8_t *lyo_read_known_class(lyo_decoder *d, const uint8_t *p, uint32_t *index)
{
    uint32_t known = d->names.count;
    raw_name s;

    if (d->thorough || d->base.options->allowed_classes || (d->mechanisms->without & LYO_KEYS)) {
        return NULL;
    }
    const uint8_t *next = take_string(d, p, &s);
    if (!next) {
        return NULL;
    }
    lyo_class class;
    bool settled = d->names.count > known && settle_named(&s, &class);
    settle_made(d, &s, NULL);
    d->names.count = known;
    if (!settled) {
        return NULL;
    }
    class.name = class.ce->name;
    lyo_string_table_add(&d->names, class.name);
    *index = lyo_class_index(d, zend_string_copy(class.name));
    d->classes[*index] = class;
    return next;
}

/* --- the keys ------------------------------------------------------------------------------------------- */

/* A key token, taken apart. */
typedef struct raw_key {
    lyo_key_kind kind;
    raw_name scope; /* of PRIVATE_OF */
    raw_name name;
} raw_key;

LYO_INLINE const uint8_t *take_key(lyo_decoder *d, const uint8_t *p, raw_key *k)
{
    int64_t number;

    k->name.made = k->scope.made = NULL;
    p = lyo_key_token(d, p, true, &k->kind, &number, &k->name, &k->scope, LYO_QUICK | LYO_IN_PREAMBLE);
    if (!p || k->kind == LYO_KEY_INT ||
        (k->kind == LYO_KEY_PRIVATE_OF && UNEXPECTED(equals(&k->scope, "*", 1)))) {
        return NULL;
    }
    return p;
}

/* True if the key names this property. */
LYO_INLINE bool is_property(const zend_class_entry *ce, const zend_property_info *info, const raw_key *k)
{
    const char *mangled = ZSTR_VAL(info->name);
    size_t length = ZSTR_LEN(info->name);

    if (k->kind == LYO_KEY_PLAIN) {
        return equals(&k->name, mangled, length) && mangled[0] != '\0';
    }
    if (EXPECTED(k->kind == LYO_KEY_PROTECTED)) {
        return length == k->name.length + 3 && mangled[1] == '*' && mangled[0] == '\0' &&
               mangled[2] == '\0' && same_bytes(mangled + 3, k->name.bytes, k->name.length);
    }
    const char *scope = k->kind == LYO_KEY_PRIVATE ? ZSTR_VAL(ce->name) : k->scope.bytes;
    size_t size = k->kind == LYO_KEY_PRIVATE ? ZSTR_LEN(ce->name) : k->scope.length;
    return length == k->name.length + size + 2 && mangled[0] == '\0' && mangled[1 + size] == '\0' &&
           same_bytes(mangled + 2 + size, k->name.bytes, k->name.length) &&
           same_bytes(mangled + 1, scope, size);
}

/* Most slots of a class that is handled here: a bitmap on the C stack has one bit for each. */
#define MOST_SLOTS 256

/* Returns the slot that the key names, wherever it is, or NULL. */
static LYO_NOINLINE zend_property_info *find_elsewhere(zend_class_entry *ce, const raw_key *k)
{
    zend_property_info *info = zend_hash_str_find_ptr(&ce->properties_info, k->name.bytes, k->name.length);

    if (info && !(info->flags & ZEND_ACC_STATIC) && is_property(ce, info, k)) {
        return info;
    }
    /* ce->properties_info does not have the private properties of parents */
    for (int i = 0; i < ce->default_properties_count; i++) {
        info = LYO_SLOT_INFO(ce, i);
        if (info && is_property(ce, info, k)) {
            return info;
        }
    }
    return NULL;
}

/*
 * Returns the slot that the key names. NULL: there is none, or an earlier key has named it. *expected is the
 * slot to try first; it is set to the one behind the slot that was found.
 */
LYO_INLINE zend_property_info *find_slot(zend_class_entry *ce, uint32_t *expected, uint64_t *used,
                                         const raw_key *k)
{
    zend_property_info *info =
        *expected < (uint32_t)ce->default_properties_count ? LYO_SLOT_INFO(ce, *expected) : NULL;

    if (UNEXPECTED(!info || !is_property(ce, info, k))) {
        info = find_elsewhere(ce, k);
        if (!info || LYO_IS_VIRTUAL(info)) {
            return NULL;
        }
        *expected = OBJ_PROP_TO_NUM(info->offset);
    }
    uint64_t bit = UINT64_C(1) << (*expected % 64), *word = &used[*expected / 64];
    ++*expected;
    if (UNEXPECTED(*word & bit)) {
        return NULL;
    }
    *word |= bit;
    return info;
}

LYO_INLINE void set_target(lyo_target *target, zend_property_info *info)
{
    *target = (lyo_target){
        .name = info->name, .info = ZEND_TYPE_IS_SET(info->type) ? info : NULL, .offset = info->offset};
}

/*
 * Returns the number of bytes before the name in the property's mangled name. SIZE_MAX: a key of this kind
 * does not name this property.
 */
LYO_INLINE size_t scope_of(const zend_class_entry *ce, const zend_property_info *info, lyo_key_kind kind)
{
    if (kind == LYO_KEY_PROTECTED) {
        return info->flags & ZEND_ACC_PROTECTED ? 3 : SIZE_MAX;
    }
    return (info->flags & ZEND_ACC_PRIVATE) && info->ce == ce ? ZSTR_LEN(ce->name) + 2 : SIZE_MAX;
}

/*
 * Reads a key with a name of 2 to 33 bytes, if it names the slot `info`. NULL: nothing was done. p is below
 * d->end.
 */
LYO_INLINE const uint8_t *take_expected(lyo_decoder *d, const uint8_t *p, const zend_class_entry *ce,
                                        const zend_property_info *info)
{
    size_t scope = 0;

    if (UNEXPECTED(!info)) {
        return NULL;
    }
    if (lyo_is_property(*p) && EXPECTED(lyo_property_kind(*p) != LYO_KEY_PRIVATE_OF)) {
        scope = scope_of(ce, info, lyo_property_kind(*p++));
        if (UNEXPECTED(scope == SIZE_MAX) || UNEXPECTED(p >= d->end)) {
            return NULL;
        }
    }
    size_t left = (size_t)(d->end - p), len = lyo_short_length(*p);
    if (!lyo_is_short_string(*p) || left <= len || ZSTR_LEN(info->name) != len + scope || p[1] == '\0') {
        return NULL;
    }
    const uint8_t *expected = (const uint8_t *)ZSTR_VAL(info->name) + scope, *end = p + 1 + len;
    if (len < LYO_WORD && !scope) {
        if ((lyo_load_tail(end, len) ^ lyo_load(expected, LYO_WORD)) << (64 - 8 * len)) {
            return NULL;
        }
    } else if (!same_bytes((const char *)p + 1, (const char *)expected, len)) {
        return NULL;
    }
    lyo_string_table_note(d, &d->names, p);
    return end;
}

/* Returns targets for `count` keys, with the first n set: they are the first n slots. */
static LYO_NOINLINE lyo_target *new_targets(const zend_class_entry *ce, uint32_t count, uint32_t n)
{
    lyo_target *targets = safe_emalloc(count, sizeof *targets, 0);

    for (uint32_t i = 0; i < n; i++) {
        set_target(&targets[i], LYO_SLOT_INFO(ce, i));
    }
    return targets;
}

/*
 * Reads the keys from number `first` on. The keys before it are the slots 0 to first - 1. Makes *targets as
 * soon as key i is not slot i. NULL: a key names no slot, or one that an earlier key has named.
 */
static LYO_NOINLINE const uint8_t *read_other_keys(lyo_decoder *d, const uint8_t *p,
                                                   const lyo_definition *definition, uint32_t first,
                                                   lyo_target **targets)
{
    zend_class_entry *ce = d->classes[definition->class_index].ce;
    uint32_t expected = first;
    uint64_t used[MOST_SLOTS / 64] = {0};
    raw_key k = {0};

    for (uint32_t i = 0; i < first; i++) {
        used[i / 64] |= UINT64_C(1) << i % 64;
    }
    for (uint32_t i = first; i < definition->count; i++) {
        zend_property_info *next =
            expected < (uint32_t)ce->default_properties_count ? LYO_SLOT_INFO(ce, expected) : NULL;
        const uint8_t *behind = EXPECTED(p < d->end) ? take_expected(d, p, ce, next) : NULL;
        if (EXPECTED(behind) && EXPECTED(!(used[expected / 64] >> expected % 64 & 1))) {
            used[expected / 64] |= UINT64_C(1) << expected % 64;
            expected++;
            p = behind;
            if (*targets) {
                set_target(&(*targets)[i], next);
            }
            continue;
        }
        p = take_key(d, p, &k);
        bool own = p && UNEXPECTED(k.kind == LYO_KEY_PRIVATE_OF) &&
                   equals(&k.scope, ZSTR_VAL(ce->name), ZSTR_LEN(ce->name));
        zend_property_info *info = p && !own ? find_slot(ce, &expected, used, &k) : NULL;
        if (info && UNEXPECTED(k.scope.made) &&
            UNEXPECTED(!equals(&k.scope, ZSTR_VAL(info->ce->name), ZSTR_LEN(info->ce->name)))) {
            info = NULL;
        }
        if (UNEXPECTED(!info)) {
            settle_made(d, &k.scope, NULL);
            settle_made(d, &k.name, NULL);
            return NULL;
        }
        settle_made(d, &k.scope, info->ce->name); /* the class that declares the property */
        settle_made(d, &k.name, lyo_note_of_property(info->name));
        if (!*targets && UNEXPECTED(expected != i + 1)) {
            *targets = new_targets(ce, definition->count, i);
        }
        if (*targets) {
            set_target(&(*targets)[i], info);
        }
    }
    return p;
}

const uint8_t *lyo_read_slot_keys(lyo_decoder *d, const uint8_t *p, lyo_definition *definition)
{
    const lyo_class *class = &d->classes[definition->class_index];
    zend_class_entry *ce = class->ce;
    uint32_t known = d->names.count, first = 0;

    if (d->thorough || !class->resolved || !class->plain || !definition->count ||
        definition->count > (uint32_t)ce->default_properties_count ||
        ce->default_properties_count > MOST_SLOTS) {
        return NULL;
    }
    while (first < definition->count && EXPECTED(p < d->end)) {
        const uint8_t *behind = take_expected(d, p, ce, LYO_SLOT_INFO(ce, first));
        if (UNEXPECTED(!behind)) {
            break;
        }
        p = behind;
        first++;
    }
    /* no targets are needed if every slot has a key, as long as key i is slot i */
    bool covering = definition->count == (uint32_t)ce->default_properties_count;
    lyo_target *targets = covering ? NULL : new_targets(ce, definition->count, first);
    p = first == definition->count ? p : read_other_keys(d, p, definition, first, &targets);
    if (UNEXPECTED(!p)) {
        if (targets) {
            efree(targets);
        }
        d->names.count = known;
        return NULL;
    }
    definition->targets = targets;
    definition->direct = true;
    definition->covering = covering;
    return p;
}
