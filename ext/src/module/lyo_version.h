/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The version of Lyo: what both modules and the command line say.
 */
#ifndef LYO_VERSION_H
#define LYO_VERSION_H

#define PHP_LYO_VERSION "0.2.0"

#endif
