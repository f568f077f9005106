/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a decode of any format has to do with PHP: the options, how it failed, what waits until the whole input is accepted, and
 * what stays alive until then. A decoder begins with one.
 */
#ifndef LYO_DECODING_H
#define LYO_DECODING_H

#include "php/lyo_options.h"
#include "wire/lyo_bytes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef enum lyo_deferred_kind {
    LYO_DEFERRED_DIAGNOSTIC, /* state: the message; level */
    LYO_DEFERRED_PAYLOAD,    /* Serializable::unserialize(); state: the payload */
    LYO_DEFERRED_STATE,      /* __unserialize(); state: the array */
    LYO_DEFERRED_WAKEUP      /* __wakeup() */
} lyo_deferred_kind;

/** What is to happen after acceptance. */
typedef struct lyo_deferred {
    lyo_deferred_kind kind;
    int level;           /* of a diagnostic */
    zend_object *object; /* owned; NULL for a diagnostic */
    zval state;
} lyo_deferred;

typedef struct lyo_decoding {
    const lyo_decode_options *options; /* borrowed */

    /* from here on all is zero at first */
    lyo_failure failure;
    uint32_t deferred_count;
    uint32_t deferred_capacity;
    uint32_t silenced_count;
    uint32_t silenced_capacity;
    uint32_t kept_count;
    uint32_t kept_capacity;
    lyo_deferred *deferred;  /* owned */
    zend_object **silenced;  /* objects whose destructors are off until acceptance; owned */
    zval *kept;              /* values that were overwritten, and strings that only tables name; owned */
    zend_string *class_name; /* with NOT_UNSERIALIZABLE; owned */
    char *reason;            /* with ERROR and MISMATCH; owned */
    HashTable *refused;      /* with CLASSES: names as keys; owned */
} lyo_decoding;

/** Clears size bytes, a constant and a multiple of 8: the compiler's own way takes twice as many instructions, the library's a call. */
LYO_INLINE void lyo_clear(void *at, size_t size)
{
#ifdef __SSE2__
    const __m128i nothing = _mm_setzero_si128();
#pragma GCC unroll 32
    for (size_t i = 0; i + sizeof nothing <= size; i += sizeof nothing) {
        _mm_storeu_si128((__m128i *)((char *)at + i), nothing);
    }
    if (size % sizeof nothing) {
        lyo_store((uint8_t *)at + size - LYO_WORD, 0, LYO_WORD);
    }
#else
    memset(at, 0, size);
#endif
}

LYO_INLINE void lyo_decoding_init(lyo_decoding *d, const lyo_decode_options *options)
{
    enum { SIZE = sizeof *d - offsetof(lyo_decoding, failure) };

    _Static_assert(SIZE % LYO_WORD == 0, "cleared by words");
    d->options = options;
    lyo_clear(&d->failure, SIZE);
}

/** Frees what most decodes have none of. */
void lyo_decoding_free_rare(lyo_decoding *d);
LYO_INLINE void lyo_decoding_free(lyo_decoding *d)
{
    if (UNEXPECTED(d->deferred || d->kept || d->silenced || d->failure != LYO_FAILED_NOT)) {
        lyo_decoding_free_rare(d);
    }
}

/** Notes a failure if it is the first; returns NULL. */
const uint8_t *lyo_decoding_fail(lyo_decoding *d, lyo_failure failure);
/** The class of today cannot hold what the input says; a printf format and one name. */
const uint8_t *lyo_decoding_mismatch(lyo_decoding *d, const char *format, const char *name);
/** Notes a class that is refused or missing; the failure is the caller's. */
void lyo_decoding_refuse(lyo_decoding *d, zend_string *name);

/** Keeps a value alive until the end; takes it over. */
void lyo_keep(lyo_decoding *d, zval *value);
/** Queues a hook. Adds a reference to the object, takes over the state. */
void lyo_defer(lyo_decoding *d, lyo_deferred_kind kind, zend_object *object, zval *state);
/** Holds a diagnostic back; adds a reference to the message. */
void lyo_hold(lyo_decoding *d, int level, zend_string *message);
/** Switches the destructor of a new object off until acceptance. */
void lyo_silence(lyo_decoding *d, zend_object *object);
/** After acceptance: destructors on, diagnostics out, hooks in order. False if one threw. */
bool lyo_run_deferred(lyo_decoding *d);

#endif
