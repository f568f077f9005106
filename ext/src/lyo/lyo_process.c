/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_process.h"

#include "lyo/lyo_shape_cache.h"
#include "lyo/lyo_prefixes.h"
#include "lyo/lyo_values.h"

/* Returns the most bytes that a part may hold; 0: it is turned off. */
static size_t limit_of(const lyo_process *process, lyo_mechanism mechanism)
{
    if (process->disabled & mechanism) {
        return 0;
    }
    return mechanism == LYO_STRINGS  ? LYO_LASTING_BYTES
           : mechanism == LYO_VALUES ? (size_t)process->keep
                                     : (size_t)process->limit;
}

static lyo_permanent *names(lyo_process *process)
{
    if (!process->names) {
        process->names = lyo_permanent_new();
    }
    return process->names;
}

lyo_prefixes *lyo_process_make_prefixes(lyo_process *process)
{
    size_t limit = limit_of(process, LYO_PREFIXES);

    if (limit >= sizeof(lyo_prefixes)) {
        process->prefixes = lyo_prefixes_new(names(process), limit);
    }
    return process->prefixes;
}

lyo_shape_cache *lyo_process_make_shapes(lyo_process *process)
{
    size_t limit = limit_of(process, LYO_SHAPES);

    if (limit >= sizeof(lyo_shape_cache)) {
        process->shapes = lyo_shape_cache_new(names(process), limit);
    }
    return process->shapes;
}

lyo_string_memory *lyo_process_make_strings(lyo_process *process)
{
    if (process->strings || !limit_of(process, LYO_STRINGS)) {
        return NULL; /* in use by a call that waits in a hook, in this fiber or another */
    }
    return process->strings = lyo_string_memory_new();
}

lyo_values *lyo_process_make_values(lyo_process *process, const uint64_t secrets[2])
{
    size_t limit = limit_of(process, LYO_VALUES);

    return process->values = limit ? lyo_values_new(limit, secrets) : NULL;
}

void lyo_process_end_request(lyo_process *process)
{
    if (process->values) {
        lyo_values_end_request(process->values);
    }
    if (process->shapes) {
        lyo_shape_cache_end_request(process->shapes);
    }
    if (process->strings && process->strings->in_use) { /* by a call that ended with longjmp() */
        lyo_string_memory_free(process->strings);
        process->strings = NULL;
    }
}

void lyo_process_free(lyo_process *process)
{
    if (process->values) {
        lyo_values_free(process->values);
    }
    if (process->prefixes) {
        lyo_prefixes_free(process->prefixes);
    }
    if (process->shapes) {
        lyo_shape_cache_free(process->shapes);
    }
    if (process->names) {
        lyo_permanent_free(process->names);
    }
    if (process->strings) {
        lyo_string_memory_free(process->strings);
    }
}

/* --- status --------------------------------------------------------------------------------------------- */

void lyo_process_usage(const lyo_process *process, lyo_usage rows[LYO_PROCESS_PARTS])
{
    const lyo_prefixes *prefixes = process->prefixes;
    const lyo_shape_cache *shapes = process->shapes;
    const lyo_values *values = process->values;

    rows[0] = (lyo_usage){.name = "prefixes", .limit = limit_of(process, LYO_PREFIXES), .counted = true};
    rows[1] = (lyo_usage){.name = "shapes", .limit = limit_of(process, LYO_SHAPES), .counted = true};
    rows[2] = (lyo_usage){.name = "strings", .limit = limit_of(process, LYO_STRINGS)};
    rows[3] = (lyo_usage){
        .name = "values", .limit = limit_of(process, LYO_VALUES), .counted = true, .refuses = true};
    if (values) {
        rows[3].entries = values->count;
        rows[3].bytes = values->used;
        rows[3].hits = values->hits;
        rows[3].misses = values->misses;
        rows[3].refused = values->refused;
        rows[3].freed = values->freed;
    }
    if (prefixes) {
        rows[0].entries = prefixes->count;
        rows[0].bytes = prefixes->used;
        rows[0].hits = prefixes->hits;
        rows[0].misses = prefixes->misses;
    }
    if (shapes) {
        rows[1].entries = shapes->count;
        rows[1].bytes = shapes->used;
        rows[1].hits = shapes->hits;
        rows[1].misses = shapes->misses;
    }
    if (process->strings) {
        rows[2].entries = process->strings->used / 2;
        rows[2].bytes = LYO_LASTING_BYTES;
    }
}

size_t lyo_process_name_count(const lyo_process *process)
{
    return process->names ? zend_hash_num_elements(&process->names->strings) : 0;
}
