/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The only file that asks for PHP_VERSION_ID. What differs between PHP 8.2 and newer, behind one name each.
 */
#ifndef LYO_COMPAT_H
#define LYO_COMPAT_H

#include "php.h"

#if ZEND_DEBUG && !defined(LYO_CHECKS)
#define LYO_CHECKS 1 /* LYO_ASSERT() of wire, too */
#endif

/* Numbers of 64 bits in a payload would be read as other numbers where an int of PHP has 32. */
#if SIZEOF_ZEND_LONG < 8
#error "lyo needs a PHP with 64-bit integers"
#endif

/*
 * PHP with threads is compiled with -pthread, which phpize does not pass on: without _REENTRANT the fields of BG() lie elsewhere in our eyes.
 */
#if defined(ZTS) && defined(PTHREADS) && !defined(_REENTRANT)
#ifdef BASIC_FUNCTIONS_H
#error "lyo_compat.h comes before ext/standard/basic_functions.h"
#endif
#define _REENTRANT 1
#endif

/* 8.3 moved the hash position of packed arrays nowhere, but 8.4 made objects lazy and properties hooked. */
#if PHP_VERSION_ID >= 80400
#include "Zend/zend_lazy_objects.h"
#define LYO_IS_LAZY(obj) zend_object_is_lazy(obj)
#define LYO_IS_VIRTUAL(info) ((info)->flags & ZEND_ACC_VIRTUAL)
#define LYO_HAS_HOOKS(info) ((info)->hooks != NULL)
#else
#define LYO_IS_LAZY(obj) false
#define LYO_IS_VIRTUAL(info) false
#define LYO_HAS_HOOKS(info) false
#endif

/* 8.3 brought a guard of the C stack; before it the depth limit is all there is. */
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
 * Whether serialize() writes null for an array that it is writing already, wherever that meets itself. From 8.4 on it does so only for an
 * array that is an element of itself, and goes on until the stack ends when there is another array in between.
 */
#define LYO_WATCHES_ARRAYS (PHP_VERSION_ID < 80400)

/**
 * Makes an empty array to which elements are appended as to one that unserialize() hands to __unserialize(), a new one. Up to 8.2 the empty array
 * that all share goes on with 0 behind a negative key, and a new one with the next int.
 */
#if PHP_VERSION_ID >= 80300
#define LYO_EMPTY_STATE(zv) ZVAL_EMPTY_ARRAY(zv)
#else
#define LYO_EMPTY_STATE(zv) array_init(zv)
#endif

/**
 * erealloc(), or what returns NULL when memory_limit is reached. PHP with the mends of "state corruption via bailout" (Debian's 8.2.35 and newer)
 * has the latter: there erealloc() goes on beyond the limit until the running function returns, and the process ends at twice the limit.
 */
#ifdef ferealloc
#define LYO_REALLOCATE(memory, size) ferealloc((memory), (size), true)
#else
#define LYO_REALLOCATE(memory, size) erealloc((memory), (size))
#endif

/** Level at which a name that __sleep() returns twice is told. */
#if PHP_VERSION_ID >= 80400
#define LYO_SLEEP_TWICE E_WARNING
#else
#define LYO_SLEEP_TWICE E_NOTICE
#endif

/** Name of the function that may define a missing class, or NULL; a C string that is gone when the setting changes. */
#if PHP_VERSION_ID >= 80600
#define LYO_UNSERIALIZE_CALLBACK()                                                                           \
    (PG(unserialize_callback_func) ? ZSTR_VAL(PG(unserialize_callback_func)) : NULL)
#else
#define LYO_UNSERIALIZE_CALLBACK() PG(unserialize_callback_func)
#endif

/** Whether readonly properties may be set once more. From 8.6 on they can have defaults, over which __unserialize() has to write. */
#if PHP_VERSION_ID >= 80600
#define LYO_SET_REINITABLE(object, on) zend_object_set_properties_reinitable((object), (on))
#else
#define LYO_SET_REINITABLE(object, on) ((void)0)
#endif

/** The slots of an object in the order in which serialize() lists them, count entries, some of them NULL. */
#define LYO_SLOT_INFO(ce, i) ((ce)->properties_info_table[i])

#endif
