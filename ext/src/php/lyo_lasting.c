/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_lasting.h"

#include "php/lyo_table.h"

/* --- notes ---------------------------------------------------------------------------------------------- */

/* Returns the place of a string or an array, or the free one where it goes. */
LYO_INLINE lyo_lasting_note *note_of(const lyo_lasting *l, const void *from)
{
    uint32_t i = (uint32_t)((uint64_t)(uintptr_t)from * UINT64_C(0x9E3779B97F4A7C15) >> 32);

    for (;; i++) {
        lyo_lasting_note *note = &l->notes[i & l->mask];
        if (EXPECTED(note->from == from) || !note->from) {
            return note;
        }
    }
}

static LYO_NOINLINE bool grow_notes(lyo_lasting *l)
{
    const size_t places = (size_t)l->mask + 1;
    lyo_lasting_note *old = l->notes, *notes = calloc(places * 4, sizeof *notes);

    if (!notes) {
        return false;
    }
    l->notes = notes;
    l->mask = (uint32_t)(places * 4 - 1);
    for (size_t i = 0; i < places; i++) {
        if (old[i].from) {
            *note_of(l, old[i].from) = old[i];
        }
    }
    if (old != l->embedded_notes) {
        free(old);
    }
    return true;
}

/* Notes a string or an array. *is_new: it was not noted before. Returns NULL if there is no memory. */
LYO_INLINE lyo_lasting_note *add_note(lyo_lasting *l, const void *from, bool *is_new)
{
    if (UNEXPECTED(l->count * 2 > l->mask) && !grow_notes(l)) {
        return NULL;
    }
    lyo_lasting_note *note = note_of(l, from);
    *is_new = !note->from;
    if (*is_new) {
        note->from = from;
        l->count++;
    }
    return note;
}

/* --- strings -------------------------------------------------------------------------------------------- */

LYO_INLINE bool may_repeat(const zend_string *s)
{
    return ZSTR_IS_INTERNED(s) || GC_REFCOUNT(s) > 1;
}

LYO_INLINE size_t size_of_string(const zend_string *s)
{
    return ZEND_MM_ALIGNED_SIZE_EX(_ZSTR_STRUCT_SIZE(ZSTR_LEN(s)), 8);
}

LYO_INLINE bool measure_string(lyo_lasting *l, const zend_string *s)
{
    bool is_new = true;

    if (ZSTR_LEN(s) < 2 || (may_repeat(s) && !add_note(l, s, &is_new))) {
        return ZSTR_LEN(s) < 2; /* PHP has them for as long as the process runs */
    }
    l->bytes += is_new ? size_of_string(s) : 0;
    return true;
}

LYO_INLINE zend_string *copy_string(lyo_lasting *l, const zend_string *s)
{
    if (UNEXPECTED(ZSTR_LEN(s) < 2)) {
        return ZSTR_LEN(s) ? ZSTR_CHAR((uint8_t)ZSTR_VAL(s)[0]) : ZSTR_EMPTY_ALLOC();
    }
    lyo_lasting_note *note = may_repeat(s) ? note_of(l, s) : NULL;
    if (note && note->to) {
        return (zend_string *)note->to;
    }
    if (LYO_BLOCK_FAULT("foreign") && (GC_FLAGS(s) & IS_STR_PERMANENT)) {
        return (zend_string *)s;
    }
    zend_string *to = (zend_string *)l->next;
    l->next += size_of_string(s);
    GC_SET_REFCOUNT(to, 2); /* nobody is its only owner */
    GC_TYPE_INFO(to) = GC_STRING | (IS_STR_INTERNED << GC_FLAGS_SHIFT);
    if (LYO_BLOCK_FAULT("permanent")) {
        GC_ADD_FLAGS(to, IS_STR_PERMANENT);
    }
    ZSTR_LEN(to) = ZSTR_LEN(s);
    /* in words: a string is padded to whole ones behind its NUL */
    const uint8_t *p = (const uint8_t *)ZSTR_VAL(s), *last = p + (ZSTR_LEN(s) & ~(size_t)7);
    uint8_t *q = (uint8_t *)ZSTR_VAL(to);
    zend_ulong h = ZSTR_H(s);
    if (h) {
        for (; p <= last; p += 8, q += 8) {
            memcpy(q, p, 8);
        }
    } else {
        for (h = LYO_HASH_START; p < last; p += 8, q += 8) {
            h = lyo_hash_step(h, lyo_load(p, 8));
            memcpy(q, p, 8);
        }
        memcpy(q, p, 8);
        h = lyo_hash_tail(h, lyo_load(p, 8), ZSTR_LEN(s) & 7);
    }
    ZSTR_H(to) = h;
    if (note) {
        note->to = (uintptr_t)to;
    }
    return to;
}

/* --- arrays --------------------------------------------------------------------------------------------- */

/* Sets *keys to the entries of the last table with so many keys, if the first one is the same; else to NULL. */
LYO_INLINE lyo_lasting_record *record_of(lyo_lasting *l, const HashTable *ht, const lyo_entry **keys)
{
    lyo_lasting_record *record = &l->records[lyo_places(ht) % LYO_LASTING_RECORDS];
    const bool same = record->from && lyo_places(record->from) == lyo_places(ht) &&
                      lyo_entries(record->from)->key == lyo_entries(ht)->key;

    *keys = same ? lyo_entries(record->from) : NULL;
    return record;
}

