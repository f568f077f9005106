/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is kept from call to call, in numbers: for lyo_status() and phpinfo().
 */
#ifndef LYO_KEPT_H
#define LYO_KEPT_H

#include "lyo/lyo_process.h"
#include "module/lyo_request.h"

/** Rows of the process: its parts, and prepared dictionaries of lyo.dictionaries. */
#define LYO_KEPT_OF_PROCESS (LYO_PROCESS_PARTS + 1)
/** All rows. Then come those of the request: classes, and what else libzstd has prepared. */
#define LYO_KEPT (LYO_KEPT_OF_PROCESS + 2)

void lyo_kept_now(const lyo_process *process, const lyo_request *request, lyo_usage rows[LYO_KEPT]);

/** Prints it as a table of phpinfo(). */
void lyo_php_info_kept(const lyo_process *process, const lyo_request *request, const char *title);

#endif
