/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold of an encoder. For LYO_ASSERT() alone: only a build with LYO_CHECKS calls it.
 */
#ifndef LYO_WRITER_CHECK_H
#define LYO_WRITER_CHECK_H

#include "lyo/lyo_writer.h"

/** What is the same before and after a whole value, but for the body, which has grown. */
typedef struct lyo_writer_border {
    uint32_t depth;
    uint32_t field_count;
    uint32_t state_count;
    size_t offset;
} lyo_writer_border;

LYO_INLINE lyo_writer_border lyo_writer_border_of(const lyo_encoder *e)
{
    return (lyo_writer_border){e->depth, e->field_count, e->state_count, lyo_encoder_offset(e)};
}

/** True if a whole value has been written since. */
bool lyo_writer_border_holds(const lyo_encoder *e, const lyo_writer_border *before);

/** True if a pass has ended as it must: no level is open, and the tables agree with each other and with what was counted. */
bool lyo_encoder_is_sound(lyo_encoder *e);

#endif
