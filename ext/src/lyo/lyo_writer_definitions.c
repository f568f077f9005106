/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's definitions: shapes, classes and enum cases (spec section 3.2), and state keys (4.3).
 */
#include "lyo/lyo_writer_definitions.h"

#include "php/lyo_room.h"

static void put_string(lyo_encoder *e, bool preamble, zend_string *s)
{
    if (preamble) {
        lyo_put_name(e, s);
    } else {
        lyo_write_string(e, s);
    }
}

void lyo_put_state_key(lyo_encoder *e, bool preamble, zend_string *class_name, const lyo_key *key)
{
    lyo_buffer *buffer = preamble ? &e->preamble : &e->body;

    if (!key->name) {
        lyo_put_int(buffer, (zend_long)key->h);
        return;
    }
    const char *s = ZSTR_VAL(key->name), *second = NULL;
    size_t len = ZSTR_LEN(key->name);
    bool has_scope = len > 2 && len <= LYO_LIMIT_MANGLED && s[0] == '\0' && s[1] != '\0';
    bool is_protected = has_scope && s[1] == '*' && s[2] == '\0';
    if (is_protected) {
        second = s + 2;
    } else if (has_scope) {
        second = memchr(s + 2, '\0', len - 2);
    }
    if (!second) {
        put_string(e, preamble, key->name);
        return;
    }
    size_t scope = (size_t)(second - s) - 1;
    if (is_protected) {
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PROTECTED);
    } else if (scope == ZSTR_LEN(class_name) && !memcmp(s + 1, ZSTR_VAL(class_name), scope)) {
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PRIVATE);
    } else {
        if (!e->scope || ZSTR_LEN(e->scope) != scope || memcmp(ZSTR_VAL(e->scope), s + 1, scope)) {
            e->scope = lyo_encoder_string(e, s + 1, scope);
        }
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PRIVATE_OF);
        put_string(e, preamble, e->scope);
    }
    put_string(e, preamble, lyo_encoder_string(e, second + 1, len - scope - 2));
}

/* --- known prefixes ------------------------------------------------------------------------------------- */

/* Makes the last definition of a prefix, which is one longer than the current one, the next. Returns its id. */
LYO_INLINE uint32_t follow(lyo_encoder *e, lyo_prefix *prefix)
{
    LYO_ASSERT(e->definitions.is_prefix && prefix->before == e->definitions.prefix);
    e->definitions.prefix = prefix;
    lyo_string_ids_enter(&e->strings, prefix->names, prefix->name_count);
    return e->definitions.count++;
}

/* The same for a shape that is not in the table. */
static uint32_t follow_shape(lyo_encoder *e, lyo_prefix *prefix)
{
    lyo_definitions *d = &e->definitions;
    lyo_shapes_add(&d->shapes, &prefix->defined, d->count, prefix);
    return follow(e, prefix);
}

/* From now on the definitions are no known prefix: copies those so far into the preamble. */
static LYO_NOINLINE void leave(lyo_encoder *e)
{
    const lyo_prefix *prefix = e->definitions.prefix;

    LYO_ASSERT(e->definitions.is_prefix && lyo_buffer_size(&e->preamble) == 0);
    e->definitions.is_prefix = false;
    if (prefix) {
        lyo_buffer_reserve(&e->preamble, prefix->size);
        e->preamble.p += prefix->size;
        lyo_prefix_copy(prefix, e->preamble.p);
        lyo_string_ids_restore(&e->strings);
    }
}

/* --- keys ----------------------------------------------------------------------------------------------- */

/* Returns room for n keys that is not given again. */
static lyo_key *take_room(lyo_encoder *e, uint32_t n)
{
    lyo_key *keys = lyo_encoder_room(e, n * sizeof *keys);

    LYO_ASSERT((size_t)(e->string_end - e->string_room) >= n * sizeof *keys);
    e->string_room += n * sizeof *keys;
    return keys;
}

/* --- making definitions --------------------------------------------------------------------------------- */

static void write_definition(lyo_encoder *e, const lyo_defined *defined)
{
    lyo_buffer_byte(&e->preamble, defined->kind);
    if (defined->class_name) {
        lyo_put_name(e, defined->class_name);
    }
    if (defined->kind == LYO_DEF_MAP_SHAPE || defined->kind == LYO_DEF_CLASS_SHAPE) {
        lyo_buffer_varlen(&e->preamble, defined->count);
    }
    for (const lyo_key *key = defined->keys, *end = key + defined->count; key < end; key++) {
        if (!key->name) {
            lyo_put_int(&e->preamble, (zend_long)key->h);
        } else if (EXPECTED(!defined->class_name || ZSTR_VAL(key->name)[0] != '\0')) {
            lyo_put_name(e, key->name);
        } else {
            lyo_put_state_key(e, true, defined->class_name, key);
        }
    }
}

