/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lyo_position.h"

#include <stdbool.h>

/** Returns true if a is before b. Both are neither before nor behind one another only if they are equal. */
static bool lyo_is_before(const lyo_position *a, const lyo_position *b)
{
    return a->position != b->position ? a->position < b->position : (a->index & 1) < (b->index & 1);
}

/** Moves item i down to its place in a heap of count items. The subtrees below i must be heaps. */
static void lyo_sift(lyo_position *positions, size_t i, size_t count)
{
    const lyo_position item = positions[i];
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && lyo_is_before(&positions[child], &positions[child + 1]);
        if (!lyo_is_before(&item, &positions[child])) {
            break;
        }
        positions[i] = positions[child];
    }
    positions[i] = item;
}

const lyo_position *lyo_sort_positions(lyo_position *positions, size_t count)
{
    size_t sorted = 1;
    while (sorted < count && lyo_is_before(&positions[sorted - 1], &positions[sorted])) {
        sorted++;
    }
    if (sorted >= count) {
        return NULL;
    }
    /* a heap sort: qsort() may allocate memory, and takes n log n steps for most inputs only */
    for (size_t i = count / 2; i-- > 0;) {
        lyo_sift(positions, i, count);
    }
    for (size_t left = count; left-- > 1;) {
        const lyo_position last = positions[0];
        positions[0] = positions[left];
        positions[left] = last;
        lyo_sift(positions, 0, left);
    }
    const lyo_position *twice = NULL;
    for (size_t i = 1; i < count; i++) {
        if (!lyo_is_before(&positions[i - 1], &positions[i]) && (!twice || !(positions[i].index & 1))) {
            twice = &positions[i];
            if (!(twice->index & 1)) {
                break;
            }
        }
    }
    return twice;
}
