/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's preamble: shapes, classes and enum cases (spec section 3.2), and state keys (4.3).
 */
#include "lyo/lyo_writer.h"

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

/* --- definitions ---------------------------------------------------------------------------------------------------------- */

void lyo_lengthen_path(lyo_encoder *e)
{
    e->path_capacity = lyo_room_times(e->path_capacity, 2);
    e->path =
        lyo_room_grow(e->path, e->embedded_path, e->definition_count, e->path_capacity, sizeof *e->path);
}

void lyo_leave_trail(lyo_encoder *e)
{
    e->on_trail = false;
    for (uint32_t i = 0; i < e->definition_count; i++) {
        const lyo_defined *defined = &e->path[i].trail->defined;
        if (defined->kind == LYO_DEF_MAP_SHAPE || defined->kind == LYO_DEF_CLASS_SHAPE) {
            uint32_t shape = lyo_shapes_put(&e->shapes, defined->class_name, defined->keys, defined->count);
            e->shapes.shapes[shape].definition = i;
        }
    }
    if (e->trail) {
        lyo_buffer_reserve(&e->preamble, e->trail->size);
        e->preamble.p += e->trail->size;
        lyo_trail_copy(e->trail, e->preamble.p);
        lyo_string_ids_restore(&e->strings);
    }
}

uint32_t lyo_find_step(lyo_encoder *e, const lyo_defined *defined)
{
    uint32_t sign = lyo_trail_sign_of(defined), steps = 0;

    for (uint32_t id = lyo_newest_step(e, sign); id != LYO_NOT_DEFINED; id = e->path[id].older) {
        if (e->path[id].trail->sign == sign && lyo_same_defined(&e->path[id].trail->defined, defined)) {
            return id;
        }
        if (UNEXPECTED(++steps > LYO_PATH_STEPS)) {
            lyo_leave_trail(e);
            break;
        }
    }
    return LYO_NOT_DEFINED;
}

/* True if this definition followed those so far before: then it is made. */
static bool follow_trail(lyo_encoder *e, const lyo_defined *defined)
{
    if (!e->on_trail) {
        return false;
    }
    lyo_trail *trail = lyo_trails_find(e->options->trails, e->trail, defined);
    if (UNEXPECTED(!trail)) {
        lyo_leave_trail(e);
        return false;
    }
    lyo_follow_trail(e, trail);
    return true;
}

/* Notes where a definition ends that has just been written. */
static void mark(lyo_encoder *e, const lyo_defined *defined, uint32_t key_index)
{
    if (!e->options->trails) {
        return;
    }
    if (UNEXPECTED(e->mark_count == e->mark_capacity)) {
        e->mark_capacity = e->mark_capacity ? lyo_room_times(e->mark_capacity, 2) : 16;
        e->marks = safe_erealloc(e->marks, e->mark_capacity, sizeof *e->marks, 0);
    }
    lyo_mark *mark = &e->marks[e->mark_count++];
    *mark = (lyo_mark){.defined = *defined,
                       .key_index = key_index,
                       .names = e->strings.count[LYO_NAMES],
                       .bytes = lyo_buffer_size(&e->preamble)};
    if (defined->kind == LYO_DEF_ENUM_CASE) {
        mark->key = *defined->keys;
    }
}

