/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold of a decoder. For LYO_ASSERT() alone: only a build with LYO_CHECKS calls it.
 */
#ifndef LYO_READER_CHECK_H
#define LYO_READER_CHECK_H

#include "lyo/lyo_reader.h"

/** What is the same before and after a whole value. */
typedef struct lyo_border {
    uint32_t depth;
    uint64_t pending;
    const uint8_t *end;
} lyo_border;

LYO_INLINE lyo_border lyo_border_of(const lyo_decoder *d)
{
    return (lyo_border){d->depth, d->pending, d->end};
}

/** True if a whole value has been read since, and is one that PHP may see. */
bool lyo_border_holds(const lyo_decoder *d, const lyo_border *before, const zval *value);

/** True if the definition is in one of the states that it may be in once it is read. */
bool lyo_definition_is_legal(const lyo_decoder *d, const lyo_definition *definition);
bool lyo_definitions_are_legal(const lyo_decoder *d);

#endif
