/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Class shapes of known classes, found without making a string: the class by its name in the payload, the keys by comparing
 * them with the names of its slots, which mostly come in the same order. What is not exactly so is left to lyo_reader_head.c.
 */
#include "engine/lyo_reader_string.h"

#include "Zend/zend_operators.h"

typedef struct name {
    const char *bytes;
    size_t length;
} name;

/* Longest class name that is looked for. */
#define MOST_CLASS_NAME 128

/* A string that was met before. */
LYO_INLINE void take_met(lyo_decoder *d, const zend_string *met, name *s)
{
    if (lyo_is_noted(met)) {
        s->bytes = (const char *)lyo_noted_bytes(d, met, &s->length);
    } else {
        *s = (name){ZSTR_VAL(met), ZSTR_LEN(met)};
    }
}

/* A string that stands nowhere in one piece is made, and kept. What is wrong with the token is found when it is read again. */
static const uint8_t *take_prefixed(lyo_decoder *d, const uint8_t *p, name *s)
{
    lyo_error_code code;
    zval zv;
    zend_string *joined = lyo_join_prefixed(d, &p, &d->names, 0, &code);

    if (!joined) {
        return NULL;
    }
    ZVAL_STR(&zv, joined);
    lyo_keep(d, &zv);
    *s = (name){ZSTR_VAL(joined), ZSTR_LEN(joined)};
    return p;
}

/* Takes a string token that is good for sure. It has been counted then; spelled tells whether it is written out here. NULL: none that is simple. */
LYO_INLINE const uint8_t *take_string(lyo_decoder *d, const uint8_t *p, name *s)
{
    size_t left = (size_t)(d->end - p);

    if (UNEXPECTED(left < 3)) {
        return NULL;
    }
    uint8_t tag = *p;
    if (EXPECTED(tag - (unsigned)LYO_TAG_STRING_SHORT <= LYO_TAG_STRING_SHORT_LAST - LYO_TAG_STRING_SHORT)) {
        *s = (name){(const char *)p + 1, tag - LYO_TAG_STRING_SHORT + 2u};
        if (UNEXPECTED(left <= s->length)) {
            return NULL;
        }
        lyo_string_table_note(d, &d->names, p);
        return p + 1 + s->length;
    }
    if (tag == LYO_TAG_STRING) {
        *s = (name){(const char *)p + 2, p[1]};
        if (UNEXPECTED(s->length < 34 || left < s->length + 2)) {
            return NULL;
        }
        lyo_string_table_note(d, &d->names, p);
        return p + 2 + s->length;
    }
    if (tag - (unsigned)LYO_TAG_BACKREF_12 <= LYO_TAG_BACKREF_12_LAST - LYO_TAG_BACKREF_12) {
        uint32_t id = (uint32_t)(tag - LYO_TAG_BACKREF_12) << 8 | p[1];
        if (UNEXPECTED(id + LYO_NEAREST >= d->names.count)) {
            return NULL;
        }
        take_met(d, d->names.strings[id], s);
        return p + 2;
    }
    if (tag >= LYO_TAG_BACKREF_NEAR) {
        uint32_t distance = tag - LYO_TAG_BACKREF_NEAR + 1u;
        if (UNEXPECTED(distance > d->names.count)) {
            return NULL;
        }
        take_met(d, d->names.strings[d->names.count - distance], s);
        return p + 1;
    }
    if (tag >= LYO_TAG_PREFIXED && tag <= LYO_TAG_PREFIXED_SHORT) {
        return take_prefixed(d, p, s);
    }
    if (tag == LYO_TAG_STRING_CHAR) {
        *s = (name){(const char *)p + 1, 1};
        return p + 2;
    }
    return NULL;
}

LYO_INLINE bool equals(const name *s, const char *bytes, size_t length)
{
    return s->length == length && !memcmp(s->bytes, bytes, length);
}

/* --- the class ------------------------------------------------------------------------------------------------------------------ */

/* The class of that very name, in the same case, if it is there and needs no code to be used. */
static zend_class_entry *find_loaded(const name *s)
{
    char lower[MOST_CLASS_NAME];

    if (s->length > sizeof lower) {
        return NULL;
    }
    zend_str_tolower_copy(lower, s->bytes, s->length);
    zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), lower, s->length);
    if (!ce || !(ce->ce_flags & ZEND_ACC_LINKED) || !equals(s, ZSTR_VAL(ce->name), ZSTR_LEN(ce->name)) || !lyo_class_is_ready(ce)) {
        return NULL;
    }
    return ce;
}

