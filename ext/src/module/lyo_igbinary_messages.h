/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reports failures of igbinary's format. The warnings have igbinary's wording, because applications and test
 * suites match it.
 */
#ifndef LYO_IGBINARY_MESSAGES_H
#define LYO_IGBINARY_MESSAGES_H

#include "igbinary/lyo_igbinary_reader.h"
#include "igbinary/lyo_igbinary_writer.h"
#include "lyo/lyo_reader.h"

/** Returns what is wrong with the bytes of a message, in the words of its warning, as a new string. */
zend_string *lyo_igbinary_reason(const lyo_igbinary_error *error, const uint8_t *data);

/** Warns or throws the reason why a decode failed. d is not freed. */
void lyo_igbinary_report_decoder(const lyo_igbinary_decoder *d);

/** Warns or throws the reason why an encode failed. */
void lyo_igbinary_report_encoder(const lyo_igbinary_encoder *e);

/** Warns about invalid bytes in lyo's format. */
void lyo_igbinary_report_bytes(const lyo_error *error);
/**
 * Warns or throws the reason why a decode in lyo's format failed. Reported offsets count from the start of
 * lyo's bytes.
 */
void lyo_igbinary_report_lyo(const lyo_decoder *d);

#endif
