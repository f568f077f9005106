/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one part of an owner of lasting memory holds: a row of lyo_status().
 */
#ifndef LYO_USAGE_H
#define LYO_USAGE_H

#include "lyo_compat.h"

typedef struct lyo_usage {
    const char *name; /* as in lyo_status() and lyo.disable; NULL: the end of a list */
    size_t entries;
    size_t bytes;
    size_t limit;    /* most bytes; 0: turned off */
    bool counted;    /* hits and misses are */
    uint64_t hits;   /* calls that found here what they needed */
    uint64_t misses; /* calls that did not, in part or whole */
} lyo_usage;

#endif
