/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The text of serialize(), with PHP's reader. What that has no option for is done before, by a walk over the
 * text: elements are counted, and classes are looked up. PHP's reader runs hooks at its end and may load
 * classes and make objects before it finds that the text is damaged.
 */
#include "module/lyo/lyo_host.h"

#include "ext/standard/php_var.h"
#include "php/lyo_check.h"
#include "php/lyo_classes.h"
#include "php/lyo_isolation.h"
#include "php/lyo_room.h"
#include "php_lyo.h"
#include "wire/lyo_hash_bytes.h"

/* --- names ---------------------------------------------------------------------------------------------- */

/* A class or enum that the text names. */
typedef struct text_name {
    const char *name; /* in the text */
    size_t length;
    uint32_t hash;
    bool is_enum;
} text_name;

/* All of them, each once. */
typedef struct text_names {
    text_name *list;
    uint32_t count, capacity;
    uint32_t *places;     /* open addressing; index in list + 1, 0: free */
    uint32_t place_count; /* a power of two, at least twice the capacity; 0: none yet */
} text_names;

/* Returns the place of a name, or the free place for it. */
static uint32_t *place_of_name(const text_names *names, const text_name *name)
{
    uint32_t at = name->hash & (names->place_count - 1);

    for (; names->places[at]; at = (at + 1) & (names->place_count - 1)) {
        const text_name *there = &names->list[names->places[at] - 1];
        if (there->hash == name->hash && there->length == name->length && there->is_enum == name->is_enum &&
            !memcmp(there->name, name->name, name->length)) {
            break;
        }
    }
    return &names->places[at];
}

static void make_places(text_names *names)
{
    names->place_count = lyo_room_times(names->capacity, 2);
    names->places = lyo_reallocate(names->places, names->place_count, sizeof *names->places);
    memset(names->places, 0, names->place_count * sizeof *names->places);
    for (uint32_t i = 0; i < names->count; i++) {
        *place_of_name(names, &names->list[i]) = i + 1;
    }
}

/* Adds a name that is not there yet. The hash is seeded, because the author of the text chooses the names. */
static void add_text_name(void *context, const char *name, size_t length, bool is_enum)
{
    text_names *names = context;
    const text_name added = {name, length, lyo_hash_bytes(name, length, names), is_enum};

    if (names->count == names->capacity) {
        LYO_GROW(names->list, names->count, names->capacity, 8);
        make_places(names);
    }
    uint32_t *place = place_of_name(names, &added);
    if (!*place) {
        names->list[names->count++] = added;
        *place = names->count;
    }
}

/*
 * Looks a name up if the options ask for that, and refuses it if they do. PHP's reader loads an enum whether
 * its class is allowed or not.
 */
static void judge_name(lyo_decoding *d, const text_name *name)
{
    lyo_class class = {.name = zend_string_init(name->name, name->length, 0)};

    if (!name->is_enum) {
        if (d->options->missing_throws) { /* it refuses the class itself */
            lyo_resolve_class(d, &class, true);
        }
    } else if (d->options->missing_throws ? !lyo_resolve_enum(d, &class, true)
                                          : !lyo_class_is_allowed(d, class.name)) {
        lyo_decoding_refuse(d, &class);
    }
    zend_string_release(class.name);
}

static bool judge_names(const text_names *names, const lyo_decode_options *options)
{
    lyo_decoding d;

    lyo_decoding_init(&d, options);
    for (uint32_t i = 0; i < names->count && d.failure == LYO_FAILED_NOT; i++) {
        judge_name(&d, &names->list[i]);
    }
    if (d.refused) {
        lyo_decoding_fail(&d, LYO_FAILED_CLASSES);
    }
    const bool good = d.failure == LYO_FAILED_NOT;
    if (!good) {
        lyo_throw_failure(&d, 0);
    }
    lyo_decoding_free(&d);
    return good;
}

/* --- the text ------------------------------------------------------------------------------------------- */

static void throw_malformed(size_t offset)
{
    lyo_throw_at("Corrupt", offset, "not a value of serialize() at offset %zu", offset);
}