/*
 * Makes the next definition. Returns true if the definitions are a known prefix with it, too: then that is
 * d->prefix. Else records where the definition ends, so that it can be offered to the known prefixes.
 */
static bool make(lyo_encoder *e, const lyo_defined *defined)
{
    lyo_definitions *d = &e->definitions;

    if (d->is_prefix) {
        lyo_prefix *prefix = lyo_prefixes_find(e->options->prefixes, &e->strings.longs, d->prefix, defined);
        if (EXPECTED(prefix)) {
            follow(e, prefix);
            return true;
        }
        leave(e);
    }
    write_definition(e, defined);
    d->count++;
    if (e->options->prefixes) {
        LYO_GROW(d->marks, d->mark_count, d->mark_capacity, 16);
        d->marks[d->mark_count++] =
            (lyo_mark){*defined, e->strings.count[LYO_NAMES], lyo_buffer_size(&e->preamble)};
    }
    return false;
}

/*
 * Returns the index of a definition, which is entered as not defined if it is new. Its keys may be in the
 * room.
 */
static uint32_t meet(lyo_encoder *e, lyo_defined *defined)
{
    lyo_definitions *d = &e->definitions;
    uint32_t index = lyo_shapes_find(&d->shapes, defined);

    if (index == LYO_NO_SHAPE) {
        index = lyo_shapes_add(&d->shapes, defined, LYO_NOT_DEFINED, NULL);
        d->undefined++;
        if ((const char *)defined->keys == e->string_room) {
            take_room(e, defined->count);
        }
    }
    return index;
}

uint32_t lyo_define_met(lyo_encoder *e, uint32_t index)
{
    lyo_definitions *d = &e->definitions;
    lyo_shape *shape = &d->shapes.shapes[index];
    uint32_t id = d->count;

    LYO_ASSERT(shape->definition == LYO_NOT_DEFINED && d->undefined > 0);
    d->undefined--;
    shape->prefix = make(e, &shape->defined) ? d->prefix : NULL;
    shape->definition = id;
    return id;
}

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name)
{
    return lyo_define_shape(e, meet(e, &(lyo_defined){0, kind, 0, class_name, NULL}));
}

uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name)
{
    lyo_key *key = take_room(e, 1); /* it must last until it is offered to the known prefixes */
    uint32_t id = e->definitions.count;

    *key = (lyo_key){case_name, zend_string_hash_val(case_name)};
    make(e, &(lyo_defined){0, LYO_DEF_ENUM_CASE, 1, class_name, key});
    return id;
}

/*
 * Returns true if the definition of a longer known prefix may follow without a look into the table. There it
 * is not defined, because no definition is twice in a prefix. So it must be sure that it was not met either.
 */
LYO_INLINE bool may_follow(const lyo_definitions *d)
{
    return EXPECTED(d->is_prefix) && EXPECTED(!d->undefined);
}

/* --- maps ----------------------------------------------------------------------------------------------- */

uint32_t lyo_follow_map(lyo_encoder *e, const HashTable *ht, bool define)
{
    lyo_definitions *d = &e->definitions;
    lyo_prefix *prefix;

    if (!may_follow(d) || !(define || lyo_encoder_offset(e) < LYO_LIMIT_EAGER) ||
        !(prefix = lyo_prefixes_find_map(e->options->prefixes, &e->strings.longs, d->prefix, ht))) {
        return LYO_NOT_DEFINED;
    }
    *lyo_guess_of(e, ht) = (uint16_t)d->shapes.count;
    return follow_shape(e, prefix);
}

uint32_t lyo_meet_map(lyo_encoder *e, const HashTable *ht)
{
    uint32_t n = zend_hash_num_elements(ht);
    lyo_key *keys = lyo_encoder_room(e, n * sizeof *keys), *key = keys;
    const lyo_entry *end = lyo_entries_end(ht);
    uint64_t hash = n; /* as lyo_shapes_find() would compute it: 1 % of encoding with all caches off */

    for (const lyo_entry *b = lyo_entries(ht); b < end; b++) {
        if (EXPECTED(Z_TYPE(b->val) != IS_UNDEF)) {
            *key++ = (lyo_key){b->key, b->h};
            hash = lyo_shapes_mix(hash, b->h);
        }
    }
    uint32_t index = meet(e, &(lyo_defined){hash, LYO_DEF_MAP_SHAPE, n, NULL, keys});
    *lyo_guess_of(e, ht) = (uint16_t)index;
    return index;
}

