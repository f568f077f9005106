/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Columns: the leaves that the rows of a block have under one key, in the form that takes the fewest bytes
 * (spec sections 5.4 and 6.4).
 */
#include "lyo/lyo_writer_vector.h"

#define DICTIONARY_SLOTS 256 /* a power of two, twice the cells of a block */

void lyo_write_mixed_column(lyo_encoder *e, lyo_run run)
{
    lyo_buffer_byte(&e->body, LYO_VEC_MIXED);
    for (uint32_t i = 0; i < run.count; i++) {
        lyo_write_leaf(e, lyo_run_cell(&run, i));
    }
}

static void begin_column(lyo_encoder *e, uint8_t kind, const lyo_run *with_nulls)
{
    lyo_buffer_byte(&e->body, (uint8_t)(kind | (with_nulls ? LYO_VEC_NULLS : 0)));
    if (with_nulls) {
        lyo_write_bits(e, *with_nulls, IS_NULL);
    }
}

static void write_indices(lyo_encoder *e, const uint8_t *indices, uint32_t count, uint32_t distinct)
{
    unsigned bits = distinct <= 2 ? 1 : distinct <= 4 ? 2 : distinct <= 16 ? 4 : 8;
    size_t bytes = ((size_t)count * bits + 7) / 8;

    lyo_buffer_reserve(&e->body, bytes);
    memset(e->body.p, 0, bytes);
    for (uint32_t i = 0; i < count; i++) {
        e->body.p[i * bits >> 3] |= (uint8_t)(indices[i] << (i * bits & 7));
    }
    e->body.p += bytes;
}

/*
 * Numbers the distinct strings in the order of their first cells. Returns how many there are, or 0 if they
 * are more than half of the cells.
 */
static uint32_t number_strings(lyo_run run, uint8_t *indices, uint32_t *firsts)
{
    uint8_t slots[DICTIONARY_SLOTS] = {0}; /* number of the string + 1; 0: free */
    uint32_t distinct = 0;

    for (uint32_t i = 0; i < run.count; i++) {
        zend_string *s = Z_STR_P(lyo_run_cell(&run, i));
        uint32_t at = lyo_string_fingerprint(s) % DICTIONARY_SLOTS;
        while (slots[at] && !zend_string_equals(Z_STR_P(lyo_run_cell(&run, firsts[slots[at] - 1])), s)) {
            at = (at + 1) % DICTIONARY_SLOTS;
        }
        if (!slots[at]) {
            if (distinct + 1 > run.count / 2) {
                return 0;
            }
            firsts[distinct] = i;
            slots[at] = (uint8_t)++distinct;
        }
        indices[i] = slots[at] - 1;
    }
    return distinct;
}

/* Writes a dictionary column. Returns false if there are too many distinct strings. */
static bool write_dictionary(lyo_encoder *e, lyo_run run, const lyo_run *with_nulls)
{
    uint8_t indices[LYO_LIMIT_BLOCK_ROWS];
    uint32_t firsts[LYO_LIMIT_BLOCK_ROWS];
    uint32_t distinct = number_strings(run, indices, firsts);

    if (!distinct) {
        return false;
    }
    begin_column(e, LYO_VEC_DICTIONARY, with_nulls);
    lyo_buffer_varlen(&e->body, distinct);
    for (uint32_t i = 0; i < distinct; i++) {
        lyo_write_string(e, Z_STR_P(lyo_run_cell(&run, firsts[i])));
    }
    write_indices(e, indices, run.count, distinct);
    return true;
}

static bool write_int_column(lyo_encoder *e, lyo_run run, const lyo_run *with_nulls)
{
    lyo_int_facts facts;

    lyo_run_ints(run, &facts);
    if (facts.sequence && run.count >= 3) {
        begin_column(e, LYO_VEC_SEQUENCE, with_nulls);
        lyo_write_sequence(e, &facts);
        return true;
    }
    if (facts.size > facts.tagged) {
        return false;
    }
    begin_column(e, (uint8_t)(LYO_VEC_INT + facts.width - 1), with_nulls);
    lyo_write_int_run(e, run, &facts);
    return true;
}

static bool write_float_column(lyo_encoder *e, lyo_run run, const lyo_run *with_nulls)
{
    lyo_float_facts facts;

    lyo_run_floats(run, &facts);
    if (facts.size > facts.tagged) {
        return false;
    }
    begin_column(e, (uint8_t)(facts.decimal ? LYO_VEC_DECIMAL + facts.width - 1 : LYO_VEC_DOUBLE),
                 with_nulls);
    lyo_write_float_run(e, run, &facts);
    return true;
}

/*
 * Writes a column of cells of these types, none of which is null unless all are. Returns false if the column
 * must be written as mixed.
 */
static bool write_uniform(lyo_encoder *e, lyo_run run, uint32_t types, const lyo_run *with_nulls)
{
    bool ints = (types & ~LYO_INT_TYPES) == 0, bools = (types & ~MAY_BE_BOOL) == 0;

    if (!ints && !bools && (types & (types - 1)) != 0) {
        return false;
    }
    if (lyo_run_constant(run)) {
        begin_column(e, LYO_VEC_CONSTANT, with_nulls);
        lyo_write_leaf(e, lyo_run_cell(&run, 0));
        return true;
    }
    if (ints) {
        return write_int_column(e, run, with_nulls);
    }
    if (types == MAY_BE_DOUBLE) {
        return write_float_column(e, run, with_nulls);
    }
    if (types == MAY_BE_STRING) {
        return write_dictionary(e, run, with_nulls);
    }
    begin_column(e, LYO_VEC_BOOL, with_nulls);
    lyo_write_bits(e, run, IS_TRUE);
    return true;
}

/* The same, for a column of which some cells are null. */
static LYO_NOINLINE bool write_with_nulls(lyo_encoder *e, lyo_run run, uint32_t types)
{
    zval *present[LYO_LIMIT_BLOCK_ROWS];
    uint32_t count = 0;

    for (uint32_t i = 0; i < run.count; i++) {
        zval *cell = lyo_run_cell(&run, i);
        if (Z_TYPE_P(cell) != IS_NULL) {
            present[count++] = cell;
        }
    }
    lyo_run rest = {NULL, 0, present, count};
    return write_uniform(e, rest, types & ~MAY_BE_NULL, &run);
}

void lyo_write_column(lyo_encoder *e, lyo_run run, uint32_t types)
{
    bool nulls = (types & MAY_BE_NULL) && types != MAY_BE_NULL;

    if (!(nulls ? write_with_nulls(e, run, types) : write_uniform(e, run, types, NULL))) {
        lyo_write_mixed_column(e, run);
    }
}