void lyo_offer_definitions(lyo_encoder *e)
{
    lyo_trails *trails = e->options->trails;
    lyo_trail *trail = e->trail;
    size_t at = trail ? trail->size : 0;
    uint32_t first = 0;

    uint64_t *place = e->shapes.full_hash
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
    for (uint32_t i = 0; i < e->mark_count; i++) {
        lyo_mark *mark = &e->marks[i];
        mark->defined.keys =
            mark->defined.kind == LYO_DEF_ENUM_CASE ? &mark->key : e->shapes.keys + mark->key_index;
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

static void write_shape(lyo_encoder *e, const lyo_shape *shape)
{
    lyo_buffer_byte(&e->preamble, shape->class_name ? LYO_DEF_CLASS_SHAPE : LYO_DEF_MAP_SHAPE);
    if (shape->class_name) {
        lyo_put_name(e, shape->class_name);
    }
    lyo_buffer_varlen(&e->preamble, shape->count);
    const lyo_key *key = e->shapes.keys + shape->keys;
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

static LYO_NOINLINE uint32_t define_shape(lyo_encoder *e, uint32_t index)
{
    const lyo_shape *shape = &e->shapes.shapes[index];
    lyo_defined defined = {shape->hash, shape->class_name ? LYO_DEF_CLASS_SHAPE : LYO_DEF_MAP_SHAPE,
                           shape->count, shape->class_name, e->shapes.keys + shape->keys};
    uint32_t id = e->definition_count;

    if (UNEXPECTED(e->classes) && shape->class_name) {
        lyo_classes_get(e, shape->class_name)->known = true;
    }
    if (!follow_trail(e, &defined)) {
        shape = &e->shapes.shapes[index]; /* the trail may just have been left: that moves shapes and keys */
        write_shape(e, shape);
        mark(e, &defined, shape->keys);
        e->definition_count++;
    }
    return e->shapes.shapes[index].definition = id;
}

uint32_t lyo_define_shape(lyo_encoder *e, uint32_t index)
{
    uint32_t definition = e->shapes.shapes[index].definition;
    return EXPECTED(definition != LYO_NOT_DEFINED) ? definition : define_shape(e, index);
}

static void free_class_ids(zval *zv)
{
    efree(Z_PTR_P(zv));
}

static lyo_class_ids *add_class(lyo_encoder *e, zend_string *class_name, bool known)
{
    lyo_class_ids fresh = {LYO_NOT_DEFINED, LYO_NOT_DEFINED, known};
    return zend_hash_update_mem(e->classes, class_name, &fresh, sizeof fresh);
}

/* Most values do without: it is made when a class has a definition that is no shape, or a new class is met far into the body. */
static LYO_NOINLINE void make_classes(lyo_encoder *e)
{
    e->classes = emalloc(sizeof *e->classes);
    zend_hash_init(e->classes, 8, NULL, free_class_ids, 0);
    for (uint32_t i = 0; e->on_trail && i < e->definition_count; i++) {
        const lyo_defined *defined = &e->path[i].trail->defined;
        if (defined->kind == LYO_DEF_CLASS_SHAPE) {
            add_class(e, defined->class_name, true);
        }
    }
    for (uint32_t i = 0; i < e->shapes.count; i++) {
        const lyo_shape *shape = &e->shapes.shapes[i];
        if (shape->class_name && shape->definition != LYO_NOT_DEFINED) {
            add_class(e, shape->class_name, true);
        }
    }
}

lyo_class_ids *lyo_classes_get(lyo_encoder *e, zend_string *class_name)
{
    if (UNEXPECTED(!e->classes)) {
        make_classes(e);
    }
    lyo_class_ids *ids = zend_hash_find_ptr(e->classes, class_name);
    return ids ? ids : add_class(e, class_name, false);
}

/** So few definitions are looked through faster than a table of their classes is made. */
#define FEW_DEFINITIONS 12

static bool has_class_shape(const lyo_encoder *e, const zend_string *class_name)
{
    for (uint32_t i = 0; e->on_trail && i < e->definition_count; i++) {
        const lyo_defined *defined = &e->path[i].trail->defined;
        if (defined->kind == LYO_DEF_CLASS_SHAPE && lyo_same_string(defined->class_name, class_name)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < e->shapes.count; i++) {
        const lyo_shape *shape = &e->shapes.shapes[i];
        if (shape->class_name && shape->definition != LYO_NOT_DEFINED &&
            lyo_same_string(shape->class_name, class_name)) {
            return true;
        }
    }
    return false;
}

bool lyo_is_class_known(lyo_encoder *e, zend_string *class_name)
{
    if (!e->classes && e->definition_count <= FEW_DEFINITIONS && e->shapes.count <= FEW_DEFINITIONS) {
        return has_class_shape(e, class_name); /* an open class would have made the table */
    }
    return lyo_classes_get(e, class_name)->known;
}

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name)
{
    lyo_class_ids *ids = lyo_classes_get(e, class_name);
    uint32_t *id = kind == LYO_DEF_OPEN_CLASS ? &ids->open : &ids->custom;

    if (*id != LYO_NOT_DEFINED) {
        return *id;
    }
    lyo_defined defined = {lyo_shapes_mix(kind, zend_string_hash_val(class_name)), kind, 0, class_name, NULL};
    ids->known |= kind == LYO_DEF_OPEN_CLASS;
    *id = e->definition_count;
    if (!follow_trail(e, &defined)) {
        lyo_buffer_byte(&e->preamble, kind);
        lyo_put_name(e, class_name);
        mark(e, &defined, 0);
        e->definition_count++;
    }
    return *id;
}

uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name)
{
    lyo_key key = {case_name, zend_string_hash_val(case_name)};
    lyo_defined defined = {lyo_shapes_mix(key.h, zend_string_hash_val(class_name)), LYO_DEF_ENUM_CASE, 1,
                           class_name, &key};

    uint32_t id = e->definition_count;

    if (!follow_trail(e, &defined)) {
        lyo_buffer_byte(&e->preamble, LYO_DEF_ENUM_CASE);
        lyo_put_name(e, class_name);
        lyo_put_name(e, case_name);
        mark(e, &defined, 0);
        e->definition_count++;
    }
    return id;
}
