/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer's preamble: shapes, classes and enum cases (spec section 3.2), and state keys (4.3).
 */
#include "engine/lyo_writer.h"

void lyo_write_instance(lyo_encoder *e, uint32_t definition)
{
    if (EXPECTED(definition <= LYO_TAG_INSTANCE_SHORT_LAST - LYO_TAG_INSTANCE_SHORT)) {
        lyo_buffer_byte(&e->body, (uint8_t)(LYO_TAG_INSTANCE_SHORT + definition));
    } else {
        lyo_buffer_sized(&e->body, LYO_TAG_INSTANCE, definition, lyo_uint_size(definition));
    }
}

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
    if (UNEXPECTED(len > 2 && s[0] == '\0' && s[1] != '\0')) {
        second = memchr(s + 2, '\0', len - 2);
    }
    if (EXPECTED(!second)) {
        put_string(e, preamble, key->name);
        return;
    }
    size_t scope = (size_t)(second - s) - 1;
    if (scope == 1 && s[1] == '*') {
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PROTECTED);
    } else if (scope == ZSTR_LEN(class_name) && !memcmp(s + 1, ZSTR_VAL(class_name), scope)) {
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PRIVATE);
    } else {
        lyo_buffer_byte(buffer, LYO_TAG_KEY_PRIVATE_OF);
        put_part(e, preamble, s + 1, scope);
    }
    put_part(e, preamble, second + 1, len - scope - 2);
}

uint32_t lyo_define_shape(lyo_encoder *e, uint32_t index)
{
    lyo_shape *shape = &e->shapes.shapes[index];
    const lyo_key *keys = e->shapes.keys + shape->keys;

    if (shape->definition != LYO_NOT_DEFINED) {
        return shape->definition;
    }
    lyo_buffer_byte(&e->preamble, shape->class_name ? LYO_DEF_CLASS_SHAPE : LYO_DEF_MAP_SHAPE);
    if (shape->class_name) {
        lyo_put_name(e, shape->class_name);
        lyo_classes_get(e, shape->class_name)->known = true;
    }
    lyo_buffer_varlen(&e->preamble, shape->count);
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape->class_name) {
            lyo_put_state_key(e, true, shape->class_name, &keys[i]);
        } else if (keys[i].name) {
            lyo_put_name(e, keys[i].name);
        } else {
            lyo_put_int(&e->preamble, (zend_long)keys[i].h);
        }
    }
    return shape->definition = e->definition_count++;
}

static void free_class_ids(zval *zv)
{
    efree(Z_PTR_P(zv));
}

lyo_class_ids *lyo_classes_get(lyo_encoder *e, zend_string *class_name)
{
    if (!e->classes) {
        e->classes = emalloc(sizeof *e->classes);
        zend_hash_init(e->classes, 8, NULL, free_class_ids, 0);
    }
    lyo_class_ids *ids = zend_hash_find_ptr(e->classes, class_name);
    if (!ids) {
        lyo_class_ids fresh = {LYO_NOT_DEFINED, LYO_NOT_DEFINED, false};
        ids = zend_hash_add_new_mem(e->classes, class_name, &fresh, sizeof fresh);
    }
    return ids;
}

uint32_t lyo_define_class(lyo_encoder *e, uint8_t kind, zend_string *class_name)
{
    lyo_class_ids *ids = lyo_classes_get(e, class_name);
    uint32_t *id = kind == LYO_DEF_OPEN_CLASS ? &ids->open : &ids->custom;

    if (*id == LYO_NOT_DEFINED) {
        ids->known |= kind == LYO_DEF_OPEN_CLASS;
        lyo_buffer_byte(&e->preamble, kind);
        lyo_put_name(e, class_name);
        *id = e->definition_count++;
    }
    return *id;
}

uint32_t lyo_define_case(lyo_encoder *e, zend_string *class_name, zend_string *case_name)
{
    lyo_buffer_byte(&e->preamble, LYO_DEF_ENUM_CASE);
    lyo_put_name(e, class_name);
    lyo_put_name(e, case_name);
    return e->definition_count++;
}
