/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How failures of igbinary's format are told: warnings in igbinary's words, which consumers and test suites match.
 */
#ifndef LYO_IGBINARY_MESSAGES_H
#define LYO_IGBINARY_MESSAGES_H

#include "igbinary/lyo_igbinary_reader.h"
#include "igbinary/lyo_igbinary_writer.h"
#include "lyo/lyo_reader.h"

/** Warns of bad bytes. */
void lyo_igbinary_warn(const lyo_igbinary_error *error, const uint8_t *data);

/** Warns or throws what made a decode fail; d is not freed. */
void lyo_igbinary_report_decoder(const lyo_igbinary_decoder *d);

/** Warns or throws what made an encode fail. */
void lyo_igbinary_report_encoder(const lyo_igbinary_encoder *e);

/** Warns of bytes of lyo that can't be read. */
void lyo_igbinary_report_bytes(const lyo_error *error);
/** Warns or throws what made a decode fail that used the format of lyo, data begin behind what is told as an offset. */
void lyo_igbinary_report_lyo(const lyo_decoder *d);

#endif
