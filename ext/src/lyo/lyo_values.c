/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_values.h"

#include "php/lyo_lasting.h"
#include "wire/lyo_hash_bytes.h"

/** Most values of payloads with one hash: nobody can make a look-up compare many. */
#define LYO_VALUES_OF_SET 4
/** Bytes of the limit for each place. */
#define LYO_VALUES_BYTES_OF_PLACE 1024
/** Bytes of payloads that are read for each byte of one that is kept. */
#define LYO_VALUES_PRICE 24
/** Credit at the start: a few values. */
#define LYO_VALUES_FIRST_CREDIT 16384
/** Most credit, unless a large limit asks for more: what a short time may take. */
#define LYO_VALUES_MOST_CREDIT 262144
/** Bytes of memory that a byte of payload is expected to take. */
#define LYO_VALUES_GROWTH 6
/** Most bytes of payload for each element: to compare long strings takes as long as to copy them. */
#define LYO_VALUES_DENSITY 1024
/** Most places that are looked at for values to free after a request. */
#define LYO_VALUES_STEPS 1024

/* The lowest bits of lyo_seen_payload.hash: how often it was read. */
#define LYO_SEEN UINT64_C(3)
#define LYO_SEEN_REFUSED 0 /* it cannot be kept */

lyo_values *lyo_values_new(size_t limit, const uint64_t secrets[2])
{
    size_t places = 16;

    while (places < limit / LYO_VALUES_BYTES_OF_PLACE && places < UINT32_C(1) << 20) {
        places *= 2;
    }
    const size_t bytes = sizeof(lyo_values) + places * (sizeof(lyo_value_place) + sizeof(lyo_seen_payload));
    lyo_values *values = bytes < limit ? calloc(1, bytes) : NULL;

    if (values) {
        values->used = bytes;
        values->limit = limit;
        values->credit = MIN(LYO_VALUES_FIRST_CREDIT, limit / 4);
        values->request = 1;
        values->mask = (uint32_t)places - 1;
        memcpy(values->secrets, secrets, sizeof values->secrets);
        values->places = (lyo_value_place *)(values + 1);
        values->seen = (lyo_seen_payload *)(values->places + places);
    }
    return values;
}

/* --- search --------------------------------------------------------------------------------------------- */

uint64_t lyo_values_hash(const lyo_values *values, const uint8_t *payload, size_t size)
{
    const uint64_t first = values->secrets[0], second = values->secrets[1];
    const size_t step = (size - 16) / 7;
    const uint8_t *front = payload, *back = payload + size - 16;
    uint64_t h = first ^ size, g = second;

    for (int i = 0; i < 4; i++, front += step, back -= step) {
        h = lyo_fold(lyo_load(front, 8) ^ second, lyo_load(front + 8, 8) ^ h);
        g = lyo_fold(lyo_load(back, 8) ^ first, lyo_load(back + 8, 8) ^ g);
    }
    return lyo_fold(h ^ second, g ^ first);
}

LYO_INLINE lyo_value_place *set_of(const lyo_values *values, uint64_t hash)
{
    return &values->places[(hash >> 32) & values->mask & ~(uint32_t)(LYO_VALUES_OF_SET - 1)];
}

LYO_INLINE lyo_seen_payload *seen_of(const lyo_values *values, uint64_t hash)
{
    return &values->seen[(hash >> 32) & values->mask];
}

lyo_value *lyo_values_find(const lyo_values *values, uint64_t hash, const uint8_t *payload, size_t size)
{
    const lyo_value_place *place = set_of(values, hash);

    for (int i = 0; i < LYO_VALUES_OF_SET; i++, place++) {
        if (place->hash == hash && place->value && place->value->size == size &&
            !memcmp(place->value->payload, payload, size)) {
            return place->value;
        }
    }
    return NULL;
}

LYO_INLINE void earn(lyo_values *values, size_t size)
{
    const size_t most = MIN(values->limit / 4, MAX(values->limit / 64, LYO_VALUES_MOST_CREDIT));

    values->credit = MIN(values->credit + size / LYO_VALUES_PRICE, most);
}

HashTable *lyo_values_use(lyo_values *values, lyo_value *value)
{
    values->hits++;
    value->hits++;
    earn(values, value->size);
    if (value->request != values->request) {
        value->request = values->request;
        LYO_BLOCK_OPEN(value->block, value->room);
    }
    return value->array;
}

/* --- admission ------------------------------------------------------------------------------------------ */

static lyo_value_place *free_place(const lyo_values *values, uint64_t hash)
{
    lyo_value_place *place = set_of(values, hash);

    for (int i = 0; i < LYO_VALUES_OF_SET; i++, place++) {
        if (!place->value) {
            return place;
        }
    }
    return NULL;
}

