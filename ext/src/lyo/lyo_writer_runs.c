/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs: lists in which the same array occurs several times in a row (spec sections 5.10 and 6.6).
 */
#include "lyo/lyo_writer_equal.h"

/* Returns the array of a cell of a list that is not empty and may be repeated, or NULL. */
static HashTable *array_of(lyo_encoder *e, zval *cell)
{
    const zval *value = EXPECTED(Z_TYPE_P(cell) == IS_ARRAY) ? cell : lyo_plain(e, cell);

    return Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(value)) > 0 ? Z_ARRVAL_P(value)
                                                                                        : NULL;
}

/* Returns the array of a cell for which array_of() returned it before the cell was noted. */
static HashTable *known_array_of(lyo_encoder *e, zval *cell)
{
    return Z_ARRVAL_P(Z_ISREF_P(cell) ? lyo_memory_value(&e->memory, Z_REF_P(cell)) : cell);
}

/* A run of a list. */
typedef struct repeated {
    uint32_t length;
    bool referenced;       /* there are PHP references in its arrays, or its values are some */
    lyo_array_facts facts; /* of its array; no elements: of length 1 */
} repeated;

/* Returns true if the value of the next cell belongs to the run of the array before. */
static bool goes_on(lyo_encoder *e, repeated *r, const zval *cell, const HashTable *array,
                    const HashTable *before)
{
    lyo_comparison c = {.e = e};
    lyo_array_facts facts;

    /* without a PHP reference in it, the same table is the same array */
    if (EXPECTED(array == before) && r->length > 1 && !r->referenced && !(e->options->without & LYO_ARRAYS)) {
        r->referenced = Z_ISREF_P(cell);
        return true;
    }
    if (!lyo_are_same(&c, array, before, &facts)) {
        return false;
    }
    r->facts = facts;
    r->referenced |= c.references > 0 || Z_ISREF_P(cell);
    return true;
}

/* Cuts a list into runs. Returns their number, or 0 if there are more than `most`. */
static uint32_t cut(lyo_encoder *e, const HashTable *ht, repeated *runs, uint32_t most)
{
    HashTable *before = NULL;
    uint32_t count = 0;

    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        HashTable *array = EXPECTED(Z_TYPE_P(each.cell) == IS_ARRAY) &&
                                   EXPECTED(zend_hash_num_elements(Z_ARRVAL_P(each.cell)) > 0)
                               ? Z_ARRVAL_P(each.cell)
                               : array_of(e, each.cell);
        if (before && array && goes_on(e, &runs[count - 1], each.cell, array, before)) {
            runs[count - 1].length++;
        } else if (count == most) {
            return 0;
        } else {
            runs[count++] = (repeated){1, Z_ISREF_P(each.cell), {0, 0}};
        }
        before = array;
    }
    return count;
}

/* Notes the PHP references in values of runs that are not written, and those in the first value of each. */
static LYO_NOINLINE void note_runs(lyo_encoder *e, const HashTable *ht, const repeated *runs)
{
    const repeated *r = runs;
    uint32_t left = r->length;

    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        if (left == 0) {
            left = (++r)->length;
        }
        if (r->length > 1 && r->referenced) {
            const bool first = left == r->length;
            if (first) {
                lyo_assume_plain(e, each.cell);
            } else {
                lyo_note_plain(e, each.cell);
            }
            lyo_note_references(e, known_array_of(e, each.cell), first);
        }
        left--;
    }
}

/* Returns how many values the next part of a run has, and draws what they need. */
static uint32_t draw_part(lyo_encoder *e, uint32_t left, uint64_t elements)
{
    const uint64_t cells =
        LYO_LIMIT_CREDIT + LYO_LIMIT_CREDIT_PER_BYTE * (uint64_t)lyo_encoder_offset(e) - e->credit_used;
    uint64_t part = left - 1;

    LYO_ASSERT(left > 1 && elements > 0);
    part = MIN(part, cells);
    part = MIN(part, lyo_allowance_left(e) / elements);
    e->credit_used += part;
    e->arrays.allowance_used += part * elements;
    return (uint32_t)part + 1;
}

