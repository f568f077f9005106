/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LYO_IGBINARY_TOP_H
#define LYO_IGBINARY_TOP_H
#include "src/php7/igbinary.h"
#endif
