/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CRC-32C, the checksum of envelopes (spec section 3.1): polynomial 0x1EDC6F41, reflected, initial value and
 * final XOR with all bits set.
 */
#ifndef LYO_CHECKSUM_H
#define LYO_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/** Returns the CRC-32C of size bytes. Uses the instruction of the processor if it has one. */
uint32_t lyo_checksum(const uint8_t *data, size_t size);

/** As lyo_checksum(), by table on every processor. */
uint32_t lyo_checksum_by_table(const uint8_t *data, size_t size);

#endif
