/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Owns what lasts longer than a request. There is one for a process, or for each thread under ZTS. All
 * members but the settings are zero at first. Each part is made when a call first needs it.
 *
 * Memory is bounded: prefixes and shapes hold at most `limit` bytes each, including the names that both use.
 * The table of strings has a fixed size.
 *
 * A fatal error or a timeout leaves a call by longjmp(). So the only part that a call has for itself is the
 * table of strings, which records that it is in use. The other parts are complete whenever PHP may end a
 * call. lyo_process_end_request() repairs what such a call leaves behind. Only lyo_process_free() frees the
 * parts.
 */
#ifndef LYO_PROCESS_H
#define LYO_PROCESS_H

#include "lyo/lyo_strings.h"
#include "lyo/lyo_mechanisms.h"
#include "php/lyo_usage.h"

typedef struct lyo_process {
    /* most bytes of prefixes and of shapes each; 0: neither is kept (lyo.shape_cache) */
    zend_long limit;
    zend_long keep; /* most bytes of values; 0: none is kept (lyo.keep_values) */
    /* the mechanisms that are turned off, as a set of lyo_mechanism (lyo.disable) */
    uint32_t disabled;
    struct lyo_permanent *names;    /* shared by prefixes and shapes */
    struct lyo_prefixes *prefixes;  /* preambles that were written */
    struct lyo_shape_cache *shapes; /* preambles that were read */
    struct lyo_values *values;      /* values that were decoded */
    lyo_known_keys known;           /* how keys are looked for among PHP's strings */
    lyo_string_memory *strings;     /* for the table of strings, and the payload, of one call at a time */
} lyo_process;

/*
 * Makes a part. Returns NULL if it is turned off, or if limit is too small for an empty one; for strings,
 * also if another call uses the part.
 */
struct lyo_prefixes *lyo_process_make_prefixes(lyo_process *process);
struct lyo_shape_cache *lyo_process_make_shapes(lyo_process *process);
lyo_string_memory *lyo_process_make_strings(lyo_process *process);
/** secrets: random, so that nobody can choose payloads with the same hash. */
struct lyo_values *lyo_process_make_values(lyo_process *process, const uint64_t secrets[2]);

/** Returns the part for a call. NULL: the call does without it. */
LYO_INLINE struct lyo_prefixes *lyo_process_prefixes(lyo_process *process)
{
    return EXPECTED(process->prefixes) || !process->limit ? process->prefixes
                                                          : lyo_process_make_prefixes(process);
}

LYO_INLINE struct lyo_shape_cache *lyo_process_shapes(lyo_process *process)
{
    return EXPECTED(process->shapes) || !process->limit ? process->shapes : lyo_process_make_shapes(process);
}

/** What decodes may use. */
LYO_INLINE lyo_decode_mechanisms lyo_process_mechanisms(lyo_process *process)
{
    return (lyo_decode_mechanisms){.shape_cache = lyo_process_shapes(process),
                                   .known = process->disabled & LYO_INTERNED ? NULL : &process->known,
                                   .without = process->disabled};
}

LYO_INLINE lyo_string_memory *lyo_process_strings(lyo_process *process)
{
    return EXPECTED(process->strings && !process->strings->in_use) ? process->strings
                                                                   : lyo_process_make_strings(process);
}

/**
 * Called after a request, while its memory and classes still exist. Forgets what is valid for that request
 * only.
 */
void lyo_process_end_request(lyo_process *process);

/** Frees all parts. No value of any request may be left. */
void lyo_process_free(lyo_process *process);

/** Reports the use of prefixes, shapes, strings and values, in this order. */
#define LYO_PROCESS_PARTS 4
void lyo_process_usage(const lyo_process *process, lyo_usage rows[LYO_PROCESS_PARTS]);
/** Returns the number of names that prefixes and shapes hold. */
size_t lyo_process_name_count(const lyo_process *process);

#endif