const uint8_t *lyo_read_known_class(lyo_decoder *d, const uint8_t *p, uint32_t *index)
{
    uint32_t known = d->names.count;
    name s;

    if (d->thorough || d->options->allowed_classes) {
        return NULL;
    }
    const uint8_t *next = take_string(d, p, &s);
    if (!next) {
        return NULL;
    }
    zend_class_entry *ce = d->names.count > known ? find_loaded(&s) : NULL;
    if (!ce) {
        d->names.count = known;
        return NULL;
    }
    d->names.strings[known] = ce->name;
    *index = lyo_class_index(d, zend_string_copy(ce->name));
    lyo_class_settle(&d->classes[*index], ce);
    return next;
}

/* --- the keys ------------------------------------------------------------------------------------------------------------------- */

/* What a key token says. */
typedef struct key {
    uint8_t tag; /* 0: public */
    name scope;  /* of PRIVATE_OF */
    name name;
} key;

LYO_INLINE const uint8_t *take_key(lyo_decoder *d, const uint8_t *p, key *k)
{
    k->tag = 0;
    if (p < d->end && *p >= LYO_TAG_KEY_PROTECTED && *p <= LYO_TAG_KEY_PRIVATE_OF) {
        k->tag = *p++;
        if (k->tag == LYO_TAG_KEY_PRIVATE_OF && (!(p = take_string(d, p, &k->scope)) || equals(&k->scope, "*", 1))) {
            return NULL;
        }
    }
    return take_string(d, p, &k->name);
}

/* True if a property's mangled name is what the key says. */
static bool is_property(const zend_class_entry *ce, const zend_property_info *info, const key *k)
{
    const char *mangled = ZSTR_VAL(info->name);
    size_t length = ZSTR_LEN(info->name);
    name scope = {"*", 1};

    if (!k->tag) {
        return equals(&k->name, mangled, length) && mangled[0] != '\0';
    }
    if (k->tag == LYO_TAG_KEY_PRIVATE) {
        scope = (name){ZSTR_VAL(ce->name), ZSTR_LEN(ce->name)};
    } else if (k->tag == LYO_TAG_KEY_PRIVATE_OF) {
        scope = k->scope;
    }
    return length == k->name.length + scope.length + 2 && mangled[0] == '\0' && !memcmp(mangled + 2 + scope.length, k->name.bytes, k->name.length)
        && mangled[1 + scope.length] == '\0' && !memcmp(mangled + 1, scope.bytes, scope.length);
}

/* Slots of a class whose keys may come in any order. */
#define MOST_SLOTS 256

/* The slot that the key names, and that none before has named; looked for from *slot on, which moves behind it. */
LYO_INLINE zend_property_info *find_slot(zend_class_entry *ce, uint32_t *slot, uint64_t *used, const key *k)
{
    uint32_t count = (uint32_t)ce->default_properties_count;

    for (uint32_t tries = count; tries > 0; tries--) {
        uint32_t i = *slot < count ? *slot : 0;
        zend_property_info *info = LYO_SLOT_INFO(ce, i);
        *slot = i + 1;
        if (info && is_property(ce, info, k)) {
            uint64_t bit = UINT64_C(1) << (i % 64);
            bool new = !(used[i / 64] & bit);
            used[i / 64] |= bit;
            return new ? info : NULL;
        }
    }
    return NULL;
}

const uint8_t *lyo_read_slot_keys(lyo_decoder *d, const uint8_t *p, lyo_definition *definition)
{
    const lyo_class *class = &d->classes[definition->class_index];
    zend_class_entry *ce = class->ce;
    uint32_t known = d->names.count, slot = 0;
    uint64_t used[MOST_SLOTS / 64] = {0};
    key k = {0};

    if (d->thorough || !class->resolved || !class->plain || !definition->count || ce->default_properties_count > MOST_SLOTS) {
        return NULL;
    }
    lyo_target *targets = safe_emalloc(definition->count, sizeof *targets, 0);
    for (uint32_t i = 0; i < definition->count; i++) {
        zend_property_info *info = NULL;
        p = take_key(d, p, &k);
        bool own = p && k.tag == LYO_TAG_KEY_PRIVATE_OF && equals(&k.scope, ZSTR_VAL(ce->name), ZSTR_LEN(ce->name));
        if (!p || own || !(info = find_slot(ce, &slot, used, &k)) || LYO_IS_VIRTUAL(info)) {
            efree(targets);
            d->names.count = known;
            return NULL;
        }
        targets[i] = (lyo_target){.name = info->name, .info = ZEND_TYPE_IS_SET(info->type) ? info : NULL, .offset = info->offset};
    }
    definition->targets = targets;
    definition->direct = true;
    definition->covering = definition->count == (uint32_t)ce->default_properties_count;
    return p;
}
