/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Invariants of a decoder, for LYO_ASSERT() only: no build without LYO_CHECKS calls these functions.
 */
#ifndef LYO_READER_CHECK_H
#define LYO_READER_CHECK_H

#include "lyo/lyo_reader.h"

/** Fields that have the same values before and after a whole value is read. */
typedef struct lyo_checkpoint {
    uint32_t depth;
    uint64_t pending;
    const uint8_t *end;
} lyo_checkpoint;

LYO_INLINE lyo_checkpoint lyo_checkpoint_of(const lyo_decoder *d)
{
    return (lyo_checkpoint){d->depth, d->pending, d->end};
}

/** True if the fields are those before the value, and the value is one that PHP may see. */
bool lyo_checkpoint_holds(const lyo_decoder *d, const lyo_checkpoint *before, const zval *value);

/** True if the definition is in a legal state. It must have been read completely. */
bool lyo_definition_is_legal(const lyo_decoder *d, const lyo_definition *definition);
bool lyo_definitions_are_legal(const lyo_decoder *d);

#endif
