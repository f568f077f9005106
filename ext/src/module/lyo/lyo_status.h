/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is kept from call to call, as lyo_status() and phpinfo() show it.
 */
#ifndef LYO_STATUS_H
#define LYO_STATUS_H

/** Prints the table for phpinfo(). */
void lyo_print_status(void);

#endif
