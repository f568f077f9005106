/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Everything that differs between PHP 8.2 and newer versions, behind one name each. No other file tests
 * PHP_VERSION_ID.
 */
#ifndef LYO_COMPAT_H
#define LYO_COMPAT_H

#include "php.h"

#if ZEND_DEBUG && !defined(LYO_CHECKS)
#define LYO_CHECKS 1 /* switches on LYO_ASSERT() of wire/ in debug builds of PHP */
#endif

/*
 * A PHP int of 32 bits cannot hold the 64-bit numbers of a payload: they would become other numbers. The
 * length of a string must have 64 bits, because the last 8 bytes of a short string are read together with it.
 */
#if SIZEOF_ZEND_LONG < 8 || SIZEOF_SIZE_T < 8
#error "lyo needs a PHP with 64-bit integers"
#endif

/*
 * A thread-safe PHP is compiled with -pthread, which phpize does not pass on. Without _REENTRANT this
 * extension would compute other offsets for the fields of BG() than PHP does.
 */
#if defined(ZTS) && defined(PTHREADS) && !defined(_REENTRANT)
#ifdef BASIC_FUNCTIONS_H
#error "lyo_compat.h comes before ext/standard/basic_functions.h"
#endif
#define _REENTRANT 1
#endif

/* PHP 8.4 added lazy objects and property hooks. */
#if PHP_VERSION_ID >= 80400
#include "Zend/zend_lazy_objects.h"
#define LYO_IS_LAZY(obj) zend_object_is_lazy(obj)
#define LYO_IS_VIRTUAL(info) ((info)->flags & ZEND_ACC_VIRTUAL)
/** The object that has the properties of an initialized proxy; NULL for any other object. Runs no code. */
#define LYO_INSTANCE_OF(obj)                                                                                 \
    (zend_object_is_lazy_proxy(obj) && zend_lazy_object_initialized(obj) ? zend_lazy_object_init(obj) : NULL)
#else
#define LYO_IS_LAZY(obj) false
#define LYO_IS_VIRTUAL(info) false
#define LYO_INSTANCE_OF(obj) ((zend_object *)NULL)
#endif

/* PHP 8.3 added a guard of the C stack. Before that, the depth limit is the only protection. */
#if PHP_VERSION_ID >= 80300
#include "Zend/zend_call_stack.h"
#endif
#if PHP_VERSION_ID >= 80300 && defined(ZEND_CHECK_STACK_LIMIT)
#define LYO_STACK_IS_WATCHED 1
#define LYO_STACK_EXHAUSTED() UNEXPECTED(zend_call_stack_overflowed(EG(stack_limit)))
#else
#define LYO_STACK_IS_WATCHED 0
#define LYO_STACK_EXHAUSTED() false
#endif

/**
 * True if serialize() writes null for an array that it is already writing, at any depth. From 8.4 on it does
 * so only for an array that is a direct element of itself. If another array is in between, it recurses until
 * the C stack is exhausted.
 */
#define LYO_WATCHES_ARRAYS (PHP_VERSION_ID < 80400)

/**
 * Sets zv to an empty array whose next keys are those of the new array that unserialize() passes to
 * __unserialize(). Up to 8.2, after a negative key, the shared empty array continues with 0, and a new array
 * with the next int.
 */
#if PHP_VERSION_ID >= 80300
#define LYO_EMPTY_STATE(zv) ZVAL_EMPTY_ARRAY(zv)
#else
#define LYO_EMPTY_STATE(zv) array_init(zv)
#endif

/**
 * ferealloc() if PHP has it, else erealloc(). ferealloc() returns NULL when memory_limit is reached. It came
 * with the fixes for "state corruption via bailout" (Debian's 8.2.35 and newer). With these fixes erealloc()
 * goes beyond the limit until the running function returns, and the process ends at twice the limit.
 */
#ifdef ferealloc
#define LYO_REALLOCATE(memory, size) ferealloc((memory), (size), true)
/** True if memory_limit is exceeded, and nothing has been reported yet. */
#define LYO_MEMORY_IS_OUT() UNEXPECTED(EG(delayed_oom).state == ZEND_OOM_STATE_PENDING)
/** Reports what PHP would report when the running function returns. */
#define LYO_REPORT_LACK_OF_MEMORY() zend_handle_delayed_oom()
#else
#define LYO_REALLOCATE(memory, size) erealloc((memory), (size))
#define LYO_MEMORY_IS_OUT() false
#define LYO_REPORT_LACK_OF_MEMORY() ((void)0)
#endif

/** unserialize() warns of bytes behind the value. */
#define LYO_WARNS_OF_EXTRA_DATA (PHP_VERSION_ID >= 80300)

/** The time in ns, from a clock that is never set; and the header that has it. */
#if PHP_VERSION_ID >= 80300
#define LYO_HRTIME_HEADER "Zend/zend_hrtime.h"
#define LYO_HRTIME() zend_hrtime()
#else
#define LYO_HRTIME_HEADER "ext/standard/hrtime.h"
#define LYO_HRTIME() php_hrtime_current()
#endif

/** Level of the message about data that unserialize() cannot read. */
#if PHP_VERSION_ID >= 80300
#define LYO_UNSERIALIZE_FAILED E_WARNING
#else
#define LYO_UNSERIALIZE_FAILED E_NOTICE
#endif

/** Level of the message about a name that __sleep() returns twice. */
#if PHP_VERSION_ID >= 80400
#define LYO_SLEEP_TWICE E_WARNING
#else
#define LYO_SLEEP_TWICE E_NOTICE
#endif

/** unserialize_callback_func as a C string, or NULL. The string is freed when the setting changes. */
#if PHP_VERSION_ID >= 80600
#define LYO_UNSERIALIZE_CALLBACK()                                                                           \
    (PG(unserialize_callback_func) ? ZSTR_VAL(PG(unserialize_callback_func)) : NULL)
#else
#define LYO_UNSERIALIZE_CALLBACK() PG(unserialize_callback_func)
#endif

/**
 * Sets whether the readonly properties of an object may be set again. From 8.6 on they can have defaults,
 * which __unserialize() has to overwrite.
 */
#if PHP_VERSION_ID >= 80600
#define LYO_SET_REINITABLE(object, on) zend_object_set_properties_reinitable((object), (on))
#else
#define LYO_SET_REINITABLE(object, on) ((void)0)
#endif

/**
 * The property that is listed i-th by serialize(), or NULL. Its value is at OBJ_PROP(object, info->offset):
 * that is slot i, unless a child of PHP 8.4 has added a hook to the property. i is below
 * default_properties_count.
 */
#define LYO_SLOT_INFO(ce, i) ((ce)->properties_info_table[i])

#endif
