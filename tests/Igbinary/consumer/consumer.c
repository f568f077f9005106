/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An extension that calls igbinary by its C symbols, as redis and memcached do, and returns the results. The environment may give it another name
 * and version (CONSUMER_NAME, CONSUMER_VERSION), so that it can pretend to be a module that is not installed.
 */
#include "php.h"

#include "ext/igbinary/igbinary.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

ZEND_BEGIN_ARG_INFO_EX(serialize_arguments, 0, 0, 1)
    ZEND_ARG_INFO(0, value)
    ZEND_ARG_INFO(0, memory)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(unserialize_arguments, 0, 0, 1)
    ZEND_ARG_INFO(0, data)
ZEND_END_ARG_INFO()

/* --- memory of our own ---------------------------------------------------------------------------------------------------------- */

typedef struct arena {
    size_t asked;
    int allocations, others;
    bool empty;
    char *block;
} arena;

static void *arena_alloc(size_t size, void *context)
{
    arena *a = context;

    a->allocations++;
    a->asked = size;
    return a->empty ? NULL : (a->block = malloc(size));
}

static void *arena_realloc(void *block, size_t size, void *context)
{
    ((arena *)context)->others++;
    return realloc(block, size);
}

static void arena_free(void *block, void *context)
{
    ((arena *)context)->others++;
    free(block);
}

/* --- functions ------------------------------------------------------------------------------------------------------------------ */

/* memory: "request" (igbinary_serialize()), "ex" (igbinary_serialize_ex() without a manager), "own", "none" (a manager that has nothing to give) */
ZEND_FUNCTION(consumer_serialize)
{
    zval *value;
    char *memory = "request";
    size_t length;
    uint8_t *bytes = NULL;
    size_t size = 0;
    int status;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_ZVAL(value)
        Z_PARAM_OPTIONAL
        Z_PARAM_STRING(memory, length)
    ZEND_PARSE_PARAMETERS_END();
    arena a = {.empty = !strcmp(memory, "none")};
    struct igbinary_memory_manager manager = {arena_alloc, arena_realloc, arena_free, &a};
    bool managed = a.empty || !strcmp(memory, "own");

    if (!strcmp(memory, "request")) {
        status = igbinary_serialize(&bytes, &size, value);
    } else {
        status = igbinary_serialize_ex(&bytes, &size, value, managed ? &manager : NULL);
    }
    array_init(return_value);
    add_assoc_long(return_value, "status", status);
    if (managed) {
        add_assoc_long(return_value, "allocations", a.allocations);
        add_assoc_long(return_value, "other calls", a.others);
        add_assoc_bool(return_value, "size and one", a.asked == size + 1 || !bytes);
        add_assoc_bool(return_value, "in its memory", (char *)bytes == a.block);
    }
    if (status == 0) {
        add_assoc_stringl(return_value, "bytes", (const char *)bytes, size);
        add_assoc_bool(return_value, "NUL behind", bytes[size] == 0);
        add_assoc_bool(return_value, "header", igbinary_has_valid_header(bytes, size));
        managed ? free(bytes) : efree(bytes);
    } else {
        add_assoc_bool(return_value, "nothing given", bytes == NULL);
        free(a.block);
    }
}

/* From read-only memory with nothing readable after it. The value is used after that memory is gone. */
ZEND_FUNCTION(consumer_unserialize)
{
    zend_string *data;
    zval value;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_STR(data)
    ZEND_PARSE_PARAMETERS_END();
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (ZSTR_LEN(data) + page) / page * page;
    char *mapped = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        RETURN_FALSE;
    }
    char *copy = mapped + room - ZSTR_LEN(data);
    memcpy(copy, ZSTR_VAL(data), ZSTR_LEN(data));
    mprotect(mapped, room, PROT_READ);
    mprotect(mapped + room, page, PROT_NONE);
    ZVAL_NULL(&value);
    int status = igbinary_unserialize((const uint8_t *)copy, ZSTR_LEN(data), &value);
    munmap(mapped, room + page);
    array_init(return_value);
    add_assoc_long(return_value, "status", status);
    add_assoc_zval(return_value, "value", &value);
}

static const zend_function_entry functions[] = {
    ZEND_FE(consumer_serialize, serialize_arguments)
    ZEND_FE(consumer_unserialize, unserialize_arguments)
    ZEND_FE_END
};

zend_module_entry consumer_module_entry = {
    STANDARD_MODULE_HEADER, "consumer", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_DLEXPORT zend_module_entry *get_module(void)
{
    const char *name = getenv("CONSUMER_NAME"), *version = getenv("CONSUMER_VERSION");

    if (name) {
        consumer_module_entry.name = name;
    }
    if (version) {
        consumer_module_entry.version = version;
    }
    return &consumer_module_entry;
}
