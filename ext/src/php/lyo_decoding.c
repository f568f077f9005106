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
        entry->hash = lyo_hash_bytes(ZSTR_VAL(entry->string), ZSTR_LEN(entry->string), d) | 1;
    }
    return entry->hash;
}

LYO_NOINLINE zend_string *lyo_unite_long(lyo_decoding *d, zend_string *s)
{
    lyo_long_string added = {.string = s};

    if (EXPECTED(!d->first_long)) {
        return d->first_long = s;
    }
    if (!d->long_count) {
        LYO_GROW(d->longs, d->long_count, d->long_capacity, 8);
        d->longs[d->long_count++] = (lyo_long_string){.string = d->first_long};
    }
    for (uint32_t i = 0; i < d->long_count; i++) {
        lyo_long_string *entry = &d->longs[i];
        if (ZSTR_LEN(entry->string) == ZSTR_LEN(s) && hash_of_long(d, entry) == hash_of_long(d, &added) &&
            zend_string_equal_content(entry->string, s)) {
            zend_string_release(s);
            return zend_string_copy(entry->string);
        }
    }
    LYO_GROW(d->longs, d->long_count, d->long_capacity, 8);
    d->longs[d->long_count++] = added;
    return s;
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
    LYO_FREE_IF(d->longs);
    LYO_FREE_IF(d->reason);
}
