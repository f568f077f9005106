/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs of leaves, and what their cells have in common. Shared by lyo_writer_vector.c (lists),
 * lyo_writer_column.c (columns) and lyo_writer_rows.c.
 */
#ifndef LYO_WRITER_VECTOR_H
#define LYO_WRITER_VECTOR_H

#include "lyo/lyo_writer.h"

/** Cells at even distances in memory or, if cells is not NULL, the cells it points to. */
typedef struct lyo_run {
    zval *first;
    size_t stride;
    zval *const *cells;
    uint32_t count;
} lyo_run;

LYO_INLINE zval *lyo_run_cell(const lyo_run *run, uint32_t i)
{
    return run->cells ? run->cells[i] : (zval *)((char *)run->first + run->stride * i);
}

typedef struct lyo_int_facts {
    size_t tagged; /* size as tagged ints, or a bound that leads to the same choice */
    size_t size;   /* size as a vector, behind its kind */
    zend_long base;
    zend_long first;
    zend_long step;
    unsigned width;
    bool constant; /* all are the same */
    bool sequence; /* all steps are equal and fit 64 bits */
} lyo_int_facts;

typedef struct lyo_float_facts {
    /* size as tagged floats, or a bound that leads to the same choice (early exit) */
    size_t tagged;
    size_t size;
    int64_t base;
    unsigned scale;
    unsigned width;
    bool decimal; /* a decimal vector is possible, and no larger than one of doubles */
} lyo_float_facts;

/** Returns true if all cells are the same leaf, bit for bit. All cells must be leaves. */
bool lyo_run_constant(lyo_run run);
void lyo_run_ints(lyo_run run, lyo_int_facts *facts);
void lyo_run_floats(lyo_run run, lyo_float_facts *facts);

/** These write the part behind the kind byte. */
void lyo_write_int_run(lyo_encoder *e, lyo_run run, const lyo_int_facts *facts);
void lyo_write_sequence(lyo_encoder *e, const lyo_int_facts *facts);
void lyo_write_float_run(lyo_encoder *e, lyo_run run, const lyo_float_facts *facts);
/** Writes a bitmap: 1 where the cell has this type. */
void lyo_write_bits(lyo_encoder *e, lyo_run run, unsigned char type);

/** Types of cells that are written as ints, as a set of MAY_BE_... */
#define LYO_INT_TYPES (MAY_BE_LONG | MAY_BE_RESOURCE)

/** Writes the column of a block, whose cells are all leaves. types: the types of all cells, as MAY_BE_... */
void lyo_write_column(lyo_encoder *e, lyo_run run, uint32_t types);
/** The same, with a token for each cell. */
void lyo_write_mixed_column(lyo_encoder *e, lyo_run run);

#endif