static void throw_text_error(const lyo_error *error)
{
    if (error->code == LYO_ERR_TAG) {
        throw_malformed(error->offset);
    } else {
        lyo_throw_error(error, "");
    }
}

static uint32_t depth_of_text(const lyo_decode_options *options)
{
    return lyo_levels_left(options->isolation, options->max_depth ? options->max_depth : UINT32_MAX);
}

/* Does what PHP's reader has no option for. Throws and returns false if the options refuse the text. */
static bool text_is_allowed(const uint8_t *data, size_t size, const lyo_decode_options *options)
{
    text_names names = {0};
    const bool judges = options->allowed_classes || options->missing_throws;
    lyo_text_walk_options walk = {.max_depth = depth_of_text(options),
                                  .max_elements = options->max_elements,
                                  .name = judges ? add_text_name : NULL,
                                  .context = &names};
    lyo_error error;

    bool good = lyo_check_text(data, size, &walk, &error);
    if (!good) {
        throw_text_error(&error);
    } else {
        good = judge_names(&names, options);
    }
    LYO_FREE_IF(names.list);
    LYO_FREE_IF(names.places);
    return good;
}

/*
 * Throws why PHP's reader has refused a text. A text in which nothing is wrong names a class that does not
 * take what is there for it.
 */
static void throw_unread(const uint8_t *data, size_t size, const lyo_decode_options *options, size_t stopped)
{
    lyo_text_walk_options walk = {.max_depth = depth_of_text(options)};
    lyo_error error;

    if (EG(exception)) {
        return;
    }
    if (lyo_check_text(data, size, &walk, &error)) {
        lyo_throw_at("ClassMismatch", 0, "A class does not accept the data for it");
    } else if (error.code == LYO_ERR_TAG) {
        throw_malformed(stopped);
    } else {
        lyo_throw_error(&error, "");
    }
}

/* Calls PHP's reader. Sets *stopped to the offset of the byte that it would have read next. */
static bool unserialize_text(const char *data, size_t size, const lyo_decode_options *options, zval *result,
                             size_t *stopped)
{
    const unsigned char *p = (const unsigned char *)data, *end = p + size;
    lyo_serializer_state outer;

    lyo_isolate(options->isolation, false, &outer);
    php_unserialize_data_t context = php_var_unserialize_init();
    php_var_unserialize_set_allowed_classes(context, (HashTable *)options->allowed_classes);
    php_var_unserialize_set_max_depth(context, depth_of_text(options));
    ZVAL_UNDEF(result);
    const bool read = php_var_unserialize(result, &p, end, &context);
    *stopped = (size_t)((const char *)p - data);
    if (!read) {
        zval_ptr_dtor(result);
        ZVAL_UNDEF(result);
    } else if (LYO_WARNS_OF_EXTRA_DATA && p < end && !EG(exception)) {
        php_error_docref(NULL, E_WARNING, "Extra data starting at offset %zu of %zu bytes", *stopped, size);
    }
    php_var_unserialize_destroy(context); /* hooks run here */
    lyo_rejoin(options->isolation, &outer);
    return read;
}

static bool decode_text(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    size_t stopped = 0;

    if ((options->max_elements || options->allowed_classes || options->missing_throws) &&
        !text_is_allowed((const uint8_t *)data, size, options)) {
        return false;
    }
    if (!unserialize_text(data, size, options, result, &stopped)) {
        throw_unread((const uint8_t *)data, size, options, stopped);
        return false;
    }
    if (EG(exception)) {
        zval_ptr_dtor(result);
        return false;
    }
    if (Z_ISREF_P(result)) {
        zend_unwrap_reference(result);
    }
    if (Z_COLLECTABLE_P(result)) { /* the caller may drop the value unseen, and it may hold a cycle */
        gc_check_possible_root(Z_COUNTED_P(result));
    }
    return true;
}

bool lyo_decode_text_or_throw(const char *data, size_t size, const lyo_decode_options *options, zval *result)
{
    if (!lyo_begin_or_throw()) {
        return false;
    }
    const bool decoded = decode_text(data, size, options, result);
    lyo_end_call(options->isolation);
    return decoded;
}
