/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LYO_PHP_IGBINARY_TOP_H
#define LYO_PHP_IGBINARY_TOP_H
#include "src/php7/php_igbinary.h"
#endif
