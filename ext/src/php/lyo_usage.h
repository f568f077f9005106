/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Usage of one cache or other store of permanent memory: a row of lyo_status().
 */
#ifndef LYO_USAGE_H
#define LYO_USAGE_H

#include "lyo_compat.h"

typedef struct lyo_usage {
    const char *name; /* as in lyo_status() and lyo.disable; NULL ends a list */
    size_t entries;
    size_t bytes;
    size_t limit;     /* most bytes; 0: switched off */
    bool counted;     /* hits and misses are counted */
    uint64_t hits;    /* calls that found all they needed */
    uint64_t misses;  /* calls that did not find some or all of it */
    bool refuses;     /* the next two are counted */
    uint64_t refused; /* that could not be kept */
    uint64_t freed;   /* to make room */
} lyo_usage;

#endif
