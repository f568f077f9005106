/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_strings.h"

uint32_t lyo_string_hash_all(const zend_string *string, const void *seed)
{
    const char *s = ZSTR_VAL(string);
    size_t len = ZSTR_LEN(string);
    uint64_t h = (uint64_t)(uintptr_t)seed * UINT64_C(0x94D049BB133111EB) ^ len;

    while (len >= 8) {
        h = (h ^ lyo_load8(s)) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 31;
        s += 8;
        len -= 8;
    }
    for (; len > 0; len--, s++) {
        h = (h ^ (uint8_t)*s) * UINT64_C(0xBF58476D1CE4E5B9);
    }
    h *= UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(h ^ h >> 31);
}

void lyo_string_ids_init(lyo_string_ids *ids, bool owning)
{
    ids->slots = NULL;
    ids->mask = ids->limit = ids->used = 0;
    ids->owning = owning;
    ids->full_hash = false;
    ids->lists[LYO_BODY].count = ids->lists[LYO_NAMES].count = 0;
}

static bool is_embedded(const lyo_string_ids *ids)
{
    return ids->limit == LYO_STRING_SLOTS / 2;
}

void lyo_string_ids_free(lyo_string_ids *ids)
{
    for (unsigned list = 0; ids->limit && list < 2; list++) {
        for (uint32_t i = 0; ids->owning && i < ids->lists[list].count; i++) {
            zend_string_release(ids->lists[list].strings[i]);
        }
        if (!is_embedded(ids)) {
            efree(ids->lists[list].strings);
        }
    }
    if (ids->slots && ids->slots != ids->embedded_slots) {
        efree(ids->slots);
    }
}

/* The table of a value without strings costs nothing: it is cleared when the first one comes. */
static void open_table(lyo_string_ids *ids)
{
    ids->slots = ids->embedded_slots;
    ids->mask = LYO_STRING_SLOTS - 1;
    ids->limit = LYO_STRING_SLOTS / 2;
    memset(ids->embedded_slots, 0, sizeof ids->embedded_slots);
    for (unsigned list = 0; list < 2; list++) {
        ids->lists[list].strings = ids->embedded_strings[list];
        memset(ids->lists[list].prefixes, 0, sizeof ids->lists[list].prefixes);
    }
}

/* Fills a fresh table of slots, with new hashes if asked. Of equal strings in both lists, that of the body may come first or second. */
static void rebuild(lyo_string_ids *ids, uint32_t slots, bool rehash)
{
    lyo_string_slot *old = ids->slots;
    uint32_t old_slots = ids->mask + 1;

    ids->slots = ecalloc(slots, sizeof *ids->slots);
    ids->mask = slots - 1;
    ids->used = 0;
    for (uint32_t i = 0; i < old_slots; i++) {
        lyo_string_slot slot = old[i];
        const lyo_string_list *list = &ids->lists[(slot.entry - 1) & 1];
        if (!slot.entry || (slot.entry - 1) >> 1 >= list->count) {
            continue;
        }
        if (rehash) {
            slot.hash = lyo_string_hash_all(list->strings[(slot.entry - 1) >> 1], ids);
        }
        uint32_t at = slot.hash & ids->mask;
        while (ids->slots[at].entry) {
            at = (at + 1) & ids->mask;
        }
        ids->slots[at] = slot;
        ids->used++;
    }
    if (old != ids->embedded_slots) {
        efree(old);
    }
}

void lyo_string_ids_grow(lyo_string_ids *ids)
{
    if (!ids->limit) {
        open_table(ids);
        return;
    }
    /* fourfold while small: each string is moved at most 1/3 times on average */
    uint32_t slots = (ids->mask + 1) * (ids->mask < 16384 ? 4 : 2);
    for (unsigned list = 0; list < 2; list++) {
        zend_string **strings = safe_emalloc(slots / 2, sizeof *strings, 0);
        memcpy(strings, ids->lists[list].strings, ids->lists[list].count * sizeof *strings);
        if (!is_embedded(ids)) {
            efree(ids->lists[list].strings);
        }
        ids->lists[list].strings = strings;
    }
    rebuild(ids, slots, false);
    ids->limit = slots / 2;
}

void lyo_string_ids_harden(lyo_string_ids *ids, const zend_string *string, unsigned list,
                           lyo_string_place *place)
{
    ids->full_hash = true;
    rebuild(ids, ids->mask + 1, true);
    *place = lyo_string_ids_find(ids, string, list);
}

void lyo_string_ids_own(lyo_string_ids *ids)
{
    if (ids->owning) {
        return;
    }
    ids->owning = true;
    for (unsigned list = 0; list < 2; list++) {
        for (uint32_t i = 0; i < ids->lists[list].count; i++) {
            zend_string_addref(ids->lists[list].strings[i]);
        }
    }
}

void lyo_string_ids_truncate(lyo_string_ids *ids, uint32_t count)
{
    lyo_string_list *list = &ids->lists[LYO_BODY];

    if (list->count == count) {
        return;
    }
    for (uint32_t i = count; ids->owning && i < list->count; i++) {
        zend_string_release(list->strings[i]);
    }
    list->count = count;
    rebuild(ids, ids->mask + 1, false);
    memset(list->prefixes, 0, sizeof list->prefixes);
    for (list->count = 0; list->count < count; list->count++) {
        if (ZSTR_LEN(list->strings[list->count]) >= LYO_LIMIT_PREFIX_STRING) {
            lyo_string_list_compare(list, ZSTR_VAL(list->strings[list->count]));
        }
    }
}
