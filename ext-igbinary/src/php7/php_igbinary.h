/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module, as extensions see it that are compiled together with it.
 */
#ifndef PHP_IGBINARY_H
#define PHP_IGBINARY_H

#include "php.h"

#include "igbinary.h"

extern zend_module_entry igbinary_module_entry;
#define phpext_igbinary_ptr &igbinary_module_entry

#endif
