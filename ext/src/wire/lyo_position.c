/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire/lyo_position.h"

#include <stdbool.h>

#include "lyo_bytes.h"

/** Returns true if a is before b. Both are neither before nor behind one another only if they are equal. */
static bool lyo_is_before(const lyo_position *a, const lyo_position *b)
{
    return a->position != b->position ? a->position < b->position : (a->index & 1) < (b->index & 1);
}

/*
 * The sort distributes by one digit after the other, from the highest one on: the bytes of the position, then
 * the table. So it takes a few steps for each byte of the payload, in any order of the places. A sort by
 * comparisons takes n log n steps, which came to four times what unserialize() takes for such a value.
 */

/** Digits of an item: 0 is the table, 1 to 8 are the bytes of the position. */
#define LYO_MOST_DIGIT 8
/** So few items are sorted by comparisons. */
#define LYO_FEW_POSITIONS 24

LYO_INLINE uint8_t lyo_digit_of(const lyo_position *item, unsigned digit)
{
    return digit == 0 ? item->index & 1 : (uint8_t)(item->position >> 8 * (digit - 1));
}

static void lyo_insert_sorted(lyo_position *positions, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const lyo_position item = positions[i];
        size_t at = i;
        for (; at > 0 && lyo_is_before(&item, &positions[at - 1]); at--) {
            positions[at] = positions[at - 1];
        }
        positions[at] = item;
    }
}

/** Moves all items to the part of their digit. next and end are where each part begins and ends. */
static void lyo_distribute(lyo_position *positions, unsigned digit, uint32_t *next, const uint32_t *end)
{
    for (unsigned part = 0; part < 256; part++) {
        while (next[part] < end[part]) {
            lyo_position item = positions[next[part]];
            for (uint8_t to; (to = lyo_digit_of(&item, digit)) != part;) {
                LYO_ASSERT(next[to] < end[to]);
                const lyo_position other = positions[next[to]];
                positions[next[to]++] = item;
                item = other;
            }
            positions[next[part]++] = item;
        }
    }
}

/** Sorts items that differ in this digit and lower ones only. At most 9 calls are in one another. */
static void lyo_sort_by_digit(lyo_position *positions, size_t count, unsigned digit)
{
    if (count <= LYO_FEW_POSITIONS) {
        lyo_insert_sorted(positions, count);
        return;
    }
    uint32_t next[256], end[256] = {0}, begin = 0;
    for (size_t i = 0; i < count; i++) {
        end[lyo_digit_of(&positions[i], digit)]++;
    }
    for (unsigned part = 0; part < 256; part++) {
        next[part] = begin;
        end[part] = begin += end[part];
    }
    lyo_distribute(positions, digit, next, end);
    for (unsigned part = 0; digit > 0 && part < 256; part++) {
        begin = part > 0 ? end[part - 1] : 0;
        lyo_sort_by_digit(positions + begin, end[part] - begin, digit - 1);
    }
}

/** Returns the highest digit that is not 0 in all positions. */
static unsigned lyo_highest_digit(const lyo_position *positions, size_t count)
{
    uint64_t all = 0;
    unsigned digit = LYO_MOST_DIGIT;

    for (size_t i = 0; i < count; i++) {
        all |= positions[i].position;
    }
    while (digit > 0 && all >> 8 * (digit - 1) == 0) {
        digit--;
    }
    return digit;
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
    lyo_sort_by_digit(positions, count, lyo_highest_digit(positions, count));
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
