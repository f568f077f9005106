/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Owns what lasts longer than a request. A process has one, or each thread under ZTS. All is zero at first but for the two settings, and each part is
 * made when a call first needs it.
 *
 * Bounded: trails and shapes hold at most limit bytes each, with the names that both use; the table of strings has one size.
 *
 * A call may end without coming back: a fatal error and a timeout leave it by longjmp(). So no call has a part for itself but the table of strings,
 * which tells that it is in use; the others are complete at any time that PHP may end a call. lyo_process_end_request() puts right what such a call
 * leaves behind, and lyo_process_free() alone frees.
 */
#ifndef LYO_PROCESS_H
#define LYO_PROCESS_H

#include "lyo/lyo_strings.h"
#include "lyo/lyo_mechanisms.h"
#include "php/lyo_usage.h"

typedef struct lyo_process {
    zend_long limit;                /* bytes of trails and of shapes; 0: neither is kept (lyo.shape_cache) */
    uint32_t disabled;              /* a set of lyo_mechanism: what is not used (lyo.disable) */
    struct lyo_permanent *names;    /* that trails and shapes share */
    struct lyo_trails *trails;      /* preambles that were written */
    struct lyo_shape_cache *shapes; /* preambles that were read */
    lyo_string_memory *strings;     /* for the table of strings of one call, and its payload */
} lyo_process;

/* Makes a part. NULL: it is turned off, or limit is too little for an empty one; of strings also: another call uses it. */
struct lyo_trails *lyo_process_make_trails(lyo_process *process);
struct lyo_shape_cache *lyo_process_make_shapes(lyo_process *process);
lyo_string_memory *lyo_process_make_strings(lyo_process *process);

/** The part, for a call; NULL: the call does without. */
LYO_INLINE struct lyo_trails *lyo_process_trails(lyo_process *process)
{
    return EXPECTED(process->trails) || !process->limit ? process->trails : lyo_process_make_trails(process);
}

LYO_INLINE struct lyo_shape_cache *lyo_process_shapes(lyo_process *process)
{
    return EXPECTED(process->shapes) || !process->limit ? process->shapes : lyo_process_make_shapes(process);
}

LYO_INLINE lyo_string_memory *lyo_process_strings(lyo_process *process)
{
    return EXPECTED(process->strings && !process->strings->in_use) ? process->strings
                                                                   : lyo_process_make_strings(process);
}

/** When a request has ended, and its memory and classes are still there: forgets what holds for it alone. */
void lyo_process_end_request(lyo_process *process);

/** Frees all. Only when no value of any request is left. */
void lyo_process_free(lyo_process *process);

/** The rows of trails, shapes and strings. */
#define LYO_PROCESS_PARTS 3
void lyo_process_usage(const lyo_process *process, lyo_usage rows[LYO_PROCESS_PARTS]);
/** Names that trails and shapes hold. */
size_t lyo_process_name_count(const lyo_process *process);

#endif
