/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs of leaves: the cells of a list, or of a column of rows.
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
    bool column; /* a column of a block, else a whole list */
    const struct lyo_run
        *with_nulls; /* of a column: these cells with the nulls among them; NULL: there are none */
} lyo_run;

LYO_INLINE zval *lyo_run_cell(const lyo_run *run, uint32_t i)
{
    return run->cells ? run->cells[i] : (zval *)((char *)run->first + run->stride * i);
}

/** Types of cells that are written as ints, as a set of MAY_BE_... */
#define LYO_INT_TYPES (MAY_BE_LONG | MAY_BE_RESOURCE)

/** Writes the column of a block, whose cells are all leaves. types: the types of all cells, as MAY_BE_... */
void lyo_write_column(lyo_encoder *e, const lyo_run *run, uint32_t types);
/** The same, with a token for each cell. */
void lyo_write_mixed_column(lyo_encoder *e, const lyo_run *run);

#endif
