/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is kept from call to call, in numbers: for lyo_status() and phpinfo().
 */
#ifndef LYO_KEPT_H
#define LYO_KEPT_H

#include "lyo/lyo_process.h"
#include "module/lyo_request.h"

/** Rows of process: its parts, and prepared dictionaries of lyo.dictionaries. */
#define LYO_KEPT_OF_PROCESS (LYO_PROCESS_PARTS + 1)
/** Rows of request: notes, and what else libzstd has prepared. */
#define LYO_KEPT_OF_REQUEST 2

typedef struct lyo_kept {
    lyo_usage process[LYO_KEPT_OF_PROCESS];
    lyo_usage request[LYO_KEPT_OF_REQUEST];
} lyo_kept;

lyo_kept lyo_kept_now(const lyo_process *process, const lyo_request *request);

/** Prints a table of phpinfo(). */
void lyo_php_info_kept(const lyo_kept *kept, const char *title);

#endif
