/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C interface of igbinary, under the path and the names that redis, memcached and others were written
 * for. Needs php.h before it.
 */
#ifndef IGBINARY_H
#define IGBINARY_H

#include <stddef.h>
#include <stdint.h>

/** Version that is written. Versions 1 and 2 are read. */
#define IGBINARY_FORMAT_VERSION 0x00000002

/** Version of the module. The fourth number tells that it is not igbinary itself. */
#define PHP_IGBINARY_VERSION "3.2.16.1"

#if defined(_WIN32)
#define IGBINARY_API __declspec(dllexport)
#elif defined(__GNUC__)
#define IGBINARY_API __attribute__((visibility("default")))
#else
#define IGBINARY_API
#endif

/** Who wants the result in memory of their own. Only alloc is called, once, with the size plus one. */
struct igbinary_memory_manager {
    void *(*alloc)(size_t size, void *context);
    void *(*realloc)(void *block, size_t size, void *context);
    void (*free)(void *block, void *context);
    void *context;
};

/**
 * Serializes a value, which may be a PHP reference. Returns 0, and in *ret a block of *ret_len bytes and a
 * NUL behind them, to be freed with efree(); or 1, and *ret is not set. In either case an exception may be
 * pending.
 */
IGBINARY_API int igbinary_serialize(uint8_t **ret, size_t *ret_len, zval *z);

/** The same into memory of a manager; NULL for that of the request. */
IGBINARY_API int igbinary_serialize_ex(uint8_t **ret, size_t *ret_len, zval *z,
                                       struct igbinary_memory_manager *memory_manager);

/**
 * Unserializes buf_len bytes, which are only read. Returns 0 and the value in *z, which needs to hold
 * nothing; or 1, a warning was raised or an exception is pending, and *z is null.
 */
IGBINARY_API int igbinary_unserialize(const uint8_t *buf, size_t buf_len, zval *z);

/** Whether the bytes begin as serialized data do, with something behind the header. */
static zend_always_inline int _igbinary_has_valid_header(const uint8_t *buf, size_t buf_len)
{
    return buf_len >= 5 && buf[0] == 0 && buf[1] == 0 && buf[2] == 0 && (buf[3] == 1 || buf[3] == 2);
}
#define igbinary_has_valid_header(buf, buf_len) _igbinary_has_valid_header((const uint8_t *)(buf), (buf_len))

#endif
