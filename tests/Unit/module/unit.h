/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tests of engine and wire that PHP code cannot make: they call the C functions with lengths and credits that no string of this machine has.
 */
#ifndef LYO_UNIT_H
#define LYO_UNIT_H

#include "php.h"

#include <stdbool.h>

/** Notes one check. Prints the name of one that does not hold. */
void unit_check(bool holds, const char *name);

/* Each file of tests has one function. */
void unit_cache(void);
void unit_counts(void);
void unit_find(void);
void unit_sealed(void);

ZEND_FUNCTION(lyo_unit_agree);

#endif
