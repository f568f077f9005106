/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The walkers of wire/ with memory that counts against memory_limit. When the limit is reached, they do not
 * return, or they return false without an error code, and PHP ends the request as soon as it can. PHP then
 * frees the memory.
 */
#ifndef LYO_CHECK_H
#define LYO_CHECK_H

#include "lyo_compat.h"
#include "wire/lyo_igbinary_walk.h"
#include "wire/lyo_text_walk.h"
#include "wire/lyo_walk.h"

/** lyo_walk() without a callback. A limit of 0 means no limit. */
bool lyo_check_bytes(const uint8_t *data, size_t size, uint32_t max_depth, uint64_t max_elements,
                     lyo_error *error);

/** lyo_igbinary_walk(). */
bool lyo_check_igbinary(const uint8_t *data, size_t size, uint32_t max_depth, uint64_t max_elements,
                        lyo_igbinary_error *error);
/** lyo_text_walk(). The memory of the options is set here. */
bool lyo_check_text(const uint8_t *data, size_t size, lyo_text_walk_options *options, lyo_error *error);

#endif
