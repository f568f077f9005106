/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The invariants of an encoder, for LYO_ASSERT(): only a build with LYO_CHECKS calls these functions.
 */
#ifndef LYO_WRITER_CHECK_H
#define LYO_WRITER_CHECK_H

#include "lyo/lyo_writer.h"

/** The state before a value is written. Afterwards it must be the same, except that the body has grown. */
typedef struct lyo_writer_checkpoint {
    uint32_t depth;
    size_t offset;
} lyo_writer_checkpoint;

LYO_INLINE lyo_writer_checkpoint lyo_writer_checkpoint_of(const lyo_encoder *e)
{
    return (lyo_writer_checkpoint){e->depth, lyo_encoder_offset(e)};
}

/** Returns true if exactly one whole value was written since. */
bool lyo_writer_checkpoint_holds(const lyo_encoder *e, const lyo_writer_checkpoint *before);

/**
 * Returns true if a pass has ended correctly: no level is open, and the tables agree with each other and with
 * the counters.
 */
bool lyo_encoder_is_sound(lyo_encoder *e);

#endif
