/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_igbinary_strings.h"

#include "engine/lyo_strings.h"

/* Odd constants with well-spread bits. */
#define MIX_A UINT64_C(0x9E3779B97F4A7C15)
#define MIX_B UINT64_C(0xBF58476D1CE4E5B9)

/* At a load of 1/2 a free slot is due after 2 to 3 steps; 32 steps mean that the samples do not tell strings apart. */
#define PROBE_LIMIT 32

static uint64_t load8(const char *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

/* Length, both ends, and from 33 bytes on what lies at each quarter. */
LYO_INLINE uint32_t fingerprint(const zend_string *string)
{
    const char *s = ZSTR_VAL(string);
    size_t length = ZSTR_LEN(string);
    uint64_t h;

    if (length >= 8) {
        h = (load8(s) ^ length) * MIX_A;
        h ^= load8(s + length - 8) + (h >> 29);
        if (length > 16) {
            h = h * MIX_B + load8(s + (length >> 1) - 4);
            if (length > 32) {
                h ^= (h >> 31) ^ load8(s + (length >> 2) - 4);
                h = h * MIX_A + load8(s + length - (length >> 2) - 4);
            }
        }
        h *= MIX_B;
    } else if (length >= 4) {
        uint32_t head, tail;
        memcpy(&head, s, 4);
        memcpy(&tail, s + length - 4, 4);
        h = (((uint64_t)tail << 32 | head) ^ (uint64_t)length << 29) * MIX_A;
    } else {
        h = ((uint64_t)(uint8_t)s[0] << 24 | (uint64_t)(uint8_t)s[length >> 1] << 16 | (uint64_t)(uint8_t)s[length - 1] << 8 | length) * MIX_A;
    }
    return (uint32_t)(h >> 32);
}

LYO_INLINE uint32_t hash_of(const lyo_igbinary_strings *strings, const zend_string *s)
{
    return UNEXPECTED(strings->full_hash) ? lyo_string_hash_all(s, strings) : fingerprint(s);
}

void lyo_igbinary_strings_init(lyo_igbinary_strings *strings)
{
    memset(strings, 0, offsetof(lyo_igbinary_strings, embedded));
    strings->written = strings->embedded;
    strings->slots = strings->embedded_slots;
    strings->capacity = LYO_IGB_STRINGS;
    strings->mask = LYO_IGB_STRING_SLOTS - 1;
    strings->last_key = LYO_IGB_NO_STRING;
}

void lyo_igbinary_strings_free(lyo_igbinary_strings *strings)
{
    for (uint32_t i = 0; strings->owning && i < strings->count; i++) {
        zend_string_release(strings->written[i].string);
    }
    if (strings->written != strings->embedded) {
        efree(strings->written);
    }
    if (strings->slots != strings->embedded_slots) {
        efree(strings->slots);
    }
}

void lyo_igbinary_strings_own(lyo_igbinary_strings *strings)
{
    if (strings->owning) {
        return;
    }
    strings->owning = true;
    for (uint32_t i = 0; i < strings->count; i++) {
        zend_string_addref(strings->written[i].string);
    }
}

static void fill_slots(lyo_igbinary_strings *strings)
{
    for (uint32_t i = 0; i < strings->count; i++) {
        uint32_t at = strings->written[i].hash & strings->mask;
        while (strings->slots[at]) {
            at = (at + 1) & strings->mask;
        }
        strings->slots[at] = i + 1;
    }
}

/* Room for twice as many, and slots for three times as many and more. */
static LYO_NOINLINE void grow(lyo_igbinary_strings *strings)
{
    uint32_t capacity = strings->capacity * 2;

    if (strings->written == strings->embedded) {
        strings->written = safe_emalloc(capacity, sizeof *strings->written, 0);
        memcpy(strings->written, strings->embedded, sizeof strings->embedded);
    } else {
        strings->written = safe_erealloc(strings->written, capacity, sizeof *strings->written, 0);
    }
    strings->capacity = capacity;
    if (strings->slots != strings->embedded_slots) {
        efree(strings->slots);
    }
    strings->mask = strings->mask * 2 + 1;
    strings->slots = ecalloc((size_t)strings->mask + 1, sizeof *strings->slots);
    fill_slots(strings);
}

/* From samples to all bytes. */
static LYO_NOINLINE void rehash(lyo_igbinary_strings *strings)
{
    strings->full_hash = true;
    for (uint32_t i = 0; i < strings->count; i++) {
        strings->written[i].hash = hash_of(strings, strings->written[i].string);
    }
    memset(strings->slots, 0, ((size_t)strings->mask + 1) * sizeof *strings->slots);
    fill_slots(strings);
}

uint32_t lyo_igbinary_strings_put(lyo_igbinary_strings *strings, zend_string *s, bool *known)
{
    uint32_t hash = hash_of(strings, s);
    uint32_t at = hash & strings->mask, number, steps = 0;

    while ((number = strings->slots[at])) {
        const lyo_igbinary_written *written = &strings->written[number - 1];
        if (written->string == s || (written->hash == hash && ZSTR_LEN(written->string) == ZSTR_LEN(s) && !memcmp(ZSTR_VAL(written->string), ZSTR_VAL(s), ZSTR_LEN(s)))) {
            *known = true;
            return number - 1;
        }
        if (UNEXPECTED(++steps > PROBE_LIMIT) && !strings->full_hash) {
            rehash(strings);
            return lyo_igbinary_strings_put(strings, s, known);
        }
        at = (at + 1) & strings->mask;
    }
    *known = false;
    number = strings->count++;
    strings->slots[at] = number + 1;
    strings->written[number] = (lyo_igbinary_written){s, hash, LYO_IGB_NO_STRING};
    if (UNEXPECTED(strings->owning)) {
        zend_string_addref(s);
    }
    if (UNEXPECTED(strings->count == strings->capacity)) {
        grow(strings);
    }
    return number;
}
