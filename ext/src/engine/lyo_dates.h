/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What PHP's own dates give when they are written, taken from where they keep it.
 */
#ifndef LYO_DATES_H
#define LYO_DATES_H

#include "engine/lyo_memory.h"

#define LYO_DATE_SLOTS 3

/** Makes the keys. Once, before all else here. */
void lyo_dates_startup(void);

/**
 * True if the object is a date whose __serialize() is PHP's own and would give a day of the years 0 to 9999 and a zone, and nothing else:
 * slots are that, and hold it. False: the hook is to be called.
 */
bool lyo_date_state(zend_object *object, lyo_remembered slots[LYO_DATE_SLOTS]);

#endif
