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

static void put_part(lyo_encoder *e, bool preamble, const char *part, size_t len)
{
    put_string(e, preamble, lyo_encoder_string(e, part, len));
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
    bool is_protected = len > 2 && s[0] == '\0' && s[1] == '*' && s[2] == '\0';
    if (is_protected) {
        second = s + 2;
    } else if (UNEXPECTED(len > 2 && s[0] == '\0' && s[1] != '\0')) {
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
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PRIVATE_OF);
        put_part(e, preamble, s + 1, scope);
    }
    put_part(e, preamble, second + 1, len - scope - 2);
}

/* --- the trail ------------------------------------------------------------------------------------------ */

static LYO_NOINLINE void lengthen_path(lyo_definitions *d)
{
    d->path_capacity = lyo_room_times(d->path_capacity, 2);
    d->path = lyo_room_grow(d->path, d->embedded_path, d->count, d->path_capacity, sizeof *d->path);
}

/* Makes a definition that was found on the trail the next one. Returns its id. */
LYO_INLINE uint32_t follow(lyo_encoder *e, lyo_trail *trail)
{
    lyo_definitions *d = &e->definitions;

    if (UNEXPECTED(d->count == d->path_capacity)) {
        lengthen_path(d);
    }
    uint32_t id = d->count++;
    uint32_t bucket = trail->sign % LYO_PATH_SIGNS;
    uint64_t *bits = &d->signs[bucket / 64], bit = UINT64_C(1) << bucket % 64;
    d->path[id] = (lyo_step){d->trail = trail, *bits & bit ? d->newest[bucket] : LYO_NOT_DEFINED};
    d->newest[bucket] = id;
    *bits |= bit;
    if (UNEXPECTED(trail->each)) {
        lyo_string_ids_enter_each(&e->strings, trail->names, trail->name_count);
    } else {
        lyo_string_ids_enter(&e->strings, trail->names, trail->name_count);
    }
    return id;
}

/*
 * Returns the id of the last step in the bucket of this sign, from which `older` leads to the others;
 * LYO_NOT_DEFINED: none.
 */
LYO_INLINE uint32_t newest_step(const lyo_definitions *d, uint32_t sign)
{
    uint32_t bucket = sign % LYO_PATH_SIGNS;
    return d->signs[bucket / 64] >> bucket % 64 & 1 ? d->newest[bucket] : LYO_NOT_DEFINED;
}

/*
 * Leaves the trail: copies the definitions so far into the preamble, and enters their shapes in the table of
 * shapes.
 */
static LYO_NOINLINE void leave(lyo_encoder *e)
{
    lyo_definitions *d = &e->definitions;

    d->on_trail = false;
    for (uint32_t i = 0; i < d->count; i++) {
        const lyo_defined *defined = &d->path[i].trail->defined;
        if (defined->kind == LYO_DEF_MAP_SHAPE || defined->kind == LYO_DEF_CLASS_SHAPE) {
            uint32_t shape = lyo_shapes_put(&d->shapes, defined->class_name, defined->keys, defined->count);
            d->shapes.shapes[shape].definition = i;
        }
    }
    if (d->trail) {
        lyo_buffer_reserve(&e->preamble, d->trail->size);
        e->preamble.p += d->trail->size;
        lyo_trail_copy(d->trail, e->preamble.p);
        lyo_string_ids_restore(&e->strings);
    }
}

/* Most steps that find_step() compares. A longer bucket means chosen signs, so the trail is left. */
#define MOST_STEPS 64

/*
 * Returns the id of a definition on the path, or LYO_NOT_DEFINED, in which case the trail may have been left.
 * Looks for the map `ht` (no holes) or, if that is NULL, for `defined`, whose hash is ignored.
 */
LYO_INLINE uint32_t find_step(lyo_encoder *e, uint32_t sign, const HashTable *ht, const lyo_defined *defined)
{
    const lyo_step *path = e->definitions.path;
    uint32_t steps = 0;

    for (uint32_t id = newest_step(&e->definitions, sign); id != LYO_NOT_DEFINED; id = path[id].older) {
        const lyo_trail *trail = path[id].trail;
        if (trail->sign == sign &&
            (ht ? lyo_trail_is_map(trail, ht) : lyo_same_defined(&trail->defined, defined))) {
            return id;
        }
        if (UNEXPECTED(++steps > MOST_STEPS)) {
            leave(e);
            break;
        }
    }
    return LYO_NOT_DEFINED;
}

