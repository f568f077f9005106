/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The version of Lyo, as both modules and the command line report it.
 */
#ifndef LYO_VERSION_H
#define LYO_VERSION_H

#define PHP_LYO_VERSION "0.2.0"

#endif
