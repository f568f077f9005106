/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What calls cost: how many there were, their bytes, and their time, while the setting lyo.cost is on. A call
 * that a hook makes counts by itself, and its time is also in that of the outer call.
 */
#ifndef LYO_COSTS_H
#define LYO_COSTS_H

#include "lyo_compat.h"
#include LYO_HRTIME_HEADER
#include "wire/lyo_bytes.h"

typedef enum lyo_work {
    LYO_WORK_ENCODE, /* bytes: what was written, with its envelope */
    LYO_WORK_DECODE, /* bytes: what was read */
    LYO_WORK_PACK,   /* the envelope's part of an encode. bytes: the payload */
    LYO_WORK_UNPACK, /* the envelope's part of a decode. bytes: what came out */
    LYO_WORK_KINDS
} lyo_work;

typedef struct lyo_cost {
    uint64_t calls;
    uint64_t bytes;
    uint64_t time; /* ns */
} lyo_cost;

typedef struct lyo_costs {
    bool counted; /* lyo.cost */
    lyo_cost request[LYO_WORK_KINDS];
    lyo_cost earlier[LYO_WORK_KINDS]; /* of the requests that the process has ended */
} lyo_costs;

void lyo_costs_add(lyo_costs *costs, lyo_work work, uint64_t start, size_t bytes);

/** Returns when the work began, or 0 if it is not counted. */
LYO_INLINE uint64_t lyo_costs_begin(const lyo_costs *costs)
{
    return UNEXPECTED(costs->counted) ? (uint64_t)LYO_HRTIME() : 0;
}

/** Ends what lyo_costs_begin() has begun. Work that has failed counts, too. */
LYO_INLINE void lyo_costs_end(lyo_costs *costs, lyo_work work, uint64_t start, size_t bytes)
{
    if (UNEXPECTED(start)) {
        lyo_costs_add(costs, work, start, bytes);
    }
}

void lyo_costs_end_request(lyo_costs *costs);

/** Makes the array of lyo_status(). */
void lyo_costs_array(const lyo_costs *costs, zval *array);

#endif
