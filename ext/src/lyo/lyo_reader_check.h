/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Invariants of a decoder, for LYO_ASSERT() only: no build without LYO_CHECKS calls these functions.
 */
#ifndef LYO_READER_CHECK_H
#define LYO_READER_CHECK_H

#include "lyo/lyo_reader.h"

/** Fields that have the same values before and after a whole value is read. */
typedef struct lyo_border {
    uint32_t depth;
    uint64_t pending;
    const uint8_t *end;
} lyo_border;

LYO_INLINE lyo_border lyo_border_of(const lyo_decoder *d)
{
    return (lyo_border){d->depth, d->pending, d->end};
}

/** True if the fields are those before the value, and the value is one that PHP may see. */
bool lyo_border_holds(const lyo_decoder *d, const lyo_border *before, const zval *value);

/** True if the definition is in a legal state. It must have been read completely. */
bool lyo_definition_is_legal(const lyo_decoder *d, const lyo_definition *definition);
bool lyo_definitions_are_legal(const lyo_decoder *d);

#endif
