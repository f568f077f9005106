/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_decoding.h"

#include "php/lyo_room.h"
#include "wire/lyo_hash_bytes.h"

LYO_NOINLINE const uint8_t *lyo_decoding_fail(lyo_decoding *d, lyo_failure failure)
{
    if (d->failure == LYO_FAILED_NOT) {
        d->failure = failure;
    }
    return NULL;
}

LYO_NOINLINE const uint8_t *lyo_decoding_mismatch(lyo_decoding *d, const char *format, ...)
{
    va_list arguments;

    if (d->failure == LYO_FAILED_NOT) {
        d->failure = LYO_FAILED_MISMATCH;
        va_start(arguments, format);
        zend_vspprintf(&d->reason, 0, format, arguments);
        va_end(arguments);
    }
    return NULL;
}

void lyo_decoding_refuse(lyo_decoding *d, lyo_class *class)
{
    zval name;

    if (class->refused) {
        return;
    }
    class->refused = true;
    if (!d->refused) {
        d->refused = zend_new_array(4);
    }
    ZVAL_STR_COPY(&name, class->name);
    zend_hash_next_index_insert(d->refused, &name);
}

/* Mostly no other string has the length, and then nothing is hashed. */
static uint32_t hash_of_long(const lyo_decoding *d, lyo_long_string *entry)
{
    if (!entry->hash) {
        entry->hash = lyo_hash_bytes(ZSTR_VAL(entry->string), entry->length, d) | 1;
    }
    return entry->hash;
}

/* memcmp() takes half the time of zend_string_equals() for long strings. */
static bool is_same_long(const zend_string *known, const lyo_long_string *added)
{
    return ZSTR_LEN(known) == added->length &&
           !memcmp(ZSTR_VAL(known), ZSTR_VAL(added->string), added->length);
}

/* Returns the string of the list with the bytes of a new one, or NULL. */
static zend_string *find_in_list(const lyo_decoding *d, lyo_long_string *added)
{
    for (uint32_t i = 0; i < d->long_count; i++) {
        lyo_long_string *entry = &d->longs[i];
        if (entry->length == added->length && hash_of_long(d, entry) == hash_of_long(d, added) &&
            is_same_long(entry->string, added)) {
            return entry->string;
        }
    }
    return NULL;
}

static void add_to_list(lyo_decoding *d, lyo_long_string added)
{
    LYO_GROW(d->longs, d->long_count, d->long_capacity, 8);
    d->longs[d->long_count++] = added;
}

/* Returns the string of the table with the bytes of a new one. If there is none, adds the new one. */
static zend_string *find_in_table(lyo_decoding *d, lyo_long_string *added)
{
    /* strings with the same hash are under the ints behind it */
    zend_ulong key = hash_of_long(d, added);
    zend_string *known;

    if (!d->more_longs) {
        d->more_longs = zend_new_array(LYO_FEW_LONG);
    }
    for (; (known = zend_hash_index_find_ptr(d->more_longs, key)); key++) {
        if (is_same_long(known, added)) {
            return known;
        }
    }
    zend_hash_index_add_new_ptr(d->more_longs, key, added->string);
    return added->string;
}

LYO_NOINLINE zend_string *lyo_unite_long(lyo_decoding *d, zend_string *s)
{
    lyo_long_string added = {.string = s, .length = ZSTR_LEN(s)};

    if (EXPECTED(!d->first_long)) {
        return d->first_long = s;
    }
    if (!d->long_count) {
        add_to_list(d, (lyo_long_string){.string = d->first_long, .length = ZSTR_LEN(d->first_long)});
    }
    zend_string *known = find_in_list(d, &added);
    if (!known && d->long_count == LYO_FEW_LONG) {
        known = find_in_table(d, &added);
    }
    if (!known) {
        add_to_list(d, added);
    }
    if (!known || known == s) {
        return s;
    }
    zend_string_release(s);
    return zend_string_copy(known);
}

LYO_NOINLINE void lyo_decoding_free_rare(lyo_decoding *d)
{
    for (uint32_t i = 0; i < d->deferred_count; i++) {
        if (d->deferred[i].object) {
            OBJ_RELEASE(d->deferred[i].object);
        }
        zval_ptr_dtor(&d->deferred[i].state);
    }
    if (d->refused) {
        zend_array_release(d->refused);
    }
    LYO_FREE_IF(d->deferred);
    if (d->more_longs) {
        zend_array_release(d->more_longs);
    }
    LYO_FREE_IF(d->longs);
    LYO_FREE_IF(d->reason);
}
