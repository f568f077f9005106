/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs of leaves, and what they have in common. Between lyo_writer_vector.c (lists), lyo_writer_column.c (columns) and lyo_writer_rows.c.
 */
#ifndef LYO_WRITER_VECTOR_H
#define LYO_WRITER_VECTOR_H

#include "lyo/lyo_writer.h"

/** Cells at even distances in memory, or, if cells is not NULL, where it points to. */
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
    size_t tagged; /* bytes as tagged ints; as of floats */
    size_t size;   /* bytes as a vector, behind its kind */
    zend_long base;
    zend_long first;
    zend_long step;
    unsigned width;
    bool constant; /* all are the same */
    bool sequence; /* all steps are equal and fit 64 bits */
} lyo_int_facts;

typedef struct lyo_float_facts {
    /* bytes as tagged floats; if these are less than the vector with n / 16 more, perhaps not all that they are less */
    size_t tagged;
    size_t size;
    int64_t base;
    unsigned scale;
    unsigned width;
    bool decimal; /* a decimal vector is possible and needs no more bytes than doubles */
} lyo_float_facts;

/** True if all cells are the same leaf, bit for bit. Only for leaves. */
bool lyo_run_constant(lyo_run run);
void lyo_run_ints(lyo_run run, lyo_int_facts *facts);
void lyo_run_floats(lyo_run run, lyo_float_facts *facts);

/** The parts behind the kind byte. */
void lyo_write_int_run(lyo_encoder *e, lyo_run run, const lyo_int_facts *facts);
void lyo_write_sequence(lyo_encoder *e, const lyo_int_facts *facts);
void lyo_write_float_run(lyo_encoder *e, lyo_run run, const lyo_float_facts *facts);
/** A bitmap: 1 where the cell has this type. */
void lyo_write_bits(lyo_encoder *e, lyo_run run, unsigned char type);

/** Types of cells that are ints, as a set of MAY_BE_... */
#define LYO_INT_TYPES (MAY_BE_LONG | MAY_BE_RESOURCE)

/** Writes the cells of a block's column, all of them leaves; types: all they have, as MAY_BE_... */
void lyo_write_column(lyo_encoder *e, lyo_run run, uint32_t types);
/** The same, each cell by a token of its own. */
void lyo_write_mixed_column(lyo_encoder *e, lyo_run run);

#endif
