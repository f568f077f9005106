/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BENCH_COPY_H
#define BENCH_COPY_H

#include "php.h"

typedef enum {
    BENCH_SHARED_KEYS, /* tables copied as they are, keys counted once more: the least that any decoder has to do */
    BENCH_OWN_KEYS, /* the same, with a new string for each key: the least for a decoder that knows no key in advance */
    BENCH_AS_BUILT, /* as an application builds it: see bench_copy() */
} bench_copy_mode;

/* Writes a deep copy of *from to *to; the caller owns it. Tables, objects and strings are new (except strings of at most one
 * byte, which PHP shares). Objects and PHP references that occur again occur again in the copy. An object whose class has other
 * content than declared and dynamic properties is cloned. Enum cases are shared.
 *
 * BENCH_AS_BUILT: strings are new and their hashes unknown, keys are interned as literals of a script are, lists are
 * packed, tables have grown by insertion, arrays of equal content without objects are one array, and no object has a table
 * of its properties. */
void bench_copy(zval *to, const zval *from, bench_copy_mode mode);

/* False if only the class itself knows what its objects hold: they are copied by cloning. */
bool bench_copy_is_plain(const zend_object *object);

#endif