static bool measure_table_keys(lyo_lasting *l, const HashTable *ht)
{
    const lyo_entry *known;

    record_of(l, ht, &known)->from = ht;
    for (const lyo_entry *b = lyo_entries(ht), *end = lyo_entries_end(ht); b < end; b++) {
        if (b->key && !(known && known++->key == b->key) && !measure_string(l, b->key)) {
            return false;
        }
    }
    return true;
}

/* Returns the levels of an array, or UINT32_MAX if it cannot be copied. depth: levels around it. */
static uint32_t measure_array(lyo_lasting *l, const HashTable *ht, uint32_t depth)
{
    uint32_t below = 0;
    bool is_new = true;

    /* what can be added to an empty array of its own depends on the version of PHP */
    if (zend_hash_num_elements(ht) == 0) {
        return ht == &zend_empty_array ? 1 : UINT32_MAX;
    }
    lyo_lasting_note *note = GC_REFCOUNT(ht) > 1 ? add_note(l, ht, &is_new) : NULL;
    if (depth == LYO_LASTING_DEPTH || (GC_REFCOUNT(ht) > 1 && !note)) {
        return UINT32_MAX;
    }
    if (!is_new) {
        return (uint32_t)(note->to >> 1);
    }
    if (!lyo_is_packed(ht) && !measure_table_keys(l, ht)) {
        return UINT32_MAX;
    }
    l->bytes += lyo_table_block_size(ht);
    const lyo_cells cells = lyo_all_cells_of(ht);
    const zval *cell = cells.cell;
    for (uint32_t left = lyo_places(ht); left > 0;
         left--, cell = (const zval *)((const char *)cell + cells.stride)) {
        if (Z_TYPE_P(cell) == IS_STRING) {
            if (!measure_string(l, Z_STR_P(cell))) {
                return UINT32_MAX;
            }
        } else if (Z_TYPE_P(cell) == IS_ARRAY) {
            const uint32_t height = measure_array(l, Z_ARR_P(cell), depth + 1);
            if (height == UINT32_MAX) {
                return UINT32_MAX;
            }
            below = MAX(below, height);
        } else if (Z_TYPE_P(cell) > IS_STRING) {
            return UINT32_MAX;
        }
    }
    if (note) { /* the table of notes may have moved */
        note_of(l, ht)->to = (uintptr_t)(below + 1) << 1 | 1;
    }
    return below + 1;
}

/* All keys before the values: a value may be a table with the same keys. */
static void copy_table_keys(lyo_lasting *l, const HashTable *from, HashTable *ht)
{
    const lyo_entry *known;
    lyo_lasting_record *record = record_of(l, from, &known);
    const lyo_entry *copied = known ? lyo_entries(record->to) : NULL;

    *record = (lyo_lasting_record){from, ht};
    for (lyo_entry *b = lyo_entries(ht), *end = lyo_entries_end(ht); b < end; b++) {
        if (known && known->key == b->key) {
            b->key = copied->key;
        } else if (b->key) {
            b->key = copy_string(l, b->key);
        }
        if (known) {
            known++, copied++;
        }
    }
}

static HashTable *copy_array(lyo_lasting *l, const HashTable *from)
{
    if (zend_hash_num_elements(from) == 0) {
        return (HashTable *)&zend_empty_array;
    }
    lyo_lasting_note *note = GC_REFCOUNT(from) > 1 ? note_of(l, from) : NULL;
    if (note && !(note->to & 1)) {
        return (HashTable *)note->to;
    }
    HashTable *ht = lyo_table_block_copy(from, l->next);
    if (LYO_BLOCK_FAULT("owned")) {
        GC_SET_REFCOUNT(ht, 1);
    }
    l->next += lyo_table_block_size(from);
    if (note) {
        note->to = (uintptr_t)ht;
    }
    if (!lyo_is_packed(ht)) {
        copy_table_keys(l, from, ht);
    }
    const lyo_cells cells = lyo_all_cells_of(ht);
    zval *cell = cells.cell;
    for (uint32_t left = lyo_places(ht); left > 0; left--, cell = (zval *)((char *)cell + cells.stride)) {
        /* Z_NEXT stays */
        if (Z_TYPE_P(cell) == IS_STRING) {
            Z_STR_P(cell) = copy_string(l, Z_STR_P(cell));
            Z_TYPE_INFO_P(cell) = IS_INTERNED_STRING_EX;
        } else if (Z_TYPE_P(cell) == IS_ARRAY) {
            Z_ARR_P(cell) = copy_array(l, Z_ARR_P(cell));
            Z_TYPE_INFO_P(cell) = IS_ARRAY;
        }
    }
    return ht;
}

bool lyo_lasting_measure(lyo_lasting *l, const HashTable *array)
{
    memset(l, 0, sizeof *l);
    l->notes = l->embedded_notes;
    l->mask = LYO_LASTING_NOTES - 1;
    l->height = measure_array(l, array, 0);
    return l->height != UINT32_MAX;
}

HashTable *lyo_lasting_copy(lyo_lasting *l, const HashTable *array, void *block)
{
    memset(l->records, 0, sizeof l->records);
    l->next = block;
    HashTable *copy = copy_array(l, array);
    LYO_ASSERT(l->next == (char *)block + l->bytes);
    return copy;
}

void lyo_lasting_free(lyo_lasting *l)
{
    if (l->notes != l->embedded_notes) {
        free(l->notes);
    }
}