/*
 * Returns the number of the array that was written at this offset, which may still be a candidate. Rare: it is
 * for runs that the credit does not pay for.
 */
static uint32_t find_number(lyo_encoder *e, const repeated *r, size_t offset)
{
    const lyo_equal_arrays *arrays = &e->arrays;
    uint32_t number = lyo_add_found(e, &r->facts, offset);

    LYO_ASSERT(offset < lyo_encoder_offset(e));
    for (uint32_t i = 0; i < (arrays->stamp ? 2 * LYO_LIMIT_ARRAY_BUCKETS : 0); i++) {
        lyo_array_bucket *bucket = &arrays->buckets[i / 2];
        lyo_candidate *candidate = i % 2 ? &bucket->older : &bucket->newer;
        if (lyo_is_candidate(arrays, candidate) && candidate->where == (uint64_t)offset << 1) {
            candidate->where = (uint64_t)number << 1 | 1;
        }
    }
    return number;
}

static bool write_parts(lyo_encoder *e, zval *cell, const HashTable *parent, const repeated *r, bool define)
{
    HashTable *array = known_array_of(e, cell);
    uint32_t number = 0, left = r->length;

    for (bool first = true; left > 0; first = false) {
        uint32_t part = left > 1 ? draw_part(e, left, r->facts.elements) : 1;
        lyo_buffer_varlen(&e->body, part);
        left -= part;
        size_t offset = lyo_encoder_offset(e);
        if (!first ? !lyo_write_use(e, number) && !lyo_write_array(e, array, false)
                   : !lyo_write_cell(e, cell, parent, define)) {
            return false;
        }
        if (first && left > 0) {
            number = e->body.start[offset + LYO_HEAD_SIZE] == LYO_TAG_USE_ARRAY ? e->arrays.last_found
                                                                                : find_number(e, r, offset);
        }
    }
    return true;
}

static bool write_all_runs(lyo_encoder *e, const HashTable *ht, const repeated *r, bool define)
{
    uint32_t left = 0;

    lyo_buffer_byte(&e->body, LYO_TAG_RUNS);
    lyo_buffer_varlen(&e->body, zend_hash_num_elements(ht));
    for (lyo_cells each = lyo_cells_of(ht); each.left > 0; lyo_cells_next(&each)) {
        if (left > 0) {
            left--;
            continue;
        }
        left = r->length - 1;
        if (r->length > 1) {
            if (!write_parts(e, each.cell, ht, r, define)) {
                return false;
            }
        } else {
            lyo_buffer_varlen(&e->body, 1);
            if (!lyo_write_cell(e, each.cell, ht, define)) {
                return false;
            }
        }
        r++;
        define = false;
    }
    return true;
}

bool lyo_write_runs(lyo_encoder *e, HashTable *ht, bool define, bool *failed)
{
    lyo_cells cells = lyo_cells_of(ht);
    HashTable *first = array_of(e, cells.cell);
    lyo_comparison c = {.e = e};
    lyo_array_facts facts;

    if (!first) {
        return false;
    }
    lyo_cells_next(&cells);
    HashTable *second = array_of(e, cells.cell);
    if (!second || EXPECTED(lyo_are_different(second, first)) ||
        EXPECTED(!lyo_are_same(&c, second, first, &facts))) {
        return false;
    }
    uint32_t most = zend_hash_num_elements(ht) / LYO_LIMIT_RUN_MEAN;
    repeated *runs = safe_emalloc(most, sizeof *runs, 0);
    uint32_t count = cut(e, ht, runs, most);
    bool written = count > 0, referenced = false;
    for (uint32_t i = 0; i < count; i++) {
        referenced |= runs[i].referenced;
    }
    if (written) {
        if (UNEXPECTED(referenced)) {
            note_runs(e, ht, runs);
        }
        *failed = !write_all_runs(e, ht, runs, define);
    }
    efree(runs);
    return written;
}