/*
 * If the known path continues with this definition, makes it and returns true. Else leaves the trail, if the
 * value is still on it, and returns false.
 */
static bool follow_known(lyo_encoder *e, const lyo_defined *defined)
{
    if (!e->definitions.on_trail) {
        return false;
    }
    lyo_trail *trail = lyo_trails_find(e->options->trails, e->definitions.trail, defined);
    if (UNEXPECTED(!trail)) {
        leave(e);
        return false;
    }
    follow(e, trail);
    return true;
}

/* Notes the end of a definition that has just been written, so that it can be offered to the trails. */
static void mark(lyo_encoder *e, const lyo_defined *defined, uint32_t key_index)
{
    lyo_definitions *d = &e->definitions;

    if (UNEXPECTED(d->mark_count == d->mark_capacity)) {
        d->mark_capacity = d->mark_capacity ? lyo_room_times(d->mark_capacity, 2) : 16;
        d->marks = safe_erealloc(d->marks, d->mark_capacity, sizeof *d->marks, 0);
    }
    lyo_mark *mark = &d->marks[d->mark_count++];
    *mark = (lyo_mark){.defined = *defined,
                       .key_index = key_index,
                       .names = e->strings.count[LYO_NAMES],
                       .bytes = lyo_buffer_size(&e->preamble)};
    if (defined->kind == LYO_DEF_ENUM_CASE) {
        mark->key = *defined->keys;
    }
}

/* Counts a definition other than a shape, after it was written. */
static void end_definition(lyo_encoder *e, const lyo_defined *defined)
{
    e->definitions.count++;
    if (e->options->trails) {
        mark(e, defined, 0);
    }
}

/* --- classes -------------------------------------------------------------------------------------------- */

static void free_class_ids(zval *zv)
{
    efree(Z_PTR_P(zv));
}

static lyo_class_ids *add_class(lyo_definitions *d, zend_string *class_name, bool known)
{
    lyo_class_ids fresh = {LYO_NOT_DEFINED, LYO_NOT_DEFINED, known};
    return zend_hash_update_mem(d->classes, class_name, &fresh, sizeof fresh);
}

/*
 * Returns the class of the i-th shape, counting the steps of the path first, then the table of shapes. NULL:
 * it has no class, or is undefined.
 */
static zend_string *class_of_shape(const lyo_definitions *d, uint32_t i)
{
    uint32_t steps = d->on_trail ? d->count : 0;

    if (i < steps) {
        const lyo_defined *defined = &d->path[i].trail->defined;
        return defined->kind == LYO_DEF_CLASS_SHAPE ? defined->class_name : NULL;
    }
    const lyo_shape *shape = &d->shapes.shapes[i - steps];
    return shape->definition != LYO_NOT_DEFINED ? shape->class_name : NULL;
}

static uint32_t shape_count(const lyo_definitions *d)
{
    return (d->on_trail ? d->count : 0) + d->shapes.count;
}

/*
 * Most values need no table of classes. It is made when a class gets a definition other than a shape, or when
 * is_class_known() would have to look through many definitions.
 */
static LYO_NOINLINE void make_classes(lyo_definitions *d)
{
    d->classes = emalloc(sizeof *d->classes);
    zend_hash_init(d->classes, 8, NULL, free_class_ids, 0);
    for (uint32_t i = 0; i < shape_count(d); i++) {
        zend_string *class_name = class_of_shape(d, i);
        if (class_name) {
            add_class(d, class_name, true);
        }
    }
}

/* Returns the ids of a class, valid until the next call. */
static lyo_class_ids *class_ids(lyo_definitions *d, zend_string *class_name)
{
    if (UNEXPECTED(!d->classes)) {
        make_classes(d);
    }
    lyo_class_ids *ids = zend_hash_find_ptr(d->classes, class_name);
    return ids ? ids : add_class(d, class_name, false);
}

/* Notes that a class shape is defined. */
static void note_class_shape(lyo_definitions *d, zend_string *class_name)
{
    if (UNEXPECTED(d->classes) && class_name) {
        class_ids(d, class_name)->known = true;
    }
}

