/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lyo_position.h"

/** Moves item i down to its place in a heap of count items. The subtrees below i must be heaps. */
static void lyo_sift(lyo_position *positions, size_t i, size_t count)
{
    const lyo_position item = positions[i];
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        child += child + 1 < count && positions[child + 1].position > positions[child].position;
        if (positions[child].position <= item.position) {
            break;
        }
        positions[i] = positions[child];
    }
    positions[i] = item;
}

const lyo_position *lyo_sort_positions(lyo_position *positions, size_t count)
{
    size_t sorted = 1;
    while (sorted < count && positions[sorted].position > positions[sorted - 1].position) {
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
    for (size_t i = 1; i < count; i++) {
        if (positions[i].position == positions[i - 1].position) {
            return &positions[i];
        }
    }
    return NULL;
}
