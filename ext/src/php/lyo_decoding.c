/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_decoding.h"

#include "php/lyo_room.h"

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
    LYO_FREE_IF(d->reason);
}