/* Up to this many definitions, a linear search is faster than making a table of their classes. */
#define FEW_DEFINITIONS 12

/* Returns true if a class shape or open class of this name is defined. */
static bool is_class_known(lyo_definitions *d, zend_string *class_name)
{
    if (d->classes || d->count > FEW_DEFINITIONS || d->shapes.count > FEW_DEFINITIONS) {
        return class_ids(d, class_name)->known;
    }
    /* an open class is not here: it would have made the table */
    for (uint32_t i = 0; i < shape_count(d); i++) {
        const zend_string *other = class_of_shape(d, i);
        if (other && lyo_same_string(other, class_name)) {
            return true;
        }
    }
    return false;
}

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name)
{
    lyo_class_ids *ids = class_ids(&e->definitions, class_name);
    uint32_t *id = kind == LYO_DEF_OPEN_CLASS ? &ids->open : &ids->custom;

    if (*id != LYO_NOT_DEFINED) {
        return *id;
    }
    lyo_defined defined = {lyo_shapes_mix(kind, zend_string_hash_val(class_name)), kind, 0, class_name, NULL};
    ids->known |= kind == LYO_DEF_OPEN_CLASS;
    *id = e->definitions.count;
    if (!follow_known(e, &defined)) {
        lyo_buffer_byte(&e->preamble, kind);
        lyo_put_name(e, class_name);
        end_definition(e, &defined);
    }
    return *id;
}

uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name)
{
    lyo_key key = {case_name, zend_string_hash_val(case_name)};
    lyo_defined defined = {lyo_shapes_mix(key.h, zend_string_hash_val(class_name)), LYO_DEF_ENUM_CASE, 1,
                           class_name, &key};
    uint32_t id = e->definitions.count;

    if (!follow_known(e, &defined)) {
        lyo_buffer_byte(&e->preamble, LYO_DEF_ENUM_CASE);
        lyo_put_name(e, class_name);
        lyo_put_name(e, case_name);
        end_definition(e, &defined);
    }
    return id;
}

/* --- shapes --------------------------------------------------------------------------------------------- */

static void write_shape(lyo_encoder *e, const lyo_shape *shape)
{
    lyo_buffer_byte(&e->preamble, shape->class_name ? LYO_DEF_CLASS_SHAPE : LYO_DEF_MAP_SHAPE);
    if (shape->class_name) {
        lyo_put_name(e, shape->class_name);
    }
    lyo_buffer_varlen(&e->preamble, shape->count);
    const lyo_key *key = e->definitions.shapes.keys + shape->keys;
    for (const lyo_key *end = key + shape->count; key < end; key++) {
        if (!key->name) {
            lyo_put_int(&e->preamble, (zend_long)key->h);
        } else if (EXPECTED(!shape->class_name || ZSTR_VAL(key->name)[0] != '\0')) {
            lyo_put_name(e, key->name);
        } else {
            lyo_put_state_key(e, true, shape->class_name, key);
        }
    }
}

static lyo_defined defined_of(const lyo_shapes *shapes, const lyo_shape *shape)
{
    return (lyo_defined){shape->hash, shape->class_name ? LYO_DEF_CLASS_SHAPE : LYO_DEF_MAP_SHAPE,
                         shape->count, shape->class_name, shapes->keys + shape->keys};
}

static LYO_NOINLINE uint32_t define_shape(lyo_encoder *e, uint32_t index)
{
    lyo_definitions *d = &e->definitions;
    const lyo_shape *shape = &d->shapes.shapes[index];
    uint32_t id = d->count;
    bool followed = false;

    note_class_shape(d, shape->class_name);
    if (UNEXPECTED(d->on_trail)) {
        lyo_defined defined = defined_of(&d->shapes, shape);
        followed = follow_known(e, &defined);
        /* follow_known() may have left the trail, which moves shapes and keys */
        shape = &d->shapes.shapes[index];
    }
    if (!followed) {
        write_shape(e, shape);
        d->count++;
        if (e->options->trails) {
            lyo_defined defined = defined_of(&d->shapes, shape);
            mark(e, &defined, shape->keys);
        }
    }
    return d->shapes.shapes[index].definition = id;
}

