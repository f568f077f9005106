/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_php.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_fibers.h"
#include "ext/standard/php_string.h"
#include "php/lyo_shown.h"

#ifndef PHP_WIN32
#include <sys/resource.h>
#endif

/* Upper bound for the C stack that one level takes, in bytes; tests/stack-depth.php checks it. */
#define STACK_PER_LEVEL 384
#define FIBER_STACK (2 * 1024 * 1024)
#define MAIN_STACK (8 * 1024 * 1024)

static size_t stack_size(void)
{
    if (EG(active_fiber)) {
        return EG(fiber_stack_size) > 0 ? (size_t)EG(fiber_stack_size) : FIBER_STACK;
    }
#ifndef PHP_WIN32
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur < MAIN_STACK) {
        return (size_t)limit.rlim_cur;
    }
#endif
    return MAIN_STACK;
}

uint32_t lyo_bearable_depth(zend_long asked)
{
    if (EXPECTED(asked > 0 && asked <= LYO_LIMIT_DEPTH)) {
        /* 1.5 MB fits everywhere, and asking the system for the limit costs more than a small decode */
        return (uint32_t)asked;
    }
    uint32_t most = LYO_STACK_IS_WATCHED ? UINT32_MAX : (uint32_t)(stack_size() / 4 * 3 / STACK_PER_LEVEL);

    return asked <= 0 || asked > (zend_long)most ? most : (uint32_t)asked;
}

void lyo_allow_class(HashTable *set, const char *name, size_t length)
{
    zend_string *lower = zend_string_alloc(length, 0);

    zend_str_tolower_copy(ZSTR_VAL(lower), name, length);
    zend_hash_add_empty_element(set, lower);
    zend_string_release(lower);
}

HashTable *lyo_classes_named(const char *names)
{
    static const char between[] = ", \t";
    HashTable *set = zend_new_array(8);

    for (size_t n; names += strspn(names, between), (n = strcspn(names, between)) > 0; names += n) {
        lyo_allow_class(set, names, n);
    }
    return set;
}

void lyo_diagnose_php(int level, bool named, const char *message)
{
    if (named) {
        php_error_docref(NULL, level, "%s", message);
    } else {
        zend_error(level, "%s", message);
    }
}

bool lyo_throw_refused(lyo_failure failure, const zend_string *class_name)
{
    switch (failure) {
    case LYO_FAILED_NOT_SERIALIZABLE:
        zend_throw_exception_ex(NULL, 0, "Serialization of '%s' is not allowed", ZSTR_VAL(class_name));
        return true;
    case LYO_FAILED_NO_ARRAY:
        zend_type_error("%s::__serialize() must return an array", ZSTR_VAL(class_name));
        return true;
    default:
        ZEND_ASSERT(failure == LYO_FAILED_BYTES || EG(exception));
        return false;
    }
}

void lyo_throw_decoding(const lyo_decoding *d)
{
    if (d->failure == LYO_FAILED_NOT_UNSERIALIZABLE) {
        zend_throw_exception_ex(NULL, 0, "Unserialization of '%s' is not allowed", d->reason);
    } else if (d->failure == LYO_FAILED_ERROR) {
        zend_throw_error(NULL, "%s", d->reason);
    }
}

zend_string *lyo_refused_names(HashTable *refused)
{
    zend_string *comma = zend_string_init(ZEND_STRL(", "), 0);
    zval shown, names, *name;

    array_init(&shown);
    ZEND_HASH_FOREACH_VAL (refused, name) {
        add_next_index_str(&shown, lyo_shown_name(Z_STR_P(name)));
    }
    ZEND_HASH_FOREACH_END();
    php_implode(comma, Z_ARRVAL(shown), &names);
    zend_string_release(comma);
    zval_ptr_dtor(&shown);
    return Z_STR(names);
}

zend_string *lyo_decoding_reason(const lyo_decoding *d)
{
    if (d->failure == LYO_FAILED_CLASSES) {
        zend_string *names = lyo_refused_names(d->refused);
        zend_string *reason = zend_strpprintf(0, LYO_REFUSED_CLASSES, ZSTR_VAL(names));
        zend_string_release(names);
        return reason;
    }
    if (d->failure == LYO_FAILED_LOADS) {
        return zend_string_init(ZEND_STRL(LYO_TOO_MANY_LOADS), 0);
    }
    if (!d->reason) { /* an exception says it */
        return ZSTR_EMPTY_ALLOC();
    }
    if (d->failure == LYO_FAILED_NOT_UNSERIALIZABLE) {
        return zend_strpprintf(0, "Unserialization of '%s' is not allowed", d->reason);
    }
    return zend_strpprintf(0, "%s", d->reason);
}

zend_string *lyo_error_reason(const lyo_error *error, const char *missing)
{
    if (error->code == LYO_OK) {
        return zend_string_init(ZEND_STRL("No memory to check the data"), 0);
    }
    return zend_strpprintf(0, "%s%s%s at offset %zu", lyo_error_message(error->code), *missing ? ": " : "",
                           missing, error->offset);
}
