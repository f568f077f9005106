/* SPDX-License-Identifier: BSD-3-Clause */
#include "igbinary/lyo_igbinary_strings.h"

#include "php/lyo_room.h"
#include "php/lyo_string.h"

/* Odd constants with well-spread bits. */
#define MIX_A UINT64_C(0x9E3779B97F4A7C15)
#define MIX_B UINT64_C(0xBF58476D1CE4E5B9)

/*
 * Mixes 8 bytes of each eighth of the string, or of every 16 bytes if that is more, into h. Similar strings
 * of records often differ only somewhere in the middle.
 */
static uint64_t sample(const char *s, size_t length, uint64_t h)
{
    size_t stride = length >> 3 > 16 ? length >> 3 : 16;

    for (size_t at = 8; at + 16 <= length; at += stride) {
        h = (h ^ lyo_load8(s + at)) * MIX_A;
        h ^= h >> 32;
    }
    return h;
}

/*
 * Hashes the length, 8 bytes at each end and 8 in the middle, and samples from strings of more than 32 bytes.
 */
static uint32_t fingerprint(const zend_string *string)
{
    const char *s = ZSTR_VAL(string);
    size_t length = ZSTR_LEN(string);
    uint64_t h = (lyo_load8(s) ^ length) * MIX_A;

    h ^= lyo_load8(s + length - 8) + (h >> 29);
    h = h * MIX_B + lyo_load8(s + (length >> 1) - 4);
    if (length > 32) {
        h = sample(s, length, h);
    }
    h *= MIX_B;
    /*
     * the slot and the comparison need 32 good bits, but only the highest bits of h depend on all of the
     * input
     */
    return (uint32_t)(h >> 32) ^ (uint32_t)(h >> 49);
}

LYO_NOINLINE uint32_t lyo_igbinary_strings_hash(lyo_igbinary_strings *strings, const zend_string *s)
{
    return UNEXPECTED(strings->full_hash) ? lyo_hash_among(&strings->longs, s) : fingerprint(s);
}

void lyo_igbinary_strings_init(lyo_igbinary_strings *strings)
{
    memset(strings, 0, offsetof(lyo_igbinary_strings, embedded));
    strings->written = strings->embedded;
    strings->slots = strings->embedded_slots;
    strings->capacity = LYO_IGB_STRINGS;
    strings->limit = LYO_IGB_STRINGS - 1;
    strings->hashed = LYO_IGB_HASHED;
    strings->mask = LYO_IGB_STRING_SLOTS - 1;
    strings->shift = 32 - LYO_IGB_STRING_BITS;
    strings->last_key = LYO_IGB_NO_STRING;
}

void lyo_igbinary_strings_free(lyo_igbinary_strings *strings)
{
    for (uint32_t i = 0; strings->owning && i < strings->count; i++) {
        zend_string_release(strings->written[i].string);
    }
    lyo_long_strings_free(&strings->longs);
    lyo_room_free(strings->written, strings->embedded);
    lyo_room_free(strings->slots, strings->embedded_slots);
}

void lyo_igbinary_strings_own(lyo_igbinary_strings *strings)
{
    if (strings->owning) {
        return;
    }
    strings->owning = true;
    strings->limit = 0;
    for (uint32_t i = 0; i < strings->count; i++) {
        zend_string_addref(strings->written[i].string);
    }
}

/*
 * Enters all strings into slots that must be free. Returns false if a probe gets too long and a better hash
 * is left.
 */
static bool fill_slots(lyo_igbinary_strings *strings)
{
    for (uint32_t i = 0; i < strings->count; i++) {
        uint32_t at = lyo_igbinary_slot(strings, strings->written[i].hash), steps = 0;
        while (strings->slots[at]) {
            at = (at + 1) & strings->mask;
            if (UNEXPECTED(++steps > LYO_IGB_PROBE_LIMIT) && !strings->full_hash) {
                return false;
            }
        }
        strings->slots[at] = i + 1;
    }
    return true;
}

/*
 * Changes to the next hash until all strings fit: first to PHP's hash, then to the seeded one. PHP's hash is
 * kept in each string, so that the next message need not compute it: Drupal's container and Laravel's chained
 * jobs take a third longer without it.
 */
static void change_hash(lyo_igbinary_strings *strings)
{
    do {
        strings->full_hash = strings->hashed == UINT32_MAX;
        strings->hashed = strings->full_hash ? 0 : UINT32_MAX;
        for (uint32_t i = 0; i < strings->count; i++) {
            zend_string *string = strings->written[i].string;
            strings->written[i].hash = strings->full_hash ? lyo_igbinary_strings_hash(strings, string)
                                                          : (uint32_t)zend_string_hash_val(string);
        }
        memset(strings->slots, 0, ((size_t)strings->mask + 1) * sizeof *strings->slots);
    } while (!fill_slots(strings));
}

/*
 * Multiplies both capacity and slots by 4, which leaves about 2.7 slots for each string. On average a string
 * is entered again 1/3 times.
 */
static LYO_NOINLINE void grow_strings(lyo_igbinary_strings *strings)
{
    strings->capacity = lyo_room_times(strings->capacity, 4);
    strings->mask = strings->mask * 4 + 3;
    strings->shift -= 2;
    strings->written = lyo_room_grow(strings->written, strings->embedded, strings->count, strings->capacity,
                                     sizeof *strings->written);
    strings->limit = strings->owning ? 0 : strings->capacity - 1;
    lyo_room_free(strings->slots, strings->embedded_slots);
    lyo_before_block(((size_t)strings->mask + 1) * sizeof *strings->slots);
    strings->slots = ecalloc((size_t)strings->mask + 1, sizeof *strings->slots);
    if (UNEXPECTED(!fill_slots(strings))) {
        change_hash(strings);
    }
}

LYO_NOINLINE void lyo_igbinary_strings_take(lyo_igbinary_strings *strings, zend_string *s)
{
    if (strings->owning) {
        zend_string_addref(s);
    }
    if (strings->count == strings->capacity) {
        grow_strings(strings);
    }
}

LYO_NOINLINE uint32_t lyo_igbinary_strings_rehash(lyo_igbinary_strings *strings, zend_string *s, bool *known)
{
    change_hash(strings);
    return lyo_igbinary_strings_put(strings, s, known);
}