uint32_t lyo_define_shape(lyo_encoder *e, uint32_t index)
{
    uint32_t definition = e->definitions.shapes.shapes[index].definition;
    return EXPECTED(definition != LYO_NOT_DEFINED) ? definition : define_shape(e, index);
}

/* --- maps ----------------------------------------------------------------------------------------------- */

uint32_t lyo_look_for_map(lyo_encoder *e, const HashTable *ht, bool define, uint32_t sign)
{
    lyo_trails *trails = e->options->trails;
    lyo_trail_guess *guess = &trails->guesses[sign % LYO_TRAIL_GUESSES];

    if (define || lyo_encoder_offset(e) < LYO_LIMIT_EAGER) {
        lyo_trail *trail = lyo_trails_find_map(trails, e->definitions.trail, ht);
        if (EXPECTED(trail)) {
            *guess = (lyo_trail_guess){(uint16_t)trail->id, (uint16_t)(sign >> 8)};
            return follow(e, trail);
        }
    }
    uint32_t id = find_step(e, sign, ht, NULL);
    if (id != LYO_NOT_DEFINED) {
        *guess = (lyo_trail_guess){(uint16_t)id, (uint16_t)(sign >> 8)};
    }
    return id;
}

/* Inline body of lyo_meet_map(). */
LYO_INLINE uint32_t meet_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool looked)
{
    lyo_definitions *d = &e->definitions;
    uint32_t index = lyo_shapes_put_map(&d->shapes, ht, hash);
    const lyo_shape *shape = &d->shapes.shapes[index];

    if (!looked && d->on_trail && shape->definition == LYO_NOT_DEFINED) {
        lyo_defined defined = {0, LYO_DEF_MAP_SHAPE, shape->count, NULL, d->shapes.keys + shape->keys};
        uint32_t id = find_step(e, lyo_trail_sign_of(&defined), NULL, &defined);
        if (d->on_trail) { /* if the trail was left, the table of shapes has the ids */
            d->shapes.shapes[index].definition = id;
        }
    }
    return index;
}

uint32_t lyo_meet_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool looked)
{
    return meet_map(e, ht, hash, looked);
}

uint32_t lyo_define_map(lyo_encoder *e, const HashTable *ht, uint64_t hash, bool define, bool looked)
{
    lyo_definitions *d = &e->definitions;
    uint32_t known = d->shapes.count, shape = meet_map(e, ht, hash, looked);

    if (!d->on_trail) {
        d->guesses[(lyo_entries(ht)->h + zend_hash_num_elements(ht)) % LYO_MAP_GUESSES] = shape + 1;
    }
    if (d->shapes.shapes[shape].definition == LYO_NOT_DEFINED && !define && shape >= known &&
        lyo_encoder_offset(e) >= LYO_LIMIT_EAGER) {
        return LYO_NOT_DEFINED;
    }
    return lyo_define_shape(e, shape);
}

/* --- objects -------------------------------------------------------------------------------------------- */

lyo_key *lyo_key_room(lyo_encoder *e, uint32_t n)
{
    lyo_definitions *d = &e->definitions;

    if (!d->on_trail) { /* the place where the keys of a new shape would be stored */
        return lyo_shapes_room(&d->shapes, n);
    }
    if (UNEXPECTED(n > d->scratch_size)) {
        d->scratch_size = n < 32 ? 32 : n;
        d->scratch = safe_erealloc(d->scratch, d->scratch_size, sizeof *d->scratch, 0);
    }
    return d->scratch;
}

/* Returns true if a state of this class is defined when it is first met. */
LYO_INLINE bool is_made_at_once(lyo_encoder *e, zend_string *class_name)
{
    return lyo_encoder_offset(e) < LYO_LIMIT_EAGER || (!zend_string_equals_literal(class_name, "stdClass") &&
                                                       !is_class_known(&e->definitions, class_name));
}

/*
 * Returns the id of a definition on the path, or of the known next one if that may be defined now; else
 * LYO_NOT_DEFINED.
 */