uint32_t lyo_define_map(lyo_encoder *e, const HashTable *ht, bool define)
{
    const lyo_shapes *shapes = &e->definitions.shapes;
    uint32_t known = shapes->count, index = lyo_meet_map(e, ht);

    if (shapes->shapes[index].definition == LYO_NOT_DEFINED && !define && index >= known &&
        lyo_encoder_offset(e) >= LYO_LIMIT_EAGER) {
        return LYO_NOT_DEFINED;
    }
    return lyo_define_shape(e, index);
}

/* --- objects -------------------------------------------------------------------------------------------- */

uint32_t lyo_define_state(lyo_encoder *e, zend_string *class_name, const lyo_key **keys, uint32_t n,
                          lyo_prefix **known)
{
    const lyo_shapes *shapes = &e->definitions.shapes;
    uint32_t met = shapes->count;
    uint32_t index = meet(e, &(lyo_defined){0, LYO_DEF_CLASS_SHAPE, n, class_name, *keys});

    *known = NULL;
    *keys = shapes->shapes[index].defined.keys;
    if (shapes->shapes[index].definition == LYO_NOT_DEFINED && index >= met &&
        !lyo_is_made_at_once(e, class_name)) {
        return LYO_NOT_DEFINED;
    }
    uint32_t id = lyo_define_shape(e, index);
    *known = shapes->shapes[index].prefix;
    return id;
}

/* The general case of lyo_recall_state(). due: see lyo_is_made_at_once(). */
static LYO_NOINLINE uint32_t recall_any(lyo_encoder *e, lyo_prefix **known, bool due)
{
    lyo_defined defined = (*known)->defined;
    lyo_prefix *found;

    if (!due && lyo_shapes_find(&e->definitions.shapes, &defined) == LYO_NO_SHAPE) {
        return LYO_NOT_DEFINED;
    }
    uint32_t id = lyo_define_state(e, defined.class_name, &defined.keys, defined.count, &found);
    *known = found ? found : *known;
    return id;
}

uint32_t lyo_recall_state(lyo_encoder *e, lyo_prefix **known)
{
    lyo_definitions *d = &e->definitions;
    zend_string *class_name = (*known)->defined.class_name;
    bool due = lyo_is_made_at_once(e, class_name);

    if (due && may_follow(d) && (*known)->before == d->prefix) {
        return follow_shape(e, *known);
    }
    return recall_any(e, known, due);
}

/* --- the preamble --------------------------------------------------------------------------------------- */

uint8_t *lyo_put_preamble(const lyo_encoder *e, uint8_t *p)
{
    size_t size = lyo_preamble_size(e);

    if (EXPECTED(e->definitions.is_prefix)) {
        e->options->prefixes->hits++;
        lyo_prefix_copy(e->definitions.prefix, p + size);
    } else {
        memcpy(p, e->preamble.start, size);
    }
    return p + size;
}

size_t lyo_recall_front(lyo_encoder *e)
{
    lyo_definitions *d = &e->definitions;

    d->moved_at = d->is_prefix ? d->prefix : NULL;
    return d->moved_at ? d->moved_at->front : 0;
}

/* A larger front is not remembered, because the next value reserves as much memory as this one needed. */
#define MOST_FRONT 16384

void lyo_remember_front(const lyo_encoder *e, size_t front)
{
    if (e->definitions.moved_at) {
        e->definitions.moved_at->front = front <= MOST_FRONT ? (uint32_t)front : 0;
    }
}

void lyo_offer_marked(lyo_encoder *e)
{
    const lyo_definitions *d = &e->definitions;
    lyo_prefixes *prefixes = e->options->prefixes;
    lyo_prefix *prefix = d->prefix;
    size_t at = prefix ? prefix->size : 0;
    uint32_t first = 0;

    LYO_ASSERT(!d->is_prefix && d->mark_count > 0);
    prefixes->misses++;
    uint64_t *place = d->shapes.full_hash
                          ? NULL
                          : lyo_prefixes_want(prefixes, e->preamble.start, lyo_buffer_size(&e->preamble));
    if (!place) {
        return;
    }
    zend_string **names = safe_emalloc(e->strings.count[LYO_NAMES], sizeof *names, 1);
    lyo_string_ids_names(&e->strings, names);
    for (const lyo_prefix *each = prefix; each; each = each->before) {
        first += each->name_count;
    }
    for (lyo_mark *mark = d->marks; mark < d->marks + d->mark_count; mark++) {
        prefix = lyo_prefixes_add(prefixes, prefix, &mark->defined, e->preamble.start + at,
                                  (uint32_t)(mark->bytes - at), names + first, mark->names - first);
        if (!prefix) {
            lyo_prefixes_refuse(place);
            break;
        }
        at = mark->bytes;
        first = mark->names;
    }
    efree(names);
}