/* True if so many bytes are left. Else a later request may have them. */
static bool has_room(lyo_values *values, size_t bytes)
{
    if (values->used + bytes <= values->limit) {
        return true;
    }
    values->wanted += bytes;
    return false;
}

bool lyo_values_want(lyo_values *values, uint64_t hash, const uint8_t *payload, size_t size)
{
    lyo_seen_payload *seen = seen_of(values, hash);

    values->misses++;
    earn(values, size);
    if ((seen->hash ^ hash) > LYO_SEEN) {
        seen->hash = (hash & ~LYO_SEEN) | 1;
        return false;
    }
    const uint64_t times = seen->hash & LYO_SEEN;
    if (times == 1) {
        seen->hash++;
        return false;
    }
    /* all that may refuse it comes before any work */
    if (times == LYO_SEEN_REFUSED || values->credit < size || !free_place(values, hash) ||
        !has_room(values, size * LYO_VALUES_GROWTH)) {
        return false;
    }
    /* two payloads may have the same hash: the one that is kept was read twice at least */
    const uint32_t full = lyo_hash_bytes(payload, size, (const void *)(uintptr_t)values->secrets[0]);
    if (times == 2 || seen->full != full) {
        seen->hash |= LYO_SEEN;
        seen->full = full;
        return false;
    }
    values->credit -= size; /* spent, whether it can be kept or not */
    return true;
}

void lyo_values_refuse(lyo_values *values, uint64_t hash)
{
    values->refused++;
    *seen_of(values, hash) = (lyo_seen_payload){.hash = (hash & ~LYO_SEEN) | LYO_SEEN_REFUSED};
}

/* Bytes of memory that a value takes, with what malloc() needs for two blocks. */
LYO_INLINE size_t memory_of_value(const lyo_value *value)
{
    return sizeof *value + value->size + value->room + 32;
}

void lyo_values_keep(lyo_values *values, uint64_t hash, const uint8_t *payload, size_t size,
                     const lyo_value_facts *facts, const zval *value)
{
    lyo_value new = {.facts = *facts, .request = values->request, .size = size};
    lyo_lasting l;

    if (Z_TYPE_P(value) != IS_ARRAY || (!facts->unpacked && facts->elements < size / LYO_VALUES_DENSITY)) {
        lyo_values_refuse(values, hash);
        return;
    }
    if (!lyo_lasting_measure(&l, Z_ARR_P(value)) || l.bytes == 0 || l.bytes + size > values->limit / 4) {
        lyo_values_refuse(values, hash);
        lyo_lasting_free(&l);
        return;
    }
    new.room = l.bytes;
    new.facts.height = l.height;
    new.block = has_room(values, memory_of_value(&new)) ? LYO_BLOCK_TAKE(new.room) : NULL;
    lyo_value *kept = new.block ? malloc(sizeof *kept + size) : NULL;
    if (kept) {
        new.array = lyo_lasting_copy(&l, Z_ARR_P(value), new.block);
        LYO_BLOCK_OPEN(new.block, new.room);
        memcpy(kept, &new, sizeof new);
        memcpy(kept->payload, payload, size);
        *free_place(values, hash) = (lyo_value_place){hash, kept};
        values->used += memory_of_value(kept);
        values->count++;
    } else if (new.block) {
        LYO_BLOCK_GIVE(new.block, new.room);
    }
    lyo_lasting_free(&l);
}

/* --- freeing -------------------------------------------------------------------------------------------- */

static void free_value(lyo_values *values, lyo_value_place *place)
{
    values->used -= memory_of_value(place->value);
    values->count--;
    values->freed++;
    LYO_BLOCK_GIVE(place->value->block, place->value->room);
    free(place->value);
    place->value = NULL;
}

void lyo_values_end_request(lyo_values *values)
{
    const size_t room = MIN(values->wanted, values->limit / 4);

    for (uint32_t i = 0; i < LYO_VALUES_STEPS && values->used + room > values->limit && values->wanted; i++) {
        lyo_value_place *place = &values->places[values->hand++ & values->mask];
        if (!place->value || place->value->request == values->request) {
            continue;
        }
        if (place->value->hits > 1) { /* it is spared for now */
            place->value->hits /= 4;
        } else {
            free_value(values, place);
        }
    }
#ifdef LYO_KEEP_GUARD
    for (uint32_t i = 0; i <= values->mask; i++) {
        const lyo_value *value = values->places[i].value;
        if (value && (value->request != values->request || LYO_BLOCK_FAULT("early"))) {
            LYO_BLOCK_REST(value->block, value->room);
        }
    }
#endif
    values->wanted = 0;
    values->request++;
}

void lyo_values_free(lyo_values *values)
{
    for (uint32_t i = 0; i <= values->mask; i++) {
        if (values->places[i].value) {
            free_value(values, &values->places[i]);
        }
    }
    free(values);
}