static uint32_t look_for_state(lyo_encoder *e, const lyo_defined *defined)
{
    lyo_definitions *d = &e->definitions;
    uint32_t id = find_step(e, lyo_trail_sign_of(defined), NULL, defined);

    if (id == LYO_NOT_DEFINED && EXPECTED(d->on_trail) && lyo_encoder_offset(e) < LYO_LIMIT_EAGER) {
        lyo_trail *trail = lyo_trails_find(e->options->trails, d->trail, defined);
        if (trail) {
            note_class_shape(d, defined->class_name);
            return follow(e, trail);
        }
    }
    return id;
}

uint32_t lyo_recall_state(lyo_encoder *e, lyo_trail **known)
{
    lyo_definitions *d = &e->definitions;
    zend_string *class_name = (*known)->defined.class_name;

    if ((*known)->before == d->trail && is_made_at_once(e, class_name)) {
        note_class_shape(d, class_name);
        return follow(e, *known);
    }
    uint32_t id = look_for_state(e, &(*known)->defined);
    if (id != LYO_NOT_DEFINED) {
        *known = d->path[id].trail;
    }
    return id;
}

uint32_t lyo_define_state(lyo_encoder *e, zend_string *class_name, const lyo_key *keys, uint32_t n,
                          lyo_trail **known, uint32_t *kept)
{
    lyo_definitions *d = &e->definitions;
    uint32_t id;

    *known = NULL;
    if (EXPECTED(d->on_trail)) {
        lyo_defined defined = {0, LYO_DEF_CLASS_SHAPE, n, class_name, keys};
        id = look_for_state(e, &defined);
        if (EXPECTED(id != LYO_NOT_DEFINED)) {
            *known = d->path[id].trail;
            return id;
        }
    }
    uint32_t met = d->shapes.count, index = lyo_shapes_put(&d->shapes, class_name, keys, n);
    *kept = d->shapes.shapes[index].keys;
    if (d->shapes.shapes[index].definition == LYO_NOT_DEFINED && index >= met &&
        !is_made_at_once(e, class_name)) {
        return LYO_NOT_DEFINED;
    }
    id = lyo_define_shape(e, index);
    if (d->on_trail) {
        *known = d->path[id].trail;
    }
    return id;
}

/* --- the preamble --------------------------------------------------------------------------------------- */

void lyo_definitions_free_grown(lyo_definitions *d)
{
    if (d->path != d->embedded_path) {
        efree(d->path);
    }
    if (d->marks) {
        efree(d->marks);
    }
    if (d->scratch) {
        efree(d->scratch);
    }
}

uint8_t *lyo_put_preamble(const lyo_encoder *e, uint8_t *p)
{
    size_t size = lyo_preamble_size(e);

    if (EXPECTED(e->definitions.on_trail)) {
        e->options->trails->hits++;
        lyo_trail_copy(e->definitions.trail, p + size);
    } else {
        memcpy(p, e->preamble.start, size);
    }
    return p + size;
}

size_t lyo_recall_front(lyo_encoder *e)
{
    lyo_definitions *d = &e->definitions;

    d->moved_at = d->on_trail ? d->trail : NULL;
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
    lyo_trails *trails = e->options->trails;
    lyo_trail *trail = d->trail;
    size_t at = trail ? trail->size : 0;
    uint32_t first = 0;

    trails->misses++;
    uint64_t *place = d->shapes.full_hash
                          ? NULL
                          : lyo_trails_want(trails, e->preamble.start, lyo_buffer_size(&e->preamble));
    if (!place) {
        return;
    }
    zend_string **names = safe_emalloc(e->strings.count[LYO_NAMES], sizeof *names, 1);
    lyo_string_ids_names(&e->strings, names);
    for (const lyo_trail *each = trail; each; each = each->before) {
        first += each->name_count;
    }
    for (lyo_mark *mark = d->marks; mark < d->marks + d->mark_count; mark++) {
        mark->defined.keys =
            mark->defined.kind == LYO_DEF_ENUM_CASE ? &mark->key : d->shapes.keys + mark->key_index;
        trail = lyo_trails_add(trails, trail, &mark->defined, e->preamble.start + at,
                               (uint32_t)(mark->bytes - at), names + first, mark->names - first);
        if (!trail) {
            lyo_trails_refuse(place);
            break;
        }
        at = mark->bytes;
        first = mark->names;
    }
    efree(names);
}
