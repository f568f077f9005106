/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lyo as a serializer of sessions and of APCu.
 */
#ifndef LYO_HANDLERS_H
#define LYO_HANDLERS_H

/** Registers both. Must be called in MINIT. */
void lyo_register_handlers(void);

#endif
