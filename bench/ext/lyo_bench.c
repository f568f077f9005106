/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions for measuring. They are not part of lyo.so. lyo_bench.stub.php describes them.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "bench_copy.h"
#include "ext/standard/info.h"
#include "ext/standard/php_var.h"
#include "zend_smart_str.h"

#include <time.h>

#ifdef HAVE_VALGRIND_CALLGRIND_H
#include <valgrind/callgrind.h>
#endif

#if defined(ZTS) && defined(COMPILE_DL_LYO_BENCH)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

/* --- calls ------------------------------------------------------------------------------------------------------------ */

typedef struct {
    zend_fcall_info info;
    zend_fcall_info_cache cache;
} call;

static bool prepare(call *c, zend_string *function, HashTable *arguments)
{
    zval name;

    ZVAL_STR(&name, function);
    if (zend_fcall_info_init(&name, 0, &c->info, &c->cache, NULL, NULL) != SUCCESS) {
        zend_argument_value_error(1, "must name a function");
        return false;
    }
    ZVAL_UNDEF(&c->info.function_name);
    zend_fcall_info_args(&c->info, NULL);
    uint32_t count = zend_hash_num_elements(arguments), i = 0;
    zval *argument;
    c->info.params = safe_emalloc(count, sizeof(zval), 1);
    c->info.param_count = count;
    ZEND_HASH_FOREACH_VAL (arguments, argument) {
        ZVAL_COPY(&c->info.params[i++], argument);
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

static void finish(call *c)
{
    for (uint32_t i = 0; i < c->info.param_count; i++) {
        zval_ptr_dtor(&c->info.params[i]);
    }
    efree(c->info.params);
}

static zend_always_inline bool run(call *c, zval *result)
{
    c->info.retval = result;
    ZVAL_UNDEF(result);
    return zend_call_function(&c->info, &c->cache) == SUCCESS && !EG(exception);
}

static zend_long cpu_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (zend_long)now.tv_sec * 1000000000 + now.tv_nsec;
}

ZEND_FUNCTION(lyo_bench_time)
{
    zend_string *function;
    HashTable *arguments;
    zend_long times;
    call c;
    zval result;

    ZEND_PARSE_PARAMETERS_START(3, 3)
        Z_PARAM_STR(function)
        Z_PARAM_ARRAY_HT(arguments)
        Z_PARAM_LONG(times)
    ZEND_PARSE_PARAMETERS_END();
    if (!prepare(&c, function, arguments)) {
        return;
    }
    zend_long start = cpu_time();
    for (zend_long i = 0; i < times && run(&c, &result); i++) {
        zval_ptr_dtor(&result);
    }
    RETVAL_LONG(cpu_time() - start);
    finish(&c);
}

ZEND_FUNCTION(lyo_bench_time_all)
{
    zend_string *function;
    HashTable *calls;
    zend_long times;

    ZEND_PARSE_PARAMETERS_START(3, 3)
        Z_PARAM_STR(function)
        Z_PARAM_ARRAY_HT(calls)
        Z_PARAM_LONG(times)
    ZEND_PARSE_PARAMETERS_END();
    uint32_t count = 0;
    call *all = safe_emalloc(zend_hash_num_elements(calls), sizeof *all, 1);
    zval *results = safe_emalloc(zend_hash_num_elements(calls), sizeof *results, 1);
    zval *arguments;
    ZEND_HASH_FOREACH_VAL (calls, arguments) {
        if (Z_TYPE_P(arguments) == IS_ARRAY && prepare(&all[count], function, Z_ARRVAL_P(arguments))) {
            count++;
        }
    }
    ZEND_HASH_FOREACH_END();
    zend_long start = cpu_time();
    for (zend_long i = 0; i < times && !EG(exception); i++) {
        for (uint32_t n = 0; n < count; n++) {
            run(&all[n], &results[n]);
        }
        for (uint32_t n = 0; n < count; n++) {
            zval_ptr_dtor(&results[n]);
        }
    }
    RETVAL_LONG(cpu_time() - start);
    while (count > 0) {
        finish(&all[--count]);
    }
    efree(all);
    efree(results);
}

ZEND_FUNCTION(lyo_bench_count)
{
    zend_string *function, *label;
    HashTable *arguments;
    bool free_too = false;
    call c;
    zval result;

    ZEND_PARSE_PARAMETERS_START(3, 4)
        Z_PARAM_STR(function)
        Z_PARAM_ARRAY_HT(arguments)
        Z_PARAM_STR(label)
        Z_PARAM_OPTIONAL
        Z_PARAM_BOOL(free_too)
    ZEND_PARSE_PARAMETERS_END();
    RETVAL_FALSE;
#ifdef HAVE_VALGRIND_CALLGRIND_H
    if (!RUNNING_ON_VALGRIND || !prepare(&c, function, arguments)) {
        return;
    }
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    run(&c, &result);
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(ZSTR_VAL(label));
    if (free_too) {
        zend_string *freed = zend_string_concat2(ZSTR_VAL(label), ZSTR_LEN(label), ZEND_STRL(" free"));
        CALLGRIND_ZERO_STATS;
        CALLGRIND_TOGGLE_COLLECT;
        zval_ptr_dtor(&result);
        CALLGRIND_TOGGLE_COLLECT;
        CALLGRIND_DUMP_STATS_AT(ZSTR_VAL(freed));
        zend_string_release(freed);
    } else {
        zval_ptr_dtor(&result);
    }
    finish(&c);
    RETVAL_TRUE;
#else
    (void)function, (void)label, (void)arguments, (void)free_too, (void)c, (void)result;
#endif
}

ZEND_FUNCTION(lyo_bench_memory)
{
    zend_string *function;
    HashTable *arguments;
    call c;
    zval result;

    ZEND_PARSE_PARAMETERS_START(2, 2)
        Z_PARAM_STR(function)
        Z_PARAM_ARRAY_HT(arguments)
    ZEND_PARSE_PARAMETERS_END();
    if (!prepare(&c, function, arguments)) {
        return;
    }
    zend_memory_reset_peak_usage();
    zend_long before = (zend_long)zend_memory_usage(0);
    run(&c, &result);
    zend_long with = (zend_long)zend_memory_usage(0);
    zend_long peak = (zend_long)zend_memory_peak_usage(0);
    zval_ptr_dtor(&result);
    zend_long after = (zend_long)zend_memory_usage(0);
    finish(&c);
    array_init(return_value);
    add_assoc_long(return_value, "result", with - before);
    add_assoc_long(return_value, "peak", peak - before);
    add_assoc_long(return_value, "left", after - before);
}

/* --- values ----------------------------------------------------------------------------------------------------------- */

ZEND_FUNCTION(lyo_bench_copy)
{
    zval *value;
    bool own_keys = false;

    ZEND_PARSE_PARAMETERS_START(1, 2)
        Z_PARAM_ZVAL(value)
        Z_PARAM_OPTIONAL
        Z_PARAM_BOOL(own_keys)
    ZEND_PARSE_PARAMETERS_END();
    bench_copy(return_value, value, own_keys ? BENCH_OWN_KEYS : BENCH_SHARED_KEYS);
}

ZEND_FUNCTION(lyo_bench_build)
{
    zval *value;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    bench_copy(return_value, value, BENCH_AS_BUILT);
}

typedef struct {
    zend_long arrays, objects, array_cells, object_cells, strings, opaque;
    HashTable seen; /* addresses of objects and references */
} census;

static void take_census(census *sum, zval *value);

static void take_object(census *sum, zend_object *object)
{
    /* Not its table of properties: asking for it would make one, and the value must stay as it was. */
    zval *cell;

    sum->objects++;
    sum->opaque += !bench_copy_is_plain(object) && !(object->ce->ce_flags & ZEND_ACC_ENUM);
    for (int i = 0; i < object->ce->default_properties_count; i++) {
        if (Z_TYPE(object->properties_table[i]) != IS_UNDEF) {
            sum->object_cells++;
            take_census(sum, &object->properties_table[i]);
        }
    }
    if (object->properties) {
        ZEND_HASH_FOREACH_VAL (object->properties, cell) {
            if (Z_TYPE_P(cell) != IS_INDIRECT) {
                sum->object_cells++;
                take_census(sum, cell);
            }
        }
        ZEND_HASH_FOREACH_END();
    }
}

static void take_census(census *sum, zval *value)
{
    zval *cell;

    if (Z_ISREF_P(value) || Z_TYPE_P(value) == IS_OBJECT) {
        if (!zend_hash_index_add_empty_element(&sum->seen, (zend_ulong)(uintptr_t)Z_COUNTED_P(value))) {
            return;
        }
        ZVAL_DEREF(value);
    }
    if (Z_TYPE_P(value) == IS_STRING) {
        sum->strings++;
    } else if (Z_TYPE_P(value) == IS_ARRAY) {
        sum->arrays++;
        ZEND_HASH_FOREACH_VAL (Z_ARR_P(value), cell) {
            sum->array_cells++;
            take_census(sum, cell);
        }
        ZEND_HASH_FOREACH_END();
    } else if (Z_TYPE_P(value) == IS_OBJECT) {
        take_object(sum, Z_OBJ_P(value));
    }
}

ZEND_FUNCTION(lyo_bench_census)
{
    zval *value;
    census sum = {0};

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    zend_hash_init(&sum.seen, 0, NULL, NULL, 0);
    take_census(&sum, value);
    zend_hash_destroy(&sum.seen);
    array_init(return_value);
    add_assoc_long(return_value, "arrays", sum.arrays);
    add_assoc_long(return_value, "objects", sum.objects);
    add_assoc_long(return_value, "array_cells", sum.array_cells);
    add_assoc_long(return_value, "object_cells", sum.object_cells);
    add_assoc_long(return_value, "strings", sum.strings);
    add_assoc_long(return_value, "opaque", sum.opaque);
}

/* The function that ran PHP code before, and how often it was called since. */
static void (*run_code)(zend_execute_data *);
static zend_long runs;

static void count_run(zend_execute_data *frame)
{
    runs++;
    run_code(frame);
}

ZEND_FUNCTION(lyo_bench_hooks)
{
    zval *value;
    smart_str text = {0};
    php_serialize_data_t data;

    ZEND_PARSE_PARAMETERS_START(1, 1)
        Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    runs = 0;
    run_code = zend_execute_ex;
    zend_execute_ex = count_run;
    PHP_VAR_SERIALIZE_INIT(data);
    php_var_serialize(&text, value, &data);
    PHP_VAR_SERIALIZE_DESTROY(data);
    zend_execute_ex = run_code;
    smart_str_free(&text);
    RETVAL_LONG(runs);
}

/* --- the heap --------------------------------------------------------------------------------------------------------- */

/* The sizes of small blocks of PHP's allocator, and one page. */
static const size_t block_sizes[] = {8,   16,  24,  32,   40,   48,   56,   64,   80,   96,
                                     112, 128, 160, 192,  224,  256,  320,  384,  448,  512,
                                     640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072};

#define PAGE 4096
#define CHUNK ((uintptr_t)2 * 1024 * 1024)

/* The blocks that lyo_bench_settle() has allocated: each begins with the address of the one before it. */
static void *taken;

static uintptr_t take(size_t size)
{
    void *block = emalloc(size);

    *(void **)block = taken;
    taken = block;
    return (uintptr_t)block & ~(CHUNK - 1);
}

ZEND_FUNCTION(lyo_bench_settle)
{
    ZEND_PARSE_PARAMETERS_NONE();

    /* Allocate the rest of the existing chunks, so that no block of any size is free in them. */
    size_t before = zend_memory_usage(1);
    uintptr_t chunk;
    do {
        chunk = take(PAGE);
    } while (zend_memory_usage(1) == before);
    for (size_t i = 0; i < sizeof block_sizes / sizeof *block_sizes; i++) {
        while (take(block_sizes[i]) != chunk) {
        }
    }
}

ZEND_FUNCTION(lyo_bench_unsettle)
{
    ZEND_PARSE_PARAMETERS_NONE();

    while (taken) {
        void *block = taken;
        taken = *(void **)block;
        efree(block);
    }
}

/* --- the module ------------------------------------------------------------------------------------------------------- */

ZEND_BEGIN_ARG_INFO_EX(arginfo_time, 0, 0, 3)
    ZEND_ARG_TYPE_INFO(0, function, IS_STRING, 0)
    ZEND_ARG_TYPE_INFO(0, arguments, IS_ARRAY, 0)
    ZEND_ARG_TYPE_INFO(0, times, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_time_all, 0, 0, 3)
    ZEND_ARG_TYPE_INFO(0, function, IS_STRING, 0)
    ZEND_ARG_TYPE_INFO(0, calls, IS_ARRAY, 0)
    ZEND_ARG_TYPE_INFO(0, times, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_count, 0, 0, 3)
    ZEND_ARG_TYPE_INFO(0, function, IS_STRING, 0)
    ZEND_ARG_TYPE_INFO(0, arguments, IS_ARRAY, 0)
    ZEND_ARG_TYPE_INFO(0, label, IS_STRING, 0)
    ZEND_ARG_TYPE_INFO(0, free, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_memory, 0, 0, 2)
    ZEND_ARG_TYPE_INFO(0, function, IS_STRING, 0)
    ZEND_ARG_TYPE_INFO(0, arguments, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_copy, 0, 0, 1)
    ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
    ZEND_ARG_TYPE_INFO(0, own_keys, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_none, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_value, 0, 0, 1)
    ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

/* clang-format off */
static const zend_function_entry functions[] = {
    ZEND_FE(lyo_bench_time, arginfo_time)
    ZEND_FE(lyo_bench_time_all, arginfo_time_all)
    ZEND_FE(lyo_bench_count, arginfo_count)
    ZEND_FE(lyo_bench_memory, arginfo_memory)
    ZEND_FE(lyo_bench_copy, arginfo_copy)
    ZEND_FE(lyo_bench_build, arginfo_value)
    ZEND_FE(lyo_bench_census, arginfo_value)
    ZEND_FE(lyo_bench_hooks, arginfo_value)
    ZEND_FE(lyo_bench_settle, arginfo_none)
    ZEND_FE(lyo_bench_unsettle, arginfo_none)
    ZEND_FE_END
};
/* clang-format on */

static PHP_RINIT_FUNCTION(lyo_bench)
{
#if defined(ZTS) && defined(COMPILE_DL_LYO_BENCH)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    return SUCCESS;
}

zend_module_entry lyo_bench_module_entry = {
    STANDARD_MODULE_HEADER, "lyo_bench", functions, NULL, NULL,
    PHP_RINIT(lyo_bench),   NULL,        NULL,      "1",  STANDARD_MODULE_PROPERTIES,
};

#ifdef COMPILE_DL_LYO_BENCH
ZEND_GET_MODULE(lyo_bench)
#endif
